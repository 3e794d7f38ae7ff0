"""Grid search over C and gamma: training error, cross-validation error, support vectors."""

import os
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import Candidate, checked, fitted_on, scaled_before, weighed
from pages.model_selection.grid_column import ColumnTask, GridColumn, Standardiser, column
from pages.model_selection.kernel_choice import TIE_TOL
from pages.model_selection.kernel_formula import KERNELS
from pages.model_selection.parallel import Call, finished
from pages.model_selection.splits import Split
from svmcore import blas_threads
from svmcore.arrays import Array, Indices
from svmcore.params import parameters

LOW_C, HIGH_C = 1e-2, 1e3
LOW, HIGH = 1e-2, 1e2  # of gamma


@dataclass(frozen=True)
class Grid:
    """Cs, rising, and the values of one more parameter, `name`, or () for C alone.

    Raises ValueError if the Cs are not that, positive and finite.
    """

    Cs: tuple[float, ...]
    values: tuple[float, ...] = ()
    name: str = "gamma"

    def __post_init__(self) -> None:
        if not self.Cs or list(self.Cs) != sorted(set(self.Cs)):
            raise ValueError("the grid needs at least one C, and each larger than the one before")
        if not 0.0 < self.Cs[0] <= self.Cs[-1] < np.inf:
            raise ValueError(f"C must be positive and finite, got {self.Cs[0]:g}, {self.Cs[-1]:g}")

    @classmethod
    def square(cls, kernel: str = "rbf", cells: int = 20) -> Self:
        """`cells` C from 0.01 to 1000, and where the kernel has a gamma as many from 0.01 to 100.

        A polynomial kernel has one axis: of its gamma, C alone changes the scale.
        """
        Cs = tuple(np.geomspace(LOW_C, HIGH_C, cells).tolist())
        names = [p.name for p in parameters(KERNELS[kernel])]
        if "gamma" not in names or "degree" in names:
            return cls(Cs)
        return cls(Cs, tuple(np.geomspace(LOW, HIGH, cells).tolist()))

    def machines(self, machine: Candidate) -> tuple[Candidate, ...]:
        """One a column: the model with each of the values."""
        return tuple(machine.changed(**{self.name: v}) for v in self.values) or (machine,)


class GridCell(NamedTuple):
    """Cell of a grid search: a model with this C and value (NaN on a map of C alone).

    train_error : of the model of all points, the share of them it gets wrong. cv_error : the
    mean over the folds of the share of wrong points that were not learnt from. spread : the
    standard deviation over the folds (by their number less 1). error : the standard error of
    cv_error, spread / sqrt(folds). n_support : support vectors of the model of all points.
    """

    C: float
    value: float
    train_error: float
    cv_error: float
    spread: float
    error: float
    n_support: int


@dataclass(frozen=True)
class Map:
    """Result of a grid search: cells by column, C rising; the largest proved gap; process ids."""

    grid: Grid
    cells: tuple[GridCell, ...]
    gap: float
    pids: frozenset[int]

    @cached_property
    def best(self) -> GridCell:
        """The smallest cross-validated error; of equal ones the smallest C, then gamma."""
        least = min(cell.cv_error for cell in self.cells)
        return next(cell for cell in self.by_simplicity if cell.cv_error <= least + TIE_TOL)

    @cached_property
    def simplest(self) -> GridCell:
        """The smallest C, then gamma, whose error is within one standard error of the best's.

        Source: Hastie, Tibshirani, Friedman, The elements of statistical learning (2009), 7.10,
        https://hastie.su.domains/ElemStatLearn/
        """
        most = self.best.cv_error + self.best.error + TIE_TOL
        return next(cell for cell in self.by_simplicity if cell.cv_error <= most)

    @property
    def by_simplicity(self) -> list[GridCell]:
        """The cells by C, then by gamma."""
        return sorted(self.cells, key=lambda cell: (cell.C, cell.value))

    def table(self, name: str) -> Array:
        """One number of each cell, as `GridCell` calls it: shape (columns, Cs)."""
        numbers = [getattr(cell, name) for cell in self.cells]
        return np.array(numbers, dtype=np.float64).reshape(-1, len(self.grid.Cs))


class GridProgress(NamedTuple):
    """`done` of `total` models are trained; cells of the columns that are finished; who worked.

    found : the whole map with the last word, None before.
    """

    done: int
    total: int
    cells: tuple[GridCell, ...]
    pids: frozenset[int]
    found: Map | None

    @property
    def share(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return self.done / self.total


def sweep(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    grid: Grid,
    *,
    w: npt.ArrayLike | None = None,
    workers: int | None = None,
) -> Generator[GridProgress, None, None]:
    """Grid search: train every cell on all points and on each fold, and yield the progress.

    X : (n, d). y : (n,), classes. splits : at least 2. The C of `machine` does not count. w : (n,),
    weights of points, as factors of C; a point that judges counts once whatever its weight. Of
    workers see `pages.model_selection.parallel.finished`; with
    `joblib.parallel_config(backend="dask")` around this call the cluster works. Close the
    iterator to break off: nothing goes on working.

    Raises ValueError or TypeError at once, if X, y, w, the splits, the model or the grid are not
    what they should be. Source: https://scikit-learn.org/stable/modules/grid_search.html
    """
    calls = calls_of(machine, X, y, splits, grid, w)
    return _sweeping(grid, len(splits), finished(calls, workers))


def calls_of(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    grid: Grid,
    w: npt.ArrayLike | None = None,
) -> tuple[Call, ...]:
    """What there is to do: for each column all points, then the folds.

    Raises ValueError as `sweep`.
    """
    X, y = checked(X, y)
    machine, X = scaled_before(machine, X)
    if len(splits) < 2:
        raise ValueError("The map needs at least 2 folds.")
    w = weighed(w, y, [part.train for part in splits])
    everyone = np.arange(len(y))
    parts = (Split(everyone, everyone), *splits)
    machines = grid.machines(machine)
    return tuple(_call(one, X, y, w, part, grid) for one in machines for part in parts)


def _call(
    machine: Candidate, X: Array, y: Indices, w: Array | None, part: Split, grid: Grid
) -> Call:
    scaled, learnt = machine.scaling == "inside", X[part.train]
    kernel = machine.kernel_for(Standardiser.of(learnt)(learnt) if scaled else learnt)
    factors = machine.factors(y[part.train], None if w is None else w[part.train])
    work = ColumnTask(kernel, scaled, X, y, part.train, part.test, np.array(grid.Cs), factors, w)
    if machine.scheme == "svc" and kernel.psd:
        return Call(column, (work,))
    return Call(column_of_fits, (machine, work))


def _sweeping(
    grid: Grid, folds: int, results: Generator[tuple[int, GridColumn], None, None]
) -> Generator[GridProgress, None, None]:
    each = folds + 1
    total = max(1, len(grid.values)) * each
    found: dict[int, GridColumn] = {}
    cells: dict[int, tuple[GridCell, ...]] = {}
    try:
        for number, one in results:
            found[number] = one
            j = number // each
            parts = [found[i] for i in range(j * each, (j + 1) * each) if i in found]
            if len(parts) == each:
                cells[j] = _cells(grid, j, parts)
            known = tuple(cell for j in sorted(cells) for cell in cells[j])
            whole = len(found) == total
            last = map_of(grid, [found[i] for i in range(total)]) if whole else None
            pids = frozenset(part.pid for part in found.values())
            yield GridProgress(len(found) * len(grid.Cs), total * len(grid.Cs), known, pids, last)
    finally:
        results.close()


def map_of(grid: Grid, found: Sequence[GridColumn]) -> Map:
    """The map of what was found, in the order of `calls_of`."""
    columns = max(1, len(grid.values))
    each = len(found) // columns
    cells = [_cells(grid, j, found[j * each : (j + 1) * each]) for j in range(columns)]
    gap, pids = max(one.gap for one in found), frozenset(one.pid for one in found)
    return Map(grid, tuple(cell for column in cells for cell in column), gap, pids)


def _cells(grid: Grid, j: int, found: Sequence[GridColumn]) -> tuple[GridCell, ...]:
    """The cells of column j, of what was found on all points and then on each fold."""
    whole, folds = found[0], np.array([one.errors for one in found[1:]])
    value = grid.values[j] if grid.values else np.nan
    spread = folds.std(0, ddof=1)
    rows = zip(
        grid.Cs,
        whole.errors.tolist(),
        folds.mean(0).tolist(),
        spread.tolist(),
        (spread / np.sqrt(len(folds))).tolist(),
        whole.support.tolist(),
        strict=True,
    )
    return tuple(GridCell(C, value, *numbers) for C, *numbers in rows)


@blas_threads(1)
def column_of_fits(machine: Candidate, work: ColumnTask) -> GridColumn:
    """What `column` returns, of `machine` with each C; gap is NaN where nothing is proved."""
    errors, support, predictions, gaps = [], [], [], []
    for C in work.Cs:
        changed = machine.changed(C=float(C))
        found = fitted_on(changed, work.X, work.y, work.w, work.train)
        predicted = found.predict(work.X[work.test])
        proof = getattr(found.estimator, "certificate_", None)
        errors.append(float((predicted != work.y[work.test]).mean()))
        support.append(len(found.support))
        predictions.append(predicted)
        gaps.append(np.nan if proof is None else proof.relative_gap)
    return GridColumn(
        np.array(errors), np.array(support), np.array(predictions), float(np.max(gaps)), os.getpid()
    )
