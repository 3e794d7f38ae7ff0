"""Machines in the coordinates of a map, from alpha, b and K alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.model.feature_space import lifted, projected
from pages.state.board.experiment import Experiment, change
from pages.state.model.feature_maps import LIFTS, cut
from pages.state.model.run import run
from svmcore.problems.certificate import Status
from tests.helpers.dual_problems import placed

WITH_KERNEL = ["homogeneous", "constant", "doubled"]  # one of the list
SOFT = change(Experiment(), dataset="circles", noise=0.15, n_samples=60)
HARD = change(Experiment(), dataset="circles", noise=0.05, n_samples=60, margin="hard")
POINTS = np.random.default_rng(3).normal(scale=2.0, size=(40, 2))


def by_kernel(experiment: Experiment, coef0: float):
    return run(
        change(experiment, kernel="poly", degree=2, gamma=1.0, coef0=coef0, tol=1e-9, solver="auto")
    )


@pytest.mark.parametrize("experiment", [SOFT, HARD], ids=["soft", "hard"])
@pytest.mark.parametrize("name", WITH_KERNEL)
def test_the_machine_of_the_coordinates_is_that_of_the_kernel(name: str, experiment: Experiment):
    """f from alpha, b and K of a run with the kernel, trained without any map."""
    coef0 = 0.0 if name == "homogeneous" else 1.0
    trained = by_kernel(experiment, coef0)
    found = lifted(run(experiment), LIFTS[name])
    assert found.status is Status.OPTIMAL
    X, y = trained.data.X, trained.data.y
    K = (POINTS @ X.T + coef0) ** 2
    f = K @ (y * trained.alpha) + trained.model.intercept
    np.testing.assert_allclose(found(POINTS), f, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(found.coef @ LIFTS[name].map(X), found.w, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(K @ found.coef + found.b, found(POINTS), rtol=1e-6, atol=1e-7)
    np.testing.assert_array_equal(found.support, y * found.coef > 1e-9)


@pytest.mark.parametrize("name", ["paraboloid", "parabola", "cusp"])
def test_machines_of_other_maps_fulfil_the_optimality_conditions(name: str):
    """alpha alone decides: 0 < alpha < C only on the margin, C only inside it, 0 only outside."""
    found = lifted(run(SOFT), LIFTS[name])
    y, C = found.data.y, SOFT.C
    alpha, f = y * found.coef, found.phi @ (found.coef @ found.phi) + found.b
    assert alpha.min() >= 0.0
    assert alpha.max() <= C
    assert abs(y @ alpha) < 1e-7
    step = np.clip(alpha + 1.0 - y * f, 0.0, C)
    assert np.abs(step - alpha).max() < 1e-5
    np.testing.assert_allclose(found(found.data.X), f, atol=1e-6)


@pytest.mark.parametrize("name", [k for k, lift in LIFTS.items() if len(lift.names) <= 3])
def test_planes_lie_on_their_level_and_on_the_faces_of_the_box(name: str):
    found = lifted(run(SOFT), LIFTS[name])
    d = len(found.lift.names)
    count = 0
    for level, corners in zip((-1.0, 0.0, 1.0), found.planes, strict=True):
        np.testing.assert_allclose(corners @ found.w + found.b, level, atol=1e-9)
        size = found.high - found.low
        assert (corners >= found.low - 1e-9 * size).all()
        assert (corners <= found.high + 1e-9 * size).all()
        on_face = np.isclose(corners, found.low) | np.isclose(corners, found.high)
        assert (on_face.sum(axis=1) >= d - 1).all()
        count += len(corners)
    assert count >= 2
    assert (found.phi >= found.low).all()
    assert (found.phi <= found.high).all()


def test_corners_go_round_the_plane():
    """A polygon whose corners are in order has the area of its projection times 1/cos."""
    w, low, high = np.array([1.0, 1.0, 1.0]), np.zeros(3), np.ones(3)
    hexagon = cut(w, 1.5, low, high)
    assert len(hexagon) == 6
    fan = np.cross(hexagon[1:-1] - hexagon[0], hexagon[2:] - hexagon[0])
    assert np.linalg.norm(fan.sum(axis=0)) / 2.0 == pytest.approx(0.75 * np.sqrt(3.0))
    assert not len(cut(w, 4.0, low, high))
    assert not len(cut(0.0 * w, 1.0, low, high))
    np.testing.assert_allclose(
        cut(np.array([1.0, 2.0]), 1.0, low[:2], high[:2]), [[0.0, 0.5], [1.0, 0.0]]
    )


def test_where_there_is_no_machine_a_sentence_says_why():
    for points in ([], [(0.0, 0.5, 1), (1.0, 0.5, 1)]):
        result = run(placed(points))
        alone = lifted(result, LIFTS["cusp"])
        assert (alone.w, alone.why) == (None, "A model needs points of both classes.")
        assert not alone.support.any()
        assert projected(lifted(result, LIFTS["doubled"])).turned
    mixed = change(SOFT, dataset="moons", noise=0.5, margin="hard")
    assert lifted(run(mixed), LIFTS["cusp"]).why.startswith("No line separates")
    none = lifted(run(mixed), LIFTS["homogeneous"])
    assert none.w is None
    assert "No plane separates the classes in these coordinates" in none.why
    with pytest.raises(ValueError, match="there is no model: No plane"):
        none(POINTS)


def test_rounding_errors_draw_no_lines():
    """Both classes have the same x1, so in (x1, x1^2) the best w is 0."""
    places = np.random.default_rng(0).normal(size=(7, 2))
    mirrored = placed([(a, sign * b, int(sign > 0)) for a, b in places for sign in (1, -1)])
    for name in ("parabola", "cusp"):
        found = lifted(run(change(mirrored, C=1000.0)), LIFTS[name])
        assert not found.w.any()
        assert not any(map(len, (*found.lines, *found.planes)))
        assert "f is constant" in found.why
    assert lifted(run(mirrored), LIFTS["paraboloid"]).why == ""


def test_a_small_machine_is_not_said_to_fail():
    """Two points at x1 = -0.01 and 0.01 are parted by x1^3, though C = 0.01 makes f tiny."""
    near = placed([(-0.01, 0.0, 0), (0.01, 0.0, 1)], C=0.01)
    assert lifted(run(near), LIFTS["cusp"]).why == (
        "f differs by less than 1e-9 between the points: choose a larger C or another map."
    )
    assert lifted(run(change(near, margin="hard")), LIFTS["cusp"]).why == ""
    same = lifted(run(placed([(0.5, 0.0, 0), (0.5, 0.0, 1)])), LIFTS["cusp"])
    assert "these coordinates do not separate the classes" in same.why


@pytest.mark.parametrize(("name", "experiment"), [("constant", HARD), ("doubled", SOFT)])
def test_two_directions_across_w_are_the_widest(name: str, experiment: Experiment):
    """Their variances are the largest eigenvalues of P S P, where P takes w away from S."""
    found = lifted(run(experiment), LIFTS[name])
    shown = projected(found)
    flat = found.sheet.reshape(-1, len(found.w))
    P = np.eye(len(found.w)) - np.outer(found.w, found.w) / (found.w @ found.w)
    vectors = np.linalg.eigh(P @ np.cov(flat.T, bias=True) @ P)[1]
    for k, column in ((-1, 1), (-2, 2)):
        expected = found.phi @ vectors[:, k]
        sign = np.sign(expected @ shown.phi[:, column])
        np.testing.assert_allclose(shown.phi[:, column], sign * expected, atol=1e-8)
    drawn = shown.sheet.reshape(-1, 3)
    kept = ~np.isnan(drawn[:, 0])
    np.testing.assert_allclose(drawn[kept, 0], flat[kept] @ found.w + found.b, atol=1e-9)
    inside = (drawn[kept] >= shown.low) & (drawn[kept] <= shown.high)
    assert inside.all()
    assert 0.2 < kept.mean() <= 1.0
    np.testing.assert_allclose(shown.phi[:, 0], found(found.data.X), atol=1e-9)
    assert (shown.names, shown.turned) == (("f", "v₁", "v₂"), True)
