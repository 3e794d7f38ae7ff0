"""The estimators against scikit-learn's: one thread, processor time, interleaved, best of three.

    OPENBLAS_NUM_THREADS=1 python benchmarks/bench_estimators.py [words of a cell's name ...]

Prints ours / scikit-learn's for each cell, and the geometric mean and the worst cell of each group.
scikit-learn stops at its default tolerance. The objective is recomputed from the fitted attributes:
a cell is marked where ours is worse, or is not OPTIMAL.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn import datasets, svm
from sklearn.metrics.pairwise import pairwise_kernels

sys.path.insert(0, str(Path(__file__).parents[1]))

import svmcore
from svmcore.optim.threads import one_thread

TURNS = 3
LONG = 20.0  # seconds of a fit that is not repeated
WORSE = 1e-6  # relative difference of two objectives that counts
BLOCK = 2000  # rows of K at a time
SIZES = (300, 1000, 3000, 10_000)
NUS = (0.01, 0.05, 0.2)


class Cell(NamedTuple):
    """One comparison: estimator, number of points, its data and its parameters."""

    estimator: str
    data: str
    n: int
    parameters: dict[str, Any]
    predict: bool = False

    @property
    def name(self) -> str:
        words = " ".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{'predict ' * self.predict}{self.estimator} {self.data} {self.n} {words}".strip()

    @property
    def group(self) -> str:
        return "predict" if self.predict else self.estimator


def points(name: str, n: int) -> tuple[np.ndarray, np.ndarray | None]:
    """The named data: `normal5` has five columns, `classes4` four classes."""
    rng = np.random.default_rng(0)
    if name == "moons":
        return datasets.make_moons(n, noise=0.25, random_state=0)
    if name == "digits":
        X, y = datasets.load_digits(return_X_y=True)
        return X[:n] / 16.0, y[:n]
    kind, d = name.rstrip("0123456789"), int(name[len(name.rstrip("0123456789")) :])
    if kind == "normal":
        return rng.normal(size=(n, d)) * (1.0 + (rng.random((n, 1)) < 0.1)), None
    if kind == "mixed":
        return datasets.make_classification(
            n, d, n_informative=min(d, 8), n_redundant=0, flip_y=0.05, random_state=0
        )
    if kind == "classes":
        y = rng.integers(0, d, n)
        return rng.normal(size=(n, 5)) + 2.0 * rng.normal(size=(d, 5))[y], y
    X = rng.uniform(-1.0, 1.0, (n, d))
    return X, np.sin(3.0 * X[:, 0]) + X[:, 1] * X[:, 2 % d] + 0.2 * rng.normal(size=n)


def cells() -> Iterator[Cell]:
    for n in SIZES:
        for nu in NUS:
            yield Cell("OneClassSVM", "normal5", n, {"nu": nu})
            yield Cell("NuSVR", "waves20", n, {"nu": nu})
            yield Cell("NuSVR", "waves2", n, {"nu": nu})
        for nu in (0.2, 0.4):
            for data in ("moons", "mixed5", "mixed20"):
                yield Cell("NuSVC", data, n, {"nu": nu})
    for n in (100, 300, 1000, 3000, 10_000, 20_000):
        for C in (1.0, 100.0) if n <= 3000 else (1.0,):
            for data in ("waves2", "waves20") if n <= 10_000 else ("waves2",):
                yield Cell("SVR", data, n, {"C": C})
    for n in (500, 1500, 5000):
        for k in (3, 5, 10):
            yield Cell("SVC", f"classes{k}", n, {"C": 1.0})
    yield Cell("SVC", "digits", 1797, {"C": 1.0})
    yield Cell("SVC", "digits", 1797, {"C": 10.0})
    for n in (100, 1000, 10_000):
        yield Cell("SVC", "moons", n, {"kernel": "rbf"}, predict=True)
        yield Cell("SVC", "mixed20", n, {"kernel": "rbf"}, predict=True)
        yield Cell("SVC", "mixed20", n, {"kernel": "poly"}, predict=True)
        yield Cell("SVC", "mixed20", n, {"kernel": "linear"}, predict=True)
        yield Cell("SVR", "waves20", n, {"kernel": "rbf"}, predict=True)
        yield Cell("OneClassSVM", "normal5", n, {"nu": 0.05}, predict=True)
    yield Cell("SVC", "digits", 1797, {"kernel": "rbf"}, predict=True)


def primal(model: Any, X: np.ndarray, y: np.ndarray | None, parameters: dict) -> float:
    """The objective that the model minimised, from its attributes alone; nan for many classes."""
    coef, held = model.dual_coef_, model.support_vectors_
    if len(coef) > 1:
        return np.nan
    gamma = 1.0 / (X.shape[1] * X.var())
    parts = [
        pairwise_kernels(X[i : i + BLOCK], held, "rbf", gamma=gamma) @ coef[0]
        for i in range(0, len(X), BLOCK)
    ]
    g, b = np.concatenate(parts), float(model.intercept_[0])
    square, n = float(coef[0] @ g[model.support_]), len(X)
    nu, C = parameters.get("nu", 0.0), parameters.get("C", 1.0)
    if isinstance(model, svm.OneClassSVM | svmcore.OneClassSVM):
        return 0.5 * square + nu * n * b + np.maximum(0.0, -b - g).sum()
    assert y is not None
    if isinstance(model, svm.NuSVC | svmcore.NuSVC):  # coef is divided by rho
        rho = nu * n / float(np.abs(coef).sum())
        margins = (2.0 * (y == model.classes_[1]) - 1.0) * (g + b)
        loss = np.maximum(0.0, 1.0 - margins).sum()
        return rho * rho * 0.5 * square - nu * n * rho + rho * float(loss)
    if isinstance(model, svm.SVC | svmcore.SVC):
        margins = (2.0 * (y == model.classes_[1]) - 1.0) * (g + b)
        return 0.5 * square + C * np.maximum(0.0, 1.0 - margins).sum()
    off = np.abs(y - g - b)
    if "nu" in parameters:  # the tube that suits this f best
        epsilon = np.sort(off)[::-1][min(n - 1, int(nu * n))]
        return 0.5 * square + C * (nu * n * epsilon + np.maximum(0.0, off - epsilon).sum())
    return 0.5 * square + C * np.maximum(0.0, off - 0.1).sum()


def seconds(call: Callable[[], object]) -> float:
    """Processor time of a call; short ones are repeated."""
    start = time.process_time()
    call()
    once = time.process_time() - start
    if once > 0.02:
        return once
    repeats = int(0.05 / max(once, 1e-4)) + 1
    start = time.process_time()
    for _ in range(repeats):
        call()
    return (time.process_time() - start) / repeats


def measured(cell: Cell) -> tuple[float, float, str]:
    """Seconds of ours and of scikit-learn's, and what is wrong with ours."""
    X, y = points(cell.data, cell.n)
    ours = getattr(svmcore, cell.estimator)(**cell.parameters)
    theirs = getattr(svm, cell.estimator)(**cell.parameters)
    calls = [lambda: ours.fit(X, y), lambda: theirs.fit(X, y)]
    if cell.predict:
        for call in calls:
            call()
        calls = [lambda: ours.predict(X), lambda: theirs.predict(X)]
    best = [np.inf, np.inf]
    for turn in range(TURNS):
        for k in (0, 1) if turn % 2 else (1, 0):
            best[k] = min(best[k], seconds(calls[k]))
        if max(best) > LONG:
            break
    remark = "" if ours.status_.name == "OPTIMAL" else f"{ours.status_.name}"
    if not cell.predict:
        mine, other = (primal(m, X, y, cell.parameters) for m in (ours, theirs))
        if mine > other + WORSE * abs(other):
            remark += f" objective {mine:.9g}, theirs {other:.9g}"
    return best[0], best[1], remark


@one_thread
def main(words: list[str]) -> None:
    """Print the table of the cells whose name has all the words."""
    warnings.simplefilter("ignore")  # scikit-learn's own word on not having converged
    ratios: dict[str, list[tuple[float, Cell]]] = {}
    for cell in cells():
        if not all(word in f"{cell.name} {cell.group}".split() for word in words):
            continue
        mine, other, remark = measured(cell)
        ratios.setdefault(cell.group, []).append((mine / other, cell))
        print(f"{mine / other:8.2f} {1e3 * mine:10.2f} ms  {cell.name}  {remark}", flush=True)
    for group, measures in ratios.items():
        mean = np.exp(np.mean(np.log([ratio for ratio, _ in measures])))
        worst, cell = max(measures, key=lambda measure: measure[0])
        print(f"{group:12s} geometric mean {mean:6.2f}, worst {worst:6.2f} ({cell.name})")


if __name__ == "__main__":
    main(sys.argv[1:])
