"""The panel beside the picture says the numbers of the update, for every method and machine."""

from __future__ import annotations

import math

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.e2e.browser import eventually
from tests.e2e.timeline import SETTING, Timeline
from tests.helpers.film_samples import EXTENT, Setting, blobs, film


def test_the_panel_says_what_the_update_did(still):
    data = film(SETTING)
    X, y = blobs(SETTING)
    pushed = next(k for k in range(20, 200) if 0 < data["margin"][k] < 1)
    still.go(pushed)
    i = data["sample"][pushed, 0]
    w, b = data["w_before"][pushed].astype(float), float(data["b_before"][pushed])
    margin = y[i] * (X[i] @ w + b)
    rate = float(data["rate"][pushed])
    new = w - rate * (w - 4.0 * y[i] * X[i])
    still.says(
        f"Update {pushed} · epoch {pushed / 40:.1f} · step η = {rate:.4g}",
        f"class {'+1' if y[i] > 0 else '-1'} at ({X[i, 0]:.4g}, {X[i, 1]:.4g})",
        f"= {margin:.4g} < 1: inside its margin",
        f"max(0, 1 - {margin:.4g}) = {1 - margin:.4g}",
        "Loss active",
        f"({w[0]:.4g}, {w[1]:.4g})",
        f"= ({new[0]:.4g}, {new[1]:.4g})",
        f"→ {float(data['b'][pushed]):.4g}",
    )
    alone = next(k for k in range(20, 200) if not data["active"][k])
    still.go(alone)
    still.says("Loss inactive", "no push")


def test_the_panel_of_a_batch_and_of_a_kernel(open_film):
    timeline = open_film("batch=8&status=Diverged%20here")
    page = timeline.page
    timeline.go(7)
    data = film(Setting(batch=8))
    timeline.says(f"{data['active'][7]} of 8 points")
    expect(page.locator(".svm-why-status")).to_have_text("Diverged here")
    eventually(timeline.page, lambda: len(timeline.rings()), (8).__eq__)
    timeline = open_film("kind=kernel&C=1")
    page = timeline.page
    setting = Setting(kind="kernel", C=1.0)
    data = film(setting)
    k = next(k for k in range(90, 200) if data["active"][k])
    timeline.go(k)
    before, after = (float(data[f"coef_{name}"][k]) for name in ("before", "after"))
    timeline.says(f"{before:.4g} → {after:.4g}")
    check_level_lines(timeline, data, k)


def check_level_lines(timeline: Timeline, data: dict, k: int) -> None:
    """Every place of the drawn boundary is one of the boundary that was sent."""
    low, high = data["lines_at"][k, 1:3]
    sent = data["lines_xy"][low:high]
    axes = timeline.hero.axes()
    wanted = [timeline.hero.pixel(*at, axes) for at in sent if np.isfinite(at).all()]
    drawn = [at for line in timeline.path("boundary") for at in line]
    assert len(drawn) == len(wanted) > 20
    assert max(math.dist(a, b) for a, b in zip(drawn, wanted, strict=True)) <= 1.5
    assert axes["x"][0] <= EXTENT[0]


def four(values: np.ndarray) -> str:
    return f"({', '.join(f'{float(v):.4g}' for v in values)})"


@pytest.mark.parametrize("method", ["pegasos", "mirror", "perceptron"])
def test_the_panel_of_other_methods(open_film, method):
    setting = Setting(method=method)
    data = film(setting)
    k = next(k for k in range(9, 200) if data["active"][k])
    w = data["w"].astype(float)
    expected = {
        "pegasos": ["w ← (1 - η) w + η N C p", "|w| ≤ 2", f"+ {1 / k:.4g} · 4 · "],
        "mirror": [
            f"+ 4 · {four(data['push'][k])}",
            f"= {four(w[k] * k)}",
            f"/ {k} = {four(w[k])}",
        ],
        "perceptron": ["w ← w + y x where y f(x) ≤ 0", "≤ 0: misclassified"],
    }[method]
    timeline = open_film(f"method={method}")
    timeline.go(k)
    text = timeline.says(*expected, four(w[k]))
    assert ("η =" in text) == (method != "perceptron")
    if method == "pegasos":
        assert np.linalg.norm(w[k]) < 1.9
        timeline.says("stays inside")
        timeline.go(3)  # left alone: w becomes shorter by itself
        timeline.says("stays inside")
        timeline.go(1)  # 4 y x is outside of the ball
        shorter = 2.0 / np.linalg.norm(4.0 * data["push"][1])
        timeline.says(f"times {shorter:.4g}")
