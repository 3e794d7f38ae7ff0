"""Platt's method: P(y = +1 | f) = 1 / (1 + exp(A f + B)) from the score f of an SVM.

A and B are those with the largest likelihood on scores of points that the SVM was not trained on,
with targets (n+ + 1) / (n+ + 2) and 1 / (n- + 2) instead of 1 and 0.

Sources: Platt, Probabilistic outputs for support vector machines (1999); Lin, Lin and Weng, A note
on Platt's probabilistic outputs for support vector machines, Machine Learning 68 (2007),
https://doi.org/10.1007/s10994-007-5018-6
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from svmcore.arrays import Array

FOLDS = 5  # as in LIBSVM
MAX_ITER = 100
TOL = 1e-10  # of the gradient, relative to the number of points
RIDGE = 1e-12  # added to the Hessian, which is singular where all scores are equal
SHORTEST = 1e-10  # step of the line search
DECREASE = 1e-4  # of what the slope promises that a step must reach
ROUNDING = 1e-14  # relative error of the loss: near the end no step lowers it by more


def sigmoid(f: npt.ArrayLike, A: float, B: float) -> Array:
    """1 / (1 + exp(A f + B)), of the shape of f, without an overflow."""
    return np.asarray(expit(-(A * np.asarray(f, dtype=np.float64) + B)))


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
        return sigmoid(f, self.A, self.B)

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

    f, targets : (n,), the scores and t.

    Source: Lin, Lin and Weng (2007), section 3, equations (11) and (12).
    """
    z = at[0] * f + at[1]
    return float(
        np.where(z >= 0.0, targets * z, (targets - 1.0) * z).sum()
        + np.log1p(np.exp(-np.abs(z))).sum()
    )


def slopes(at: Array, f: Array, targets: Array) -> tuple[Array, Array]:
    """The gradient, (2,), and the Hessian, (2, 2), of `cross_entropy` at (A, B).

    f, targets : as there.
    """
    p = sigmoid(f, at[0], at[1])
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
