"""What canvases paint of the moment of a film; film_samples.py knows what is right."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.e2e.browser import eventually
from tests.e2e.timeline import SETTING
from tests.helpers.film_samples import film, points


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
