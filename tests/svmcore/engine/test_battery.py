"""Hundreds of convex cases: how far each machine is from the optimum, by its attributes alone."""

from __future__ import annotations

import warnings
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.exceptions import ConvergenceWarning

from svmcore import SVC, Status
from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.problems.separation import Separability
from tests.helpers.grids import few

KERNELS: dict[str, dict[str, Any]] = {
    "linear": {"kernel": "linear"},
    "poly 2": {"kernel": "poly", "degree": 2, "coef0": 1.0},
    "poly 3": {"kernel": "poly", "degree": 3, "coef0": 1.0},
    "rbf scale": {"kernel": "rbf", "gamma": "scale"},
    "rbf 0.5": {"kernel": "rbf", "gamma": 0.5},
    "rbf 10": {"kernel": "rbf", "gamma": 10.0},
}
PRICES = (1e-3, 1.0, 1e3, 1e6)
# hard margins: the kernels under which the classes of a sample can be separated
SEPARABLE = {
    "apart": set(KERNELS),
    "apart, moved by 1e6": set(KERNELS) - {"poly 2", "poly 3"},
    "apart, times 1e-8": {"linear", "poly 2", "poly 3", "rbf scale"},
    "apart, times 1e8": set(KERNELS),
    "2 points": set(KERNELS),
    "3 points": set(KERNELS),
    "d > N": set(KERNELS),
    "3 classes apart": set(KERNELS),
    "xor apart": set(KERNELS) - {"linear"},
    "duplicates apart": set(KERNELS),
}


class Case(NamedTuple):
    """SVC with the price C and the kernel of this name on the sample of this name."""

    sample: str
    kernel: str
    C: float


def two(X: Any, index: Any) -> tuple[Any, Any]:
    return X, np.where(index > 0, 1, -1)


def blobs(n: Any, distance: float, seed: int = 0, d: int = 2) -> tuple[Any, Any]:
    """Two clouds of radius 1."""
    centres = np.zeros((2, d))
    centres[1, :2] = distance, 0.5 * distance
    return two(*make_blobs(n, centers=centres, random_state=seed))


@cache
def samples() -> dict[str, tuple[Any, Any]]:
    """(X, y) as they are handed in."""
    rng = np.random.default_rng(0)
    square = rng.uniform(-1.0, 1.0, (100, 2))
    moons = make_moons(100, noise=0.2, random_state=0)
    overlapping, apart = blobs(80, 1.5), blobs(60, 8)
    grid = np.stack(np.meshgrid(np.arange(8), np.arange(8)), -1).reshape(-1, 2)
    on_line = np.outer(rng.normal(size=60), [1.0, 2.0, -1.0]) + 3.0
    corners = np.array([[-1, -1], [1, 1], [-1, 1], [1, -1]])
    wide = rng.normal(size=(40, 120))
    return {
        "moons": two(*moons),
        "circles": two(*make_circles(100, noise=0.08, factor=0.5, random_state=0)),
        "apart": apart,
        "overlapping": overlapping,
        "xor apart": two(
            np.repeat(corners, 10, 0) + 0.3 * rng.uniform(-1, 1, (40, 2)),
            np.repeat([1, 1, 0, 0], 10),
        ),
        "duplicates": two(np.repeat(moons[0][:30], 3, 0), np.repeat(moons[1][:30], 3)),
        "duplicates apart": two(np.repeat(apart[0][:20], 3, 0), np.repeat(apart[1][:20] > 0, 3)),
        "conflicting": two(
            np.vstack([square[:40], square[:15]]), np.append(square[:40, 0] > 0, square[:15, 0] < 0)
        ),
        "collinear": two(on_line, on_line[:, 0] + 0.5 * rng.normal(size=60) > 3.0),
        "2 points": (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, -1])),
        "3 points": (np.array([[0.0, 0.0], [1.0, 0.5], [0.2, 1.0]]), np.array([1, -1, -1])),
        "7 points": two(square[:7], square[:7, 0] * square[:7, 1]),
        "1 against many": two(square[:61], np.arange(61) == 0),
        "1:50": blobs([4, 200], 2.0),
        "overlapping, moved by 1e6": (overlapping[0] + 1e6, overlapping[1]),
        "apart, moved by 1e6": (apart[0] + 1e6, apart[1]),
        "overlapping, times 1e-8": (overlapping[0] * 1e-8, overlapping[1]),
        "apart, times 1e-8": (apart[0] * 1e-8, apart[1]),
        "overlapping, times 1e8": (overlapping[0] * 1e8, overlapping[1]),
        "apart, times 1e8": (apart[0] * 1e8, apart[1]),
        "grid": two(grid.astype(float), (grid.sum(1) + grid[:, 0] ** 2) % 3),
        "integers": two(grid, grid[:, 0] + rng.integers(-2, 3, 64) > 3),
        "DataFrame": (pd.DataFrame(moons[0], columns=["height", "width"]), moons[1]),
        "strings": (moons[0], np.where(moons[1] > 0, "yes", "no")),
        "3 classes": make_blobs(90, centers=3, cluster_std=3.0, random_state=1),
        "3 classes apart": make_blobs(60, centers=3, cluster_std=0.3, random_state=1),
        "10 classes": make_blobs(150, centers=10, n_features=4, cluster_std=4.0, random_state=2),
        "d > N": two(wide, wide[:, 0] + rng.normal(size=40) > 0.0),
        "d = 10": blobs(150, 2.0, d=10),
        "500 points": blobs(500, 2.0, seed=5),
    }


def cases() -> list[Case]:
    """All that have a solution."""
    found = []
    for name in samples():
        for kernel in KERNELS:
            if kernel.startswith("poly") and name.endswith("moved by 1e6"):
                continue
            hard = (np.inf,) if kernel in SEPARABLE.get(name, ()) else ()
            found += [Case(name, kernel, C) for C in (*PRICES, *hard)]
    return found


def kernel_of(case: Case) -> Any:
    """The kernel with its numbers, as scikit-learn defines them."""
    asked, X = KERNELS[case.kernel], np.asarray(samples()[case.sample][0], dtype=np.float64)
    gamma = asked.get("gamma", "scale")
    gamma = 1.0 / (X.shape[1] * X.var()) if gamma == "scale" else gamma
    if asked["kernel"] == "linear":
        return Linear()
    return RBF(gamma) if asked["kernel"] == "rbf" else Polynomial(asked["degree"], gamma, 1.0)


def relative_gap(machine: Any, case: Case) -> float:
    """(primal - dual) / |dual|, of the worst machine of two classes.

    From X, y, C, the kernel and support_, dual_coef_, intercept_ (and coef_ for the linear
    kernel) alone, in the layout of scikit-learn; sums in long double.
    """
    X, y = samples()[case.sample]
    X, (classes, index) = np.asarray(X, np.float64), np.unique(y, return_inverse=True)
    kernel, k = kernel_of(case), len(classes)
    dual = np.zeros((k - 1, len(X)))
    dual[:, machine.support_] = machine.dual_coef_
    worst = 0.0
    for row, (i, j) in enumerate(combinations(range(k), 2)):
        rows = np.flatnonzero((index == i) | (index == j))
        first = index[rows] == i
        coef = np.where(first, dual[j - 1, rows], dual[i, rows])
        sign = np.where(first, 1.0, -1.0) * (-1.0 if k == 2 else 1.0)
        w = machine.coef_[row] if case.kernel == "linear" else None
        gap = _gap(kernel, X[rows], sign, coef, machine.intercept_[row], case.C, w)
        worst = max(worst, abs(gap))
    return worst


def _gap(kernel: Any, X: Any, y: Any, coef: Any, b: float, C: float, w: Any) -> float:
    """The gap of one machine for y in {-1, +1}: b as given, alpha made feasible.

    The dual is a bound where 0 <= alpha <= C and y'alpha = 0: what is outside is cut off, and the
    class with the larger sum is scaled down, which costs what the violation was worth.
    """
    exact = np.longdouble
    y, coef, b = y.astype(exact), coef.astype(exact), exact(b)
    alpha = np.clip(y * coef, 0.0, C)
    up, down = alpha[y > 0.0].sum(), alpha[y < 0.0].sum()
    if not min(up, down) > 0.0:
        return np.inf
    alpha = alpha * np.where(y > 0.0, min(down / up, 1.0), min(up / down, 1.0))
    if w is not None:
        mean = X.astype(exact).mean(0)
        Z, w = X - mean, w.astype(exact)
        f, square = Z @ w + (b + w @ mean), w @ w
        v = (alpha * y) @ Z
        bound = alpha.sum() - 0.5 * (v @ v)
    else:
        K = _matrix(kernel, X.astype(exact))
        scores = K @ coef
        f, square = scores + b, coef @ scores
        bound = alpha.sum() - 0.5 * ((alpha * y) @ (K @ (alpha * y)))
    margins = y * f
    if np.isinf(C):
        primal = 0.5 * square / margins.min() ** 2 if margins.min() > 0.0 else np.inf
    else:
        primal = 0.5 * square + C * np.maximum(1.0 - margins, 0.0).sum()
    return float((primal - bound) / abs(bound))


def _matrix(kernel: Any, X: Any) -> Any:
    """K(X, X) in the precision of X; the RBF kernel from differences, which lose nothing."""
    if not isinstance(kernel, RBF):
        return kernel(X, X)
    square = sum((x[:, None] - x) ** 2 for x in X.T)
    return np.exp(-kernel.gamma * square)


MOST = ((1e-6, 0.995), (1e-8, 0.97))  # relative gap: share of the cases that reach it

REFUSED = "C=inf needs separable classes"


class Outcome(NamedTuple):
    """`said` is the status, or the sentence that refused a hard margin."""

    case: Case
    gap: float
    said: str

    def __str__(self):
        name, kernel, C = self.case
        return f"{name}, {kernel}, C={C:g}: {self.gap:.1e}, {self.said}"


def solve(case):
    X, y = samples()[case.sample]
    machine = SVC(C=case.C, **KERNELS[case.kernel])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the status says it, too
        try:
            machine.fit(X, y)
        except ValueError as refusal:
            if np.isfinite(case.C):
                raise
            return Outcome(case, np.inf, str(refusal))
    return Outcome(case, relative_gap(machine, case), machine.status_.value)


@pytest.fixture(scope="module", params=few(11, 1))
def outcomes(request):
    return [solve(case) for case in cases()[:: request.param]]


def listed(outcomes):
    return "\n".join(map(str, outcomes))


@pytest.mark.parametrize(("gap", "share"), MOST)
def test_the_gap_is_small(outcomes, gap, share):
    missed = [outcome for outcome in outcomes if not outcome.gap <= gap]
    assert len(missed) <= (1.0 - share) * len(outcomes), listed(missed)


def test_none_is_called_optimal_that_is_not(outcomes):
    """Nor refused as not separable: each of these has a solution."""
    claims = (Status.OPTIMAL.value, f"{REFUSED}, these are {Separability.INSEPARABLE.value}")
    lies = [outcome for outcome in outcomes if not outcome.gap <= 1e-6 and outcome.said in claims]
    assert not lies, listed(lies)
