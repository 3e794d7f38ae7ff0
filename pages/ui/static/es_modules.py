"""Joins ES modules into the one script that a Streamlit component takes.

    bundle(Path("js/mount.js"))

The modules of a script share one scope: `bundle` orders them by their imports and removes the
imports and exports. It refuses what a shared scope cannot express.
"""

import re
from pathlib import Path

from pages.ui.streamlit_internals import known_elements

_IMPORT = re.compile(r'^import \{\s*\w+(?:,\s*\w+)*,?\s*\} from "(\.[^"]*)";\n', re.MULTILINE)
_DECLARED = r"(?:async )?(?:function|const|let|class)\b"
_EXPORT = re.compile(rf"^export (?={_DECLARED})", re.MULTILINE)
_NAME = re.compile(rf"^(?:export )?(?:default )?{_DECLARED} *(\w+)", re.MULTILINE)
_REMARK = re.compile(r"(?<=[,;{]) // .*")  # behind code
_REFUSED = re.compile(r"^(?:import\b|export\b|var\b|(?:const|let) *[\[{]).*", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The module `entry` and all that it imports, as one module without comments and indentation.

    A module comes after those it imports. The default export is that of the entry.

    Raises ValueError if there is an import cycle, two modules declare the same name, or a module
    imports or exports in another form than `import { a, b } from "./x.js"` and `export` before a
    declaration (of the entry, also `export default`).
    """
    sources: dict[Path, str] = {}
    _collect(entry.resolve(), sources, ())
    _refuse_clashes(sources)
    last = len(sources) - 1
    text = "".join(_bare(*item, k == last) for k, item in enumerate(sources.items()))
    lines = (_REMARK.sub("", line).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _collect(file: Path, sources: dict[Path, str], importers: tuple[Path, ...]) -> None:
    """Add `file` to the sources, after all it imports."""
    if file in importers:
        cycle = [*importers[importers.index(file) :], file]
        raise ValueError(f"import cycle: {' -> '.join(path.name for path in cycle)}")
    if file in sources:
        return
    source = known_elements(file.read_text(encoding="utf-8"))
    for target in _IMPORT.findall(source):
        _collect((file.parent / target).resolve(), sources, (*importers, file))
    sources[file] = source


def _refuse_clashes(sources: dict[Path, str]) -> None:
    owners: dict[str, Path] = {}
    for file, source in sources.items():
        for name in _NAME.findall(source):
            if (owner := owners.setdefault(name, file)) != file:
                raise ValueError(f"{name} is declared in {owner.name} and in {file.name}")


def _without_comments(source: str) -> str:
    """The source without what stands between /** and */, and the blanks behind."""
    code, *commented = source.split("/**")
    return code + "".join(text.partition("*/")[2].lstrip() for text in commented)


def _bare(file: Path, source: str, is_entry: bool) -> str:
    """The source without comments, imports and exports."""
    text = _EXPORT.sub("", _IMPORT.sub("", _without_comments(source)))
    checked = text.replace("export default ", "", 1) if is_entry else text
    if refused := _REFUSED.search(checked):
        raise ValueError(f"{file.name} has a form that cannot be bundled: {refused[0]}")
    return text
