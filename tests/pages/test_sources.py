"""Every page names where its formulas come from, and the Guide lists what is named."""

import pytest

import app as application
from pages.state.text.publications import SOURCES, Cited, cite, source_line
from tests.helpers.opened import open_page

PAGES = {page.folder: page for page in application.PAGES}


@pytest.mark.parametrize("folder", PAGES)
def test_every_screen_of_a_page_cites_a_source_that_exists(folder: str):
    page = PAGES[folder]
    for screen in page.screens:
        assert set(screen.sources) <= set(screen.titles), "a view that the page does not have"
    for view in page.screens[0].titles if page.screens else ("",):
        assert page.cited([view]), f"{folder}, {view}: no source"
    own = [cited for screen in page.screens for group in screen.sources.values() for cited in group]
    for cited in (*own, *page.sources):
        assert cited.key in SOURCES
        assert cited.what


def test_a_line_puts_the_places_of_one_formula_together():
    line = source_line([Cited("cost", "fan", "§2"), Cited("kernels", "boser"), Cited("cost", "nu")])
    assert line == (f"Sources · cost: {cite('fan', '§2')}; {cite('nu')} · kernels: {cite('boser')}")
    assert cite("fan", "§2").endswith(f"({SOURCES['fan'].link}), §2")
    assert source_line([]) == ""


def test_the_guide_lists_every_source():
    text = " ".join(m.value for m in open_page("guide").markdown)
    assert [one.full for one in SOURCES.values() if one.full not in text] == []
