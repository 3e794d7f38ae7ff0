"""Subgradient descent on the cost of k score functions, by the driver of all descents."""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from pages.state.model.optimum import vector
from svmcore.arrays import Array, Indices, as_weights, read_only
from svmcore.multiclass.loss import MulticlassCost, ScoreLoss
from svmcore.objective import CONVENTIONS, Convention, Terms
from svmcore.sgd.driver import DescentState, KeptStates, run_descent
from svmcore.sgd.epochs import stalled
from svmcore.sgd.parametrization import Parametrization
from svmcore.sgd.parametrization import weights as unless_even
from svmcore.sgd.schedule import SCHEDULES, BatchPlan

OBJECTIVES: dict[str, Convention] = {
    **CONVENTIONS,
    "course": Convention(
        constant="λ",
        rho="2λ",
        kappa="1",
        bias_inside=True,
        factors=lambda reg, n: (2.0 * reg, 1.0),
    ),
}


def cost_of(way: str, kind: ScoreLoss, C: float, weights: Array) -> MulticlassCost:
    """J written as a key of OBJECTIVES says, for the C of 1/2 |W|^2 + C sum c_i loss_i.

    A way that penalises the bias has another minimiser than one that does not.
    """
    chosen, n = OBJECTIVES[way], len(weights)
    price = C * float(np.mean(weights))  # of a point, were they all alike
    return MulticlassCost(
        kind, *chosen.factors(chosen.constant_of(price, n), n), chosen.bias_inside
    )


class End(StrEnum):
    """Why a run ended."""

    TOL = "the cost no longer falls"
    TARGET = "the cost is at most its target"
    EPOCHS = "out of epochs"
    DIVERGED = "diverged"


@dataclass(frozen=True)
class MulticlassSchedule:
    """The settings of a multiclass descent.

    batch_size : points an update sees, None for all of them
    schedule : a key of SCHEDULES, with eta0 for those that take one
    seed : from which every epoch is shuffled anew
    tol : stop after `patience` epochs in turn whose cost was not below (1 - tol) times the least
        one before; None for never
    target_cost : stop at the start or after the first epoch with J at most so large; None for never

    Raises ValueError if a number is out of its range or the schedule does not exist.
    """

    cost: MulticlassCost
    batch_size: int | None = 1
    schedule: str = "inverse_sqrt"
    eta0: float = 0.01
    epochs: int = 5
    seed: int = 0
    tol: float | None = None
    patience: int = 5
    target_cost: float | None = None

    def __post_init__(self) -> None:
        if self.schedule not in SCHEDULES:
            expected = ", ".join(SCHEDULES)
            raise ValueError(f"schedule must be one of {expected}, got {self.schedule!r}")
        if self.schedule == "pegasos" and self.cost.rho == 0.0:
            raise ValueError("the rate 1/(ρt) needs a penalty, got ρ = 0")
        for name in ("batch_size", "epochs", "patience"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"{name} must be at least 1, got {value}")
        if not 0.0 < self.eta0 < np.inf:
            raise ValueError(f"eta0 must be finite and > 0, got {self.eta0}")
        if self.tol is not None and not 0.0 <= self.tol < 1.0:
            raise ValueError(f"tol must be at least 0 and below 1, got {self.tol}")
        if self.target_cost is not None and not 0.0 <= self.target_cost < np.inf:
            raise ValueError(f"target_cost must be finite and >= 0, got {self.target_cost}")

    def reached(self, cost: float) -> bool:
        """Whether a cost is small enough to stop."""
        return self.target_cost is not None and cost <= self.target_cost

    def plan(self, n: int) -> BatchPlan:
        """Passes over n points."""
        size = n if self.batch_size is None else min(self.batch_size, n)
        return BatchPlan(n, self.epochs, size, seed=self.seed)


@dataclass(frozen=True, eq=False)
class MulticlassDescentRun:
    """A descent carried out. Arrays are read-only.

    data, course, plan : the points, how, and which of them each update saw
    update : (M,), the numbers of the kept updates, rising, 0 for the start; the last model is
        always among them
    V, b : (M, size, k) and (M, k), the model after each; V_before, b_before : before it
    rate : (M,), NaN at the start
    cost_update : (E,), the updates after which the cost was taken: 0, the last one of every epoch,
        and the last one of the run
    margin, loss : (E,), the two terms of the cost there
    end : why it ended
    diverged : the update whose model was no number any more, -1 if none; nothing from there on
        is kept
    """

    data: Parametrization
    course: MulticlassSchedule
    plan: BatchPlan
    update: Indices
    V: Array
    b: Array
    V_before: Array
    b_before: Array
    rate: Array
    cost_update: Indices
    margin: Array
    loss: Array
    end: End
    diverged: int

    @property
    def total(self) -> Array:
        """The cost J, shape (E,)."""
        return np.asarray(self.margin + self.loss)

    @property
    def epoch(self) -> Array:
        """The passes over the points at `cost_update`, shape (E,)."""
        return np.asarray(self.cost_update / self.plan.per_epoch)

    def above(self, least: float) -> Array:
        """(J - J*) / J* for the cost J* > 0 of an exact model, shape (E,)."""
        return np.asarray(self.total / least - 1.0)

    def floor(self, coef: Array, intercept: Array) -> float:
        """J of an exact model, for `above`: w_c = sum_i coef_ic phi(x_i), shape (n, k), and (k,).

        Only the model of the same loss, C and treatment of the biases is a floor.
        """
        return float(self.course.cost.terms_at(self.data, vector(self.data, coef), intercept).total)

    def weights(self, moment: int) -> Array:
        """W of shape (k, size + 1), the biases as its last column."""
        return np.column_stack([self.V[moment].T, self.b[moment]])

    def scores(self, moment: int, rows: Array) -> Array:
        """F at m points, (m, k): rows are the points, (m, d), or K(points, training points)."""
        return np.asarray(rows @ self.V[moment] + self.b[moment])

    def batch(self, moment: int) -> Indices:
        """The points that the update of a moment saw; none for the start."""
        t = int(self.update[moment])
        return self.plan.batch(t) if t else np.empty(0, dtype=np.intp)


OVERFLOW = 1e100  # beyond this the squares and sums of a cost may be no numbers any more


def descend(
    data: Parametrization,
    k: int,
    course: MulticlassSchedule,
    *,
    moments: npt.ArrayLike | None = None,
    coef_init: npt.ArrayLike | None = None,
    intercept_init: npt.ArrayLike | None = None,
) -> MulticlassDescentRun:
    """Subgradient descent on a multiclass cost.

    w_c <- w_c - eta_t (rho w_c + kappa mean over the batch of share_i slope_ic phi(x_i)), where the
    shares are the weights of the points over their mean. The models after the updates in `moments`
    are kept, by default those at the ends of the epochs; what is kept does not change the run.
    Classes are 0, ..., k - 1, and some may have no point. `coef_init`, (size, k), and
    `intercept_init`, (k,), are V and b before the first update, 0 by default; see `random_start`.

    Source: Shor, Minimization Methods for Non-Differentiable Functions (1985),
    https://doi.org/10.1007/978-3-642-82118-9

    Raises ValueError if there is no point, a class number or a weight is none, or a start has
    another shape or is not finite.
    """
    data = points_of(data, k)
    V, b = _start(coef_init, (data.size, k)), _start(intercept_init, (k,))
    plan, largest = course.plan(len(data.y)), float(np.abs(data.matrix).max(initial=1.0))
    last = plan.total
    ends = np.arange(0, last + 1, plan.per_epoch)
    wanted = ends if moments is None else np.asarray(moments)

    def go(state: DescentState, first: int, until: int) -> KeptStates:
        return run_descent(
            data,
            course.cost,
            plan,
            SCHEDULES[course.schedule],
            course.eta0,
            moments=np.concatenate([wanted, ends, [until]]),
            state=state,
            span=(first, until),
            largest=min(OVERFLOW, OVERFLOW**1.5 / largest**0.5),
        )

    in_epochs = course.tol is not None or course.target_cost is not None
    spans = list(pairwise(ends.tolist())) if in_epochs else [(0, last)]
    sums = np.zeros_like(V), np.zeros_like(b)
    state, parts, curve = DescentState(V, b, 0, *sums), list[KeptStates](), dict[int, Terms]()
    end, diverged = End.EPOCHS, -1
    if course.reached(float(course.cost.terms_at(data, V, b).total)):
        spans, end = [(0, 0)], End.TARGET
    for first, until in spans:
        before, part = replace(state), go(state, first, until)
        if part.diverged >= 0:
            end, diverged, until = End.DIVERGED, part.diverged, part.diverged - 1
            part = go(before, first, until)
        parts.append(part)
        for t, V, b in zip(part.update.tolist(), part.v, part.b, strict=True):
            if t in ends or t == until:
                curve[t] = course.cost.terms_at(data, V, b)
        costs = np.array([float(terms.total) for terms in curve.values()])
        if diverged >= 0:
            break
        if course.reached(costs[-1]):
            end = End.TARGET
            break
        if stalled(costs, course.tol, course.patience):
            end = End.TOL
            break
    update = np.concatenate([part.update for part in parts])
    chosen = np.isin(update, wanted) | (update == update[-1])
    margin, loss = zip(*curve.values(), strict=True)
    V, b, V_before, b_before, rate = (
        read_only(np.concatenate([getattr(part, name) for part in parts])[chosen])
        for name in ("v", "b", "v_before", "b_before", "rate")
    )
    return MulticlassDescentRun(
        data,
        course,
        plan,
        update[chosen],
        V,
        b,
        V_before,
        b_before,
        rate,
        cost_update=np.array(list(curve), dtype=np.intp),
        margin=read_only(margin),
        loss=read_only(loss),
        end=end,
        diverged=diverged,
    )


def _start(values: npt.ArrayLike | None, shape: tuple[int, ...]) -> Array:
    start = np.zeros(shape) if values is None else np.array(values, dtype=np.float64)
    if start.shape != shape:
        raise ValueError(f"a start must have the shape {shape}, got {start.shape}")
    if not np.isfinite(start).all():
        raise ValueError("a start must be finite")
    return start


def random_start(size: int, k: int, seed: int) -> tuple[Array, Array]:
    """Standard normal numbers as `coef_init`, (size, k), and `intercept_init`, (k,), of `descend`.

    For weights of coordinates V is W itself, for kernels the coefficients of the points.
    """
    rng = np.random.default_rng(seed)
    return rng.standard_normal((size, k)), rng.standard_normal(k)


def continued(run: MulticlassDescentRun, moment: int, update: int) -> MulticlassDescentRun:
    """The same run from a kept moment to a later update, which alone is kept, with its cost.

    So every update of a run can be looked at that keeps the ends of its epochs only. Raises
    ValueError if the update is not after the moment or not one of the run.
    """
    first, data, course = int(run.update[moment]), run.data, run.course
    if not first < update <= int(run.update[-1]):
        raise ValueError(f"update must be from {first + 1} to {run.update[-1]}, got {update}")
    V, b = run.V[moment].copy(), run.b[moment].copy()
    part = run_descent(
        data,
        course.cost,
        run.plan,
        SCHEDULES[course.schedule],
        course.eta0,
        moments=[update],
        state=DescentState(V, b, first, np.zeros_like(V), np.zeros_like(b)),
        span=(first, update),
    )
    terms = course.cost.terms_at(data, part.v[0], part.b[0])
    return replace(
        run,
        update=part.update,
        V=part.v,
        b=part.b,
        V_before=part.v_before,
        b_before=part.b_before,
        rate=part.rate,
        cost_update=part.update,
        margin=read_only([float(terms.margin)]),
        loss=read_only([float(terms.loss)]),
    )


def points_of(data: Parametrization, k: int) -> Parametrization:
    """The points with class numbers 0, ..., k - 1 as labels and weights of mean 1.

    Raises ValueError if there is no point, a number of the data is not finite, or a class number
    or a weight is none.
    """
    n = len(data.matrix)
    if not n:
        raise ValueError("a descent needs at least one point, got none")
    if not np.isfinite(data.matrix).all():
        raise ValueError("points and kernels must be finite numbers, got NaN or infinity")
    counts = as_weights(data.weight, n)
    shares = unless_even(counts / counts.mean())
    return replace(data, y=as_classes(data.y, n, k), weight=shares)


def as_classes(y: npt.ArrayLike, n: int, k: int) -> Indices:
    """`y` as n class numbers from 0 to k - 1; a number may be missing.

    Raises ValueError if the length differs from n, k is below 1, or a label is no such number.
    """
    labels = np.asarray(y)
    if k < 1:
        raise ValueError(f"there must be at least one class, got {k}")
    if labels.shape != (n,):
        raise ValueError(f"y must have shape ({n},), got {labels.shape}")
    numbers = labels.astype(np.intp)
    wrong = labels[(numbers != labels) | (numbers < 0) | (numbers >= k)]
    if wrong.size:
        raise ValueError(f"y must hold class numbers from 0 to {k - 1}, got {wrong[0]}")
    return numbers
