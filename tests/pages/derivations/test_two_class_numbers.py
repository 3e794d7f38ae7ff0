"""Every number of the derivations on two classes, computed again from alpha, b and the kernel."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
import pytest

from pages.derivations.text.catalogue import DERIVATIONS
from tests.pages.derivations.reading import Numbers, answer, close, figures, numbers_of

SOFT = {
    "moons": {},
    "linear": {"kernel": "linear", "C": "0.1"},
    "few": {"dataset": "blobs", "n_samples": "10", "seed": "2", "kernel": "linear"},
    "none free": {"dataset": "blobs", "n_samples": "10", "seed": "2", "C": "0.05"}
    | {"kernel": "linear"},
    "poly": {"kernel": "poly", "degree": "2", "dataset": "circles", "C": "3"},
    "several": {"dataset": "blobs", "classes": "4", "n_samples": "60", "positive": "2"},
}
HARD = {
    "line": {"dataset": "linear", "kernel": "linear", "margin": "hard"},
    "two": {
        "dataset": "own",
        "placed": "1nPbonJvgx8wzwY-RjYFpwRxGIGJgAgAz",
        "kernel": "linear",
        "margin": "hard",
    },
}
Expected = Callable[[Numbers], list[float]]


def product(m: Numbers, x: np.ndarray) -> list[float]:
    """⟨w, x⟩ as it is written: w₁·x₁ ± w₂·x₂, a negative x in brackets."""
    return [m.w[0], x[0], m.w[1], x[1]]


def nearest(m: Numbers) -> int:
    return int(np.abs(m.f).round(9).argmin())


def worst(m: Numbers) -> int:
    return int(m.margins.round(9).argmin())


def level(m: Numbers, c: float, through: np.ndarray) -> np.ndarray:
    return through + (c - m.w @ through - m.b) / (m.w @ m.w) * m.w


def terms(m: Numbers, values: Callable[[int], list[float]]) -> list[float]:
    """The first two terms of a sum over the support vectors, and how many more there are."""
    shown = [v for i in m.order[:2] for v in (m.alpha[i] * m.y[i], *values(int(i)))]
    return [*shown, len(m.order) - 2] if len(m.order) > 2 else shown


def distance(m: Numbers) -> list[Expected]:
    k = nearest(m)
    x, f, w2 = m.X[k], m.f[k], m.square
    along = np.array([-m.w[1], m.w[0]]) / m.norm
    foot = level(m, 0.0, x)
    return [
        [*m.w, m.b, 0.0],
        [*along, *product(m, along), 0.0],
        [*x, *x, *m.w],
        [*product(m, x), m.b, f, f, w2, f / w2, *foot],
        [abs(f), m.norm, abs(f) / m.norm],
        [*(m.w / m.norm), -m.b / m.norm, abs(m.b) / m.norm],
    ]


def parallel(m: Numbers) -> list[list[float]]:
    start = level(m, -1.0, m.X.mean(axis=0))
    return [
        [*m.w, m.b, -1.0, *m.w, m.b, 1.0],
        [*start, *level(m, 1.0, start)],
        [1.0, -1.0, m.square, 2.0 / m.square],
        [2.0, m.norm, 2.0 / m.norm],
        [2.0, m.norm, 2.0 / m.norm],
    ]


def ends(m: Numbers) -> tuple[np.ndarray, np.ndarray]:
    """A free support vector of each class, else the place of its margin."""
    middle, found = m.X.mean(axis=0), []
    for sign in (1.0, -1.0):
        free = np.flatnonzero((m.case == 1) & (m.y == sign))
        found.append(m.X[free[0]] if len(free) else level(m, sign, middle))
    return found[0], found[1]


def width(m: Numbers) -> list[list[float]]:
    plus, minus = ends(m)
    return [
        [*product(m, plus), m.b, 1.0, *product(m, minus), m.b, -1.0],
        [*(plus - minus), *(m.w / m.norm), 2.0 / m.norm],
        [m.w @ plus, m.norm, -abs(m.w @ minus), m.norm],
        [1.0 - m.b, 1.0 + m.b, m.norm],
        [2.0, m.norm, 2.0 / m.norm],
    ]


def objective(m: Numbers) -> list[list[float]]:
    i = int(m.order[0])
    half = 0.5 * m.square
    plus, minus = (int(np.flatnonzero((m.case == 1) & (m.y == s))[0]) for s in (1.0, -1.0))
    equations = [
        v for k in (plus, minus) for v in (m.y[k], -abs(m.w @ m.X[k]), m.y[k] - m.w @ m.X[k])
    ]
    return [
        [2.0, 2.0 / m.norm],
        [m.norm],
        [half],
        [*m.w, m.b, half, *(-m.y[i] * m.X[i]), -m.y[i], -1.0],
        [2.0, 2.25 * half, half, 4.0 * half, 2.5 * half],
        equations,
    ]


def slack(m: Numbers) -> list[list[float]]:
    i = worst(m)
    none, some, more = m.slack == 0.0, (m.slack > 0.0) & (m.slack <= 1.0), m.slack > 1.0

    def ends_of(values: np.ndarray) -> list[float]:
        if not len(values):
            return []
        low, high = values.min(), values.max()
        return [low, high] if high > low else [low]

    short = 1.0 - m.margins
    average = m.C * ((m.K + 1.0) @ m.y)
    left = short[short < 0.0].sum()
    return [
        [m.C * m.slack.sum()],
        [0.0, 1.0, -abs(m.margins[i]), m.slack[i]],
        [m.margins[none].min(), m.margins[none].max()] if none.any() else [],
        ends_of(m.slack[some]),
        ends_of(m.slack[more]),
        [m.slack[i], m.norm, m.slack[i] / m.norm],
        [0.0, 1.0, short[short > 0].sum(), 1.0, short[short > 0].sum(), left, short.sum()],
        [m.C, m.C * m.y.sum(), m.y[i] * average[i], i + 1],
    ]


def back(m: Numbers) -> list[float]:
    return [m.square, -m.square, 0.0, m.alpha.sum(), m.dual]


def values(m: Numbers) -> list[float]:
    return [m.alpha.sum(), m.square, m.dual, m.primal]


def sums(m: Numbers) -> list[float]:
    plus, minus = (m.alpha[m.y == sign].sum() for sign in (1.0, -1.0))
    return [plus, -minus, plus - minus]


def weight(m: Numbers) -> list[float]:
    return [*terms(m, lambda i: list(m.X[i])), *m.w]


def b_of(m: Numbers) -> list[float]:
    found = m.examples((1,))
    return [m.y[found[0]], -abs(m.g[found[0]]), m.y[found[0]] - m.g[found[0]]] if found else []


def hard(m: Numbers) -> list[list[float]]:
    products = [v for i in m.examples((1, 0)) for v in (m.alpha[i], m.margins[i] - 1.0, 0.0)]
    return [[m.primal], [m.primal, 0.0], weight(m), sums(m), back(m), values(m), products, b_of(m)]


def soft(m: Numbers) -> list[list[float]]:
    chosen, beyond = m.examples((2, 1, 0)), m.margins - 1.0 + m.slack
    bounded = [v for i in chosen for v in (m.C, -(m.C - m.alpha[i]), m.alpha[i])]
    pairs = [
        v
        for i in chosen
        for v in (i + 1, m.alpha[i], beyond[i], 0.0, m.C - m.alpha[i], m.slack[i], 0.0)
    ]
    return [
        [0.5 * m.square, m.C * m.slack.sum(), m.primal],
        [m.primal, 0.0, 0.0],
        weight(m),
        sums(m),
        bounded,
        back(m),
        values(m),
        pairs,
        [],
        b_of(m),
    ]


def bound(m: Numbers) -> list[list[float]]:
    i, chosen = worst(m), m.examples((2, 1, 0))
    a, xi = m.alpha[i], m.slack[i]
    slopes = [v for k in chosen for v in (m.C, -m.alpha[k], -(m.C - m.alpha[k]), 0.0, k + 1)]
    return [
        [m.C, xi, -a, xi, -(m.C - a), xi, 0.0, i + 1],
        slopes,
        [m.alpha.max(), m.C],
        [1.5 * m.C, m.C, -1.5 * m.C, -0.5 * m.C],
    ]


def bias(m: Numbers) -> list[list[float]]:
    def one_side(kind: int) -> list[float]:
        found = []
        for sign in (1.0, -1.0):
            members = np.flatnonzero((m.case == kind) & (m.y == sign))
            if len(members):
                i = int(members[0])
                found += [sign, -abs(m.g[i]), sign - m.g[i], i + 1]
        return found

    kinks, kind, plus = m.y - m.g, m.case, m.y > 0.0
    low = kinks[np.where(plus, kind < 2, kind > 0)].max()
    high = kinks[np.where(plus, kind > 0, kind < 2)].min()
    both = [m.alpha[plus].sum(), m.alpha[~plus].sum()]
    return [b_of(m), one_side(0), one_side(2), [low, high], [1.0, both[0], -1.0, both[1]]]


def pair(m: Numbers) -> tuple[int, int]:
    return int(m.order[0]), int(m.order[1])


def kernel(m: Numbers) -> list[list[float]]:
    i, j = pair(m)
    k = nearest(m)
    return [
        [m.X[i] @ m.X[j], m.K[i, j]],
        [m.alpha.sum(), m.square, m.dual],
        [],
        [*terms(m, lambda s: [m.K[s, k]]), m.g[k], m.f[k]],
        [*terms(m, lambda s: [m.g[s]]), m.square],
        [2.0, m.norm, 2.0 / m.norm],
    ]


def trick(m: Numbers) -> list[list[float]]:
    (a, b), (c, d) = (m.X[i] for i in pair(m))
    value, root = (1.0 + a * c + b * d) ** 2, 2.0**0.5
    factors = [(root * a, root * c), (root * b, root * d), (root * a * b, root * c * d)]
    squares = [(a * a, c * c), (b * b, d * d)]
    terms = [p * q for p, q in factors + squares]
    assert 1.0 + sum(terms) == pytest.approx(value)
    products = [v for p, q in factors for v in (2.0, p, q, p * q)]  # after the 2 of its root
    products += [v for p, q in squares for v in (p, q, p * q)]
    counts = [v for p, d in ((2, 2), (10, 100)) for v in (p, d, comb(d + p, p), -1.0, d + p - 1)]
    return [
        [1.0, a, c, b, d, 1.0 + a * c + b * d, value],
        [1.0, *terms, value],
        [1.0] * 4 + products,
        [value, value],
        counts,
        [],
    ]


def representer(m: Numbers) -> list[list[float]]:
    k = nearest(m)
    return [
        [0.5 * m.square, m.C * m.slack.sum(), m.primal],
        [],
        [m.g[k], 0.0, m.b],
        [0.5 * m.square],
        [m.square],
    ]


FUNCTIONS = (distance, parallel, width, objective, slack, hard)
FUNCTIONS += (soft, bound, bias, trick, kernel, representer)
CHECKED = {compute.__name__: compute for compute in FUNCTIONS}


@pytest.mark.parametrize("name", [*SOFT, *HARD])
@pytest.mark.parametrize("key", CHECKED)
def test_every_number_is_that_of_the_model(key: str, name: str):
    query = (SOFT | HARD)[name]
    found = answer(key, query)
    if found.subject.case is None:
        assert key in ("objective", "hard")
        assert name in ("moons", "linear", "poly", "several")
        return
    m = numbers_of(key, query)
    expected = CHECKED[key](m)
    assert len(expected) == len(found.steps) == len(DERIVATIONS[key].steps)
    for step, wanted in zip(found.steps, expected, strict=True):
        shown = figures(step.numbers)
        if key in ("hard", "soft") and wanted == values(m):
            assert abs(shown.pop()) < 1e-4 * abs(m.primal)  # P − D
        close(shown, wanted)
