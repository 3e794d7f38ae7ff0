"""Probabilities from the scores of SVMs: Platt's sigmoid for two classes, coupling for several.

    from svmcore.probability import couple, fit_sigmoid
    p = fit_sigmoid(f, y)(f)

P(y = +1 | f) = 1 / (1 + exp(A f + B)): A and B have the largest likelihood, with the targets
(n+ + 1) / (n+ + 2) and 1 / (n- + 2) instead of 1 and 0. f must be scores of models that were not
trained on the point: `fit_sigmoid` does not see to that; `predict_proba` of `svmcore.SVC` does.

Sources: Platt, Probabilistic outputs for support vector machines (1999); Lin, Lin and Weng, A note
on Platt's probabilistic outputs for support vector machines, Machine Learning 68 (2007),
https://doi.org/10.1007/s10994-007-5018-6; Wu, Lin and Weng, Probability estimates for multi-class
classification by pairwise coupling, JMLR 5 (2004), https://www.jmlr.org/papers/v5/wu04a.html
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from svmcore.arrays import Array

__all__ = ["PlattSigmoid", "couple", "fit_sigmoid", "sigmoid", "smoothed_targets"]

FOLDS = 5  # as in LIBSVM
MAX_ITER = 100
TOL = 1e-10  # of the gradient, relative to the number of points
RIDGE = 1e-12  # added to the Hessian, which is singular where all scores are equal
SHORTEST = 1e-10  # step of the line search
DECREASE = 1e-4  # of what the slope promises that a step must reach
ROUNDING = 1e-14  # relative error of the loss: near the end no step lowers it by more
LEAST = 1e-7  # of a pair's probabilities, as in LIBSVM: p and its logarithm stay finite
BLOCK_ENTRIES = 1_000_000  # of the matrices that are solved at a time


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


def cross_entropy(AB: Array, f: Array, targets: Array) -> float:
    """-sum t log P + (1 - t) log(1 - P) at (A, B), without a cancellation or an overflow.

    f, targets : (n,), the scores and t.

    Source: Lin, Lin and Weng (2007), section 3, equations (11) and (12).
    """
    z = AB[0] * f + AB[1]
    return float(
        np.where(z >= 0.0, targets * z, (targets - 1.0) * z).sum()
        + np.log1p(np.exp(-np.abs(z))).sum()
    )


def slopes(AB: Array, f: Array, targets: Array) -> tuple[Array, Array]:
    """The gradient, (2,), and the Hessian, (2, 2), of `cross_entropy` at (A, B).

    f, targets : as there.
    """
    p = sigmoid(f, AB[0], AB[1])
    residual, curvature = targets - p, p * (1.0 - p)
    gradient = np.array([(f * residual).sum(), residual.sum()])
    mixed = (f * curvature).sum()
    return gradient, np.array([[(f * f * curvature).sum(), mixed], [mixed, curvature.sum()]])


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
    AB = np.array([0.0, np.log((len(labels) - n + 1.0) / (n + 1.0))])
    loss = cross_entropy(AB, z, targets)
    for step in range(MAX_ITER):
        gradient, hessian = slopes(AB, z, targets)
        if np.abs(gradient).max() <= TOL * len(z):
            return PlattSigmoid(float(AB[0]) / unit, float(AB[1]), loss, step, True)
        direction = -np.linalg.solve(hessian + RIDGE * np.eye(2), gradient)
        length, promised = 1.0, float(gradient @ direction)
        while length >= SHORTEST:
            trial = AB + length * direction
            trial_loss = cross_entropy(trial, z, targets)
            if trial_loss <= loss + DECREASE * length * promised + ROUNDING * abs(loss):
                AB, loss = trial, trial_loss
                break
            length *= 0.5
        else:
            break
    return PlattSigmoid(float(AB[0]) / unit, float(AB[1]), loss, step, False)


def couple(pairs: Array, k: int) -> Array:
    """The probabilities of k >= 2 classes, (m, k), each > 0, from those of every two; sum 1.

        min over p of sum over i < j of (r_ji p_i - r_ij p_j)^2   with   sum_i p_i = 1,

    where r_ij = 1 - r_ji is the probability of class i where it is either i or j.

    pairs : (m, k (k - 1) / 2), r_ij for i < j in the order (0, 1), (0, 2), .. (1, 2), ..; held
    within LEAST and 1 - LEAST. The minimum solves Q p = b e, e'p = 1 with Q_ii = sum_j r_ji^2 and
    Q_ij = -r_ij r_ji, a linear system; LIBSVM iterates until Q p is within 0.005 / k of b e.

    Source: Wu, Lin and Weng (2004), section 4, "the second approach".
    """
    r = np.clip(pairs, LEAST, 1.0 - LEAST)
    if k == 2:
        return np.concatenate([r, 1.0 - r], axis=1)
    step = max(1, BLOCK_ENTRIES // (k + 1) ** 2)
    parts = [_solved(r[start : start + step], k) for start in range(0, max(1, len(r)), step)]
    return np.concatenate(parts)


def _solved(r: Array, k: int) -> Array:
    first, second = np.triu_indices(k, 1)
    R = np.zeros((len(r), k, k))
    R[:, first, second] = r
    R[:, second, first] = 1.0 - r
    system = np.ones((len(r), k + 1, k + 1))
    system[:, k, k] = 0.0
    system[:, :k, :k] = -R * R.transpose(0, 2, 1)
    system[:, range(k), range(k)] = np.square(R).sum(1)
    last = np.broadcast_to(np.eye(k + 1)[:, k:], (len(r), k + 1, 1))  # NumPy 1 needs a stack
    return np.asarray(np.linalg.solve(system, last)[:, :k, 0])
