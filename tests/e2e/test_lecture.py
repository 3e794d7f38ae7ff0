"""What a lecturer does in front of a hall, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browser import Canvas, eventually, open_page


def test_a_dot_follows_the_mouse_while_its_key_is_held(browser: Browser, app_url: str):
    with open_page(browser, app_url) as page:
        canvas, dot = Canvas(page, "main"), page.locator(".svm-spot")
        before = canvas.points
        place = canvas.pixel(-2.5, 1.5)
        page.mouse.move(*place)
        page.keyboard.down("l")
        page.mouse.move(place[0] + 40, place[1] + 10, steps=3)
        box = eventually(page, dot.bounding_box)
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert middle == pytest.approx((place[0] + 40, place[1] + 10), abs=0.5)
        page.mouse.down()
        page.mouse.up()
        page.mouse.click(*place, button="right")
        assert canvas.root.get_attribute("data-status") == "ready"
        page.mouse.move(5, 5)
        expect(dot).to_be_hidden()  # beside the pictures
        page.keyboard.up("l")
        expect(dot).to_have_count(0)
        page.mouse.click(*place)  # what was clicked before added nothing
        eventually(page, lambda: canvas.points, lambda now: now == before + 1)
        page.keyboard.press("Control+z")
        eventually(page, lambda: canvas.points, lambda now: now == before)
