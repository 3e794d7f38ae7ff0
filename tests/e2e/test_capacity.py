"""The page Capacity in a browser: a point that is dragged."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import Canvas, addresses, open_page


@pytest.mark.exhaustive
def test_labellings_change_while_a_point_is_dragged(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/capacity?vc_points=four") as page:
        canvas, says = Canvas(page, "shattering"), page.locator(".svm-verdict")
        urls = addresses(page)
        canvas.wait_ready()
        expect(says).to_contain_text("all but 6 and 11 (XOR")
        page.mouse.move(*canvas.pixel(-1.0, 1.0))
        page.mouse.down()
        page.mouse.move(*canvas.pixel(0.3, 0.0), steps=8)
        expect(says).to_contain_text("in the triangle of the others")
        page.mouse.up()
        page.wait_for_url("**vc_corners=**")
        moved = {url for url in urls if "vc_corners" in url}
        assert moved == {page.url}, "the link waits for the end of the gesture"
        expect(page.locator(".svm-labellings .svm-failed")).to_have_count(2)
