"""The cost with |w| in place of its square, and which constant gives it the same minimiser."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pages.descent.model.film import Film
from pages.descent.model.problem import exact_optimum
from svmcore.arrays import Array
from svmcore.sgd.one_point import Bias, Block, Cost, Keeper, Models
from svmcore.sgd.parametrization import Parametrization
from svmcore.sgd.update_rules import negative_slopes

NOTHING = 1e-9  # a |w| that is 0 but for rounding


def C_of_plain_norm(C: float, length: float, n: int) -> float:
    """The C of |w| + C/n sum loss, its norm not squared, with the minimiser of 1/2 |w|^2 + C sum.

    length : |w| > 0 of that minimiser. Where w is not 0, the gradient of |w| is w/|w|, that of
    1/2 |w|^2 divided by |w|: both costs are stationary in the same (w, b) if C/n = C'/|w| for the
    C' of the squared one. So the factor depends on the solution, and this way of writing is no
    `Convention`. |w| is convex too, but has no gradient at w = 0.
    """
    return n * C / length


class PlainNorm(NamedTuple):
    """|w| at the exact optimum with a free bias, and the C of |w| + C/N sum loss with the same.

    best : that optimum, (v, b)
    """

    length: float
    C: float
    best: tuple[Array, float]


def plain_norm(film: Film) -> PlainNorm | None:
    """None without a proof of the optimum, and where w = 0."""
    how = film.descent
    best = exact_optimum(film.experiment, how.space, how.test_share, "sum", how.loss)
    if best is None:
        return None
    length = float(np.sqrt(film.parametrization.square(best[0][None])[0]))
    if length <= NOTHING:
        return None
    C = C_of_plain_norm(film.experiment.C, length, len(film.split.train))
    return PlainNorm(length, C, best)


@dataclass(frozen=True)
class DescendNorm:
    """Subgradient step for J = |w| + kappa/n sum omega loss(y f), whose norm is not squared.

    w <- w - eta (w/|w| + kappa mean of omega loss'(y f) y phi(x)) over the batch; b moves by the
    second term. At w = 0 the subgradient 0 of |w| is taken. |w| is convex, but not strongly, so no
    rate 1 / (rho t) belongs to it. `objective` must have rho = 0 and the bias outside, or run
    raises ValueError: the norm is the only penalty.
    """

    def run(
        self, data: Parametrization, objective: Cost, block: Block, v: Array, b: Bias
    ) -> Models:
        if objective.rho != 0.0 or objective.bias_inside:
            raise ValueError("the norm must be the only penalty: rho = 0 and the bias outside")
        v, keeper = v.copy(), Keeper(block.stops, v, b)
        for rows, rate in zip(block.rows, block.rates.tolist(), strict=True):
            batch = np.atleast_1d(rows)
            pull = negative_slopes(data, objective, batch, data.scores(v, batch) + b)
            length = math.sqrt(max(0.0, float(data.square(v[None])[0])))
            if length > 0.0:
                v *= 1.0 - rate / length
            data.push(v, batch, rate * pull)
            b = b + rate * pull.sum(axis=0)
            keeper.next(v, b)
        return keeper.V, keeper.B
