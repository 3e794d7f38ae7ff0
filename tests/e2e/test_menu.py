"""A press on the menu leads to its page, whatever the page that is left still tells the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import open_page
from tests.helpers.grids import few

BODY = '[data-testid="stPopoverBody"]'


def open_share(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator(BODY).get_by_test_id("stCode").first.wait_for()


@pytest.mark.parametrize("way", few("mouse", "Enter"))
def test_popovers_keep_what_is_shown_and_lose_no_press_on_the_menu(browser, app_url, way):
    with open_page(browser, app_url) as page:
        open_share(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Show", exact=True).click()
        regions = page.get_by_role("button", name="regions", exact=True)
        expect(regions).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="margins", exact=True).click()
        page.wait_for_url("**hide=margins")
        for name in ("regions", "support vectors", "slack", "w and width"):
            page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_url("**hide=regions.margins.support.weights&show=slack")
        regions.click()
        page.wait_for_url("**hide=margins.support.weights&show=slack")
        page.keyboard.press("Escape")

        open_share(page)
        link = page.get_by_test_id("stTopNavLink").filter(has_text="Kernels")
        link.click() if way == "mouse" else link.press("Enter")
        expect(page.locator("h1")).to_have_text("Kernels")
        # and the page stays: its own popover gets its content
        open_share(page)
        expect(page.locator("h1")).to_have_text("Kernels")
        page.keyboard.press("Escape")

        # the page that is shown stays if its link is pressed after another one; Export, since the
        # page may still remember Share as open: its closing and the links reach the server at once
        page.evaluate(
            """() => { for (const title of ["Playground", "Kernels"])
                [...document.querySelectorAll("[data-testid=stTopNavLink]")]
                    .find((link) => link.textContent === title).click(); }"""
        )
        page.get_by_role("button", name="Export", exact=True).click()
        page.locator(BODY).get_by_text("Experiment", exact=True).wait_for()
        expect(page.locator("h1")).to_have_text("Kernels")
