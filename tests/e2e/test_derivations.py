"""The page Derivations in a browser: its keys, its formulas on one screen, what is copied."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from pages.derivations.text.catalogue import DERIVATIONS
from tests.e2e.browser import Canvas, eventually, open_page

# the bottom of what stands below the steps, and how many formulas are set, none of them cut off
SET = """() => {
    const all = [...document.querySelectorAll(".st-key-derivation_steps .katex-display")];
    const cut = (formula) => formula.scrollWidth > formula.clientWidth + 4;
    if (document.querySelector(".katex-error") || all.some(cut)) throw Error("not set");
    const below = document.querySelector(".st-key-derivation_copies").getBoundingClientRect();
    return [all.length, below.bottom <= innerHeight];
}"""


@pytest.mark.exhaustive
def test_a_derivation_is_turned_by_keys_and_is_seen_whole(browser: Browser, app_url: str):
    with open_page(browser, app_url) as page:
        page.set_viewport_size({"width": 1280, "height": 720})
        page.get_by_role("link", name="Derivation, step by step").click()
        place = page.locator(".svm-derived b")
        expect(place).to_have_text("Step 1 of 8.")
        Canvas(page, "main")
        for key, step in (("n", 2), ("n", 3), ("b", 2)):
            page.keyboard.press(key)
            expect(place).to_have_text(f"Step {step} of 8.")
        page.wait_for_url("**/derivations?*dv_step=2*")
        eventually(page, SET, [2, True].__eq__)
        page.get_by_role("button", name="Copy as LaTeX").click()
        copied = page.get_by_test_id("stPopoverBody").locator("code").first
        expect(copied).to_contain_text(DERIVATIONS["slack"].steps[1].formula)
        page.keyboard.press("Escape")
        page.keyboard.press("w")
        steps = len(DERIVATIONS["slack"].steps)
        eventually(page, SET, [steps, True].__eq__)
        page.get_by_role("combobox").click()
        page.get_by_role("option", name="Dual of the soft margin").click()
        eventually(page, SET, [len(DERIVATIONS["soft"].steps), True].__eq__)
