"""Which method is fastest where, and what each constant of the engine is worth.

    python benchmarks/dispatch.py              table: cell, seconds of each method, the one chosen
    python benchmarks/dispatch.py --constants  geometric mean of the time with other values
    ARGS --only rbf --turns 5

Every figure is a ratio of processor times that were taken in turns in one process. A constant that
chooses a method, or bounds its work, names this file; the second table shows what it costs to halve
it, to double it, or to do without it. One that changes the geometric mean by less than its noise,
about 3 %, is there for the worst cell, which the table names, too.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import exp, inf, log
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.engine import (
    classification,
    hard_margin,
    regression,
    smoothed,
    solve,
    space_of,
    spaces,
)
from svmcore.engine.methods import (
    coordinates,
    decomposition,
    hulls,
    low_rank,
    polish,
    smo,
    subspace,
)
from svmcore.kernels import RBF, Kernel, Linear, Polynomial
from tests.helpers.samples import sample

GAP = 1e-6
SLOW_CELLS = ("wide 3000",)  # which would take most of the time
MOST_SMO = 1000  # points: of more, SMO takes minutes where C is large
SLOW = 0.5  # seconds after which a method is not measured again in a cell
METHODS = {
    "pairs and Newton": solve.Method(subspace.suits, subspace.iterate),
    "coordinates": solve.COORDINATES,
    "low rank": solve.LOW_RANK,
    "SMO": solve.Method(lambda space, task: len(space) <= MOST_SMO, smo.iterate),
}


class Cell(NamedTuple):
    """A problem: its name and how it is solved."""

    name: str
    run: Callable[[], Any]
    task: Any = None
    space: Any = None


def two_classes(name: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    if name != "wide":
        return sample(name, n)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 20))
    return X, np.where(X[:, :3].sum(1) + 0.5 * rng.normal(size=n) > 0.0, 1.0, -1.0)


def classes(name: str, n: int, kernel: Kernel, C: float) -> Cell:
    X, y = two_classes(name, n)
    space, task = space_of(kernel, X), classification(y, np.full(n, C))
    title = f"{name} {n} {kernel.title} {getattr(kernel, 'gamma', ''):} C={C:g}"
    return Cell(title, lambda: solve.train(fresh(space), task), task, space)


def targets(n: int, kernel: Kernel, C: float) -> Cell:
    rng = np.random.default_rng(0)
    X = rng.uniform(-3.0, 3.0, (n, 2))
    z = np.sin(X[:, 0]) * np.cos(X[:, 1]) + 0.2 * rng.normal(size=n)
    space, task = space_of(kernel, X), regression(z, np.full(n, C), 0.1)
    title = f"SVR {n} {kernel.title} C={C:g}"
    return Cell(title, lambda: solve.train(fresh(space), task), task, space)


def hard(name: str, n: int, kernel: Kernel) -> Cell:
    X, y = two_classes(name, n)
    space = space_of(kernel, X)
    return Cell(f"hard {name} {n} {kernel.title}", lambda: hard_margin(fresh(space), y))


def fresh(space: Any) -> Any:
    """The space without what it remembers."""
    return type(space)(**{name: getattr(space, name) for name in space.__dataclass_fields__})


def cells() -> Iterator[Cell]:
    for n in (200, 1000, 3000):
        for name in ("moons", "circles", "blobs", "wide"):
            for gamma in (0.1, 10.0) if name == "wide" else (0.5, 10.0):
                for C in (1.0, 1000.0):
                    yield classes(name, n, RBF(gamma), C)
    for n in (200, 1000, 5000):
        for name in ("moons", "blobs"):
            for C in (1.0, 1000.0):
                yield classes(name, n, Linear(), C)
                yield classes(name, n, Polynomial(3, 0.5, 1.0), C)
    for n in (300, 1500):
        for C in (1.0, 100.0):
            yield targets(n, RBF(0.5), C)
            yield targets(n, RBF(10.0), C)
            yield targets(n, Linear(), C)
    for n in (200, 1000):
        yield hard("wide", n, RBF(0.1))
        yield hard("moons", n, RBF(100.0))
        yield hard("circles", n, RBF(10.0))


def seconds(call: Callable[[], Any]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def by_method(cell: Cell, turns: int) -> dict[str, float]:
    """Seconds of each method that reaches the gap alone."""
    best: dict[str, float] = {}
    names = list(METHODS)
    for _ in range(turns):
        for name in list(names):
            method = METHODS[name]
            if not method.applies(cell.space, cell.task):
                names.remove(name)
                continue
            with only(method):
                results: list[Any] = []
                try:
                    spent = seconds(lambda kept=results: kept.append(cell.run()))
                except LinAlgError:
                    names.remove(name)
                    continue
            if results[0].certificate.relative_gap > GAP:
                names.remove(name)
                best.pop(name, None)
                continue
            best[name] = min(best.get(name, inf), spent)
            if spent > SLOW:
                names.remove(name)
    return best


@contextmanager
def only(method: solve.Method) -> Iterator[None]:
    kept = solve.METHODS["auto"]
    solve.METHODS["auto"] = (solve.Method(smo.always, method.iterate),)
    try:
        yield
    finally:
        solve.METHODS["auto"] = kept


def chosen(cell: Cell) -> str:
    first = next(m for m in solve.METHODS["auto"] if m.applies(cell.space, cell.task))
    return next(name for name, m in METHODS.items() if m.iterate is first.iterate)


def dispatch(only_these: str, turns: int) -> None:
    costs = []
    print("cell", *(f"{name}, ms" for name in METHODS), "chosen", "chosen / best", sep=" | ")
    for cell in cells():
        if only_these not in cell.name or cell.task is None:
            continue
        best = by_method(cell, turns)
        name = chosen(cell)
        cost = best.get(name, inf) / min(best.values())
        costs.append(cost)
        times = [f"{1e3 * best[method]:.1f}" if method in best else "-" for method in METHODS]
        print(cell.name, *times, name, f"{cost:.2f}", sep=" | ", flush=True)
    print(f"geometric mean of chosen / best: {mean(costs):.3f}")


def mean(ratios: list[float]) -> float:
    return exp(sum(map(log, ratios)) / len(ratios))


# a constant, and other values of it: 0 or infinity stand for doing without
CONSTANTS: tuple[tuple[Any, str, tuple[Any, ...]], ...] = (
    (subspace, "FEW_POINTS", (0, 250, 1000)),
    (subspace, "THICK", (0.035, 0.14)),
    (subspace, "COLUMNS", (100, 400, 10**9)),
    (subspace, "TWICE_THICK", (0.25, 1.0)),
    (subspace, "TWICE_COLUMNS", (150, 600, 10**9)),
    (subspace, "FIRST_HANDOVER", (0.1, 0.5)),
    (subspace, "DAMPING", (0.0, 0.1, 1.0)),
    (subspace, "PAIRS_PER_FREE", (0.0, 0.1, 0.5)),
    (subspace, "MIN_PAIRS", (0, 20)),
    (subspace, "GOOD_STEP", (0.0, 0.25, 1.0)),
    (subspace, "RELEASE", (0.0, 0.15, 0.6)),
    (subspace, "FACTOR_USES", (1, 2, 6)),
    (subspace, "SETTLED", (0.0, 0.6)),
    (subspace, "LAST_STEPS", (0, 2, 8)),
    (subspace, "BLOCK_ROWS", (16, 128, 10**6)),
    (subspace, "PATIENCE", (10, 40)),
    (coordinates, "MAX_WHOLE", (0, 750, 3000)),
    (coordinates, "POINTS_PER_COLUMN", (0, 25, 100)),
    (coordinates, "SPARE", (0, 20, 120)),
    (coordinates, "SPARE_PER_COLUMN", (0, 5, 20)),
    (coordinates, "ERRORS", ((1e-12,), (1e-9,), (1e-7,))),
    (smoothed, "SMOOTHINGS", (3, 5)),
    (smoothed, "FALL", (0.03, 0.3)),
    (smoothed, "SMALL_GAIN", (1e-3, 1e-1)),
    (low_rank, "TRIES", (low_rank.TRIES[1:], low_rank.TRIES[::2], low_rank.TRIES[2:])),
    (low_rank, "SPARE", (0, 60)),
    (decomposition, "GROWTH", (0.25, 1.0)),
    (polish, "MAX_SETS", (2, 8)),
    (polish, "PATIENCE", (1, 6)),
    (polish, "REFINEMENTS", (1, 2)),
    (spaces, "TILE", (150, 2400)),
    (spaces, "SPARSE_SHARE", (0.0, 1.0)),
    (hulls, "SOFT_C", (0.0, 1e2, 1e6)),
    (hulls, "THICK_COLUMNS", (0, 40, 10**9)),
    (hulls, "FIRST_POINTS", (30, 120, 10**9)),
    (hulls, "MAX_SHARE", (0.35, 1.0)),
)


def constants(only_these: str, turns: int) -> None:
    all_cells = [cell for cell in cells() if not cell.name.startswith(SLOW_CELLS)]
    print("constant", "other value", "time, geometric mean", "worst cell", sep=" | ")
    for module, name, values in CONSTANTS:
        if only_these and only_these not in f"{module.__name__}.{name}":
            continue
        own = getattr(module, name)
        for value in values:
            ratios = {}
            for cell in all_cells:
                times = {own: inf, value: inf}
                for _ in range(turns):
                    for setting in times:
                        setattr(module, name, setting)
                        times[setting] = min(times[setting], seconds(cell.run))
                ratios[cell.name] = times[value] / times[own]
            setattr(module, name, own)
            worst = max(ratios, key=ratios.__getitem__)
            title = f"{module.__name__.rsplit('.', 1)[-1]}.{name} = {own}"
            figures = f"{mean(list(ratios.values())):.2f}", f"{ratios[worst]:.1f} {worst}"
            print(title, value, *figures, sep=" | ", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--constants", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--turns", type=int, default=2)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    (constants if asked.constants else dispatch)(asked.only, asked.turns)


if __name__ == "__main__":
    main()
