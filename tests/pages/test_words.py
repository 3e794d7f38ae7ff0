"""The words on the screen: the field's terms, one name for one thing, no literary ones.

`words.json` has every refused pattern with what to say instead. Looked at are the strings of the
product's source, which hold what is seldom on the screen as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.helpers import ROOT
from tests.helpers.source_strings import python_strings, spoken

REFUSED = json.loads((Path(__file__).parent / "words.json").read_text(encoding="utf-8"))
# a string or a template of JavaScript; a comment, which nobody sees
JAVASCRIPT = re.compile(
    r'("(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`)|//[^\n]*|/\*.*?\*/', re.DOTALL
)


def faults(text: str) -> list[str]:
    """The refused patterns in a text without its tags, with what to say instead."""
    text = re.sub(r"\[\*[^*]*\*\]|https://[^\s)]+", " ", text)  # a cited title, an address
    plain = re.sub(r"<[^<>]*>", " ", text).strip()
    return [f"{plain!r}: {say}" for word, say in REFUSED.items() if re.search(word, plain)]


def javascript_strings(source: str) -> Iterator[str]:
    for found in JAVASCRIPT.finditer(source):
        if found[1]:
            yield found[1][1:-1]


FILES = [
    ROOT / "app.py",
    *sorted((ROOT / "pages").rglob("*.py")),
    *sorted((ROOT / "svmcore").rglob("*.py")),
]
SCRIPTS = sorted((ROOT / "pages").rglob("*.js"))


def test_source_strings_use_the_terms_of_the_field():
    found = [
        f"{file.relative_to(ROOT)}: {fault}"
        for file in FILES + SCRIPTS
        for text in (python_strings if file.suffix == ".py" else javascript_strings)(
            file.read_text(encoding="utf-8")
        )
        if spoken(text)
        for fault in faults(text)
    ]
    assert not found, "\n".join(found)
