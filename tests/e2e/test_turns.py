"""A click is answered while what belongs to the picture before it waits for its turn."""

import contextlib

from playwright.sync_api import expect

from tests.e2e.server import APPS, start_app


def test_a_click_does_not_wait_for_the_rest_of_the_run_before_it(browser):
    with start_app(APPS / "turns_app.py") as url, contextlib.closing(browser.new_page()) as page:
        page.goto(url)
        texts, button = page.get_by_test_id("stText"), page.get_by_role("button", name="Run")
        expect(texts).to_have_text(["run 1", "rest"])
        for count in (2, 3, 4):
            button.click()
            expect(texts.first).to_have_text(f"run {count}")
        page.wait_for_selector('[data-test-script-state="running"]', state="attached")
