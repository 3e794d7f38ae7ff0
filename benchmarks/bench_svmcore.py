"""Ratios against scikit-learn and against a floor, measured in one run: medians of many.

    python benchmarks/bench_svmcore.py

Prints each figure with what it must reach and ends with code 1 if one is missed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from sklearn.svm import SVC
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.table import printed
from pages.state.model.grid import decision_grid
from svmcore.kernels import RBF
from svmcore.model import Model

ROOT = Path(__file__).parents[1]


def interleaved(
    ours: Callable[[], object], theirs: Callable[[], object], n: int
) -> tuple[float, float]:
    """Median seconds of both, taken in turns so that a busy moment hits both."""
    first, second = [], []
    for _ in range(n):
        for record, call in ((first, ours), (second, theirs)):
            start = time.perf_counter()
            call()
            record.append(time.perf_counter() - start)
    return median(first), median(second)


def grid_against_scikit_learn() -> tuple[float, float, int]:
    """A 200 x 200 RBF surface over about 100 support vectors."""
    X = np.random.default_rng(0).uniform(-3, 3, (100, 2))
    theirs = SVC(C=0.1, gamma=2.0).fit(X, np.arange(100) % 2)
    coef = np.zeros(len(X))
    coef[theirs.support_] = theirs.dual_coef_[0]
    model = Model(RBF(gamma=2.0), X, coef, float(theirs.intercept_[0]))
    xs = ys = np.linspace(-3.5, 3.5, 200)
    mesh = np.column_stack([a.ravel() for a in np.meshgrid(xs, ys)])
    extent = (-3.5, 3.5, -3.5, 3.5)
    mine, other = interleaved(
        lambda: decision_grid(model, extent, 200), lambda: theirs.decision_function(mesh), 15
    )
    there = theirs.decision_function(mesh).reshape(200, 200)
    difference = np.abs(decision_grid(model, extent, 200).values - there).max()
    return other / mine, float(difference), len(theirs.support_)


def warm_import() -> float:
    """Seconds that `import svmcore` takes in a fresh process, files in the cache; median of 9."""
    code = "import time; t = time.perf_counter(); import svmcore; print(time.perf_counter() - t)"
    command = [sys.executable, "-c", code]
    # warm means compiled: without its cache Python would compile every module again
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    times = [float(subprocess.check_output(command, cwd=ROOT, env=env)) for _ in range(10)]
    return median(times[1:])


def main() -> int:
    """Print the table; 0 if everything is reached."""
    threadpool_limits(1, user_api="blas")  # as in the app
    ratio, difference, n = grid_against_scikit_learn()
    seconds = warm_import()
    rows = [
        (f"grid 200 x 200, RBF, {n} support vectors: times faster", ratio, 100.0, ratio >= 100.0),
        ("... largest difference", difference, 1e-9, difference < 1e-9),
        ("warm import of svmcore, seconds", seconds, 0.3, seconds < 0.3),
    ]
    return int(not printed(rows))


if __name__ == "__main__":
    sys.exit(main())
