"""The style sheets: sizes that several of them use are in pages/ui/page/sizes.css."""

import re

from tests.helpers import ROOT

PAGES = ROOT / "pages"
SHEETS = {path: path.read_text(encoding="utf-8") for path in PAGES.rglob("*.css")}
SCRIPTS = "".join(path.read_text(encoding="utf-8") for path in PAGES.rglob("*.[jp][sy]"))
SIZES = SHEETS[PAGES / "ui/page/sizes.css"]


def test_every_property_has_a_value():
    known = set(re.findall(r"(--svm-[\w-]+)\"?:", "".join(SHEETS.values()) + SCRIPTS))
    for path, sheet in SHEETS.items():
        assert set(re.findall(r"var\((--svm-[\w-]+)", sheet)) <= known, path


def test_the_widths_and_heights_of_conditions_are_listed():
    """A limit may be written as the pixel below it: `max-width: 479px` is `width < 480px`."""
    listed = set(map(int, re.findall(r"\b\d{3,4}\b", SIZES.partition("*/")[0])))
    for path, sheet in SHEETS.items():
        conditions = " ".join(re.findall(r"@(?:media|container)[^{]*", sheet))
        limits = {int(n) + (n[-1] == "9") for n in re.findall(r"(\d+)px", conditions)}
        assert limits <= listed, path
