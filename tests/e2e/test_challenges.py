"""The page Challenges in a browser: a margin dragged by hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.challenges.settings import LineTask
from tests.e2e.browser import Canvas, addresses, eventually, hold, let_go, open_page

BEST = "traceOf('widest', 'best')"

# the upper margin of the line in the hand, in pixels of the window
MARGIN = """Math.min(...[...document.querySelectorAll('.svm-line path[stroke-dasharray="7 5"]')]
    .map((path) => path.getBoundingClientRect().top))"""


def card(page: Page, name: str) -> str:
    found = page.locator(".svm-card").filter(has_text=name).locator("dd").first
    return found.inner_text()


@pytest.mark.exhaustive
def test_a_margin_is_dragged_by_hand_and_keys_and_the_optimum_is_shown(
    browser: Browser, app_url: str
):
    task = LineTask()
    with open_page(browser, f"{app_url}/challenges") as page:
        canvas = Canvas(page, "widest")
        margin, axes, urls = task.line.handles[2], canvas.axes(), addresses(page)
        page.mouse.move(*canvas.pixel(*margin, axes))
        page.mouse.down()
        page.mouse.move(*canvas.pixel(0.0, 0.7, axes), steps=8)
        eventually(page, lambda: float(card(page, "Margin width")), lambda width: 2.3 < width < 2.5)
        hold(page)
        page.mouse.move(*canvas.pixel(0.0, 0.9, axes), steps=8)
        there = canvas.pixel(0.0, 0.9, axes)[1]
        eventually(page, MARGIN, lambda y: abs(y - there) < 2.0)
        assert float(card(page, "Margin width")) < 2.5, "the server has not answered"
        page.mouse.move(*canvas.pixel(0.0, 0.7, axes), steps=8)
        let_go(page)
        page.mouse.up()
        page.wait_for_url("**cl_distance=**")
        assert {url for url in urls if "cl_" in url} == {page.url}, "none while the button was down"
        eventually(page, "document.querySelector('.svm-line') === null")
        assert page.evaluate(f"{BEST} === undefined")
        page.keyboard.press("Enter")  # from the last handle to the first, on the line
        page.keyboard.press("ArrowUp")
        page.wait_for_url("**cl_ay=**")
        page.get_by_role("button", name="Show optimum").click()
        eventually(page, f"{BEST}?.x.length", lambda n: n == 2)
        expect(page.locator(".svm-verdict")).to_contain_text("your score is 0")
        page.get_by_role("radio", name="Goals", exact=True).click()
        expect(page.locator(".svm-goal")).to_contain_text("No bound support vector")
        expect(page.get_by_text("You may change C.")).to_be_visible()
