"""A press is answered in the browser even if it comes before the answer to the one before it."""

import contextlib

from playwright.sync_api import expect

from tests.e2e.browser import eventually
from tests.e2e.server import APPS, start_app
from tests.e2e.slow_line import SlowLine


def test_what_was_shown_before_is_shown_again_after_two_presses_at_once(browser):
    with start_app(APPS / "answers_app.py") as url, contextlib.closing(browser.new_page()) as page:
        line = SlowLine(page)
        page.goto(url)
        text = page.get_by_test_id("stText")
        short, long = (page.get_by_role("button", name=name) for name in ("Short", "Long"))
        expect(text).to_have_text("nothing")
        long.click()
        expect(text).to_contain_text("long long")
        short.click()
        expect(text).to_have_text("short")
        line.held = []
        short.click()
        eventually(page, lambda: len(line.held), lambda n: n > 5)
        long.click()
        line.let_go()
        expect(text).to_contain_text("long long")
