"""Training of the single models that the estimators are made of."""

import warnings
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import LinAlgError
from sklearn.exceptions import ConvergenceWarning

from svmcore.arrays import Array
from svmcore.engine import FeatureSpace, Result, Space, Task, nu_classification, regression, train
from svmcore.engine import hard_margin as engine_hard_margin
from svmcore.estimators.parameters import MAX_C, MIN_C
from svmcore.problems.certificate import REACHED, Certificate, Status

UNLIMITED = 10**7
ZERO_DISTANCE = 1e-13  # square distance of two hulls, over the size of K, that is a rounding error
TINY = 1e-300
HARD_POWERS = (1e2, 1e5, 1e8, 1e11)  # C of the soft tubes that may be the hard one
BELOW = 1.0 - 1e-6  # of C: what counts as below it
NU_TOL = 1e-12  # relative excess of nu that is a rounding error


class Options(NamedTuple):
    """How to train: see the estimators' parameters of the same names."""

    tol: float
    max_iter: int
    solver: str


class Part(NamedTuple):
    """One machine: f = sum_i coef_i K(x_i, .) + intercept, its proof, and how it was reached.

    w is sum_i coef_i phi(x_i) where phi was written down: intercept belongs to it.
    """

    coef: Array
    intercept: float
    certificate: Certificate
    status: Status
    n_iter: int
    w: Array | None = None


def options(estimator: Any) -> Options:
    """The training options of an estimator."""
    budget = UNLIMITED if estimator.max_iter == -1 else int(estimator.max_iter)
    return Options(float(estimator.tol), budget, getattr(estimator, "solver", "auto"))


def trained(space: Space, task: Task, how: Options) -> Result:
    """`train`, with a singular system reported as a ValueError about X."""
    try:
        return train(space, task, **how._asdict())
    except LinAlgError:
        raise ValueError("X is too large, or too uneven, for a kernel of this degree") from None


def model_of(space: Space, task: Task, how: Options) -> Part:
    """The model of a task with one multiplier, the bias b."""
    answer = trained(space, task, how)
    return part_of(task.coef(answer.alpha), float(answer.v[0]), answer)


def hard_margin(space: Space, y: Array, how: Options) -> Part:
    """Hard margin, min 1/2 |w|^2 with y_i f(x_i) >= 1: see `svmcore.engine.hard_margin`.

    Raises ValueError if the kernel is not positive semi-definite or the classes are not separable.
    """
    if not space.psd:
        raise ValueError("C=inf needs a positive semi-definite kernel, got one that is not")
    found, answer = engine_hard_margin(space, y, tol=how.tol)
    if answer is None:
        raise ValueError(f"C=inf needs separable classes, these are {found.verdict.value}")
    return part_of(y * answer.alpha, float(answer.v[0]), answer)


def highest_nu(y: Array, w: Array) -> float:
    """Twice the share of the class with less weight: a model exists for nu up to this."""
    return 2.0 * min(float(w[y > 0.0].sum()), float(w[y < 0.0].sum())) / float(w.sum())


def nu_margin(space: Space, y: Array, nu: float, w: Array, how: Options) -> Part:
    """The soft margin in which nu bounds the share of points inside it; w are the weights.

    Where classes overlap so much that such a margin has no width, rho = 0, there is nothing to
    divide by: the model is left as it is, and the status says so.

    Raises ValueError if a class has too little weight for nu.
    """
    half, highest = 0.5 * nu * float(w.sum()), highest_nu(y, w)
    if nu > highest * (1.0 + NU_TOL):
        raise ValueError(
            f"specified nu is infeasible: nu must be <= {highest:.6g} for these classes, got {nu:g}"
        )
    task = nu_classification(y, nu, w)
    answer = trained(space, task, how)
    rho, b = -0.5 * float(answer.v.sum()), 0.5 * float(answer.v[0] - answer.v[1])
    coef = task.coef(answer.alpha)
    square = float(coef @ answer.scores) if answer.w is None else float(answer.w @ answer.w)
    if rho > 0.0 and abs(square) > ZERO_DISTANCE * half**2 * _size(space):
        part = part_of(coef / rho, b / rho, answer)
        return part._replace(w=None if answer.w is None else answer.w / rho)
    return part_of(coef, b, answer)._replace(status=Status.DIVERGED)


def _size(space: Space) -> float:
    """The largest |phi(x_i)|^2, from the points' mean where phi is known: a shift costs nothing."""
    if isinstance(space, FeatureSpace):
        return float(np.square(space.phi - space.phi.mean(0)).sum(1).max())
    return float(np.abs(space.diagonal).max())


def tube(space: Space, z: Array, C: Array, epsilon: float, how: Options) -> Part:
    """min 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon)."""
    task = regression(z, C, epsilon)
    if np.ptp(z) <= 2.0 * epsilon:  # a flat tube holds everything, at no cost
        middle, zero = 0.5 * (z.max() + z.min()), np.zeros(len(z))
        certificate = task.certify(np.tile(zero, 2), zero, np.array([middle]))
        return Part(zero, float(middle), certificate, Status.OPTIMAL, 1)
    return model_of(space, task, how)


def hard_tube(space: Space, z: Array, epsilon: float, how: Options) -> Part:
    """min 1/2 |w|^2 with |z_i - f(x_i)| <= epsilon: no error beyond epsilon.

    A soft tube none of whose multipliers reaches its C is the hard one; C grows until that is so.
    C is in units of the targets over the size of K.

    Raises ValueError if no f of this kernel is found that keeps within epsilon.
    """
    unit = max(float(np.ptp(z)), epsilon, TINY) / max(_size(space), TINY)
    for power in HARD_POWERS:
        C = min(max(unit * power, MIN_C), MAX_C)
        part = tube(space, z, np.full(len(z), C), epsilon, how)
        if part.status is Status.OPTIMAL and float(np.abs(part.coef).max()) < C * BELOW:
            return part
    raise ValueError(
        f"C=inf needs targets within epsilon of some f, none was found: got {epsilon=:g}"
    )


def part_of(coef: Array, intercept: float, answer: Result) -> Part:
    """The model of an answer; raises ValueError if it is not finite."""
    if not np.isfinite(coef.sum() + intercept):
        raise ValueError("no finite model was found: X or C is too large for this kernel")
    n_iter = max(1, answer.n_iter)
    return Part(coef, intercept, answer.certificate, answer.status, n_iter, answer.w)


def set_status(estimator: Any, parts: list[Part]) -> None:
    """Write certificate_, status_ and fit_status_; warn where the optimum was not reached.

    With `verbose` of the estimator, print them in one line.
    """
    certificate = Certificate.joined([part.certificate for part in parts])
    status = max((part.status for part in parts), key=tuple(Status).index)
    estimator.certificate_, estimator.status_ = certificate, status
    estimator.fit_status_ = 0 if status in REACHED else 1
    if status not in REACHED:
        negative = [part.certificate for part in parts if part.certificate.margin_term < 0.0]
        if status is Status.DIVERGED:
            advice = "raise nu"
        elif any(certificate.contradicts_itself(estimator.tol) for certificate in negative):
            advice = "|w|^2 < 0, so the kernel is not positive semi-definite: declare psd=False"
        else:
            advice = "scale the data or raise max_iter"
        warnings.warn(
            f"{type(estimator).__name__} ended before tol={estimator.tol:g} was proved "
            f"({status.value}, relative gap {certificate.relative_gap:.1e}): {advice}",
            ConvergenceWarning,
            stacklevel=3,
        )
    if getattr(estimator, "verbose", False):
        gap, lack = certificate.relative_gap, certificate.violation
        name = type(estimator).__name__
        print(f"{name}: {status.value}, relative gap {gap:.1e}, violation {lack:.1e}")
