"""Certificates of optimality: primal and dual value, gap and KKT violation, from a point alone.

Whatever a solver believes about itself does not count. From multipliers alpha and an intercept b
the value of the primal, the value of the dual and the worst violation of the optimality (KKT)
conditions follow by formula; weak duality makes primal - dual an upper bound on the error.

Source: Boyd and Vandenberghe, Convex optimization (2004), section 5.5,
https://web.stanford.edu/~boyd/cvxbook
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self

import numpy as np

from svmcore.arrays import Array
from svmcore.losses import Hinge, Loss

HINGE = Hinge()
ROUNDING = 1e-9  # of |dual|: what rounding errors may take from |w|^2 and from the gap


class Status(Enum):
    """Status of a training run: how it ended."""

    OPTIMAL = "optimal"
    STATIONARY = "stationary"  # optimality conditions hold, but the problem is not convex
    MAX_ITER = "budget used up"
    STALLED = "no further progress"
    DIVERGED = "diverged"
    TIMEOUT = "out of time"


@dataclass(frozen=True)
class Certificate:
    """Certificate of optimality: what is proved about a model (alpha, b).

    margin_term, loss_term : |w|^2 / 2 and sum_i C_i loss(y_i f(x_i)); primal is their sum
    dual : the value of the dual, a lower bound of the optimum where infeasibility is 0
    violation : of the KKT conditions, at worst; 0 only at the optimum of a convex problem
    infeasibility : |y'alpha|, by how much the constraint of the dual is missed
    """

    margin_term: float
    loss_term: float
    dual: float
    violation: float
    infeasibility: float

    @property
    def primal(self) -> float:
        """The value of the primal: |w|^2 / 2 + sum C loss."""
        return self.margin_term + self.loss_term

    @property
    def gap(self) -> float:
        """primal - dual: no model is better than this one by more."""
        return self.primal - self.dual

    @property
    def relative_gap(self) -> float:
        """gap / |dual|: how many digits are certain."""
        return self.gap / max(abs(self.dual), float(np.finfo(float).tiny))

    def contradicts_itself(self, tol: float) -> bool:
        """Whether |w|^2 is negative, or primal < dual, by more than `tol` |dual| or rounding.

        No point of a convex problem has such values: the kernel is not positive semi-definite,
        though it claims to be, or rounding errors have taken the digits. nan contradicts itself.
        """
        least = -max(tol, ROUNDING) * abs(self.dual)
        return not (self.margin_term >= least and self.gap >= least)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """That of several problems as one: values added up, errors those of the worst."""
        return cls(
            margin_term=sum(part.margin_term for part in parts),
            loss_term=sum(part.loss_term for part in parts),
            dual=sum(part.dual for part in parts),
            violation=max(part.violation for part in parts),
            infeasibility=max(part.infeasibility for part in parts),
        )


@dataclass(frozen=True, eq=False)
class Certificates:
    """The certificates of many points at once: every field has shape (m,)."""

    margin_term: Array
    loss_term: Array
    dual: Array
    violation: Array
    infeasibility: Array

    def __getitem__(self, k: int) -> Certificate:
        row = (self.margin_term, self.loss_term, self.dual, self.violation, self.infeasibility)
        return Certificate(*(float(column[k]) for column in row))


def certify(
    K: Array, y: Array, C: Array, alpha: Array, intercept: float, loss: Loss = HINGE
) -> Certificate:
    """The certificate of the model f = sum_i alpha_i y_i K(x_i, .) + intercept.

    K : (n, n), the Gram matrix. y : (n,), -1 or +1. C : (n,), > 0, infinite where no loss is
    allowed, all of them for the hard margin. alpha : (n,), the multipliers, >= 0. loss : the hinge
    by default. The violation is the larger of |y'alpha| and of the distances between alpha_i and
    the point to which a projected gradient step of the dual moves it,

        |alpha_i - clip(alpha_i + dual_slope_i - y_i f(x_i), 0, ceiling_i)|.

    Where C is infinite the primal value is finite only if the margin is at least 1. Against
    rounding errors, (w, b) is first divided by the smallest of these margins (where other C are
    finite, only if it is below 1); with such a point on the wrong side the value is infinite.
    """
    scores = (K @ (alpha * y))[None]
    return judge(y, C, alpha[None], scores, np.array([intercept]), loss)[0]


def judge(
    y: Array,
    C: Array,
    alpha: Array,
    scores: Array,
    intercept: Array,
    loss: Loss = HINGE,
    *,
    bias_inside: bool = False,
) -> Certificates:
    """`certify` for m points at once, where scores = K (alpha y) are known already.

    alpha and scores have shape (m, n), intercept (m,). With `bias_inside` the intercept is a
    weight like the others: 1/2 b^2 joins the primal and -1/2 (y'alpha)^2 the dual, which any
    alpha in the box makes a bound; the optimum has b = y'alpha instead of y'alpha = 0.
    """
    square = np.einsum("ij,ij->i", alpha * y, scores)
    balance = alpha @ y
    margins = y * (scores + intercept[:, None])
    hard = np.isinf(C)
    if not hard.any():
        margin_term, loss_term = 0.5 * square, loss(margins) @ C
    elif hard.all():
        margin_term = _hard_value(alpha * y, scores, margins.min(axis=1))
        loss_term = np.zeros(len(square))
    else:
        smallest = np.minimum(margins[:, hard].min(axis=1), 1.0)
        margin_term = _hard_value(alpha * y, scores, smallest)
        # infinite where a hard margin is on the wrong side, as is the margin term
        longer = np.divide(1.0, smallest, out=np.ones_like(smallest), where=smallest > 0.0)
        loss_term = loss(margins[:, ~hard] * longer[:, None]) @ C[~hard]
    dual = loss.dual(alpha, C).sum(axis=1) - 0.5 * square
    moved = alpha + loss.dual_slope(alpha, C) - margins
    moved = np.minimum(np.maximum(moved, 0.0), loss.ceiling(C))  # np.clip costs three times more
    violation = np.abs(moved - alpha).max(axis=1)
    if bias_inside:
        margin_term = margin_term + 0.5 * intercept**2
        dual = dual - 0.5 * balance**2
        violation = np.maximum(violation, np.abs(intercept - balance))
        return Certificates(margin_term, loss_term, dual, violation, np.zeros(len(square)))
    infeasibility = np.abs(balance)
    violation = np.maximum(violation, infeasibility)
    return Certificates(margin_term, loss_term, dual, violation, infeasibility)


def _hard_value(coef: Array, scores: Array, smallest: Array) -> Array:
    """1/2 |w|^2 after (w, b) was divided by its smallest margin; infinite where that is not > 0.

    |w|^2 = coef'scores may be smaller than any number while the quotient is not: each factor is
    measured in units of its own, and nothing is squared before it is divided.
    """
    in_coef, in_scores = _unit(coef), _unit(scores)
    square = np.einsum("ij,ij->i", coef / in_coef[:, None], scores / in_scores[:, None])
    norm = np.sqrt(np.maximum(square, 0.0)) * np.sqrt(in_coef) * np.sqrt(in_scores)
    # a value that is too large for a number is infinite, which is no better than the truth
    with np.errstate(over="ignore"):
        scaled = np.divide(norm, smallest, out=np.full_like(norm, np.inf), where=smallest > 0.0)
        return np.asarray(0.5 * scaled**2)


def in_place_of_infinite(C: Array) -> Array:
    """C with 1 + the sum of all that are finite for those that are infinite.

    This is an exact penalty: to violate one such margin costs more than all others may save, so the
    best b is the same.
    """
    hard = np.isinf(C)
    return np.where(hard, 1.0 + float(C[~hard].sum()), C) if hard.any() else C


def _unit(rows: Array) -> Array:
    largest = np.abs(rows).max(axis=1)
    return np.where(largest > 0.0, largest, 1.0)
