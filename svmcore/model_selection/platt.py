"""Platt's method: probabilities P(y = +1 | f) = 1 / (1 + exp(A f + B)) from the scores of an SVM.

A and B are those with the largest likelihood on scores of points that the SVM was not trained on,
with targets (n+ + 1) / (n+ + 2) and 1 / (n- + 2) instead of 1 and 0.

Sources: Platt, Probabilistic outputs for support vector machines (1999); Lin, Lin and Weng, A note
on Platt's probabilistic outputs for support vector machines, Machine Learning 68 (2007),
https://doi.org/10.1007/s10994-007-5018-6
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from svmcore.arrays import Array, Indices
from svmcore.model_selection.candidate import Candidate, checked
from svmcore.model_selection.cross_validation import cross_validate
from svmcore.model_selection.holdout import Trial, trial
from svmcore.model_selection.splits import Split, k_fold

FOLDS = 5  # as in LIBSVM
BINS = 10
MAX_ITER = 100
TOL = 1e-10  # of the gradient, relative to the number of points
RIDGE = 1e-12  # added to the Hessian, which is singular where all scores are equal
SHORTEST = 1e-10  # step of the line search
DECREASE = 1e-4  # of what the slope promises that a step must reach
ROUNDING = 1e-14  # relative error of the loss: near the end no step lowers it by more


@dataclass(frozen=True)
class PlattSigmoid:
    """P(y = +1 | f) = 1 / (1 + exp(A f + B)).

    loss : the cross-entropy with the smoothed targets at the end. n_iter : Newton steps.
    converged : whether the gradient is 0 but for rounding.
    """

    A: float
    B: float
    loss: float
    n_iter: int
    converged: bool

    def __call__(self, f: npt.ArrayLike) -> Array:
        """The probabilities of class +1 at the scores f, of the same shape."""
        return np.asarray(expit(-(self.A * np.asarray(f, dtype=np.float64) + self.B)))

    @property
    def middle(self) -> float:
        """The score at which P = 1/2: -B / A; infinite where no score has it."""
        return -self.B / self.A if self.A else np.inf


def smoothed_targets(y: npt.ArrayLike) -> Array:
    """(n+ + 1) / (n+ + 2) for y = 1 and 1 / (n- + 2) for y = 0, shape (n,)."""
    positive = np.asarray(y) > 0
    n = int(positive.sum())
    return np.where(positive, (n + 1.0) / (n + 2.0), 1.0 / (len(positive) - n + 2.0))


def cross_entropy(at: Array, f: Array, targets: Array) -> float:
    """-sum t log P + (1 - t) log(1 - P) at (A, B), without a cancellation or an overflow.

    Source: Lin, Lin and Weng (2007), section 3, equations (11) and (12).
    """
    z = at[0] * f + at[1]
    return float(
        np.where(z >= 0.0, targets * z, (targets - 1.0) * z).sum()
        + np.log1p(np.exp(-np.abs(z))).sum()
    )


def slopes(at: Array, f: Array, targets: Array) -> tuple[Array, Array]:
    """The gradient, (2,), and the Hessian, (2, 2), of `cross_entropy` at (A, B)."""
    p = expit(-(at[0] * f + at[1]))
    short, bend = targets - p, p * (1.0 - p)
    gradient = np.array([(f * short).sum(), short.sum()])
    mixed = (f * bend).sum()
    return gradient, np.array([[(f * f * bend).sum(), mixed], [mixed, bend.sum()]])


def fit_sigmoid(f: npt.ArrayLike, y: npt.ArrayLike) -> PlattSigmoid:
    """Fit A and B to scores f, (n,), of points of the classes y, (n,), 1 or 0.

    Newton's method with backtracking, from A = 0 and B = log((n- + 1) / (n+ + 1)), as in algorithm
    1 of Lin, Lin and Weng (2007); in units of the largest |f|.

    Raises ValueError if f is not finite or there is not one score for each class.
    """
    scores, labels = np.asarray(f, dtype=np.float64), np.asarray(y)
    if scores.ndim != 1 or scores.shape != labels.shape or not scores.size:
        raise ValueError(f"f and y must have shape (n,), got {scores.shape} and {labels.shape}")
    if not np.isfinite(scores).all():
        raise ValueError("f must be finite")
    unit = float(np.abs(scores).max()) or 1.0
    z, targets = scores / unit, smoothed_targets(labels)
    n = int((labels > 0).sum())
    at = np.array([0.0, np.log((len(labels) - n + 1.0) / (n + 1.0))])
    loss = cross_entropy(at, z, targets)
    for step in range(MAX_ITER):
        gradient, hessian = slopes(at, z, targets)
        if np.abs(gradient).max() <= TOL * len(z):
            return PlattSigmoid(float(at[0]) / unit, float(at[1]), loss, step, True)
        way = -np.linalg.solve(hessian + RIDGE * np.eye(2), gradient)
        length, promised = 1.0, float(gradient @ way)
        while length >= SHORTEST:
            there = at + length * way
            found = cross_entropy(there, z, targets)
            if found <= loss + DECREASE * length * promised + ROUNDING * abs(loss):
                at, loss = there, found
                break
            length *= 0.5
        else:
            break
    return PlattSigmoid(float(at[0]) / unit, float(at[1]), loss, step, False)


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
