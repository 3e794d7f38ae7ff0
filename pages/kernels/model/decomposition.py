"""f(x) taken apart: what each support vector says of a point, and what is like a point."""

import math
from dataclasses import dataclass

import numpy as np

from pages.datasets.limits import Extent
from pages.state.board.experiment import Experiment
from pages.state.model.grid import DecisionGrid, decision_grid
from pages.state.model.run import Run, data_of
from svmcore.arrays import Array, Indices, read_only
from svmcore.model import Model


@dataclass(frozen=True, eq=False, kw_only=True)
class Decomposition:
    """f(x) = sum_i alpha_i y_i K(x_i, x) + b, term by term, for all points with a weight.

    The terms are sorted by size, the largest first: `points` are their numbers on the board,
    `y`, `alpha` and `similarity` = K(x_i, x) their factors, `terms` the products; (m,) each.
    `total` is their sum, rounded once, and `value` = total + b is f(x).
    """

    points: Indices
    y: Array
    alpha: Array
    similarity: Array
    terms: Array
    total: float
    b: float
    value: float


def decompose(run: Run, x: tuple[float, float]) -> Decomposition | None:
    """f at a point of the plane, taken apart; None without a model.

    An unfinished model in the primal may have alpha below 0: its terms are listed as they are.
    """
    model = run.model
    if model is None:
        return None
    held = np.flatnonzero(model.coef)
    place = np.array([x], dtype=float)
    similarity = np.asarray(model.kernel(model.X[held], place)[:, 0])
    terms = model.coef[held] * similarity
    order = np.argsort(-np.abs(terms), kind="stable")
    held = held[order]
    total = math.fsum(terms)
    return Decomposition(
        points=held,
        y=run.data.y[held],
        alpha=run.alpha[held],
        similarity=read_only(similarity[order]),
        terms=read_only(terms[order]),
        total=total,
        b=float(model.intercept),
        value=total + float(model.intercept),
    )


def similarity_field(experiment: Experiment, i: int, extent: Extent) -> DecisionGrid:
    """K(x_i, .) over `extent`: how alike each place is to point i, in the order of the board."""
    X = data_of(experiment).X
    return decision_grid(Model(experiment.build_kernel(), X[i : i + 1], np.ones(1), 0.0), extent)
