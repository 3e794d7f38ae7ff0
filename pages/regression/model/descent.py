"""Subgradient descent on the cost of the tube, epoch by epoch, beside the exact optimum."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pages.regression.model.experiment import Regression
from pages.regression.model.fit import fit
from pages.regression.model.fitted import RegressionFit
from pages.state.descent.descent_methods import Descent
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.kernels import Linear
from svmcore.objective import Objective, Terms, TubeLoss
from svmcore.params import Parameter, check, param, parameters
from svmcore.problems.certificate import Status
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights, Parametrization, weights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan

BATCHES = ("one", "some", "all")  # of the points: what an update sees
_DECLARED = {p.name: p for p in parameters(Descent)}


def _as_in_descents(name: str) -> Any:
    p = _DECLARED[name]
    return param(p.default, p.low, p.high, log=p.log, label=p.label, help=p.help)


@dataclass(frozen=True)
class RegressionDescent:
    """Flat strings and numbers: how to descend. The points, the kernel and C are a `Regression`'s.

    batch : whether an update sees one point, some (`batch_size`) or all
    schedule : a key of SCHEDULES; "inverse" is eta0 / t, "pegasos" 1 / t
    """

    batch: str = "one"
    batch_size: int = _as_in_descents("batch_size")
    schedule: str = "inverse_sqrt"
    eta0: float = _as_in_descents("eta0")
    epochs: int = _as_in_descents("epochs")

    def __post_init__(self) -> None:
        """Refuse what does not exist, so that no option can be silently ignored."""
        check(self)
        for name, choices in self.choices().items():
            if getattr(self, name) not in choices:
                expected = ", ".join(choices)
                raise ValueError(f"{name} must be one of {expected}, got {getattr(self, name)!r}")

    def choices(self) -> dict[str, tuple[str, ...]]:
        """What can be chosen for each word."""
        return {"batch": BATCHES, "schedule": tuple(SCHEDULES)}

    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that matter for the present choices."""
        idle = {"batch_size"} if self.batch != "some" else set()
        idle |= {"eta0"} if self.schedule == "pegasos" else set()
        return tuple(p for p in parameters(RegressionDescent) if p.name not in idle)

    def plan(self, n: int, seed: int) -> BatchPlan:
        """Passes over n points."""
        size = {"one": 1, "some": min(self.batch_size, n), "all": n}[self.batch]
        return BatchPlan(n, self.epochs, size, seed=seed)


@dataclass(frozen=True, eq=False, kw_only=True)
class TubeDescent:
    """A descent, looked at after every epoch: row 0 is the start w = 0, b = 0.

    J(w, b) = 1/2 |w|^2 + sum_i C_i max(0, |z_i - f(x_i)| - epsilon) over the training points,
    where C_i is C times the point's weight.

    fitted : the exact model; epsilon is its own, given or found
    epochs : (m,), 0, 1, ...; fewer than were asked for where the numbers overflowed
    v, b : (m, size) and (m,), the models: w itself for the linear kernel, size 1, else the
        weights of the kernel at the training points
    terms : J as margin term and loss term, shape (m,) each; `terms.total` is J
    active : (m,), whether the last update of the epoch saw a point outside the tube, where it saw
        one point: only then b moves
    diverged : whether the numbers overflowed
    """

    fitted: RegressionFit
    epochs: Indices
    v: Array
    b: Array
    terms: Terms
    active: Bools
    diverged: bool

    @cached_property
    def least(self) -> float | None:
        """J of the exact model, None where there is no proof that it is one.

        What the nu model pays for its width is no part of J.
        """
        fitted, learned = self.fitted, self.fitted.learned
        if fitted.status is not Status.OPTIMAL:
            return None
        return 0.5 * fitted.square + float(fitted.C[learned] @ fitted.slacks[learned])

    @property
    def above(self) -> Array | None:
        """(J - least) / least, shape (m,); None where there is optimum unknown."""
        if self.least is None or not self.least > 0.0:
            return None
        return np.asarray(self.terms.total / self.least - 1.0)

    @cached_property
    def test_loss(self) -> Array:
        """The mean loss of the points kept apart, (m,); NaN without any."""
        fitted, rows = self.fitted, range(len(self.b))
        if not fitted.test.any():
            return read_only(np.full(len(rows), np.nan))
        off = self.curves(fitted.x[fitted.test], rows) - fitted.z[fitted.test]
        return read_only(TubeLoss(fitted.epsilon)(off).mean(axis=1))

    @property
    def best(self) -> int:
        """The row of the lowest J."""
        return int(self.terms.total.argmin())

    def curves(self, x: npt.ArrayLike, rows: Sequence[int]) -> Array:
        """f of the models in these rows at the places x, shape (len(rows), len(x))."""
        kernel, fitted = self.fitted.regression.build_kernel(), self.fitted
        here = np.asarray(x, dtype=np.float64).reshape(-1, 1)
        points = np.ones((1, 1)) if _linear(fitted) else fitted.x[fitted.learned][:, None]
        chosen = list(rows)
        return np.asarray(self.v[chosen] @ kernel(points, here) + self.b[chosen, None])


@lru_cache(maxsize=8)
def descend(value: Regression, steps: RegressionDescent) -> TubeDescent | None:
    """Subgradient descent on J from w = 0, b = 0; None where there is no model to descend to.

        g = w + n mean over the batch of C_i sign(f(x_i) - z_i) [|f(x_i) - z_i| > epsilon] phi(x_i)

    and the same without w for b, which is not penalised. With the kernel model w moves along
    its functional gradient, so that both kinds are the same run for the same phi.

    Source: Shor, Minimization Methods for Non-Differentiable Functions (1985).
    """
    fitted = fit(value)
    if fitted.model is None:
        return None
    data = _parametrization(fitted)
    n = len(data.y)
    objective = Objective(1.0, n * value.C, False, TubeLoss(fitted.epsilon))
    plan = steps.plan(n, value.seed)
    ends = np.arange(steps.epochs + 1) * plan.per_epoch
    went = run_descent(data, objective, plan, SCHEDULES[steps.schedule], steps.eta0, moments=ends)
    residuals = data.all_scores(went.v) + went.b[:, None] - data.y
    terms = objective.terms(residuals, data.square(went.v), went.b, data.weight)
    return TubeDescent(
        fitted=fitted,
        epochs=np.asarray(went.update // plan.per_epoch, dtype=np.intp),
        v=went.v,
        b=went.b,
        terms=Terms(read_only(terms.margin), read_only(terms.loss)),
        active=went.b != went.b_before,
        diverged=went.diverged >= 0,
    )


def _parametrization(fitted: RegressionFit) -> Parametrization:
    chosen = fitted.learned
    X, z, weight = fitted.x[chosen][:, None], fitted.z[chosen], weights(fitted.weight[chosen])
    if _linear(fitted):
        return LinearWeights(X, z, weight)
    return KernelWeights(fitted.regression.build_kernel()(X, X), z, weight)


def _linear(fitted: RegressionFit) -> bool:
    return isinstance(fitted.regression.build_kernel(), Linear)
