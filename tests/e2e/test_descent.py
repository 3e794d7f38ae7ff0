"""The page of the descents with a real mouse: play, step, scrub, edit, and what stays true."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.descent.figures.algorithm import algorithm
from pages.descent.model.film import film
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent
from tests.e2e.browser import eventually, open_page
from tests.e2e.test_keyboard import lead_to
from tests.e2e.timeline import STILL, Timeline
from tests.helpers.links import from_query

FILM = film(Experiment(), Descent())


def on_the_line(timeline: Timeline, made, update: int) -> None:
    """The drawn boundary is where w x + b = 0 for the machine of that update."""
    k = int(np.searchsorted(made.update, update))
    w, b = made.v[k], float(made.b[k])
    eventually(timeline.page, lambda: timeline.off_the_line(w, b), lambda pixels: pixels < 1.5)


def test_by_keys_by_steps_and_epochs_and_the_panels_numbers(browser, app_url):
    with open_page(browser, f"{app_url}/descent", **STILL) as page:
        still, line = Timeline(page), page.locator(".svm-timeline")
        lead_to(page, "Tab", ".svm-tl-toggle")
        lead_to(page, "ArrowRight", ".svm-tl-forward")
        page.keyboard.press("Enter")
        still.shown(1)
        lead_to(page, "ArrowLeft", ".svm-tl-toggle")
        for playing in ("true", "false"):
            page.keyboard.press(" ")
            expect(line).to_have_attribute("data-playing", playing)
        lead_to(page, "Tab", '.svm-timeline input[type="range"]')
        page.keyboard.press("End")
        total = int(FILM.update[-1])
        still.shown(total)
        # who reads the picture hears the moment
        plot = page.locator('.svm-canvas[data-key="main"] .svm-plot')
        expect(plot).to_have_attribute("aria-label", re.compile(f"update {total} of {total}"))

        still.go(0)
        still.press("forward")
        still.shown(1)
        still.says("= 0 < 1: inside its margin")  # w = 0 before the first update
        still.press("epochForward")
        per_epoch = len(FILM.split.train)
        still.shown(per_epoch)
        still.press("back")
        still.shown(per_epoch - 1)
        on_the_line(still, FILM, per_epoch - 1)
        text = still.says(f"Update {per_epoch - 1} ·")
        margin = FILM.margins[per_epoch - 1, 0]
        shown = float(re.search(r"= (-?[\d.e-]+) [<≥]", text)[1])
        assert shown == pytest.approx(margin, rel=1e-3)
        assert ("Loss active" in text) == (margin < 1.0)


def test_the_lines_of_the_algorithm_are_those_of_the_update(browser, app_url):
    known = [executed(bits) for bits in algorithm(FILM)["ran"].tolist()]
    inactive = known.index("3 4 6 7 8")
    assert (known[0], known[1]) == ("1", "3 4 5 7 8")
    with open_page(browser, f"{app_url}/descent", **STILL) as page:
        still, panel = Timeline(page), page.locator(".svm-algorithm")
        for update in (1, inactive, 0):
            still.go(update)
            expect(panel).to_have_attribute("data-ran", known[update])
        still.press("toggle")
        expect(panel).not_to_have_attribute("data-ran", "1")
        update, lines = page.evaluate(
            """[".svm-timeline", ".svm-algorithm"]
                .map((css) => document.querySelector(css).dataset)
                .map((data) => data.ran ?? data.update)"""
        )
        assert known[int(update)] == lines, "while it plays, too"


def executed(bits: int) -> str:
    """The numbers of the lines of a moment."""
    return " ".join(str(i + 1) for i in range(31) if bits >> i & 1)


def test_a_first_visit_plays_by_itself_and_a_point_rewinds_it(browser, app_url):
    with open_page(browser, f"{app_url}/descent") as page:
        timeline = Timeline(page)
        page.wait_for_function(
            "() => Number(document.querySelector('.svm-timeline').dataset.update) > 120"
        )
        before = timeline["film"]
        timeline.hero.click(0.5, 1.8)
        page.wait_for_function(
            f"() => document.querySelector('.svm-timeline').dataset.film !== '{before}'"
        )
        assert timeline.update < 120  # from the same start
        assert timeline["playing"] == "true"
        timeline.press("toggle")
        timeline.wait(playing="false")
        page.wait_for_function(
            """() => [...document.querySelectorAll('[data-key="cost"] .legendtext')].some(
                (text) => text.textContent === 'before')"""
        )
        timeline.hero.wait_ready()
        # the rows for validation are drawn by the points' identities, which the link holds
        search = eventually(page, "location.search", lambda words: "placed=" in words)
        shown = from_query(dict(parse_qsl(search.removeprefix("?"))))
        [placed] = shown.board().placed
        assert (placed.x, placed.y) == (0.5, 1.8)
        made = film(shown, Descent())
        assert timeline.hero.points == len(made.data)
        timeline.go(200)
        on_the_line(timeline, made, 200)
