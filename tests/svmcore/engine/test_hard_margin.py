"""Hard margins, whatever way they are found: the same hulls, the same verdict."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.engine import GramSpace, KernelSpace, classification, hard_margin
from svmcore.engine.linear_fit import fit_without_bias
from svmcore.engine.methods import hulls as module
from svmcore.kernels import RBF
from svmcore.problems import DualProblem
from svmcore.problems.certificate import Status
from tests.helpers.grids import grid
from tests.helpers.samples import sample, xor


def certified(K, y, alpha):
    """The proof from alpha alone."""
    return DualProblem(K, y, np.full(len(y), np.inf)).certify(alpha)


@pytest.mark.parametrize(("points", "gamma"), grid(["moons", "xor", "blobs"], [2.0, 50.0]))
def test_the_machine_is_proved_by_its_alpha(points, gamma):
    X, y = xor(300) if points == "xor" else sample(points, 300)
    K = RBF(gamma)(X, X)
    parted, answer = hard_margin(GramSpace(K), y)
    assert parted.separable
    assert answer.status is Status.OPTIMAL
    assert certified(K, y, answer.alpha).relative_gap < 1e-6


def test_what_alpha_alone_cannot_show_is_not_called_optimal():
    """Multipliers of 2e10: the scores they come with are better than those anyone can compute."""
    X, y = sample("moons", 300)
    K = RBF(0.5)(X, X)
    _, answer = hard_margin(GramSpace(K), y)
    assert answer.status is Status.STALLED
    assert answer.certificate.relative_gap > 1e-6
    shown = certified(K, y, answer.alpha).relative_gap
    assert 0.1 * shown < answer.certificate.relative_gap < 10.0 * shown


def test_many_points_are_decided_without_their_whole_matrix(monkeypatch):
    X, y = sample("apart", 6000)
    kernel, largest, block = RBF(0.05), [], KernelSpace.block
    monkeypatch.setattr(
        KernelSpace,
        "block",
        lambda self, rows, columns: (
            largest.append(len(rows) * len(columns)) or block(self, rows, columns)
        ),
    )
    parted, answer = hard_margin(KernelSpace(kernel, X), y)
    assert max(largest) <= module.TILE * 3000
    assert parted.separable
    assert answer.status is Status.OPTIMAL
    held = np.flatnonzero(answer.alpha)
    f = kernel(X, X[held]) @ (y * answer.alpha)[held] + answer.v[0]
    assert (y * f).min() > 1.0 - 1e-6


RNG = np.random.default_rng(2)


def data(n, d):
    X = RNG.normal(size=(n, d)) + 0.5
    z = X @ RNG.normal(size=d) + 0.5 * RNG.normal(size=n) + 1.0
    return X, z, RNG.uniform(0.5, 2.0, n)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_anchor_is_strong_enough_for_points_of_one_class(sign):
    """Of C so small that all of it is used: w = sum_i C_i y_i x_i, and b would gain sum_i C_i."""
    X, _, C = data(30, 2)
    found = fit_without_bias(X, classification(np.full(30, sign), 1e-3 * C))
    np.testing.assert_allclose(found.w, sign * 1e-3 * C @ X, rtol=1e-9)
    np.testing.assert_allclose(found.alpha, 1e-3 * C, rtol=1e-9)
