"""An SVM with probabilities of two classes, judged on the test part of a split.

The probabilities are those of `svmcore.probability`, from held-out scores of the training part.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pages.model_selection.candidate import Candidate, checked
from pages.model_selection.cross_validation import cross_validate
from pages.model_selection.holdout import Trial, trial
from pages.model_selection.splits import Split, k_fold
from svmcore.arrays import Array, Indices
from svmcore.probability import FOLDS, PlattSigmoid, cross_entropy, fit_sigmoid

BINS = 10


class Reliability(NamedTuple):
    """Points by their probability, in bins of equal width.

    counts : (bins,), points in each. predicted, observed : the mean probability and the share of
    class +1 in each, (bins,), NaN where it is empty.
    """

    counts: Indices
    predicted: Array
    observed: Array


def reliability(p: npt.ArrayLike, y: npt.ArrayLike, bins: int = BINS) -> Reliability:
    """The reliability diagram of probabilities p, (n,), for the classes y, (n,), 1 or 0.

    Source: Niculescu-Mizil and Caruana, Predicting good probabilities with supervised learning,
    ICML (2005), section 4, https://doi.org/10.1145/1102351.1102430
    """
    chance, positive = np.asarray(p, dtype=np.float64), np.asarray(y) > 0
    place = np.minimum((chance * bins).astype(np.intp), bins - 1)
    counts = np.bincount(place, minlength=bins)
    means = [np.bincount(place, one, minlength=bins) for one in (chance, positive)]
    with np.errstate(invalid="ignore"):
        predicted, observed = (total / counts for total in means)
    return Reliability(counts, predicted, observed)


def brier_score(p: Array, y: npt.ArrayLike) -> float:
    """mean of (p - y)^2, y = 1 or 0."""
    return float(((p - (np.asarray(y) > 0)) ** 2).mean())


@dataclass(frozen=True, eq=False)
class Calibration:
    """An SVM trained on the training part, and its probabilities.

    scores : (m,), of the points of the training part, each by a model of the other `folds`.
    """

    trial: Trial
    folds: int
    scores: Array
    sigmoid: PlattSigmoid

    @cached_property
    def p(self) -> Array:
        """P(y = +1 | x) of all points, (n,)."""
        return self.sigmoid(self.trial.scores)

    @property
    def guess(self) -> float:
        """The share of class 1 in the training part: what a constant probability would be."""
        return float(self.trial.y[self.trial.split.train].mean())

    def log_loss(self, *, constant: bool = False) -> float:
        """-mean of log P of the class of each test point; `constant`: of the same P for all."""
        rows = self.trial.split.test
        f, y = self.trial.scores[rows], self.trial.y[rows].astype(np.float64)
        at = np.array([self.sigmoid.A, self.sigmoid.B])
        if constant:
            at = np.array([0.0, np.log1p(-self.guess) - np.log(self.guess)])
        return cross_entropy(at, f, y) / len(rows)

    def brier(self, *, constant: bool = False) -> float:
        """mean of (P - y)^2 over the test points; `constant` as in `log_loss`."""
        rows = self.trial.split.test
        p = np.full(len(rows), self.guess) if constant else self.p[rows]
        return brier_score(p, self.trial.y[rows])

    def reliability(self, bins: int = BINS) -> Reliability:
        """The reliability diagram of the test points."""
        rows = self.trial.split.test
        return reliability(self.p[rows], self.trial.y[rows], bins)


def calibrated(
    machine: Candidate,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    split: Split,
    w: npt.ArrayLike | None = None,
    *,
    ids: tuple[int, ...] | None = None,
    seed: int = 0,
) -> Calibration:
    """Train on `split.train`; fit the sigmoid to scores of `FOLDS` folds of that part.

    X : (n, d), y : (n,), classes 0 and 1, w : (n,), weights in training. A class with fewer points
    than that has as many folds as points.

    Raises ValueError as `trial` does; if there are not two classes; and if the training part has
    one point only of a class, so that no fold can be left out.
    """
    X, y = checked(X, y)
    if int(y.max()) != 1:
        raise ValueError("Platt's method is for two classes.")
    whole = trial(machine, X, y, split, w)
    rows = split.train
    fewest = int(np.bincount(y[rows]).min())
    if fewest < 2:
        raise ValueError(
            "A class has one training point only: no fold could be left out for the probabilities."
        )
    own = None if ids is None else [ids[i] for i in rows]
    folds = k_fold(y[rows], min(FOLDS, fewest), own, seed=seed)
    weights = None if w is None else np.asarray(w)[rows]
    found = cross_validate(whole.machine, whole.X[rows], y[rows], folds, weights)
    return Calibration(whole, len(folds), found.scores, fit_sigmoid(found.scores, y[rows]))
