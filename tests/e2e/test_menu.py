"""A press on the menu leads to its page, whatever the page that is left still tells the server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import open_page
from tests.helpers.grids import few

BODY = '[data-testid="stPopoverBody"]'


def link(page: Page, title: str):
    return page.get_by_test_id("stTopNavLink").filter(has_text=title)


def open_share(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator(BODY).get_by_test_id("stCode").first.wait_for()


@pytest.mark.parametrize("way", few("mouse", "Enter"))
def test_a_link_pressed_while_a_popover_is_open_leads_to_its_page(browser, app_url, way):
    with open_page(browser, app_url) as page:
        open_share(page)
        if way == "mouse":
            link(page, "Kernels").click()
        else:
            link(page, "Kernels").press("Enter")
        expect(page.locator("h1")).to_have_text("Kernels")
        # and the page stays: its own popover gets its content
        open_share(page)
        expect(page.locator("h1")).to_have_text("Kernels")


def test_the_page_shown_stays_if_its_link_is_pressed_after_another_one(browser, app_url):
    with open_page(browser, app_url) as page:
        page.evaluate(
            """() => { for (const title of ["Kernels", "Playground"])
                [...document.querySelectorAll("[data-testid=stTopNavLink]")]
                    .find((link) => link.textContent === title).click(); }"""
        )
        open_share(page)
        expect(page.locator("h1")).to_have_text("Playground")
