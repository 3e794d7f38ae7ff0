"""The bias at the exact optimum: free, and penalised."""

from typing import NamedTuple

import numpy as np

from pages.descent.model.film import Film
from pages.descent.model.problem import exact_optimum


class BiasOptimum(NamedTuple):
    """The bias at an exact optimum, and how many training points are wrong there."""

    b: float
    wrong: int


def bias_optima(film: Film) -> tuple[BiasOptimum, BiasOptimum] | None:
    """The optimum with a free bias and with a penalised one; None without a proof of both."""
    found = []
    among, how = film.split.train, film.descent
    for objective in ("sum", "average"):  # a convention with a free bias, one with a penalised
        best = exact_optimum(film.experiment, how.space, how.test_share, objective, how.loss)
        if best is None:
            return None
        scores = film.values(best[0][None], np.array([best[1]]), film.data.X[among])[0]
        wrong = (scores >= 0.0) != (film.data.y[among] > 0.0)
        found.append(BiasOptimum(best[1], int(wrong.sum())))
    return found[0], found[1]
