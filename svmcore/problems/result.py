"""The result of training: a model and its certificate."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from svmcore.arrays import Array
from svmcore.problems.certificate import Certificate, Status, status_of


@dataclass(frozen=True, eq=False, kw_only=True)
class Result:
    """A model f = sum_i coef_i K(x_i, .) + intercept, its certificate, and how training ended.

    coef : (n,), or (n, k) with a column for each of k classes. intercept : a number, or (k,)
    certificate, status, n_iter : what is proved, why training ended, and its iterations
    w : (r,), sum_i coef_i phi(x_i) where phi was written down; intercept belongs to it to the last
        digit. Where C is large it is nearer to the optimum than what coef makes of it
    alpha, v : the multipliers of the points, (n,) or several for each, and of the constraints, (k,)
    scores : (n,), <w, phi(x_i)> at the points of training, as the certificate saw them
    """

    coef: Array
    intercept: Any
    certificate: Certificate
    status: Status
    n_iter: int
    w: Array | None = None
    alpha: Array
    v: Array
    scores: Array


def result_with_status(
    certificate: Certificate,
    tol: float,
    n_iter: int,
    max_iter: int,
    *,
    coef: Array,
    intercept: Any,
    alpha: Array,
    scores: Array,
    v: Array | None = None,
    w: Array | None = None,
    rounding: float = 0.0,
    convex: bool = True,
) -> Result:
    """The result with the status that its certificate gives it: see `status_of`.

    v : the intercept by default
    """
    status = status_of(
        certificate,
        tol,
        convex=convex,
        largest=float(np.abs(coef).max(initial=0.0)),
        rounding=rounding,
        budget_used=n_iter >= max_iter,
    )
    return Result(
        coef=coef,
        intercept=intercept,
        certificate=certificate,
        status=status,
        n_iter=n_iter,
        w=w,
        alpha=alpha,
        v=np.atleast_1d(intercept) if v is None else v,
        scores=scores,
    )
