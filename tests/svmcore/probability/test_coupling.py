"""Pairwise coupling: against another optimiser, consistent pairs, and what rounding could spoil."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from svmcore.probability import coupling
from svmcore.probability.coupling import couple

RNG = np.random.default_rng(2)


def objective(p, r):
    pairs = combinations(range(len(p)), 2)
    return sum(((1.0 - s) * p[i] - s * p[j]) ** 2 for (i, j), s in zip(pairs, r, strict=True))


@pytest.mark.parametrize("k", [3, 5])
def test_it_is_the_minimum_over_the_simplex(k: int):
    """Against sequential quadratic programming on the problem as it is stated, with p >= 0."""
    r = RNG.uniform(0.02, 0.98, k * (k - 1) // 2)
    p = couple(r[None], k)[0]
    other = minimize(
        objective,
        np.full(k, 1.0 / k),
        (r,),
        method="SLSQP",
        bounds=[(0.0, 1.0)] * k,
        constraints={"type": "eq", "fun": lambda p: p.sum() - 1.0},
        options={"ftol": 1e-15, "maxiter": 500},
    )
    np.testing.assert_allclose(p, other.x, atol=1e-5)
    assert objective(p, r) <= other.fun + 1e-12
    assert p.sum() == pytest.approx(1.0, rel=1e-12)


def test_pairs_that_agree_give_their_classes_back():
    wanted = np.array([0.5, 0.3, 0.15, 0.05])
    r = [wanted[i] / (wanted[i] + wanted[j]) for i, j in combinations(range(4), 2)]
    np.testing.assert_allclose(couple(np.array([r]), 4)[0], wanted, rtol=1e-10)


def test_sure_pairs_leave_no_probability_of_0():
    cycle = np.array([[1.0, 0.0, 1.0]])  # 0 beats 1, 1 beats 2, 2 beats 0
    np.testing.assert_allclose(couple(cycle, 3), 1.0 / 3.0)
    sure = couple(np.ones((1, 15)), 6)[0]
    assert (np.diff(sure) < 0.0).all()
    assert sure.min() > 0.0


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch):
    r = RNG.uniform(size=(7, 6))
    whole = couple(r, 4)
    monkeypatch.setattr(coupling, "BLOCK_ENTRIES", 50)
    np.testing.assert_array_equal(couple(r, 4), whole)
