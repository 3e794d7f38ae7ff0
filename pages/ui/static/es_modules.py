"""The browser's modules: a module and all that it imports, as one file.

They stay modules of their own. The browser gives each an address, which takes the place of its
path where it is imported, and scripts of a page share what they have in common. One file: on a line
of 150 ms a file for each of 70 modules costs a first picture 0.7 to 2 s.
"""

import json
import re
from functools import cache
from pathlib import Path

from pages.ui.streamlit_internals import known_elements

UI = Path(__file__).parents[1]
_IMPORTED = re.compile(r'\bfrom "(\.[^"]*)"')
_JOINED = """const texts = TEXTS;
const known = (globalThis.svmModules ??= {});
const addressOf = (path) => (known[path] ??= URL.createObjectURL(new Blob([
  texts[path].replace(/\\bfrom "(\\.[^"]*)"/g, (_, name) =>
    `from "${addressOf(new URL(name, `file:///${path}`).pathname.slice(1))}"`),
  `//# sourceURL=svm:///${path}`,
], { type: "text/javascript" })));
const { unpacked } = await import(addressOf("packed.js"));
const { default: run } = await import(addressOf("ENTRY"));
export default unpacked(run);
"""


@cache
def joined(entry: Path) -> str:
    """One module, whose default export is the component of the module `entry`."""
    texts: dict[str, str] = {}
    left = [entry.resolve(), UI / "packed.js"]
    while left:
        module = left.pop(0)
        if (path := module.relative_to(UI).as_posix()) not in texts:
            texts[path] = text = known_elements(module.read_text(encoding="utf-8"))
            left += [(module.parent / name).resolve() for name in _IMPORTED.findall(text)]
    told = json.dumps(texts).replace("</", "<\\/")  # for a script within HTML
    return _JOINED.replace("ENTRY", next(iter(texts))).replace("TEXTS", told)
