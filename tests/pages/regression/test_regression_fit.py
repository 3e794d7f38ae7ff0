"""f and its tube, each number made again from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.datasets.curves import CURVES
from pages.regression.model.experiment import kernels
from svmcore.problems.certificate import Status
from tests.helpers.grids import grid
from tests.helpers.tube_samples import of, own

EDGE = 1e-6  # of the tube, in units of z


def by_hand(found):
    """f at all points, |w|^2, from alpha, alpha*, b and K alone."""
    coef = found.alpha - found.alpha_star
    kernel = found.regression.build_kernel()
    K = kernel(found.x[:, None], found.x[:, None])
    return K @ coef + found.intercept, float(coef @ K @ coef)


def primal(found):
    f, square = by_hand(found)
    value, learned = found.regression, found.learned
    loss = np.maximum(np.abs(found.z - f) - found.epsilon, 0.0)[learned].sum()
    width = value.nu * learned.sum() * found.epsilon if value.machine == "nu" else 0.0
    return 0.5 * square + value.C * (width + loss)


MACHINES = [
    {"machine": machine, "kernel": kernel, "C": C}
    for machine in ("epsilon", "nu")
    for kernel in kernels()
    for C in (0.1, 100.0)
]
every_machine = pytest.mark.parametrize(
    "words", MACHINES, ids=lambda w: "-".join(map(str, w.values()))
)


def idle(found):
    """alpha_i = alpha*_i = 0: in the tube, without a say in f."""
    return found.learned & ~found.support


@every_machine
def test_proof_and_flags_are_those_of_what_is_drawn(words):
    found = of(curve="uneven", n_samples=60, **words)
    a, b, z = found.alpha, found.alpha_star, found.z
    f, square = by_hand(found)
    C = found.regression.C
    assert found.status is Status.OPTIMAL
    np.testing.assert_allclose(found.scores, f, atol=1e-9 * C)
    for alpha in (a, b):
        assert alpha.min() >= 0.0
        assert alpha.max() <= C * (1 + 1e-12)
        assert not alpha[found.test].any()
    assert a.sum() == pytest.approx(b.sum(), rel=1e-9)
    cost = found.regression.epsilon * (a + b).sum() if words["machine"] == "epsilon" else 0.0
    dual = (a - b) @ z - cost - 0.5 * square
    assert found.certificate.primal == pytest.approx(primal(found), rel=1e-8)
    assert found.certificate.dual == pytest.approx(dual, rel=1e-8)
    assert found.certificate.margin_term == pytest.approx(0.5 * square, rel=1e-8)
    assert found.square == pytest.approx(square, rel=1e-8)
    assert primal(found) == pytest.approx(dual, rel=1e-6)
    if words["machine"] == "nu":
        asked = found.regression.C * found.regression.nu * found.learned.sum()
        assert (a + b).sum() == pytest.approx(asked, rel=1e-9)
    off, most = np.abs(z - f) - found.epsilon, np.maximum(a, b)
    np.testing.assert_array_equal(found.free.astype(int) + found.bound + idle(found), found.learned)
    np.testing.assert_array_equal(found.support, found.free | found.bound)
    np.testing.assert_allclose(off[found.free], 0.0, atol=EDGE)
    np.testing.assert_allclose(most[found.bound], C, rtol=1e-6)
    np.testing.assert_allclose(most[idle(found)], 0.0, atol=1e-6 * C)
    np.testing.assert_array_equal(found.outside, off > EDGE)
    np.testing.assert_allclose(found.slacks, np.maximum(off, 0.0), atol=1e-9 * C)


def test_points_kept_apart_have_no_say():
    found = of(test_share=0.4)
    assert found.test.sum() == 36
    removed = tuple(i for i, test in zip(found.ids, found.test, strict=True) if test)
    alone = of(test_share=0.0, removed=removed)
    grid = np.linspace(-3, 3, 50)
    np.testing.assert_allclose(alone(grid), found(grid), atol=1e-9)
    again = of(test_share=0.4, removed=(found.ids[int(np.flatnonzero(~found.test)[0])],))
    apart = set(np.array(found.ids)[found.test]) ^ set(np.array(again.ids)[again.test])
    assert len(apart) <= 1


def test_spread_is_half_the_median_square_distance():
    found = of(kernel="rbf", test_share=0.3)
    x, kernel = found.x[found.learned][:, None], found.regression.build_kernel()
    squares = [2.0 - 2.0 * kernel(x[i : i + 1], x[:i]).ravel() for i in range(1, len(x))]
    assert found.spread == pytest.approx(0.5 * np.median(np.concatenate(squares)))


@given(
    st.sampled_from([name for name in CURVES if name != "own"]),
    st.sampled_from(kernels()),
    st.integers(2, 60),
    st.floats(0.01, 1.0),
    st.sampled_from([0.01, 1.0, 50.0]),
    st.integers(0, 99),
)
def test_it_holds(curve, kernel, n, nu, C, seed):
    found = of(
        machine="nu", curve=curve, kernel=kernel, n_samples=n, nu=nu, C=C, seed=seed, noise=0.5
    )
    off = np.abs(found.z - by_hand(found)[0])[found.learned] - found.epsilon
    most = np.maximum(found.alpha, found.alpha_star)[found.learned]
    n, outside, support = len(off), int((off > EDGE).sum()), int((most > EDGE * C).sum())
    bound = found.nu_bound
    assert (bound.n, bound.outside, bound.nu) == (n, outside, nu)
    assert bound.support == pytest.approx(support, abs=0)
    assert outside <= nu * n + 1e-9
    assert bound.wide == (found.epsilon > EDGE)
    assert support >= nu * n - 1e-9 or not bound.wide


LINE = [(x, 0.6 * x) for x in np.linspace(-2.0, 2.0, 9)]
ODD = {
    "none": [],
    "one": [(1, 1)],
    "two": [(0, 0), (1, 1)],
    "same x": [(1, z) for z in (-2, -1, 0, 0.5, 2)],
    "same place": [(1, 1)] * 5,
    "same z": [(x, 1) for x in (-2, -1, 0, 0.5, 2)],
    "far up": [*LINE, (0, 1e6)],
    "far right": [*LINE, (1e6, 1)],
    "far off": [*LINE, (1e6, -1e6)],
    "all far": [(1e6 + x, 1e6 + z) for x, z in LINE],
    "corners": [(1e6, 1e6), (-1e6, -1e6), (1e6, -1e6)],
}


@pytest.mark.parametrize(("place", "machine", "kernel"), grid(ODD, ["epsilon", "nu"], kernels()))
def test_nothing_is_raised_and_all_numbers_are_numbers(place, machine, kernel):
    points = ODD[place]
    for more in ({}, {"C": 1e4, "degree": 8, "gamma": 100.0}, {"nu": 1.0, "epsilon": 0.0}):
        found = own(points, machine=machine, kernel=kernel, **more)
        assert (found.model is None) == (not points)
        for name in ("scores", "residuals", "slacks", "alpha"):
            assert np.isfinite(getattr(found, name)).all()
        assert found.epsilon >= 0.0
        assert not (found.outside & found.learned & ~found.bound).any()


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_few_points_have_the_machine_that_can_be_seen(kernel):
    assert own([(1, 1)], kernel=kernel)(5.0) == pytest.approx(1.0)
    assert own([(1, 1)], kernel=kernel, machine="nu").epsilon == 0.0
    level = own(ODD["same x"], kernel=kernel, test_share=0.0, epsilon=0.3)
    assert level.flat
    assert -0.3 <= level(1.0)[0] <= 0.3  # an f that is best for the sum of the errors
    assert own(ODD["same z"], kernel=kernel)([0.0, 9.0]) == pytest.approx(1.0)


def test_a_tube_that_holds_everything_is_flat_and_in_the_middle():
    found = own([(0, 0), (1, 1), (2, 0.4)], epsilon=0.5, test_share=0.0)
    np.testing.assert_allclose(found([0.0, 7.0]), 0.5)
    assert found.certificate.primal == 0.0
    assert not own([(0, 0), (1, 1), (2, 0.4)], epsilon=0.49, test_share=0.0).flat


def test_one_point_far_away_pulls_by_no_more_than_c():
    near = own([*LINE, (0, 1.2)], kernel="rbf", epsilon=0.1, test_share=0.0)
    far = own([*LINE, (0, 1e6)], kernel="rbf", epsilon=0.1, test_share=0.0)
    np.testing.assert_allclose(far(np.linspace(-3, 3, 9)), near(np.linspace(-3, 3, 9)), atol=1e-6)
    assert far.bound[-1]
    assert far.outside[-1]
