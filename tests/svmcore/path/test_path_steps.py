"""The walk along the path where it is hard: dependent points, cycles, lost digits."""

import numpy as np
import pytest

from svmcore.kernels import RBF, Polynomial
from svmcore.path import c_path
from svmcore.path.certify import EXACT_TOL
from svmcore.path.steps import PathState
from svmcore.problems.certificate import Status
from tests.helpers.path_checks import HIGH, LOW, certificate, check
from tests.helpers.samples import sample


def test_one_long_stretch_keeps_its_digits():
    """Linear over more than five decades: the slopes' rounding errors grow by as much."""
    rng = np.random.default_rng(573)
    X = rng.integers(-3, 4, size=(21, 2)).astype(float)
    y = np.where(rng.random(21) > 0.5, 1.0, -1.0)
    path = check(Polynomial(2, 0.5, 1.0)(X, X), y)
    assert path.C[-1] / path.C[-2] > 1e5


@pytest.mark.parametrize(
    ("state", "way", "a", "expected", "left"),
    [
        (2, -1.0, [0.8, 0.5, 1.0], [1.0, 0.7, 0.6], 2),  # a_0 is the first to reach its bound
        (0, 1.0, [0.8, 0.3, 0.0], [0.5, 0.0, 0.6], 0),  # a_1 is the first to reach 0
    ],
)
def test_dependent_point_takes_the_place_of_another(state, way, a, expected, left):
    """The third point is the middle of the free ones: a_2 moves, the machine stays the same."""
    x = np.array([0.0, 2.0, 1.0])
    K = np.outer(x - 1.0, x - 1.0)
    walk = PathState(K, np.ones(3), np.ones(3), 0.0, HIGH)
    walk.C, walk.a = 1.0, np.array(a)
    walk._mark(2, state)
    walk.admit(0)
    walk.admit(1)
    walk.admit(2, way)
    np.testing.assert_allclose(walk.a, expected, atol=1e-12)
    np.testing.assert_allclose(K @ walk.a, K @ a, atol=1e-12)
    gone = int(np.argmin(np.isin([0, 1], walk.free)))
    assert walk.state[gone] == left
    assert set(walk.free) == {1 - gone, 2}


def test_lost_walk_starts_again(monkeypatch):
    """One look in the middle of the path finds nonsense: the path is exact all the same."""
    X, y = sample("moons", 80)
    K = RBF(1.0)(X, X)
    honest, calls = PathState.refresh, []

    def refresh(self):
        calls.append(1)
        honest(self)
        if len(calls) == 8:
            self.f += 0.1

    monkeypatch.setattr(PathState, "refresh", refresh)
    path = check(K, y, n=30)
    assert path.restarts == 1


def test_path_that_cannot_be_walked_says_so(monkeypatch):
    X, y = sample("moons", 40)
    K = RBF(1.0)(X, X)
    monkeypatch.setattr(PathState, "violation", lambda self: np.inf)
    path = c_path(K, y)
    assert path.status is Status.STALLED
    assert path.violation.max() > EXACT_TOL
    assert path.C[0] == LOW
    assert path.C[-1] == HIGH
    for C in path.C[:-1]:  # what was trained is right
        assert certificate(K, y, path, C).violation <= EXACT_TOL
    assert path.restarts > 0


def test_rounding_errors_are_not_hidden():
    """A kernel of size 1e21 leaves no 8 digits: the path knows."""
    X, y = sample("moons", 28)
    path = c_path(Polynomial(8, 1.0, 1.0)(10.0 * X, 10.0 * X), y)
    assert path.status is Status.STALLED
