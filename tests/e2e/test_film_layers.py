"""What canvases paint of the moment of a film; tests/films.py knows what is right."""

from __future__ import annotations

import math

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.e2e.browser import Canvas, eventually
from tests.e2e.timeline import SETTING, Timeline
from tests.helpers.film_samples import blobs, film, points


def test_the_lines_are_those_of_the_update(still):
    for update in (3, 37, 200):
        still.go(update)
        eventually(still.page, still.is_aligned)
        w = film(SETTING)["w"][update]
        [[tail, tip]] = still.path("normal")[:1]
        axes = still.hero.axes()
        scale = axes["width"] / (axes["x"][1] - axes["x"][0])
        drawn = np.array([tip[0] - tail[0], tail[1] - tip[1]])
        longest = 0.3 * min(axes["width"], axes["height"])
        assert np.linalg.norm(drawn) == pytest.approx(
            min(scale * np.linalg.norm(w), longest), abs=1.5
        )
        assert drawn @ w == pytest.approx(np.linalg.norm(drawn) * np.linalg.norm(w), rel=1e-3)
        at = points(SETTING)
        i = film(SETTING)["sample"][update, 0]
        [ring] = still.rings()
        assert math.dist(ring, still.hero.pixel(at["x"][i], at["y"][i])) <= 1.5


def test_a_point_that_pushed_is_tied_to_its_margin(still):
    data = film(SETTING)
    X, y = blobs(SETTING)
    short = (
        1
        - y[data["sample"][:, 0]] * np.einsum("ij,ij->i", X[data["sample"][:, 0]], data["w"])
        - y[data["sample"][:, 0]] * data["b"]
    )
    left = y[data["sample"][:, 0]] < 0
    pushed = next(k for k in range(20, 200) if data["active"][k] and short[k] > 0.1 and left[k])
    alone = next(k for k in range(20, 200) if not data["active"][k])
    still.go(pushed)
    [[start, end]] = still.path("slack")
    axes = still.hero.axes()
    scale = axes["width"] / (axes["x"][1] - axes["x"][0])
    assert math.dist(start, still.rings()[0]) <= 1.5
    wanted = scale * short[pushed] / np.linalg.norm(data["w"][pushed])
    assert math.dist(start, end) == pytest.approx(wanted, abs=1.5)
    i = data["sample"][pushed, 0]
    foot = X[i] + y[i] * short[pushed] * data["w"][pushed] / np.sum(data["w"][pushed] ** 2)
    assert math.dist(end, still.hero.pixel(*foot)) <= 1.5
    still.go(alone)
    eventually(still.page, lambda: still.path("slack") == [])


def test_w_0_has_no_lines_and_one_shade(still):
    assert still.path("boundary") == still.path("below") == still.path("normal") == []
    assert still.rings() == []
    eventually(still.page, lambda: len(shades(still)) == 1)
    still.go(40)
    eventually(still.page, lambda: len(shades(still)) > 3)


def shades(timeline: Timeline) -> set[tuple[int, ...]]:
    """The colours of the regions at places all over the picture."""
    seen = timeline.page.evaluate(
        """() => {
            const canvas = document.querySelector('[data-key="main"] canvas.svm-film');
            const { width, height } = canvas;
            const at = (x, y) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data];
            return Array.from({ length: 20 }, (_, n) =>
                at(Math.floor(((n + 0.5) / 20) * width), Math.floor(height / 2)));
        }"""
    )
    return {tuple(color) for color in seen}


def test_the_playhead_stands_at_the_epoch_over_all_charts(still):
    still.go(70)
    axes = Canvas(still.page, "cost").axes()
    low, high = axes["x"]
    x = axes["left"] + (math.log10(70 / 40) - low) / (high - low) * axes["width"]
    [[top, bottom]] = still.path("playhead", "cost")
    assert (top[0], bottom[0]) == (pytest.approx(x, abs=1), pytest.approx(x, abs=1))
    chart = still.page.evaluate(
        """() => {
            const plot = document.querySelector('[data-key="cost"] .svm-plot');
            const { yaxis, yaxis2 } = plot._fullLayout;
            const top = plot.getBoundingClientRect().top;
            const value = plot._fullData[0].y[70];
            return [top + yaxis._offset, top + yaxis2._offset + yaxis2._length,
                    top + yaxis._offset + yaxis.d2p(value)];
        }"""
    )
    assert (top[1], bottom[1]) == (pytest.approx(chart[0], abs=1), pytest.approx(chart[1], abs=1))
    dots = dots_of(still.page, "cost")
    assert len(dots) == 2  # not on the line of the optimum
    assert dots[0] == (pytest.approx(x, abs=1), pytest.approx(chart[2], abs=1))
    still.go(0)
    left = pytest.approx(axes["left"], abs=1)
    eventually(still.page, lambda: still.path("playhead", "cost")[0][0][0], left.__eq__)


def dots_of(page: Page, key: str) -> list[tuple[float, float]]:
    found = page.evaluate(
        """key => [...document.querySelectorAll(`[data-key="${key}"] .svm-film-dots circle`)].map(
            (c) => { const b = c.getBoundingClientRect();
                     return [b.left + b.width / 2, b.top + b.height / 2]; })""",
        key,
    )
    return [tuple(at) for at in found]


def test_the_path_leads_over_the_landscape_to_the_machine(still):
    still.go(25)
    landscape = Canvas(still.page, "landscape")
    path = film(SETTING)["path"]
    [line] = still.path("path", "landscape")
    assert math.dist(line[0], landscape.pixel(*path[0])) <= 1.5
    assert math.dist(line[-1], landscape.pixel(*path[25])) <= 1.5
    [dot] = dots_of(still.page, "landscape")
    assert math.dist(dot, landscape.pixel(*path[25])) <= 1.5


def test_zoom_pan_and_resize_keep_the_layer_on_the_plot(still):
    still.go(60)
    page, hero = still.page, still.hero
    page.mouse.move(*hero.pixel(0.5, 0.2))
    before = hero.axes()["x"]
    for _ in range(4):
        page.mouse.wheel(0, -100)
    x = hero.resting_axes()["x"]
    assert x[1] - x[0] < 0.9 * (before[1] - before[0])
    eventually(page, still.is_aligned)
    hero.tool("pan")
    a, b = hero.pixel(0, 0), hero.pixel(0.4, -0.5)
    page.mouse.move(*a)
    page.mouse.down()
    page.mouse.move(*b, steps=8)
    eventually(page, still.is_aligned)  # in the middle of the drag too
    page.mouse.up()
    page.set_viewport_size({"width": 1150, "height": 800})
    hero.resting_axes()
    eventually(page, still.is_aligned)


def test_the_ring_goes_along_with_a_point_that_is_dragged(still):
    still.go(60)
    at = points(SETTING)
    i = film(SETTING)["sample"][60, 0]
    # the server's answer would have it painted as well
    still.page.evaluate("globalThis.svmCanvas.get('main').send = () => {}")
    still.page.mouse.move(*still.hero.pixel(at["x"][i], at["y"][i]))
    still.page.mouse.down()
    there = still.hero.pixel(2.0, -2.5)
    still.page.mouse.move(*there, steps=4)
    eventually(still.page, still.rings, lambda rings: math.dist(rings[0], there) <= 1.5)
    still.page.mouse.up()
    # nothing is under way that the next visit would wait for
    still.page.evaluate("() => { const S = svmCanvas.get('main'); S.sent = S.acked; }")


def test_the_other_theme_repaints_in_its_colours(still):
    still.go(60)
    stroke = """() => document.querySelector('[data-key="main"] .svm-film-boundary')
        .getAttribute("stroke")"""
    eventually(still.page, stroke, "#1b1f24".__eq__)
    light = shades(still)
    still.page.emulate_media(color_scheme="dark")
    still.page.wait_for_function(f"({stroke})() === '#eef1f4'")
    eventually(still.page, lambda: not light & shades(still))
    assert still.update == 60


def test_only_what_is_wanted_is_painted(still):
    still.go(60)
    still.page.get_by_text("Lines only").click()
    still.page.wait_for_function(
        """() => document.querySelector('[data-key="main"] .svm-film-normal')
            .getAttribute("d") === "" """
    )
    eventually(still.page, lambda: shades(still), {(0, 0, 0, 0)}.__eq__)
    eventually(still.page, lambda: len(still.path("above")) == 1)
    assert still.update == 60
