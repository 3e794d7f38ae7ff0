"""Accuracy, precision and recall on the test points, at every moment of a film."""

from typing import NamedTuple

import numpy as np

from pages.descent.model.film import Film
from svmcore.arrays import Array


class PartScores(NamedTuple):
    """Shares of test points, (M,): right ones; right among those predicted +1; found of the +1."""

    accuracy: Array
    precision: Array
    recall: Array


def part_scores(film: Film) -> PartScores | None:
    """The metrics of class +1 on the test points, one a moment; None without test points.

    A quotient without a denominator counts as 0; f = 0 is class +1.

    Source: Fawcett, An introduction to ROC analysis (2006),
    https://doi.org/10.1016/j.patrec.2005.10.010
    """
    test = film.split.test
    if not len(test):
        return None
    called, positive = film.scores[:, test] >= 0.0, film.data.y[test] > 0.0
    hits = (called & positive).sum(axis=1)
    return PartScores(
        (called == positive).mean(axis=1),
        hits / np.maximum(called.sum(axis=1), 1),
        hits / max(int(positive.sum()), 1),
    )
