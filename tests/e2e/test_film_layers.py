"""What canvases paint of the moment of a film; film_samples.py knows what is right."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.e2e.browser import eventually
from tests.e2e.timeline import SETTING
from tests.helpers.film_samples import film, points


@pytest.mark.exhaustive
def test_the_layer_is_that_of_the_update_and_stays_on_the_plot(still):
    page, hero = still.page, still.hero
    for update in (3, 37, 200):
        still.go(update)
        eventually(page, still.is_aligned)
        w = film(SETTING)["w"][update]
        [[tail, tip]] = still.path("normal")[:1]
        axes = hero.axes()
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
        assert math.dist(ring, hero.pixel(at["x"][i], at["y"][i])) <= 1.5

    still.go(60)
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

    # the ring goes along with a point that is dragged
    hero.tool("add")
    hero.button(".svm-toolbar .svm-fit")
    hero.resting_axes()
    i = film(SETTING)["sample"][60, 0]
    # the server's answer would have it painted as well
    page.evaluate("globalThis.svmCanvas.get('main').send = () => {}")
    page.mouse.move(*hero.pixel(at["x"][i], at["y"][i]))
    page.mouse.down()
    there = hero.pixel(2.0, -2.5)
    page.mouse.move(*there, steps=4)
    eventually(page, still.rings, lambda rings: math.dist(rings[0], there) <= 1.5)
    page.mouse.up()
    # nothing is under way that the next visit would wait for
    page.evaluate("() => { const S = svmCanvas.get('main'); S.outbox.sent = S.outbox.acked; }")
