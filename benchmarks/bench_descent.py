"""Descent against scikit-learn's SGDClassifier, one point an update, each in turn in one process.

    python benchmarks/bench_descent.py

400 points of two overlapping clouds, 1000 epochs, the same number of updates, the same machine up
to the order of the points. Ours writes down the cost of every epoch, which scikit-learn does not.
The processor's time is compared, so that a busy machine hits both alike. Prints each figure with
what it must reach and ends with code 1 if one is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from sklearn.datasets import make_blobs
from sklearn.linear_model import SGDClassifier
from sklearn.preprocessing import StandardScaler

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.table import Row, printed
from svmcore import SubgradientSVC

POINTS, EPOCHS, TURNS = 400, 1000, 11
ALPHA, ETA0 = 0.01, 0.01  # lambda and a rate at which both have converged by then
MOST = 4.0  # times scikit-learn's time
RATES = {
    "constant": {"learning_rate": "constant", "eta0": ETA0},
    "Pegasos": {"learning_rate": "pegasos"},
    "1/sqrt(t)": {"learning_rate": "inverse_sqrt", "eta0": 10.0 * ETA0},
}


def sample() -> tuple[np.ndarray, np.ndarray]:
    """Two clouds that overlap, of mean 0 and variance 1 in each coordinate."""
    X, y = make_blobs(POINTS, centers=2, random_state=10, cluster_std=4)
    return StandardScaler().fit_transform(X), y


def seconds(act: Callable[[], Any]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def main() -> int:
    """Print the table; 0 if everything is reached."""
    X, y = sample()
    common = {"max_iter": EPOCHS, "random_state": 0}
    theirs = SGDClassifier(
        alpha=ALPHA, learning_rate="constant", eta0=ETA0, tol=None, shuffle=True, **common
    )
    ours = {
        name: SubgradientSVC(objective="lambda", C=ALPHA, **rate, **common)
        for name, rate in RATES.items()
    }
    machines = {"theirs": theirs, **ours}
    for machine in machines.values():  # warm up
        machine.fit(X, y)
    times = {name: [] for name in machines}
    for _ in range(TURNS):
        for name, machine in machines.items():
            times[name].append(seconds(lambda machine=machine: machine.fit(X, y)))
    base, rows = median(times["theirs"]), list[Row]()
    for name, machine in ours.items():
        assert machine.t_ == POINTS * EPOCHS == theirs.t_ - 1.0
        assert len(machine.cost_curve_) == EPOCHS
        ratio = median(times[name]) / base
        nanoseconds = median(times[name]) / machine.t_ * 1e9
        text = f"rate {name}: times SGDClassifier's time ({nanoseconds:.0f} ns an update)"
        rows.append((text, ratio, MOST, ratio <= MOST))
    return int(not printed(rows))


if __name__ == "__main__":
    sys.exit(main())
