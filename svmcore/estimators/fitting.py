"""Training of the single models that the estimators are made of."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import LinAlgError

from svmcore.arrays import Array
from svmcore.engine import FeatureSpace, Result, Space, Task, nu_classification, regression, train
from svmcore.engine import hard_margin as engine_hard_margin
from svmcore.estimators.parameters import MAX_C, MIN_C
from svmcore.optim.budget import out_of_time
from svmcore.problems.certificate import REACHED, Status

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


def options(estimator: Any) -> Options:
    """The training options of an estimator."""
    budget = UNLIMITED if estimator.max_iter == -1 else int(estimator.max_iter)
    return Options(float(estimator.tol), budget, getattr(estimator, "solver", "auto"))


def model_of(space: Space, task: Task, how: Options) -> Result:
    """The model of a task; raises ValueError about X where no finite one is found."""
    try:
        return finite(train(space, task, **how._asdict()))
    except LinAlgError:
        raise ValueError("X is too large, or too uneven, for a kernel of this degree") from None


def hard_margin(space: Space, y: Array, how: Options) -> Result:
    """Hard margin, min 1/2 |w|^2 with y_i f(x_i) >= 1: see `svmcore.engine.hard_margin`.

    Raises ValueError if the kernel is not positive semi-definite or the classes are not separable.
    """
    if not space.psd:
        raise ValueError("C=inf needs a positive semi-definite kernel, got one that is not")
    parted, result = engine_hard_margin(space, y, tol=how.tol)
    if result is None and out_of_time():
        raise ValueError("fit was out of time before the hard margin was found: raise time_limit")
    if result is None:
        raise ValueError(f"C=inf needs separable classes, these are {parted.verdict.value}")
    return finite(result)


def highest_nu(y: Array, w: Array) -> float:
    """Twice the share of the class with less weight: a model exists for nu up to this."""
    return 2.0 * min(float(w[y > 0.0].sum()), float(w[y < 0.0].sum())) / float(w.sum())


def nu_margin(space: Space, y: Array, nu: float, w: Array, how: Options) -> Result:
    """The soft margin in which nu bounds the share of points inside it; w are the weights.

    Where classes overlap so much that such a margin has no width, rho = 0, there is nothing to
    divide by: the model is left as it is, and the status says so. A feasible alpha is enough to
    prove that, however far training went: |w| / (nu sum(w) / 2) is the distance of two points of
    the reduced hulls of the classes, whose least distance is the width.

    Raises ValueError if a class has too little weight for nu.

    Source: Crisp and Burges, A geometric interpretation of nu-SVM classifiers (2000),
    https://papers.nips.cc/paper/1687
    """
    half, highest = 0.5 * nu * float(w.sum()), highest_nu(y, w)
    if nu > highest * (1.0 + NU_TOL):
        raise ValueError(
            f"specified nu is infeasible: nu must be <= {highest:.6g} for these classes, got {nu:g}"
        )
    result = model_of(space, nu_classification(y, nu, w), how)
    rho, coef, normal = -0.5 * float(result.v.sum()), result.coef, result.w
    square = float(coef @ result.scores) if normal is None else float(normal @ normal)
    touching = abs(square) <= ZERO_DISTANCE * half**2 * _size(space)
    if touching or not rho > 0.0:
        feasible = space.psd and result.certificate.infeasibility <= how.tol * half
        proved = result.status in REACHED or (touching and feasible)
        # else the status says why there is no width yet
        return replace(result, status=Status.DIVERGED) if proved else result
    normal = None if normal is None else normal / rho
    return finite(replace(result, coef=coef / rho, intercept=result.intercept / rho, w=normal))


def _size(space: Space) -> float:
    """The largest |phi(x_i)|^2, from the points' mean where phi is known: a shift costs nothing."""
    if isinstance(space, FeatureSpace):
        return float(np.square(space.phi - space.phi.mean(0)).sum(1).max())
    return float(np.abs(space.diagonal).max())


def tube(space: Space, z: Array, C: Array, epsilon: float, how: Options) -> Result:
    """min 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon)."""
    task = regression(z, C, epsilon)
    if np.ptp(z) <= 2.0 * epsilon:  # a flat tube holds everything, at no cost
        middle = 0.5 * float(z.max() + z.min())
        return constant(task, middle, np.array([middle]))
    return model_of(space, task, how)


def hard_tube(space: Space, z: Array, epsilon: float, how: Options) -> Result:
    """min 1/2 |w|^2 with |z_i - f(x_i)| <= epsilon: no error beyond epsilon.

    A soft tube none of whose multipliers reaches its C is the hard one; C grows until that is so.
    C is in units of the targets over the size of K.

    Raises ValueError if no f of this kernel is found that keeps within epsilon.
    """
    unit = max(float(np.ptp(z)), epsilon, TINY) / max(_size(space), TINY)
    for power in HARD_POWERS:
        C = min(max(unit * power, MIN_C), MAX_C)
        result = tube(space, z, np.full(len(z), C), epsilon, how)
        if result.status is Status.OPTIMAL and float(np.abs(result.coef).max()) < C * BELOW:
            return result
        if result.status is Status.TIMEOUT:
            return result
    raise ValueError(
        f"C=inf needs targets within epsilon of some f, none was found: got {epsilon=:g}"
    )


def constant(task: Task, level: float, v: Array) -> Result:
    """The model f = level of a regression, with multipliers v, where it costs nothing."""
    zero = np.zeros(task.n_points)
    alpha = np.zeros(len(task.sign))
    return Result(
        coef=zero,
        intercept=level,
        certificate=task.certify(alpha, zero, v),
        status=Status.OPTIMAL,
        n_iter=1,
        alpha=alpha,
        v=v,
        scores=zero,
    )


def finite(result: Result) -> Result:
    """The result itself; raises ValueError if its model is not finite."""
    w = 0.0 if result.w is None else result.w.sum()
    if not np.isfinite(result.coef.sum() + w + result.intercept):
        raise ValueError("no finite model was found: X or C is too large for this kernel")
    return replace(result, n_iter=max(1, result.n_iter))
