"""Predictions with a real mouse and keys: points are marked, the answer shown, the score read."""

from __future__ import annotations

from playwright.sync_api import expect

from pages.predict.model.which_support import marking
from pages.predict.text import marking_card, marking_sentence
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from tests.e2e.browser import Canvas, eventually, open_page

EXPERIMENT = change(Experiment(), n_samples=20, dataset="blobs", kernel="linear")


def test_points_are_marked_by_mouse_and_by_key_and_compared(browser, app_url):
    data = run(EXPERIMENT).data
    with open_page(browser, f"{app_url}/predict?n_samples=20&dataset=blobs&kernel=linear") as page:
        board, first = Canvas(page, "main"), 3
        show = page.get_by_role("button", name="Show answer")
        expect(show).to_be_disabled()
        board.click(*data.X[first])
        page.get_by_text("1 of 20 points marked", exact=True).wait_for()
        page.locator("[data-key=main] .svm-plot").focus()
        page.keyboard.press("]")
        page.keyboard.press("Enter")
        page.get_by_text("2 of 20 points marked", exact=True).wait_for()
        rings = eventually(page, "[...traceOf('main', 'asked').x]", lambda xs: len(xs) == 2)
        marked = {data.ids[int(abs(data.X[:, 0] - x).argmin())] for x in rings}
        assert data.ids[first] in marked
        expect(show).to_be_enabled()
        page.keyboard.press("n")
        found = marking(run(EXPERIMENT), marked)
        page.get_by_text(marking_sentence(found, run(EXPERIMENT)), exact=True).wait_for()
        expect(page.locator(".svm-card").first).to_contain_text(marking_card(found).value)
        board.click(*data.X[5])  # the answer stands
        page.keyboard.press("n")
        page.get_by_text("0 of 20 points marked", exact=True).wait_for()
        eventually(page, "location.search", lambda words: "seed=2" in words)
        page.get_by_role("radio", name="Which kernel?", exact=True).click()
        page.get_by_role("spinbutton", name="Task").wait_for()  # the sidebar is another one
