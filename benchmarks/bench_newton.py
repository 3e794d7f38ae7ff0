"""The linear machine with the squared hinge: time against liblinear, each in turn in one process.

    python benchmarks/bench_newton.py

The processor's time is compared, of one thread each, so that a busy machine hits both alike.
Prints each figure with what it must reach and ends with code 1 if one is missed.
"""

from __future__ import annotations

import itertools
import sys
import time
import warnings
from pathlib import Path
from statistics import geometric_mean, median

import numpy as np
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.table import Row, printed
from svmcore.engine.linear_fit import fit_linear


def clouds(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """A normal cloud cut by a noisy plane: one point of seven or so on the wrong side."""
    rng = np.random.default_rng(n + d)
    X, towards = rng.normal(size=(n, d)), rng.normal(size=d)
    scores = X @ towards / np.linalg.norm(towards) + 0.5 * rng.normal(size=n)
    return X, np.where(scores > 0.3, 1.0, -1.0)


def cell(n: int, d: int, C: float, turns: int) -> tuple[float, float, float]:
    """Times faster, their objective / ours - 1 (below 0: theirs is better), our relative gap."""
    X, y = clouds(n, d)
    ours, theirs = [], []
    for _ in range(turns):
        start = time.process_time()
        found = fit_linear(X, y, C)
        middle = time.process_time()
        other = LinearSVC(dual=False, C=C).fit(X, y)
        ours.append(middle - start)
        theirs.append(time.process_time() - middle)

    def objective(w: np.ndarray, b: float) -> float:
        return float(0.5 * w @ w + C * (np.maximum(0.0, 1.0 - y * (X @ w + b)) ** 2).sum())

    there = objective(other.coef_[0], float(other.intercept_[0]))
    excess = there / objective(found.w, found.intercept) - 1.0
    return median(theirs) / median(ours), excess, found.certificate.relative_gap


def rows() -> list[Row]:
    """Name, value, target and whether it is reached."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # liblinear stops before it has converged in one cell
        for n, d, C in itertools.product((200, 1000, 5000, 20000), (2, 10, 50), (0.1, 1.0, 100.0)):
            found[n, d, C] = cell(n, d, C, 21 if n <= 1000 else 9)
    ratios = {key: ratio for key, (ratio, _, _) in found.items()}
    slowest = min(ratios, key=ratios.__getitem__)
    mean, least = geometric_mean(ratios.values()), ratios[slowest]
    excess = min(value for _, value, _ in found.values())
    gap = max(abs(value) for *_, value in found.values())
    n, d, C = slowest
    return [
        (f"linear, squared hinge, {len(found)} cells: times faster", mean, 1.2, mean >= 1.2),
        (f"... the slowest, N = {n}, d = {d}, C = {C:g}", least, 1.0, least >= 1.0),
        ("... their objective / ours - 1, smallest", excess, -1e-12, excess >= -1e-12),
        ("... our relative gap, largest", gap, 1e-8, gap <= 1e-8),
    ]


def main() -> int:
    """Print the table; 0 if everything is reached."""
    threadpool_limits(1, user_api="blas")  # as in the app
    return int(not printed(rows()))


if __name__ == "__main__":
    sys.exit(main())
