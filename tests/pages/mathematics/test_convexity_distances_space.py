"""Chords, distances of lines, and planes in space, against brute force and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.svm import SVC

from pages.mathematics.figures.convexity import convexity_figure
from pages.mathematics.figures.strokes import space_figure
from pages.mathematics.model.convexity import CURVES, ConvexityPicture, objective, reach, witness
from pages.mathematics.model.distances import FARTHEST, LONGEST, SHORTEST, DistancesPicture
from pages.mathematics.model.lagrange import BEST, LagrangePicture
from pages.mathematics.model.space import SpacePicture
from svmcore.objective import Objective
from tests.helpers.figures import accepted, traces
from tests.helpers.opened import numbers


def points(trace) -> np.ndarray:
    return np.column_stack([trace[name] for name in "xyz" if name in trace]).astype(float)


@given(curve=st.sampled_from(list(CURVES)), ends=st.tuples(*[st.floats(0, 1)] * 3))
def test_the_verdict_is_the_inequality(curve, ends):
    low, high = reach(curve)
    x, z = (low + share * (high - low) for share in ends[:2])
    picture = ConvexityPicture(curve, x, z, ends[2])
    f, a = CURVES[curve].f, ends[2]
    left = f(np.array([a * x + (1 - a) * z]))[0]
    right = a * f(np.array([x]))[0] + (1 - a) * f(np.array([z]))[0]
    assert picture.excess == pytest.approx(left - right, abs=1e-9)
    badge, text = picture.sentence()
    assert badge.kind == ("certified" if CURVES[curve].convex else badge.kind)
    assert (badge.kind == "failed") == (left - right > 1e-9)
    assert ("not convex" in text) == (not CURVES[curve].convex)


@pytest.mark.parametrize("curve", [name for name, kind in CURVES.items() if not kind.convex])
def test_the_chord_that_is_named_is_below_the_curve(curve):
    x, z = witness(curve)
    picture = ConvexityPicture(curve, x, z)
    assert picture.excess > 0.1
    assert picture.sentence()[0].kind == "failed"
    (x, low), (x2, high) = points(traces(convexity_figure(picture))["gap"])
    assert x == x2 == picture.middle
    assert low - high == pytest.approx(picture.excess)


def test_J_is_the_mean_hinge_with_half_the_square():
    s = np.array([-1.0, 0.0, 0.7, 2.0])
    slopes = np.array([[1.5, 0.8, -0.6, 2.0]])
    for value, at in zip(objective(s), s, strict=True):
        terms = Objective(1.0, 1.0).terms(at * slopes, np.array([at**2]), np.zeros(1))
        assert value == pytest.approx(float(terms.total[0]))


NUMBER = st.floats(-2.0, 2.0)


@given(angle=st.floats(-3.1, 3.1), length=st.floats(0.9, LONGEST), c=st.tuples(NUMBER, NUMBER))
def test_the_distances_of_lines_are_those_of_their_points(angle, length, c):
    picture = DistancesPicture((length * np.cos(angle), length * np.sin(angle)), *c, (0.3, -1.2))
    (a, b), (c1, c2) = picture.normal, c
    t = np.linspace(-30.0, 30.0, 60001)
    along = np.array([-b, a]) / np.hypot(a, b)
    places = [-k * np.array([a, b]) / (a * a + b * b) + np.outer(t, along) for k in (c1, c2)]
    one = places[0][30000]
    assert picture.apart == pytest.approx(np.hypot(*(places[1] - one).T).min(), abs=1e-6)
    assert abs(picture.rho(c1)) == pytest.approx(np.hypot(*places[0].T).min(), abs=1e-6)
    off = np.hypot(*(places[0] - [0.3, -1.2]).T).min()
    assert picture.away == pytest.approx(off, abs=1e-3)
    polar = places[0] @ [np.cos(angle), np.sin(angle)]
    np.testing.assert_allclose(polar, picture.rho(c1), atol=1e-9)
    assert np.radians(picture.theta) == pytest.approx(angle)
    inside = np.array([a, b, c1]) @ [0.3, -1.2, 1.0]
    assert numbers(picture.cards()[3].value)[0] == pytest.approx(inside, rel=6e-3, abs=1e-6)


def test_handles_of_lines_slide_and_stay_in_sight():
    start = DistancesPicture()
    moved = start.moved(1, 0.0, 0.0)
    assert moved.c1 == 0.0
    assert moved.c2 == start.c2
    far = start.moved(2, 90.0, 90.0)
    assert abs(far.rho(far.c2)) == pytest.approx(FARTHEST, abs=1e-3)
    short = start.moved(0, 1e-3, 0.0)
    assert short.length == pytest.approx(max(SHORTEST, 1.0 / FARTHEST))
    assert (short.c1, short.c2) == (start.c1, start.c2)
    assert start.moved(3, 9.0, 0.5).p == (2.0, 0.5)


@pytest.mark.parametrize("gap", [0.2, 1.2, 2.5])
@pytest.mark.parametrize("draw", [0, 1, 7])
def test_the_plane_in_space_is_scikit_learns_hard_margin(gap, draw):
    model = SpacePicture(gap, draw).model
    theirs = SVC(kernel="linear", C=1e8, tol=1e-10).fit(model.X, model.y)
    np.testing.assert_allclose(model.w, theirs.coef_[0], atol=1e-4 * model.length)
    assert model.b == pytest.approx(float(theirs.intercept_[0]), abs=1e-4 * model.length)
    margins = model.y * (model.X @ model.w + model.b)
    assert margins.min() == pytest.approx(1.0, abs=1e-8)
    np.testing.assert_allclose(margins[model.support], 1.0, atol=1e-6)
    assert model.width >= gap - 1e-9
    assert SpacePicture(gap, draw).sentence()[0].kind == "certified"


def test_the_figure_has_the_planes_their_width_and_the_support_vectors():
    picture = SpacePicture()
    model, figure = picture.model, space_figure(picture)
    accepted(figure)
    shown = traces(figure)
    for uid, level in (("below", -1.0), ("boundary", 0.0), ("above", 1.0)):
        f = points(shown[uid]) @ model.w + model.b
        np.testing.assert_allclose(f, level, atol=1e-5)
    start, end = points(shown["street"])
    assert np.linalg.norm(end - start) == pytest.approx(model.width, rel=1e-5)
    assert len(shown["support"]["x"]) == int(model.support.sum())
    for axis in ("xaxis", "yaxis", "zaxis"):
        low, high = figure["layout"]["scene"][axis]["range"]
        assert low < model.X.min() < model.X.max() < high
    assert numbers(picture.cards()[2].value)[0] == pytest.approx(model.width, rel=5e-3)


@pytest.mark.parametrize("angle", [0.3, 2.0, BEST, BEST - np.pi])
def test_the_gradient_of_the_lagrangian_is_that_of_finite_differences(angle):
    picture = LagrangePicture(angle)
    at = np.array([*picture.point, picture.multiplier])

    def L(v):
        return 2.0 * v[0] + v[1] - v[2] * (v[0] ** 2 + v[1] ** 2 - 1.0)

    h = 1e-6 * np.eye(3)
    slope = [(L(at + step) - L(at - step)) / 2e-6 for step in h]
    np.testing.assert_allclose(picture.lagrangian_gradient, slope, atol=1e-8)
    if picture.aligned:
        assert abs(picture.multiplier) == pytest.approx(np.sqrt(5.0) / 2.0)
        assert picture.cards()[3].value == "(0, 0, 0)"
