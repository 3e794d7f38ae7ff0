"""A press is answered although another run is still under way, or its answer is."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.browser import eventually, hold, let_go, open_page


def test_what_was_shown_before_is_shown_again_after_two_presses_at_once(browser, tests_url):
    with open_page(browser, tests_url, ready=".stText") as page:
        text = page.get_by_test_id("stText")
        short, long = (page.get_by_role("button", name=name) for name in ("Short", "Long"))
        expect(text).to_have_text("nothing")
        long.click()
        expect(text).to_contain_text("long long")
        short.click()
        expect(text).to_have_text("short")
        hold(page)
        short.click()
        eventually(page, "held.length", lambda n: n > 5)
        long.click()
        let_go(page)
        expect(text).to_contain_text("long long")


def test_a_click_does_not_wait_for_the_rest_of_the_run_before_it(browser, tests_url):
    with open_page(browser, f"{tests_url}/turns", ready=".stText") as page:
        texts, button = page.get_by_test_id("stText"), page.get_by_role("button", name="Run")
        expect(texts).to_have_text(["run 1", "rest"])
        for count in (2, 3, 4):
            button.click()
            expect(texts.first).to_have_text(f"run {count}")
        page.wait_for_selector('[data-test-script-state="running"]', state="attached")
