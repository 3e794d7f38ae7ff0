"""How a descent for k classes goes, and the record of one that went."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.multiclass.cost import MulticlassCost
from svmcore.sgd.parametrization import Parametrization
from svmcore.sgd.schedule import SCHEDULES, BatchPlan


class End(StrEnum):
    """Why a run ended."""

    TOL = "the cost falls no more"
    EPOCHS = "out of epochs"
    DIVERGED = "diverged"


@dataclass(frozen=True)
class MulticlassSchedule:
    """How to descend: all but the points.

    batch_size : points an update sees, None for all of them
    schedule : a key of SCHEDULES, with eta0 for those that take one
    seed : from which every epoch is shuffled anew
    tol : stop after `patience` epochs in turn whose cost was not below (1 - tol) times the least
        one before; None for never

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

    def plan(self, n: int) -> BatchPlan:
        """Passes over n points."""
        size = n if self.batch_size is None else min(self.batch_size, n)
        return BatchPlan(n, self.epochs, size, seed=self.seed)


@dataclass(frozen=True, eq=False)
class MulticlassDescentRun:
    """A descent carried out. Arrays are read-only.

    place, course, plan : the points, how, and which of them each update saw
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

    place: Parametrization
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
        return float(
            self.course.cost.terms_at(self.place, self.place.vector(coef), intercept).total
        )

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
