"""The cost with |w| in place of its square, and which constant gives it the same minimiser."""

from typing import NamedTuple

import numpy as np

from pages.descent.model.film import Film
from pages.descent.model.problem import exact_optimum
from svmcore.arrays import Array

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
