"""The race in a real browser: the row that is pointed at, and a click on the picture."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Canvas, eventually, open_page

# the width and the opacity of the line of a racer in a canvas
LOOK = """([key, uid]) => {
    const line = document.querySelector(`[data-key=${key}] .trace${uid} .js-line`);
    const { strokeWidth, strokeOpacity } = getComputedStyle(line);
    return [strokeWidth, strokeOpacity];
}"""


@pytest.mark.exhaustive
def test_a_row_makes_its_lines_bold_and_a_click_runs_the_race_again(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/race?racers=smo.projected.interior") as page:
        plain = {key: look(page, key, "interior") for key in ("race", "pace_passes", "pace_ms")}
        page.locator(".svm-racer-interior th").hover()
        for key in plain:
            eventually(page, LOOK, ["5px", "1"].__eq__, [key, "interior"])
            eventually(page, LOOK, lambda found: found[1] == "0.3", [key, "smo"])
        page.mouse.move(0, 0)
        for key, before in plain.items():
            eventually(page, LOOK, before.__eq__, [key, "interior"])
        race = "[...traceOf('pace_passes', 'smo').y]"
        first = eventually(page, race)
        Canvas(page, "race").click(0.5, 0.9)
        page.wait_for_selector('.svm-canvas[data-key="race"][data-points="91"]')
        eventually(page, race, first.__ne__)
        page.keyboard.press("Control+z")
        eventually(page, race, first.__eq__)
        expect(page.locator(".svm-verdict")).to_contain_text("After")


def look(page: Page, key: str, uid: str) -> list[str]:
    return eventually(page, LOOK, arg=[key, uid])


@pytest.mark.exhaustive
def test_a_step_of_the_timeline_is_drawn_by_the_server_and_is_in_the_link(
    browser: Browser, app_url: str
):
    with open_page(browser, f"{app_url}/race?racers=smo.interior") as page:
        page.wait_for_selector('[data-key="race"] .svm-stage[data-shows="figure"]')
        update = int(page.get_attribute(".svm-timeline", "data-update"))
        page.click(".svm-timeline .svm-tl-back")
        page.wait_for_selector(f'.svm-timeline[data-update="{update - 1}"]')
        page.wait_for_url("**ra_at=*")
        page.wait_for_selector('[data-key="race"] .svm-stage[data-shows="figure"]')
        expect(page.locator(".svm-verdict")).not_to_contain_text("After 2 passes")


@pytest.mark.exhaustive
@pytest.mark.parametrize("link", ["race?ra_view=duel", "dual?i_dual=smo&i_by=newton"])
def test_a_line_of_the_panel_is_explained_where_it_has_the_focus(
    browser: Browser, app_url: str, link: str
):
    with open_page(browser, f"{app_url}/{link}", phone=True) as page:
        page.click(".svm-timeline .svm-tl-forward")
        line = page.locator(".svm-why p[data-explained]").nth(1)
        shown = "line => getComputedStyle(line, '::after').content"
        assert line.evaluate(shown) == "none"
        line.tap()
        eventually(page, lambda: line.evaluate(shown), f'"{line.get_attribute("title")}"'.__eq__)
        page.keyboard.press("ArrowDown")
        expect(page.locator(".svm-why p[data-explained]").nth(2)).to_be_focused()
        page.locator(".svm-timeline .svm-tl-forward").press("Enter")
        expect(line).to_have_attribute("title", re.compile("."))
