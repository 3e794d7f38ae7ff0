"""The four ways of writing the soft margin: by hand, by differences, and as one another."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.objective import CONVENTIONS, Objective, PerceptronLoss

LOSSES = [Hinge(), SquaredHinge(), HuberHinge(), HuberHinge(0.05), PerceptronLoss()]
KINKS = {Hinge: 1.0, PerceptronLoss: 0.0}
every_way = pytest.mark.parametrize(
    ("way", "loss"), list(itertools.product(CONVENTIONS, LOSSES)), ids=str
)
RNG = np.random.default_rng(5)
X = RNG.normal(size=(12, 3))
Y = np.where(RNG.random(12) < 0.5, -1.0, 1.0)


def plain(way: str, constant: float, loss, w, b, X, y) -> float:
    """J as a text would write it."""
    n = len(y)
    each = loss(y * (X @ w + b))
    square = float(w @ w)
    return {
        "sum": 0.5 * square + constant * each.sum(),
        "average": 0.5 * (square + b * b) + constant / n * each.sum(),
        "square": square + constant / n * each.sum(),
        "square_sum": square + constant * each.sum(),
        "lambda": 0.5 * constant * (square + b * b) + each.sum() / n,
    }[way]


def value(J: Objective, w, b, X, y) -> float:
    margins = (y * (X @ w + b))[None]
    return float(J.terms(margins, np.array([w @ w]), np.array([b])).total[0])


@every_way
def test_the_values_are_those_of_the_formulas(way, loss):
    for constant in (0.01, 1.0, 30.0):
        J = CONVENTIONS[way].objective(constant, len(Y), loss)
        w, b = RNG.normal(size=3), float(RNG.normal())
        there = plain(way, constant, loss, w, b, X, Y)
        assert value(J, w, b, X, Y) == pytest.approx(there, rel=1e-14)


@every_way
def test_the_gradient_is_that_of_differences(way, loss):
    J, step = CONVENTIONS[way].objective(2.0, len(Y), loss), 1e-6
    tried = 0
    while tried < 20:
        p = RNG.normal(size=4)
        t = Y * (X @ p[:3] + p[3])
        if type(loss) in KINKS and np.abs(t - KINKS[type(loss)]).min() < 1e-4:
            continue
        tried += 1
        g_w, g_b = J.gradient(p[:3], p[3], X, Y)
        for k, expected in enumerate([*g_w, g_b]):
            there, here = p.copy(), p.copy()
            there[k] += step
            here[k] -= step
            rise = plain(way, 2.0, loss, there[:3], there[3], X, Y) - plain(
                way, 2.0, loss, here[:3], here[3], X, Y
            )
            assert rise / (2.0 * step) == pytest.approx(expected, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("way", CONVENTIONS)
def test_one_machine_in_every_way(way):
    n, convention = len(Y), CONVENTIONS[way]
    for C in (1e-3, 0.7, 40.0):
        constant = convention.constant_of(C, n)
        assert convention.C_of(constant, n) == pytest.approx(C, rel=1e-14)
        J = convention.objective(constant, n, Hinge())
        assert J.C(n) == pytest.approx(C, rel=1e-14)
        assert (J.rho, J.kappa) == pytest.approx(convention.factors(constant, n))
        # J / rho = 1/2 |w|^2 (+ 1/2 b^2) + C sum loss
        w, b = RNG.normal(size=3), float(RNG.normal())
        size = w @ w + (b * b if convention.bias_inside else 0.0)
        there = 0.5 * size + C * Hinge()(Y * (X @ w + b)).sum()
        assert value(J, w, b, X, Y) / J.rho == pytest.approx(there, rel=1e-13)
