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
from typing import Protocol, Self

import numpy as np

from svmcore.arrays import Array
from svmcore.losses import Hinge, Loss
from svmcore.optim.budget import out_of_time

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


REACHED = (Status.OPTIMAL, Status.STATIONARY)  # what was asked for


@dataclass(frozen=True)
class Certificate:
    """Certificate of optimality: what is proved about a model (alpha, b).

    margin_term, loss_term : |w|^2 / 2, or another penalty, and sum_i C_i loss(y_i f(x_i))
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


class CertifiedLoss(Protocol):
    """What a certificate asks of a loss; see `Loss`."""

    def __call__(self, t: Array) -> Array: ...

    def dual(self, alpha: Array, C: Array) -> Array: ...

    def moved(self, alpha: Array, t: Array, C: Array) -> Array: ...


def certify_models(
    C: Array,
    alpha: Array,
    margins: Array,
    penalty: Array,
    loss: CertifiedLoss = HINGE,
    *,
    conjugate: Array | None = None,
    linear: Array | float = 0.0,
    infeasibility: Array | float = 0.0,
    distance: Array | float = 0.0,
) -> Certificates:
    """The certificates of m models: every certificate of this library is made here.

        primal = penalty(w) + linear + sum_i C_i loss(t_i),
        dual = sum_i -(C_i loss)*(-alpha_i) - penalty*(sum_i alpha_i y_i phi(x_i))

    C : (n,), > 0, infinite where no loss is allowed, or (m, n), finite, of each model, where a 0
    leaves a point out. alpha : (m, n), the multipliers. margins :
    (m, n), the t_i of the models. penalty : (m,), of w, 1/2 |w|^2 as a rule. conjugate : (m,), that
    of alpha if it is another number: 1/2 |w|^2 of the w that alpha has; 0 for |w|_1, where alpha is
    feasible. linear : what the primal has beside penalty and losses. infeasibility : by how much
    alpha misses the constraints of the dual. distance : by how much two parts of the model
    contradict each other. The violation is the largest of these two and of the distances between
    alpha_i and the point to which a projected gradient step of the dual moves it (`Loss.moved`),

        |alpha_i - clip(alpha_i + dual_slope_i - t_i, 0, ceiling_i)|.

    Where C is infinite the primal value is finite only if the margin is at least 1. Against
    rounding errors, (w, b) is first divided by the smallest of these margins (where other C are
    finite, only if it is below 1); with such a point on the wrong side the value is infinite.
    """
    hard = np.isinf(C)
    if not hard.any():
        of_points = loss(margins)
        losses = of_points @ C if C.ndim == 1 else (of_points * C).sum(axis=1)
        margin_term = penalty
    else:
        smallest = margins[:, hard].min(axis=1)
        if not hard.all():
            smallest = np.minimum(smallest, 1.0)
        right = smallest > 0.0
        longer = np.divide(1.0, smallest, out=np.ones_like(smallest), where=right)
        # divided twice: the square of a small margin may be no number
        with np.errstate(over="ignore"):
            margin_term = np.where(right, (penalty * longer) * longer, np.inf)
        scaled = margins * longer[:, None]
        losses = loss(scaled)[:, ~hard] @ C[~hard]
    dual = loss.dual(alpha, C).sum(axis=1) - (penalty if conjugate is None else conjugate)
    violation = np.abs(loss.moved(alpha, margins, C) - alpha).max(axis=1)
    for error in (infeasibility, distance):
        violation = np.maximum(violation, error)
    missed = np.zeros_like(violation) + infeasibility
    return Certificates(margin_term, losses + linear, dual, violation, missed)


def certify(
    K: Array, y: Array, C: Array, alpha: Array, intercept: float, loss: Loss = HINGE
) -> Certificate:
    """The certificate of the model f = sum_i alpha_i y_i K(x_i, .) + intercept.

    K : (n, n), the Gram matrix. y : (n,), -1 or +1. C : (n,), > 0, infinite where no loss is
    allowed, all of them for the hard margin. alpha : (n,), the multipliers, >= 0. loss : the hinge
    by default. See `certify_models`; the constraint of the dual is y'alpha = 0.
    """
    scores = K @ (alpha * y)
    penalty, missed = 0.5 * (alpha * y) @ scores, abs(y @ alpha)
    margins = (y * (scores + intercept))[None]
    return certify_models(
        C, alpha[None], margins, np.array([penalty]), loss, infeasibility=np.array([missed])
    )[0]


def status_of(
    certificate: Certificate,
    tol: float,
    *,
    convex: bool = True,
    largest: float = 1.0,
    rounding: float = 0.0,
    budget_used: bool = False,
) -> Status:
    """How training ended, by its certificate alone.

    tol : of the relative gap, and of the infeasibility in units of `largest`, the largest
    multiplier; of the violation where the problem is not convex. rounding : what rounding errors
    make of an optimum of 0, which has no relative gap. budget_used : whether no steps were left.
    """
    tiny = float(np.finfo(float).tiny)
    off = max(certificate.relative_gap, certificate.infeasibility / max(largest, tiny))
    is_zero = max(abs(certificate.primal), abs(certificate.dual)) <= rounding
    proved = off <= tol and not certificate.contradicts_itself(tol)
    if convex and (proved or (is_zero and certificate.violation <= tol)):
        return Status.OPTIMAL
    if not convex and certificate.violation <= tol:
        return Status.STATIONARY
    if out_of_time():
        return Status.TIMEOUT
    return Status.MAX_ITER if budget_used else Status.STALLED


def in_place_of_infinite(C: Array) -> Array:
    """C with 1 + the sum of all that are finite for those that are infinite.

    This is an exact penalty: to violate one such margin costs more than all others may save, so the
    best b is the same.
    """
    hard = np.isinf(C)
    return np.where(hard, 1.0 + float(C[~hard].sum()), C) if hard.any() else C
