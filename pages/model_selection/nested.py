"""Nested cross-validation: the unbiased score of a hyperparameter search."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import (
    Candidate,
    Progress,
    checked,
    fitted_on,
    scaled_before,
    weighed,
)
from pages.model_selection.grid_column import GridColumn
from pages.model_selection.grid_search import Grid, GridCell, Map, calls_of, map_of
from pages.model_selection.kernel_choice import percent, with_error
from pages.model_selection.parallel import Call, finished
from pages.model_selection.splits import Split, k_fold


class Outer(NamedTuple):
    """An outer fold: the best cell of its own inner map, with the score that made it the best;
    and what the machine of that cell scores on the points which neither had seen."""

    chosen: GridCell
    inner: float
    score: float


@dataclass(frozen=True)
class Nested:
    """Result of nested cross-validation. Scores are accuracies. folds : one for each outer fold."""

    folds: tuple[Outer, ...]

    @cached_property
    def best(self) -> float:
        """The mean of the best inner scores, each the largest of its map."""
        return float(np.mean([fold.inner for fold in self.folds]))

    @cached_property
    def honest(self) -> float:
        """The mean score on the outer test parts."""
        return float(np.mean([fold.score for fold in self.folds]))

    @cached_property
    def error(self) -> float:
        """The standard error of `honest`: the standard deviation over the folds (by their number
        less 1) over the square root of their number."""
        return float(np.std([fold.score for fold in self.folds], ddof=1) / len(self.folds) ** 0.5)

    @property
    def optimism(self) -> float:
        """best - honest: what choosing by a score adds to it."""
        return self.best - self.honest

    @property
    def sentence(self) -> str:
        """Both error rates and the difference of what is printed; a map's cells print errors too.

        A difference within the standard error, as printed, is not called optimism.
        """
        chosen, honest, error = 1.0 - self.best, 1.0 - self.honest, self.error
        both = (
            f"In {len(self.folds)} outer folds, the best cells of the inner maps have "
            f"{percent(chosen)} error where they were chosen, and "
            f"{with_error(honest, error)} on points that the choice did not see"
        )
        more = round(100.0 * honest, 1) - round(100.0 * chosen, 1)
        points = f"{abs(more):.1f}".removesuffix(".0")
        if points == "0":
            return f"{both}: no difference."
        difference = f"{points} percentage points {'more' if more > 0.0 else 'fewer'}"
        if float(points) <= round(100.0 * error, 1):
            return f"{both}: {difference}, which is within the standard error."
        if more < 0.0:
            return f"{both}: {difference}, by chance of the split."
        return f"{both}: the choice made the error look {points} percentage points too small."


def nested(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    splits: Sequence[Split],
    grid: Grid,
    *,
    folds: int = 5,
    ids: Sequence[int] | None = None,
    seed: int = 0,
    w: npt.ArrayLike | None = None,
    workers: int | None = None,
) -> Generator[Progress[Nested], None, None]:
    """Nested cross-validation: a grid search in the training part of each outer split.

    X : (n, d). y : (n,), classes. splits : the outer ones, at least 2. folds : of the inner,
    stratified, cross-validation. Of several best cells the simplest is chosen. Scaling "before" is
    done once, with all points, which leaks the test points. The last progress has the result.
    w, workers, and breaking off: as in `sweep`. Raises ValueError or TypeError at once as `sweep`
    does, and if a class is too small for the inner folds.

    Sources: Varma and Simon, Bias in error estimation when using cross-validation for model
    selection (2006), https://doi.org/10.1186/1471-2105-7-91; Cawley and Talbot, On over-fitting in
    model selection and subsequent selection bias in performance evaluation, JMLR 11 (2010),
    https://www.jmlr.org/papers/v11/cawley10a.html
    """
    X, y = checked(X, y)
    machine, X = scaled_before(machine, X)
    if len(splits) < 2:
        raise ValueError("Nested cross-validation needs at least 2 outer folds.")
    weights = weighed(w, y, [part.train for part in splits])
    names = range(len(y)) if ids is None else ids
    calls: list[Call] = []

    for part in splits:
        own = [names[i] for i in part.train]
        inner = k_fold(y[part.train], folds, own, seed=seed)
        known = None if weights is None else weights[part.train]
        calls += calls_of(machine, X[part.train], y[part.train], inner, grid, known)
    results = finished(calls, workers)

    def judged(j: int, found: Map) -> Outer:
        cell, part = found.best, splits[j]
        words = {grid.name: cell.value} if grid.values else {}
        chosen = machine.changed(C=cell.C, **words)
        there = fitted_on(chosen, X, y, weights, part.train)
        right = there.predict(X[part.test]) == y[part.test]
        return Outer(cell, 1.0 - cell.cv_error, float(right.mean()))

    def nesting() -> Generator[Progress[Nested], None, None]:
        columns: dict[int, GridColumn] = {}
        each, per_map = len(grid.Cs), len(calls) // len(splits)
        try:
            for number, one in results:
                columns[number] = one
                last = None
                if len(columns) == len(calls):
                    maps = [
                        map_of(grid, [columns[i] for i in range(start, start + per_map)])
                        for start in range(0, len(calls), per_map)
                    ]
                    last = Nested(tuple(judged(j, found) for j, found in enumerate(maps)))
                yield Progress(len(columns) * each, len(calls) * each, last)
        finally:
            results.close()

    return nesting()
