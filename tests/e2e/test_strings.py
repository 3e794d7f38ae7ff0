"""Words in a real browser: a new word is typed, drawn and classified; D moves the boundary."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.strings.model.trained import make_kernel, new_word, word_model
from pages.strings.settings import StringSettings
from tests.e2e.browser import eventually, open_page


def test_a_new_word_is_drawn_where_its_kernel_puts_it(browser, app_url):
    now = StringSettings()
    kernel = make_kernel(now.kernel, now.length, now.decay)
    found = new_word(word_model(now.minus, now.plus, kernel, now.C), "ramiprolol")
    with open_page(browser, f"{app_url}/strings") as page:
        page.get_by_label("New word", exact=True).fill("Ramiprolol")
        page.keyboard.press("Enter")
        place = eventually(page, "[...(traceOf('words', 'new')?.x ?? [])]", lambda x: len(x) == 1)
        assert place[0] == pytest.approx(found.place[0], abs=1e-6)
        expect(page.get_by_text("f(ramiprolol) = ")).to_contain_text("class −1")
        eventually(page, "location.search", lambda words: "s_word=ramiprolol" in words)
        page.get_by_role("button", name="English and Italian words").click()
        texts = "[...traceOf('words', 'labels').text]"
        eventually(page, texts, lambda names: {"water", "acqua"} <= {*names})


def test_the_boundary_follows_the_number_of_features(browser, app_url):
    with open_page(browser, f"{app_url}/kernels?i_kernels=approximation") as page:
        line = "[...traceOf('main', 'boundary').x].slice(0, 9)"
        before = eventually(page, line, lambda xs: len(xs) == 9)
        page.locator(".svm-range", has_text="D").get_by_role("slider").last.focus()
        page.keyboard.press("ArrowRight")
        eventually(page, line, lambda xs: xs != before)
        eventually(page, "location.search", lambda words: "i_n_components=" in words)
