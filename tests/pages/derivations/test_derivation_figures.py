"""What a step lights up in the picture."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pages.derivations.figures import circle_figure, lit_board
from pages.derivations.model.question import Lit
from pages.derivations.text.catalogue import DERIVATIONS
from pages.plots.theme import resolve
from pages.state.model.scene import fit_view, scene
from pages.state.screen.layers import DECISION_LAYERS
from tests.helpers.figures import traces
from tests.pages.derivations.reading import answer


def drawn(key: str, step: int, query: dict[str, str]) -> tuple[dict[str, dict], Lit]:
    found = answer(key, query)
    lit, shown = found.steps[step].lit, found.subject.shown
    view = fit_view(shown.data)
    look = {"show": DECISION_LAYERS, "revision": "", "seen": view}
    return traces(lit_board(scene(shown, view), view, lit, **look)), lit


def test_points_get_a_ring_and_the_normal_is_drawn():
    found, lit = drawn("soft", 2, {})
    case = answer("soft", {}).subject.case
    assert set(lit.points) == set(case.support.tolist())
    ring = found["litpoints"]
    np.testing.assert_allclose(np.column_stack([ring["x"], ring["y"]]), case.X[list(lit.points)])
    assert "normal" in found
    plain, _ = drawn("soft", 5, {})
    assert "litpoints" not in plain
    assert "normal" not in plain, "w is drawn where the step speaks of it"


def test_the_distance_is_drawn_from_the_point_to_the_line():
    found, lit = drawn("distance", 4, {})
    case = answer("distance", {}).subject.case
    segment = found["litsegments"]
    ends = np.column_stack([segment["x"], segment["y"]])[:2]
    np.testing.assert_allclose(ends[0], case.X[lit.points[0]], atol=1e-6)
    assert abs(case.w @ ends[1] + case.b) < 1e-5
    assert np.hypot(*(ends[1] - ends[0])) == pytest.approx(
        abs(case.f[lit.points[0]]) / case.norm, rel=1e-4
    )


def test_the_circle_shows_what_its_step_speaks_of():
    for step in answer("lagrange", {}).steps:
        figure = circle_figure(step.lit)
        found = traces(figure)
        assert ("gradientf" in found) == ("gradients" in step.lit.parts)
        for part in ("contour", "maximum", "minimum"):
            assert (part in found) == (part in step.lit.parts)
        json.dumps(resolve(step.lit.parts, "dark"))
    line = traces(circle_figure(DERIVATIONS["lagrange"].steps[1].lit(None)))["contour"]
    np.testing.assert_allclose(2.0 * line["x"] + line["y"], np.sqrt(5.0), atol=1e-5)
