"""nu-SVC, the one-class SVM and the sphere before any scaling: solution and kinds of points."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array, Bools
from svmcore.engine import (
    FeatureSpace,
    Space,
    data_description,
    nu_classification,
    one_class,
    train,
)
from svmcore.problems.certificate import Certificate, Status

MODES = ("nu_svc", "one_class", "sphere")
BOUND_TOL = 1e-8  # of the largest a: nearer to 0 or to it, a is there
EDGE_TOL = 1e-7  # of the largest |f| before any division: nearer to its edge, a point is on it
POINT = 1e-12  # R^2 over the largest square distance, where the sphere is a point
TOUCHING = 1e-13  # |w|^2 over the size of its terms, where it is a rounding error
BUDGET = 200_000  # iterations: only kernels that are not positive semi-definite need many


class NuSolution(NamedTuple):
    """A model before any division: f = sum_i a_i s_i K(x_i, .) + b, 0 <= a_i <= 1, sum a = nu n.

    s = y and the edge is y f = rho for the nu-machine; s = 1, b = -rho and the edge is f = 0 for
    one class. `real` is False where w = 0.

    The sphere has rho = R^2, and f(x) = b - sum_i a_i |phi(x) - phi(x_i)|^2 / (nu n), which is
    R^2 - |phi(x) - c|^2: b is R^2 and the mean square distance from c with the weights a.
    """

    a: Array
    b: float
    rho: float
    support: Bools
    bound: Bools
    outside: Bools
    real: bool
    certificate: Certificate
    status: Status


def solved(space: Space, y: Array, mode: str, nu: float) -> NuSolution:
    """The model on the points of `space` with the labels y, shape (n,), which one class ignores.

        min 1/2 |w|^2 - nu rho n + sum_i max(0, rho - s_i f(x_i))

    over w, b and rho; nu must be possible, in (0, 2 min(n+, n-) / n] for the nu-machine. The mode
    "sphere" is `sphere_of`. Sources: see `nu_classification` and `one_class`.
    """
    if mode == "sphere":
        return sphere_of(space, nu)
    n, single = len(y), mode == "one_class"
    C = np.ones(n)
    task = one_class(nu, C) if single else nu_classification(y, nu, C)
    answer = train(space, task, max_iter=BUDGET)
    if single:
        rho, b = -float(answer.v[0]), float(answer.v[0])
        reached = answer.scores
    else:
        rho, b = -0.5 * float(answer.v.sum()), 0.5 * float(answer.v[0] - answer.v[1])
        reached = y * (answer.scores + b)
    largest = float(np.abs(reached).max())
    slight = max(EDGE_TOL * largest, 2.0 * answer.certificate.violation)
    # w and rho are real if they are more than what rounding leaves of 0
    square = abs(float(task.coef(answer.alpha) @ answer.scores))
    least = TOUCHING * (nu * n) ** 2 * float(np.abs(space.diagonal).max())
    return NuSolution(
        answer.alpha,
        b,
        rho,
        support=kept(answer.alpha > BOUND_TOL),
        bound=kept(answer.alpha >= 1.0 - BOUND_TOL),
        outside=kept(reached < rho - slight),
        real=rho > 0.0 and square > least,
        certificate=answer.certificate,
        status=answer.status,
    )


def sphere_of(space: Space, nu: float) -> NuSolution:
    """The smallest sphere around all points but about a share nu: see `data_description`.

    It moves with the points, so those with coordinates are taken around their mean.
    """
    if isinstance(space, FeatureSpace):
        space = replace(space, phi=space.phi - space.phi.mean(0), shown=None)
    n = len(space)
    total, squares = nu * n, space.diagonal
    answer = train(space, data_description(squares, nu, np.ones(n)), max_iter=BUDGET)
    centre = float(answer.alpha @ answer.scores) / total**2  # |c|^2
    distance = squares - 2.0 * answer.scores / total + centre
    R = 2.0 * float(answer.v[0]) / total + centre  # R^2
    largest = float(np.abs(distance).max())
    slight = max(EDGE_TOL * largest, 4.0 * answer.certificate.violation / total)
    return NuSolution(
        answer.alpha,
        R + float(answer.alpha @ distance) / total,
        R,
        support=kept(answer.alpha > BOUND_TOL),
        bound=kept(answer.alpha >= 1.0 - BOUND_TOL),
        outside=kept(distance > R + slight),
        real=POINT * float(np.abs(squares).max()) < R,
        certificate=answer.certificate,
        status=answer.status,
    )


def kept(flags: Bools) -> Bools:
    """The flags, made read-only."""
    flags.setflags(write=False)
    return flags
