"""Reduced convex hulls of points in the plane."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from pages.state.model.reduced_hull import reduced_hull, support_points
from tests.helpers.refusals import refuses

ANGLES = np.linspace(0.0, 2.0 * np.pi, 41)
DIRECTIONS = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])

BOUNDS = {
    "convex": lambda rng: np.ones(23),
    "half": lambda rng: np.full(23, 0.5),
    "a sixth": lambda rng: np.full(23, 0.17),
    "nearly the mean": lambda rng: np.full(23, 1.02 / 23),
    "weights": lambda rng: rng.uniform(0.02, 0.3, 23),
}


def farthest(X, bound, direction):
    """max <d, sum_i u_i x_i> by a linear program."""
    found = linprog(
        -(X @ direction),
        A_eq=np.ones((1, len(X))),
        b_eq=[1.0],
        bounds=np.column_stack([np.zeros(len(X)), bound]),
    )
    assert found.status == 0
    return -found.fun


@pytest.mark.parametrize("name", BOUNDS)
def test_the_support_function_is_that_of_a_linear_program(name):
    rng = np.random.default_rng(5)
    X, bound = 3.0 + rng.normal(size=(23, 2)), BOUNDS[name](rng)
    true = np.array([farthest(X, bound, d) for d in DIRECTIONS])
    ends = support_points(X, bound, DIRECTIONS)
    np.testing.assert_allclose((ends * DIRECTIONS).sum(axis=1), true, atol=1e-8)
    corners = reduced_hull(X, bound)
    np.testing.assert_allclose((corners @ DIRECTIONS.T).max(axis=0), true, atol=1e-8)
    turns = np.roll(corners, -1, axis=0) - corners
    after = np.roll(turns, -1, axis=0)
    assert (turns[:, 0] * after[:, 1] - turns[:, 1] * after[:, 0] > 0.0).all(), "convex"


def test_hulls_by_hand():
    triangle = np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]])
    middle = reduced_hull(triangle, np.full(3, 1.0 / 3.0))
    np.testing.assert_allclose(middle, [[2.0, 2.0]])
    halves = reduced_hull(triangle, np.full(3, 0.5))  # the middles of the sides
    np.testing.assert_allclose(sorted(halves.tolist()), [[0, 3], [3, 0], [3, 3]])
    pair = reduced_hull(np.array([[1.0, 1.0], [3.0, 1.0]]), np.full(2, 0.75))
    np.testing.assert_allclose(sorted(pair.tolist()), [[1.5, 1.0], [2.5, 1.0]])
    twins = reduced_hull(np.full((5, 2), 4.0), np.ones(5))
    np.testing.assert_allclose(twins, [[4.0, 4.0]])


@pytest.mark.parametrize("X", [np.zeros((3, 2)), np.empty((0, 2))])
def test_an_empty_hull_is_refused(X):
    refuses("the bounds must sum to 1 or more, got", lambda: reduced_hull(X, np.full(len(X), 0.3)))
