"""What training returns."""

from __future__ import annotations

from dataclasses import dataclass

from svmcore.arrays import Array
from svmcore.problems.certificate import Certificate, Status


@dataclass(frozen=True, eq=False)
class Answer:
    """The variable a, shape (n,), and the multipliers v, shape (k,), of a `Task`, with the proof.

    scores : <w, phi(x_i)> at the training points, shape (N,), as the certificate saw them.
    """

    a: Array
    v: Array
    scores: Array
    certificate: Certificate
    status: Status
    n_iter: int
