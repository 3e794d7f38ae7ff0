"""The page Evaluation with a real mouse: a cell of the map."""

from __future__ import annotations

import pytest

from pages.evaluation.figures.grid_map import FIRST
from tests.e2e.browser import Canvas, eventually, open_page


@pytest.mark.exhaustive
def test_a_click_on_a_cell_loads_it_and_undo_gives_it_back(browser, app_url):
    with open_page(browser, f"{app_url}/evaluation?e_view=map&e_cells=4") as page:
        page.get_by_role("button", name="Compute the map").click()
        page.get_by_text("is best").wait_for(timeout=120_000)
        page.wait_for_function(
            "() => traceOf('map', 'best') !== undefined",
        )
        Canvas(page, "map").click(FIRST + 2, FIRST + 1)
        page.get_by_text("Loaded C = 21.5, γ = 0.215").wait_for()
        page.wait_for_function("() => location.search.includes('gamma=0.215')")
        page.wait_for_url("**C=21.5**")
        now = "(({ x, y }) => [x[0], y[0]])(traceOf('map', 'now'))"
        eventually(page, now, pytest.approx([FIRST + 2, FIRST + 1]).__eq__)
        page.get_by_role("button", name="Undo", exact=True).last.click()
        page.wait_for_function("() => !location.search.includes('gamma')")
        page.get_by_text("Loaded").wait_for(state="detached")
