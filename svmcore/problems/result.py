"""The result of training: a model and its certificate."""

from dataclasses import dataclass
from typing import Any

from svmcore.arrays import Array
from svmcore.problems.certificate import Certificate, Status


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
