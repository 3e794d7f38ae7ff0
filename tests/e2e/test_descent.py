"""The page of the descents with a real mouse: play, step, scrub, edit, and what stays true."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.descent.model.film import film
from pages.state.experiment import Experiment, change
from svmcore.sgd.methods import Descent, change_descent
from tests.e2e.browser import eventually, open_page
from tests.e2e.timeline import STILL, Timeline
from tests.helpers.links import from_query, to_query

FILM = film(Experiment(), Descent())


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/descent"


@pytest.fixture(scope="module")
def still(browser, url):
    """A page for tests that only play: opening one takes seconds."""
    with open_page(browser, url, **STILL) as page:
        yield Timeline(page)


def on_the_line(timeline: Timeline, made, update: int) -> None:
    """The drawn boundary is where w x + b = 0 for the machine of that update."""
    k = int(np.searchsorted(made.update, update))
    w, b = made.v[k], float(made.b[k])
    eventually(timeline.page, lambda: timeline.off_the_line(w, b), lambda pixels: pixels < 1.5)


def test_scrubbing_goes_forward_and_back(still):
    slider = still.page.locator(".svm-timeline input[type=range]").bounding_box()
    seen = []
    for share in (0.3, 0.9, 0.5):
        still.page.mouse.click(
            slider["x"] + share * slider["width"], slider["y"] + slider["height"] / 2
        )
        still.shown(still.rest())
        seen.append(still.update)
        on_the_line(still, FILM, still.update)
    assert seen[0] < seen[2] < seen[1]


def test_the_panel_says_what_a_weight_makes_of_the_loss(browser, url):
    heavy = change(Experiment(), class_weight="own", weights=(1.0, 3.0))
    made = film(heavy, Descent())
    pushed = np.flatnonzero((made.seen_weight[:, 0] == 3.0) & (made.slopes[:, 0] != 0.0))
    k = int(pushed[pushed > 5][0])
    with open_page(browser, f"{url}?{urlencode(to_query(heavy))}", **STILL) as page:
        timeline = Timeline(page)
        timeline.go(k)
        t = float(made.margins[k, 0])
        text = timeline.says("weight ω = 3")
        told = re.search(r"3 · max\(0, 1 - (-?[\d.]+)\) = ([\d.]+)", text)
        assert float(told[1]) == pytest.approx(t, rel=1e-3)
        assert float(told[2]) == pytest.approx(3.0 * (1.0 - t), rel=1e-3)


def test_steps_and_epochs_and_the_panels_numbers(still):
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


def test_the_last_batch_of_an_epoch_may_be_smaller(browser, url):
    made = film(Experiment(), change_descent(Descent(), method="minibatch"))
    per_epoch = made.plan.per_epoch
    with open_page(browser, f"{url}?d_method=minibatch", **STILL) as page:
        timeline = Timeline(page)
        for update in (per_epoch - 1, per_epoch):
            timeline.go(update)
            inside = int((made.slopes[update] != 0.0).sum())
            size = len(made.plan.batch(update))
            timeline.says(f"{inside} of {size} point")
            eventually(timeline.page, lambda: len(timeline.rings()), size.__eq__)
    assert size < 8


def test_the_cards_of_the_charts_follow(still):
    still.go(100)
    epochs = 100 / len(FILM.split.train)
    for key in ("cost", "progress"):
        axes = still.page.evaluate(
            """key => {
                const plot = document.querySelector(`[data-key="${key}"] .svm-plot`);
                const { xaxis } = plot._fullLayout;
                const { left } = plot.getBoundingClientRect();
                return [left + xaxis._offset, xaxis._length, xaxis.range[1]];
            }""",
            key,
        )
        [[(x, _), _]] = still.path("playhead", key)
        assert x == pytest.approx(axes[0] + axes[1] * epochs / axes[2], abs=1.5)


def test_a_first_visit_plays_by_itself_and_a_point_rewinds_it(browser, url):
    with open_page(browser, url) as page:
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


def test_a_control_rewinds_too_and_the_link_opens_the_same_film(browser, url):
    with open_page(browser, url, **STILL) as page:
        timeline = Timeline(page)
        before = timeline["film"]
        page.get_by_test_id("stSidebar").get_by_text("constant", exact=True).click()
        page.wait_for_function(
            f"() => document.querySelector('.svm-timeline').dataset.film !== '{before}'"
        )
        assert timeline.update == 0
        page.wait_for_url("**d_schedule=constant**")
        address = page.url
    made = film(Experiment(), change_descent(Descent(), schedule="constant"))
    with open_page(browser, address, **STILL) as page:
        timeline = Timeline(page)
        timeline.go(50)
        on_the_line(timeline, made, 50)


@pytest.mark.exhaustive
def test_a_long_run_fetches_the_updates_one_steps_through(browser, url):
    made = change_descent(Descent(), epochs=100)
    with open_page(browser, f"{url}?d_epochs=100", **STILL) as page:
        timeline = Timeline(page)
        far = int(timeline["total"]) // 2 + 3
        have = film(Experiment(), made).update
        at = int(have[np.searchsorted(have, far)])
        timeline.go(at)
        for step in (1, 2, 3):
            timeline.press("forward")
            timeline.shown(at + step)
        on_the_line(timeline, film(Experiment(), made, focus=at), at + 3)


def test_a_diverging_run_says_where_and_stays_usable(browser, url):
    with open_page(browser, f"{url}?d_schedule=constant&d_eta0=5", **STILL) as page:
        timeline = Timeline(page)
        made = film(Experiment(), change_descent(Descent(), schedule="constant", eta0=5.0))
        expect(page.locator(".svm-verdict")).to_contain_text(
            f"overflowed at update {made.walk.diverged}"
        )
        assert int(timeline["total"]) == made.walk.diverged - 1
        timeline.go(made.walk.diverged - 1)
        on_the_line(timeline, made, made.walk.diverged - 1)


@pytest.mark.exhaustive
def test_a_phone_holds_everything(browser, url):
    with open_page(browser, url, **STILL, phone=True, color_scheme="dark") as page:
        timeline = Timeline(page)
        eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= 390)
        for name in ("toggle", "forward", "back"):
            box = page.locator(f".svm-timeline .svm-tl-{name}").bounding_box()
            assert box["width"] >= 32
            assert box["height"] >= 40
        timeline.go(100)
        on_the_line(timeline, FILM, 100)
