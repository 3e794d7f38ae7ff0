"""Every page names where its formulas come from, and the Guide lists what is named."""

import re

import pytest

import app as application
from pages.state.publications import READING
from pages.state.sources import SOURCES, Cited, cite, source_line
from tests.helpers.opened import open_page

PAGES = {page.folder: page for page in application.PAGES}
SHOWN = ("dual", "descent", "mathematics", "guide")  # one of each way to show them


def views(page) -> set[str]:
    """The values that tell a page's screens apart, and "" for what all have."""
    return {""} | {view for one in page.names for view in one.titles}


@pytest.mark.parametrize("folder", PAGES)
def test_every_screen_of_a_page_cites_a_source_that_exists(folder: str):
    page = PAGES[folder]
    assert set(page.sources) <= views(page), "a view that the page does not have"
    for view in page.names[0].titles if page.names else ("",):
        assert page.cited([view]), f"{folder}, {view}: no source"
    for cited in page.cited(page.sources):
        assert cited.key in SOURCES
        assert cited.what


def test_every_source_is_listed_once_and_can_be_opened():
    keys = [key for group in READING.values() for key in group]
    assert sorted(keys) == sorted(SOURCES)
    assert len({one.full for one in SOURCES.values()}) == len(SOURCES)
    for one in SOURCES.values():
        assert re.fullmatch(r"https://[^\s()]+\.[^\s()]+", one.link), one
        assert 1900 < one.year < 2030


def test_a_line_puts_the_places_of_one_formula_together():
    line = source_line([Cited("cost", "fan", "§2"), Cited("kernels", "boser"), Cited("cost", "nu")])
    assert line == (f"Sources · cost: {cite('fan', '§2')}; {cite('nu')} · kernels: {cite('boser')}")
    assert cite("fan", "§2").endswith(f"({SOURCES['fan'].link}), §2")
    assert source_line([]) == ""


@pytest.mark.parametrize("folder", SHOWN)
def test_a_page_shows_what_its_view_cites(folder: str):
    app, page = open_page(folder), PAGES[folder]
    opened = [
        next(iter(one.titles)) if one.kind.__name__ != "Descent" else "sgd" for one in page.names
    ]
    line = source_line(page.cited(opened))
    assert [c.value for c in app.caption if c.value.startswith("Sources")] == [line]


def test_the_guide_lists_every_source():
    text = " ".join(m.value for m in open_page("guide").markdown)
    assert [one.full for one in SOURCES.values() if one.full not in text] == []


def test_another_view_cites_its_own():
    app = open_page("dual")
    app.button_group(key="w_dual_view").set_value("smo").run()
    assert source_line(PAGES["dual"].cited(["smo"])) in [c.value for c in app.caption]
