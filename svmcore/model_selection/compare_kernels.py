"""Which kernel: linear, polynomial or RBF, compared by cross-validation on the same folds.

Weights count in training, as factors of each point's C, and not in the scores: these are the plain
share of the points held back that are right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple, cast

import numpy as np

from svmcore.arrays import Array, Indices, as_points, as_signs, read_only
from svmcore.estimators.classifiers import SVC
from svmcore.model_selection.kernel_choice import SLIGHT, KernelChoice
from svmcore.model_selection.splits import Split, k_fold

COSTS = (0.1, 1.0, 10.0, 100.0)
DEGREES = (2, 3)
GAMMAS = (0.1, 0.5, 2.0, 10.0)
# gamma = coef0 = 1, as in (<x, z> + 1)^degree; C alone scales it
GRIDS: dict[str, tuple[dict[str, float], ...]] = {
    "linear": ({},),
    "poly": tuple({"degree": degree, "gamma": 1.0, "coef0": 1.0} for degree in DEGREES),
    "rbf": tuple({"gamma": gamma} for gamma in GAMMAS),
}


class CompareProgress(NamedTuple):
    """`done` of `total` machines are trained; choices are those of the kernels that are done."""

    done: int
    total: int
    choices: tuple[KernelChoice, ...]


def obstacle(y: Array, folds: int = 5) -> str:
    """Why there can be no comparison, as a sentence; empty if there can."""
    few = min(int((y > 0.0).sum()), int((y < 0.0).sum()))
    if few < folds:
        return f"Each class needs {folds} points, one for each fold: the smaller one has {few}."
    return ""


def comparing(
    X: Array,
    y: Array,
    ids: Sequence[int] | None = None,
    *,
    seed: int = 0,
    folds: int = 5,
    weight: Array | None = None,
) -> Iterator[CompareProgress]:
    """The best settings of each kernel under stratified k-fold cross-validation, simplest first.

    Says after every setting how far it is; the last word holds all choices. X : (N, 2) or (N, d).
    y : (N,) in {-1, +1}. Each point draws its fold from its id (or its place) and the seed, so
    that moving a point leaves the others where they are. Of settings with equal means the first
    counts: the smallest C, then the lowest degree or gamma. `weight`, (N,), is the factor of each
    point's C, 1 by default; the scores do not weigh the points.

    Raises
    ------
    ValueError
        At once, if X or y are not what they should be, there are fewer than 2 folds, or a class
        has fewer points than there are folds, or the weights are not one positive number a point.
    """
    X = as_points(X)
    y = as_signs(y, len(X))
    if why := obstacle(y, folds):
        raise ValueError(why)
    if weight is not None and (weight.shape != y.shape or not (weight > 0.0).all()):
        raise ValueError("weight must be one positive number a point, got others")
    parts = k_fold(y > 0.0, folds, ids, seed=seed)
    return _comparing(read_only(X), read_only(y), parts, weight)


def _comparing(
    X: Array, y: Array, parts: Sequence[Split], weight: Array | None
) -> Iterator[CompareProgress]:
    def fitted(kernel: str, settings: dict[str, float], rows: Indices | slice) -> SVC:
        given = None if weight is None else weight[rows]
        return _machine(kernel, settings).fit(X[rows], y[rows], given)

    total = sum(len(COSTS) * len(grid) * len(parts) + 1 for grid in GRIDS.values())
    choices: tuple[KernelChoice, ...] = ()
    done = 0
    for kernel, grid in GRIDS.items():
        best: tuple[float, dict[str, float], tuple[float, ...]] | None = None
        for C, words in product(COSTS, grid):
            settings = {"C": C} | words
            scores = tuple(
                float(fitted(kernel, settings, train).score(X[test], y[test]))
                for train, test in parts
            )
            mean = sum(scores) / len(scores)
            if best is None or mean > best[0] + SLIGHT:
                best = mean, settings, scores
            done += len(parts)
            if (C, words) != (COSTS[-1], grid[-1]):
                yield CompareProgress(done, total, choices)
        assert best is not None  # no grid is empty
        mean, settings, scores = best
        held = int(fitted(kernel, settings, slice(None)).n_support_.sum())
        choices += (_choice(kernel, settings, scores, held, len(COSTS) * len(grid)),)
        done += 1
        yield CompareProgress(done, total, choices)


def _choice(
    kernel: str,
    settings: dict[str, float],
    scores: tuple[float, ...],
    held: int,
    tried: int,
) -> KernelChoice:
    shown = {name: value for name, value in settings.items() if name in ("C", "degree")}
    if kernel == "rbf":
        shown["gamma"] = settings["gamma"]
    return KernelChoice(
        kernel,
        tuple(shown.items()),
        scores,
        float(np.mean(scores)),
        float(np.std(scores, ddof=1) / np.sqrt(len(scores))),
        held,
        tried * len(scores) + 1,
    )


def _machine(kernel: str, settings: dict[str, float]) -> SVC:
    return SVC(kernel=kernel, **cast(dict[str, Any], settings))
