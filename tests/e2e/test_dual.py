"""The page of the dual with a real mouse: a point in words, SMO forth and back, the path of C."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.dual.model.leave_one_out import without
from pages.dual.model.path import path_record
from pages.dual.model.smo_record import smo_record
from pages.dual.settings import VIEWS
from pages.dual.text import point_text
from pages.state.experiment import Experiment, change
from pages.state.kkt import conditions
from pages.state.run import run
from tests.e2e.browser import Canvas, at_rest, eventually, open_page, views_fit_a_phone
from tests.e2e.timeline import STILL, Timeline
from tests.helpers.opened import numeral

LINEAR = change(Experiment(), kernel="linear")


@pytest.fixture(scope="module")
def url(app_url):
    return f"{app_url}/dual"


def on_the_line(timeline: Timeline, w, b: float) -> None:
    eventually(timeline.page, lambda: timeline.off_the_line(w, b), lambda off: off < 1.5)


def test_a_point_tells_its_story_and_shows_the_boundary_without_it(browser, url):
    result = run(Experiment())
    found = conditions(result)
    free = int(np.flatnonzero(found.case == 1)[0])
    idle = int(np.flatnonzero(found.case == 0)[0])
    with open_page(browser, url) as page:
        hero = Canvas(page, "main")
        hero.click(*result.data.X[free])
        for line in point_text(result, free):
            page.get_by_text(line, exact=True).wait_for()
        ghost = eventually(page, "(({ x, y }) => [[...x], [...y]])(traceOf('main', 'ghost'))")
        places = np.array(ghost).T
        places = places[np.isfinite(places.astype(float)).all(axis=1)]
        assert len(places) > 10
        assert np.abs(without(result, free).model(places)).max() < 1e-3
        row = page.locator(f'.svm-rows tr[data-id="{free}"]')
        expect(row).to_have_attribute("aria-selected", "true")
        page.locator(f'.svm-rows tr[data-id="{idle}"]').click()
        page.get_by_text("Without it the model is the same.").wait_for()
        eventually(page, "tracesOf('main').length && !traceOf('main', 'ghost')")
        page.wait_for_url(f"**i_point={idle}**")
        page.reload()
        page.get_by_text("Without it the model is the same.").wait_for()


def test_smo_goes_forward_and_back_and_shows_its_pair(browser, url):
    record = smo_record(change(LINEAR, formulation="dual", solver="auto"))
    with open_page(browser, f"{url}?i_dual=smo&kernel=linear", **STILL) as page:
        timeline = Timeline(page)
        timeline.says("corner of the box")
        for press, step in (("forward", 1), ("forward", 2), ("back", 1), ("forward", 2)):
            timeline.press(press)
            timeline.shown(step)
        eventually(timeline.page, lambda: len(timeline.rings()), (2).__eq__)
        y, coef, K = record.data.y, record.coef[2], record.data.X @ record.data.X.T
        wrong = y * (K @ coef + record.states.b[2]) < 0.0
        crosses = "document.querySelector('[data-key=main] .svm-film-crosses').getAttribute('d')"
        assert wrong.any()
        eventually(page, crosses, lambda d: d.count("M") == wrong.sum())
        # two paths for each support vector, its ring and its dot: a circle has arcs, a diamond none
        rings = """[...document.querySelectorAll('[data-key=main] .svm-film-weights > *')]
            .map((ring) => ring.getAttribute('d') ?? 'A').filter((d, k) => k % 2 === 0)"""
        diamonds = eventually(page, rings, len)
        expected = ["A" not in d for d in diamonds]
        assert sorted(expected) == sorted((y[coef != 0.0] > 0).tolist())
        i, j = (int(k) for k in record.steps.pair[2])
        said = timeline.says("Step 2")
        shown = [int(n) for n in re.findall(r"(\d+) (?:has|gives) the largest", said)]
        assert shown == [i + 1, j + 1]
        w = (record.states.alpha[2] * record.data.y) @ record.data.X
        on_the_line(timeline, w, float(record.states.b[2]))
        timeline.press("epochForward")
        after = next(int(m) for m in record.marks if m > 2)
        timeline.shown(after)
        timeline.press("end")
        timeline.shown(int(record.update[-1]))
        on_the_line(
            timeline,
            (record.states.alpha[-1] * record.data.y) @ record.data.X,
            float(record.states.b[-1]),
        )


def test_c_is_dragged_along_its_path(browser, url):
    told = path_record(change(LINEAR, formulation="dual", solver="auto"), 0.25)
    with open_page(browser, f"{url}?i_dual=path&kernel=linear", **STILL) as page:
        timeline = Timeline(page)
        slider = page.locator(".svm-timeline input[type=range]").bounding_box()
        y = slider["y"] + slider["height"] / 2
        page.mouse.move(slider["x"] + 9, y)
        page.mouse.down()
        seen = []
        for share in (0.4, 0.9, 0.6):
            page.mouse.move(slider["x"] + share * slider["width"], y, steps=5)
            k = at_rest(page, lambda: timeline.update)
            seen.append(k)
            coef = told.states.alpha[k] * told.data.y
            on_the_line(timeline, coef @ told.data.X, float(told.states.b[k]))
        page.mouse.up()
        assert seen[0] < seen[2] < seen[1]
        place = page.locator(".svm-tl-place").inner_text()
        shown = numeral(place.replace("C = ", ""))
        assert shown == pytest.approx(told.C[timeline.update], rel=0.01)
        axes = Canvas(page, "path_alphas").axes()
        [[(x, _), _]] = timeline.path("playhead", "path_alphas")
        wanted = axes["left"] + axes["width"] * (
            (np.log10(told.C[timeline.update]) - axes["x"][0]) / (axes["x"][1] - axes["x"][0])
        )
        assert x == pytest.approx(wanted, abs=1.5)


@pytest.mark.exhaustive
def test_the_path_opens_at_the_own_c_and_stays_at_another_one_gone_to(browser, url):
    experiment = change(LINEAR, formulation="dual", solver="auto", C=20.0)
    told = path_record(experiment, 0.25)
    with open_page(browser, f"{url}?i_dual=path&kernel=linear&C=20") as page:
        timeline = Timeline(page)
        timeline.shown(told.own)
        expect(page.locator(".svm-tl-place")).to_have_text("C = 20")
        assert timeline["playing"] == "false"
        timeline.go(30)
        page.get_by_role("button", name="New sample").click()
        page.wait_for_url("**seed=**")
        seed = int(re.search(r"seed=(\d+)", page.url).group(1))
        other = path_record(change(experiment, seed=seed), 0.25)
        timeline.shown(int(np.abs(np.log(other.C / told.C[30])).argmin()))


@pytest.mark.exhaustive
def test_a_marked_step_that_did_not_come_along_is_fetched(browser, url):
    words = {"C": 100.0, "n_samples": 300}
    record = smo_record(change(LINEAR, formulation="dual", solver="auto", **words))
    absent = int(np.setdiff1d(record.marks, record.update)[0])
    before = int(record.update[record.update < absent][-1])
    where = f"{url}?i_dual=smo&kernel=linear&C=100&n_samples=300"
    with open_page(browser, where, **STILL) as page:
        timeline = Timeline(page)
        timeline.go(before)
        timeline.press("epochForward")
        timeline.shown(absent)
        timeline.says(f"Step {absent}")


def test_both_ways_to_the_machine_stand_beside_each_other(browser, url):
    with open_page(browser, f"{url}?i_dual=beside&kernel=linear") as page:
        page.wait_for_selector(".svm-beside")
        page.get_by_role("button", name="Measure").click()
        eventually(page, "tracesOf('growth').some((t) => t.x?.length > 1)")


@pytest.mark.exhaustive
def test_a_phone_shows_the_picture_first_and_nothing_wider(browser, url):
    with open_page(browser, f"{url}?i_point=20", **STILL, phone=True, color_scheme="dark") as page:
        views_fit_a_phone(page, [*VIEWS.values()])
