"""A second descent beside that of the film, at the same updates: what the first one is compared to.

mirror : the same steps as mirror descent, and as stochastic descent with the rate 1 / (rho t).
bound : the cost of the mean of the models, and the bound on its expectation.
norm : the same points and rates on |w| + C/N sum loss, whose norm is not squared.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pages.descent.model.film import MOST_UPDATES, Film
from pages.descent.model.norm import DescendNorm, plain_norm
from pages.descent.model.problem import begins
from pages.descent.model.start import StartWeights
from pages.state.descent.descent_bounds import gradient_bound, sgd_bound
from pages.state.descent.descent_methods import METHODS
from svmcore.arrays import Array
from svmcore.objective import Objective
from svmcore.sgd.driver import KeptStates, run_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.sgd.schedule import SCHEDULES
from svmcore.sgd.update_rules import Descend, Mirror, Rule

KINDS = ("mirror", "bound", "norm")
PEGASOS = SCHEDULES["pegasos"]


@dataclass(frozen=True, eq=False)
class MirrorPair:
    """The costs of both at the moments of the film, (M,).

    apart : the largest difference of a number of the two models; size : their largest number
    """

    mirror: Array
    sgd: Array
    apart: float
    size: float


@dataclass(frozen=True, eq=False)
class Bound:
    """J(mean of the models 0, ..., t - 1) - J* and its bound at the moments; NaN at the start.

    rho, G, t : what the bound is made of, and the last update
    """

    measured: Array
    bound: Array
    rho: float
    G: float
    t: int


@dataclass(frozen=True, eq=False)
class NormDescent:
    """J = |w| + C/N sum loss over the moments of the film, as far as the run goes.

    C, least : the constant, and J at the exact optimum. epoch, cost : (m,). w, b : the last model
    rate : the key of the learning rate, which is not that of the film if it was `rate_replaced`.
    finite : whether the numbers stayed finite
    """

    C: float
    least: float
    epoch: Array
    cost: Array
    w: Array
    b: float
    rate: str
    rate_replaced: bool
    finite: bool


def hindrance(kind: str, film: Film) -> str:
    """The key of what is missing for a kind, "" for nothing."""
    how, plain = film.descent, isinstance(film.parametrization, LinearWeights)
    if film.brief:
        return "brief"
    if how.method == "perceptron":
        return "perceptron"
    if kind == "mirror":
        return "diverged" if film.walk.diverged >= 0 else ""
    if kind == "norm":
        return "" if plain else "kernel"
    if how.loss != "hinge" or not film.objective.bias_inside or not plain:
        return "cost"
    if (METHODS[how.method].rate or how.schedule) != "pegasos":
        return "rate"
    if how.method != "gd" and how.order != "replacement":
        return "order"
    return "start" if film.start != StartWeights() else ""


def _again(film: Film, rule: Rule, *, average: bool = False, before: bool = False) -> KeptStates:
    """The updates of the film with a rule and the rate 1 / (rho t).

    average : whether the means are kept; before : whether those one update earlier are kept too
    """
    moments = film.update
    if before:
        moments = np.union1d(moments, np.maximum(moments - 1, 0))
    return run_descent(
        film.parametrization,
        film.objective,
        film.plan,
        PEGASOS,
        rule=rule,
        moments=moments,
        average=average,
        state=begins(film.parametrization, film.start),
    )


def _cost(film: Film, J: Objective, v: Array, b: Array) -> Array:
    train = film.split.train
    scores = film.values(v, b, film.data.X[train])
    square, weight = film.parametrization.square(v), film.parametrization.weight
    return J.terms(film.data.y[train] * scores, square, b, weight).total


@lru_cache(maxsize=2)  # each holds its film
def mirror_pair(film: Film) -> MirrorPair:
    """Mirror descent and stochastic descent with the rate 1 / (rho t), on the film's points."""
    mirror, sgd = _again(film, Mirror()), _again(film, Descend())
    apart = max(
        float(np.abs(mirror.v - sgd.v).max(initial=0.0)), float(np.abs(mirror.b - sgd.b).max())
    )
    size = max(float(np.abs(sgd.v).max(initial=0.0)), float(np.abs(sgd.b).max()))
    own, other = (_cost(film, film.cost, run.v, run.b) for run in (mirror, sgd))
    return MirrorPair(own, other, apart, size)


@lru_cache(maxsize=2)  # each holds its film
def bound_of(film: Film) -> Bound | None:
    """None without a proof of the optimum; see `hindrance` for what else it needs."""
    if film.floor is None:
        return None
    rule = METHODS[film.descent.method].rule
    run = _again(film, rule, average=True, before=True)
    assert run.v_mean is not None
    assert run.b_mean is not None
    t = film.update[film.update > 0].astype(np.float64)
    at = np.searchsorted(run.update, t - 1.0)
    share = (t - 1.0) / t  # the start is w = 0, b = 0
    v, b = share[:, None] * run.v_mean[at], share * run.b_mean[at]
    rho, G = film.objective.rho, gradient_bound(film.parametrization, film.objective)
    measured = np.full(len(film.update), np.nan)
    bound = measured.copy()
    measured[film.update > 0] = _cost(film, film.cost, v, b) - film.floor
    bound[film.update > 0] = sgd_bound(t, rho, G)
    return Bound(measured, bound, rho, G, int(t[-1]) if len(t) else 0)


@lru_cache(maxsize=2)  # each holds its film
def norm_descent(film: Film) -> NormDescent | None:
    """None without a proof of the optimum, and where it has w = 0."""
    norm = plain_norm(film)
    if norm is None:
        return None
    how, (best_v, best_b) = film.descent, norm.best
    rate = METHODS[how.method].rate or how.schedule
    replaced = rate == "pegasos"
    rate = "inverse_sqrt" if replaced else rate
    J = Objective(0.0, norm.C, False, film.cost.loss)
    most = max(1, MOST_UPDATES["kernel"] * 3 // film.plan.per_epoch)
    plan = replace(film.plan, epochs=min(film.plan.epochs, most))
    run = run_descent(
        film.parametrization,
        J,
        plan,
        SCHEDULES[rate],
        how.eta0,
        rule=DescendNorm(),
        moments=film.update[film.update <= plan.total],
        average=how.output == "mean",
        state=begins(film.parametrization, film.start),
    )
    v, b = (run.v, run.b) if run.v_mean is None else (run.v_mean, run.b_mean)
    assert b is not None

    def cost(v: Array, b: Array) -> Array:
        return np.sqrt(film.parametrization.square(v)) + _cost(film, J, v, b)

    least = float(cost(best_v[None], np.array([best_b]))[0])
    epoch, finite = run.update / plan.per_epoch, run.diverged < 0
    end = v[-1], float(b[-1])
    return NormDescent(norm.C, least, epoch, cost(v, b), *end, rate, replaced, finite)
