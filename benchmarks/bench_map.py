"""The map of C and gamma against GridSearchCV with the same grid and folds, taken in turns.

    python benchmarks/bench_map.py [--turns 3]

300 points, 20 x 20 cells, 5 folds, two processes on either side, which begin and end with each
turn. GridSearchCV trains on the folds only; the map trains on all points, too. Prints each figure
with what it must reach and ends with code 1 if one is missed. Processor seconds are those of all
processes together: they say what the machine's other users do not change. Once both sides do all
the work in this process, too, where GridSearchCV has no tasks to hand out.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from joblib.externals.loky import get_reusable_executor
from sklearn.datasets import make_moons
from sklearn.model_selection import GridSearchCV
from sklearn.svm import SVC

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.table import Row, printed
from pages.model_selection.candidate import Candidate
from pages.model_selection.grid_search import Grid, Map, sweep
from pages.model_selection.splits import k_fold

N, FOLDS, WORKERS = 300, 5, 2
LONGEST, SHARE = 10.0, 0.5  # seconds, and of what GridSearchCV takes
MEMORY = 250.0  # MB of a worker: two of them and the app fit into 1 GB
NEAR = 1e-2  # |f| up to which a point may be called otherwise


def ours(X: np.ndarray, y: np.ndarray, workers: int = WORKERS) -> Map:
    *_, last = sweep(Candidate(), X, y, k_fold(y, FOLDS), Grid.square(), workers=workers)
    assert last.found is not None
    return last.found


def theirs(X: np.ndarray, y: np.ndarray, workers: int = WORKERS) -> GridSearchCV:
    grid = Grid.square()
    words = {"C": grid.Cs, "gamma": grid.values}
    search = GridSearchCV(SVC(), words, cv=k_fold(y, FOLDS), n_jobs=workers, refit=False)
    search.fit(X, y)
    if workers > 1:
        get_reusable_executor(reuse=True).shutdown(wait=True)  # as the map does
    return search


def taken(call: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and processor seconds of this process and of those that have ended in it."""
    before, start = os.times(), time.perf_counter()
    call()
    seconds, after = time.perf_counter() - start, os.times()
    return seconds, sum(after[:4]) - sum(before[:4])


def worst_difference(X: np.ndarray, y: np.ndarray, found: Map) -> float:
    """The largest |f| of a point that GridSearchCV's machines, trained to 1e-6, call otherwise.

    Every third C and gamma, by the errors: a cell with other errors counts as infinitely far.
    """
    parts, worst, errors = k_fold(y, FOLDS), 0.0, found.table("cv_error")
    for j, gamma in list(enumerate(found.grid.values))[::3]:
        for i, C in list(enumerate(found.grid.Cs))[::3]:
            wrong, close = [], 0.0
            for train, test in parts:
                other = SVC(C=C, gamma=gamma, tol=1e-6).fit(X[train], y[train])
                f = other.decision_function(X[test])
                wrong.append(float(((f > 0.0) != y[test]).mean()))
                close += float((np.abs(f) < NEAR).sum())
            off = abs(float(np.mean(wrong)) - errors[j, i]) * len(y)
            if off > 1e-6:
                worst = max(worst, NEAR if off <= close + 1e-6 else np.inf)
    return worst


def rows(turns: int) -> list[Row]:
    """(name, value, target, good)."""
    X, y = make_moons(N, noise=0.25, random_state=0)
    mine, others = [], []
    for _ in range(turns):
        mine.append(taken(lambda: ours(X, y)))
        if not others:  # the largest child so far was one of the map's
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024.0
        others.append(taken(lambda: theirs(X, y)))
    _, alone = taken(lambda: ours(X, y, 1))
    _, their_alone = taken(lambda: theirs(X, y, 1))
    seconds, processor = (median(column) for column in zip(*mine, strict=True))
    their_seconds, their_processor = (median(column) for column in zip(*others, strict=True))
    ratio = median(a[0] / b[0] for a, b in zip(mine, others, strict=True))
    found = ours(X, y)
    gap, worst = found.gap, worst_difference(X, y, found)
    return [
        ("seconds of the map", seconds, LONGEST, seconds <= LONGEST),
        ("seconds of GridSearchCV", their_seconds, np.inf, True),
        ("share of them, in the same turn", ratio, SHARE, ratio <= SHARE),
        ("processor seconds of the map", processor, np.inf, True),
        ("processor seconds of GridSearchCV", their_processor, np.inf, True),
        ("processor seconds of the map, one process", alone, np.inf, True),
        ("share of GridSearchCV's", alone / their_alone, np.inf, True),
        ("MB of the largest worker", memory, MEMORY, memory <= MEMORY),
        ("largest relative gap of a machine of the map", gap, 1e-6, gap <= 1e-6),
        ("largest |f| of a point that is called otherwise", worst, NEAR, worst <= NEAR),
    ]


def main() -> int:
    """Print the table; 0 if everything is reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=3)
    return int(not printed(rows(parser.parse_args().turns)))


if __name__ == "__main__":
    sys.exit(main())
