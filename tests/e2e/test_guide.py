"""The Guide in a browser: its pictures, its contents, and its links into the app and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages.guide.figures.ideas import FIGURES
from tests.e2e.browser import Canvas, eventually, go_to, open_page
from tests.e2e.test_keyboard import tab_stops

# the words for the pictures, once all of them are drawn
DRAWN = """() => [...document.querySelectorAll(".svm-pictures img")].map((image) => {
    if (!image.complete || !image.naturalWidth) throw Error("not drawn");
    return image.alt;
})"""


def guide(page: Page) -> None:
    go_to(page, "Guide")
    drawn = eventually(page, DRAWN, lambda found: len(found) == len(FIGURES))
    assert all(drawn)


@pytest.mark.exhaustive
def test_the_guide_jumps_to_a_part_and_opens_an_example_that_undo_takes_back(browser, app_url: str):
    with open_page(browser, app_url) as page:
        guide(page)
        assert tab_stops(page) < 50  # a list of links is one
        page.get_by_role("link", name="Glossary", exact=True).click()
        heading = page.get_by_role("heading", name="Glossary")
        expect(heading).to_be_in_viewport()
        page.wait_for_url("**/guide#glossary")
        page.get_by_role("link", name="Only the 3 support vectors").click()
        canvas = Canvas(page, "main")
        eventually(page, lambda: canvas.attribute("points"), "3".__eq__)
        expect(page.locator(".svm-verdict")).to_contain_text("3 of 3 points are support vectors")
        page.keyboard.press("Control+z")
        eventually(page, lambda: canvas.attribute("points"), "90".__eq__)
        page.wait_for_url("**/")  # which is no entry of the browser's history
        page.go_back()
        expect(page.get_by_role("heading", name="The widest margin")).to_be_visible()
