"""The whole path in C against 30 fits of scikit-learn: medians, taken in turns.

    python benchmarks/bench_path.py

Prints each figure with what it must reach and ends with code 1 if one is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from sklearn.datasets import make_moons
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.table import Row, printed
from svmcore.engine import classification, space_of
from svmcore.kernels import RBF, Kernel, Linear, Polynomial
from svmcore.path import c_path

LOW, HIGH, FITS, TURNS = 1e-2, 1e4, 30, 5


def theirs(kernel: Kernel, C: float) -> SVC:
    if isinstance(kernel, RBF):
        return SVC(C=C, gamma=kernel.gamma, tol=1e-3)
    if isinstance(kernel, Polynomial):
        shape = {"degree": kernel.degree, "gamma": kernel.gamma, "coef0": kernel.coef0}
        return SVC(C=C, kernel="poly", tol=1e-3, **shape)
    return SVC(C=C, kernel="linear", tol=1e-3)


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(n: int, kernel: Kernel) -> tuple[float, float]:
    """Median seconds of the path and of the fits."""
    X, labels = make_moons(n, noise=0.25, random_state=0)
    y = 2.0 * labels - 1.0

    def fits() -> None:
        for C in np.geomspace(LOW, HIGH, FITS):
            theirs(kernel, C).fit(X, y)

    ours, others = [], []
    for _ in range(TURNS):
        ours.append(seconds(lambda: c_path(space_of(kernel, X), y, LOW, HIGH)))
        others.append(seconds(fits))
    return median(ours), median(others)


def worst_violation(n: int, kernel: Kernel) -> float:
    """The largest certified violation at 50 random C."""
    X, labels = make_moons(n, noise=0.25, random_state=0)
    y = 2.0 * labels - 1.0
    space = space_of(kernel, X)
    path = c_path(space, y, LOW, HIGH)
    worst = 0.0
    for C in np.exp(np.random.default_rng(0).uniform(np.log(LOW), np.log(HIGH), 50)):
        a, v = path.alpha(C), np.array([path.intercept(C)])
        judged = classification(y, np.full(n, C)).certify(a, space.scores(y * a), v)
        worst = max(worst, judged.violation)
    return worst


def rows() -> list[Row]:
    """(name, value, target, good)."""
    table: list[Row] = []
    cubic = Polynomial(degree=3, gamma=1.0, coef0=1.0)
    for n in (100, 200, 500):
        for kernel in (RBF(0.5), RBF(1.0), RBF(2.0), Linear(), cubic):
            ours, others = compare(n, kernel)
            name = f"{n} points, {kernel}: "
            ratio = others / ours
            table.append((name + "times faster than the fits", ratio, 1.0, ratio > 1.0))
            if n == 200 and isinstance(kernel, RBF):
                table.append((name + "milliseconds", 1e3 * ours, 100.0, ours <= 0.1))
            worst = worst_violation(n, kernel)
            table.append((name + "worst violation", worst, 1e-8, worst <= 1e-8))
    return table


def main() -> int:
    """Print the table; 0 if everything is reached."""
    threadpool_limits(1, user_api="blas")  # as in the app
    return int(not printed(rows()))


if __name__ == "__main__":
    sys.exit(main())
