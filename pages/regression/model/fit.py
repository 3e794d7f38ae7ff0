"""From a choice to a model with its proof."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from scipy.linalg import LinAlgError

from pages.model_selection.splits import held_out
from pages.regression.model.experiment import Regression
from pages.regression.model.fitted import RegressionFit
from pages.state.server.log import note
from svmcore.arrays import Array, read_only
from svmcore.engine import (
    GramSpace,
    Result,
    Space,
    Task,
    nu_regression,
    regression,
    space_of,
    train,
)
from svmcore.engine.tasks import State
from svmcore.kernels import Kernel
from svmcore.model import Model
from svmcore.problems.certificate import Status

NOISE = 16.0 * float(np.finfo(float).eps)
TOL = 1e-6  # relative gap up to which a model is called optimal


@lru_cache(maxsize=32)
def fit(value: Regression) -> RegressionFit:
    """The model of a regression, over the points that are not kept apart.

    epsilon : min over w, b of 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon)
    nu : min over w, b, epsilon of the same + nu sum(C_i) epsilon

    C_i is C times the weight of the point: one of weight 2 counts as two at the same place.

    Where no model can be found, for want of points or because the kernel's values are no
    numbers, `model` is None; nothing is raised.

    Source: Smola and Schoelkopf, A tutorial on support vector regression (2004).
    """
    points = value.board().all_points
    x, z = read_only([p.x for p in points]), read_only([p.y for p in points])
    ids = tuple(p.id for p in points)
    test = held_out(ids, np.ones(len(z)), value.test_share, value.seed)
    test.setflags(write=False)
    nobody = read_only(np.zeros(len(z)))
    weight = read_only([p.weight for p in points])
    epsilon = value.epsilon if value.machine == "epsilon" else 0.0
    none = RegressionFit(
        regression=value,
        x=x,
        z=z,
        ids=ids,
        test=test,
        alpha=nobody,
        alpha_star=nobody,
        epsilon=epsilon,
        weight=weight,
    )
    return _trained(none, value.build_kernel()) if len(z) else none


def _trained(none: RegressionFit, kernel: Kernel) -> RegressionFit:
    value, learned = none.regression, none.learned
    X, z = none.x[learned][:, None], none.z[learned]
    with np.errstate(all="ignore"):
        K = kernel(X, X)
    alone = float(np.ptp(X)) == 0.0
    if alone:  # sum coef = 0: then w = 0 whatever K is, but for the rounding errors of a large K
        K = np.zeros_like(K)
    if not np.isfinite(K).all():
        return none
    middle = 0.5 * float(z.max() + z.min())  # b takes it up, and z has all its digits for the rest
    C = np.asarray(none.C[learned])
    if value.machine == "nu":
        task = nu_regression(z - middle, value.nu, C)
    else:
        task = regression(z - middle, C, value.epsilon)
    state = _flat(task, z, value)
    status = Status.OPTIMAL
    if state is None:
        answer = _answer(GramSpace(K, X=X) if alone else space_of(kernel, X), task)
        if answer is None:
            return none
        state, status = _shown(K, task, answer), answer.status
    proof = task.certify(*state)
    if status is Status.OPTIMAL and not proof.relative_gap <= TOL:
        status = Status.STALLED  # f as a sum of kernels has fewer digits than the engine's own w
    note(status=status.value, n=len(z))
    coef = np.zeros(len(z)) if alone else task.coef(state.a)
    longest = float((np.abs(K) @ np.abs(coef)).max()) + float(np.abs(z).max())
    above, below = np.zeros((2, len(none)))
    above[learned], below[learned] = np.split(state.a, 2)
    b, epsilon = _tube(value, state.v)
    return replace(
        none,
        alpha=read_only(above),
        alpha_star=read_only(below),
        epsilon=epsilon,
        model=Model(kernel, X, coef, b + middle),
        certificate=proof,
        status=status,
        spread=_spread(K),
        rounding=NOISE * longest,
    )


def _shown(K: Array, task: Task, answer: Result) -> State:
    """The engine's model as it is drawn, a sum of kernels, with the v that suit this sum best."""
    scores = K @ task.coef(answer.alpha)
    states = [State(answer.alpha, scores, v) for v in (answer.v, task.best_multipliers(scores))]
    return min(states, key=lambda state: task.certify(*state).gap)


def _flat(task: Task, z: Array, value: Regression) -> State | None:
    """The model w = 0 where it is known beforehand: an optimum of 0 has no relative gap."""
    n, height = len(z), float(np.ptp(z))
    zeros = np.zeros(n)
    if value.machine == "epsilon":
        return State(np.zeros(2 * n), zeros, np.zeros(1)) if height <= 2.0 * value.epsilon else None
    if height > 0.0:
        return None
    return State(0.5 * value.nu * task.C, zeros, np.zeros(2))  # a tube without a width


def _answer(space: Space, task: Task) -> Result | None:
    """The engine's, None where numbers are too large for a system of equations to be solved."""
    with np.errstate(all="ignore"):
        try:
            answer = train(space, task, tol=TOL)
        except LinAlgError:
            return None
    return answer if np.isfinite(answer.alpha).all() and np.isfinite(answer.v).all() else None


def _tube(value: Regression, v: Array) -> tuple[float, float]:
    """b and epsilon. At nu = 1 the found one may be below 0 at no cost, and 0 costs no more."""
    if value.machine == "epsilon":
        return float(v[0]), value.epsilon
    return 0.5 * float(v[0] - v[1]), max(0.0, 0.5 * float(v.sum()))


def _spread(K: Array) -> float:
    """Half the median square distance of two points; half the mean where most of them coincide.

    One point far away makes the mean as large as it likes, and says nothing of the others.
    """
    if len(K) < 2:
        return 0.0
    half = 0.5 * np.add.outer(K.diagonal(), K.diagonal()) - K
    pairs = half[np.triu_indices(len(K), 1)]
    return max(0.0, float(np.median(pairs)) or float(pairs.mean()))
