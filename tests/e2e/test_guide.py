"""The Guide in a browser: its pictures, its contents, and its links into the app and back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

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


def test_the_guide_shows_its_pictures_and_jumps_to_a_part(browser: Browser, app_url: str):
    with open_page(browser, app_url) as page:
        guide(page)
        assert tab_stops(page) < 50  # a list of links is one
        page.get_by_role("link", name="Glossary", exact=True).click()
        heading = page.get_by_role("heading", name="Glossary")
        expect(heading).to_be_in_viewport()
        page.wait_for_url("**/guide#glossary")


def test_a_link_of_the_guide_opens_its_example_and_undo_brings_the_points_back(
    browser: Browser, app_url: str
):
    with open_page(browser, app_url) as page:
        guide(page)
        page.get_by_role("link", name="Only the 3 support vectors").click()
        canvas = Canvas(page, "main")
        eventually(page, lambda: canvas.attribute("points"), "3".__eq__)
        expect(page.locator(".svm-verdict")).to_contain_text("3 of 3 points are support vectors")
        page.keyboard.press("Control+z")
        eventually(page, lambda: canvas.attribute("points"), "90".__eq__)
        page.wait_for_url("**/")  # which is no entry of the browser's history
        page.go_back()
        expect(page.get_by_role("heading", name="The widest margin")).to_be_visible()


@pytest.mark.exhaustive
def test_the_guide_fits_a_phone(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/", phone=True) as page:
        page.goto(f"{app_url}/guide")
        eventually(page, DRAWN, lambda found: len(found) == len(FIGURES))
        width = page.viewport_size["width"]
        eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= width)
        for picture in page.locator(".svm-pictures img").all():
            box = picture.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


@pytest.mark.exhaustive
def test_the_pictures_have_the_theme_of_the_page(browser: Browser, app_url: str):
    """The colour scheme of the page counts, not that of the system alone."""
    shades = []
    with open_page(browser, app_url) as page:
        guide(page)
        picture = page.locator(".svm-pictures img").last
        for scheme in ("light", "dark"):
            picture.evaluate("(image, scheme) => { image.style.colorScheme = scheme; }", scheme)
            shades.append(picture.screenshot())
    assert shades[0] != shades[1]
