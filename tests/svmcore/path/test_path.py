"""The whole path against machines trained one by one, against closed forms and scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from svmcore.engine import GramSpace, classification, train
from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.path import c_path
from svmcore.path.record import EXACT_TOL
from svmcore.problems.certificate import Status
from svmcore.problems.separation import separation
from tests.helpers.grids import grid
from tests.helpers.refusals import refuses
from tests.helpers.samples import KERNELS, sample

LOW, HIGH = 1e-2, 1e4


def inside(path, n, seed=0):
    """Values of C strictly between corners, of short and long stretches alike."""
    rng = np.random.default_rng(seed)
    k = rng.integers(len(path), size=n)
    t = rng.uniform(0.1, 0.9, n)
    return (1 - t) * path.C[k] + t * path.C[k + 1]


def certificate(K, y, path, C):
    a = path.alpha(C)
    task = classification(y, C * path.shares)
    return task.certify(a, K @ (y * a), np.array([path.intercept(C)]))


def check(K, y, n=10):
    """The path is proved, and every C between the corners stands before the court by itself."""
    path = c_path(K, y, LOW, HIGH)
    assert path.status is Status.OPTIMAL
    assert path.C[0] == LOW
    assert path.C[-1] == HIGH
    assert (np.diff(path.C) > 0.0).all()
    for C in [LOW, HIGH, *inside(path, n)]:
        assert certificate(K, y, path, C).violation <= EXACT_TOL
    return path


@pytest.mark.parametrize(
    ("name", "n", "kernel"), grid(["moons", "circles", "blobs", "apart"], [41, 120], KERNELS)
)
def test_path_is_every_machine(name, n, kernel):
    X, y = sample(name, n)
    K = kernel(X, X)
    path = check(K, y)
    assert path.restarts == 0
    for C in inside(path, 5, seed=1):
        answer = train(GramSpace(K), classification(y, np.full(n, C)), tol=1e-10)
        assert np.abs(path.alpha(C) - answer.alpha).max() <= 1e-7 * C
        assert path.intercept(C) == pytest.approx(answer.v[0], abs=1e-7)


@given(
    points=st.lists(
        st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), min_size=2, max_size=30
    ),
    kernel=st.sampled_from([Linear(), RBF(gamma=0.3), RBF(gamma=5.0), Polynomial(2, 0.5, 1.0)]),
)
def test_points_on_a_grid(points, kernel):
    X = np.array([p[:2] for p in points], dtype=float)
    y = np.where([p[2] for p in points], 1.0, -1.0)
    if abs(y.sum()) == len(y):
        y[0] = -y[0]
    check(kernel(X, X), y, n=6)


@pytest.mark.parametrize("share", [1.0, 3.0, 0.25])
def test_four_points_in_closed_form(share):
    """Exclusive or: all a_i are min(share C, 1 / q), q the sum of a row of Q, and b = 0."""
    X = np.array([[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]])
    y = np.array([1.0, 1.0, -1.0, -1.0])
    gamma = 0.2
    corner = 1.0 / (1.0 - np.exp(-4.0 * gamma)) ** 2
    path = c_path(RBF(gamma)(X, X), y, shares=np.full(4, share))
    for C in (0.02, 0.7 * corner / share, 1.3 * corner / share, 2e3):
        np.testing.assert_allclose(path.alpha(C), min(share * C, corner), rtol=1e-11)
        assert path.intercept(C) == pytest.approx(0.0, abs=1e-11)
    at = {event.C for event in path.events}
    np.testing.assert_allclose(sorted(at), corner / share, rtol=1e-11)
    assert path.n_support(0.5 * corner / share) == (0, 4)
    assert {(e.point, e.kind) for e in path.events} >= {(0, "bound->free")} or len(at) == 1


def test_separable_path_ends_at_the_hard_margin():
    X, y = sample("apart", 60)
    K = Linear()(X, X)
    path = c_path(K, y)
    hard = separation(K, y)
    np.testing.assert_allclose(path.rates[-1], 0.0, atol=1e-12)
    np.testing.assert_allclose(K @ path.coef(HIGH), K @ (y * hard.alpha), atol=1e-6)
    assert path.C[-2] == pytest.approx(hard.alpha.max(), rel=1e-6)


def test_events_lead_from_one_state_to_the_next():
    X, y = sample("moons", 80)
    path = c_path(RBF(1.0)(X, X), y)
    state = path.state[0].copy()
    names = ("zero", "free", "bound")
    for event in path.events:
        before, after = event.kind.split("->")
        assert names[state[event.point]] == before
        state[event.point] = names.index(after)
    np.testing.assert_array_equal(state, path.state[-1])
    kinds = {event.kind for event in path.events}
    assert kinds >= {"bound->free", "free->bound", "free->zero", "zero->free"}
    assert all(a.C <= b.C for a, b in zip(path.events, path.events[1:], strict=False))


def test_shares_weigh_the_points():
    X, y = sample("moons", 60)
    K = RBF(1.0)(X, X)
    shares = np.where(y > 0, 3.0, 0.25) * np.random.default_rng(0).uniform(0.5, 2.0, 60)
    path = c_path(K, y, shares=shares)
    assert path.status is Status.OPTIMAL
    for C in inside(path, 10):
        assert certificate(K, y, path, C).violation <= EXACT_TOL
        answer = train(GramSpace(K), classification(y, C * shares), tol=1e-10)
        assert np.abs(path.alpha(C) - answer.alpha).max() <= 1e-7 * C
        assert (path.alpha(C) <= C * shares).all()


K2 = np.eye(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((K2, [1, -1], 0.0, 1.0), "0 < low < high"),
        ((K2, [1, -1], 2.0, 1.0), "0 < low < high"),
        ((K2, [1, -1], 1.0, np.inf), "0 < low < high"),
        ((K2, [1, 1]), "both classes"),
        ((K2, [1, 0]), "-1 and \\+1"),
        ((K2, [1, -1, 1]), "shape"),
        ((np.ones((2, 3)), [1, -1]), "square"),
        ((np.array([[1.0, np.nan], [np.nan, 1.0]]), [1, -1]), "finite"),
        ((-K2, [1, -1]), "positive semi-definite"),
        ((GramSpace(K2, psd=False), [1, -1]), "positive semi-definite"),
    ],
)
def test_path_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        c_path(*arguments)


@pytest.mark.parametrize("shares", [[1.0], [1.0, 0.0], [1.0, np.inf]])
def test_path_refuses_shares(shares):
    refuses("shares", lambda: c_path(K2, [1, -1], shares=np.array(shares)))


@pytest.mark.parametrize("C", [LOW / 2, HIGH * 2, np.nan])
def test_nothing_outside_the_path(C):
    path = c_path(K2, [1, -1])
    for read in (path.alpha, path.intercept, path.coef, path.n_support):
        refuses("C must be in", lambda read=read: read(C))
