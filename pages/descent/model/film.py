"""A descent carried out, as a film: the model at chosen updates, and what was true at each."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from pages.descent.model.frame_schedule import moments
from pages.descent.model.problem import (
    begins,
    exact_optimum,
    halves,
    has_weights,
    mistake_limit,
    obstacle,
)
from pages.descent.model.start import StartWeights
from pages.model_selection.splits import Split
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.descent.descent_methods import METHODS, Descent
from pages.state.model.run import Data, data_of
from svmcore.arrays import Array, Bools, Indices
from svmcore.kernels import Kernel
from svmcore.objective import Objective, Terms
from svmcore.sgd.driver import KeptStates, run_descent
from svmcore.sgd.lazy_sgd import suits
from svmcore.sgd.parametrization import KernelWeights, LinearWeights, Parametrization, weights
from svmcore.sgd.schedule import BatchPlan
from svmcore.sgd.update_rules import Descend

CLOSE = 1e-6  # relative error of an optimum
MOST_UPDATES = {"chain": 600_000, "plane": 150_000, "kernel": 10_000}  # about a second each
COUNTED = 20_000  # updates up to which a perceptron's mistakes are counted one by one
ZERO = StartWeights()
EXACT = 1e-12  # relative distance from the optimum that rounding errors hide


@dataclass(frozen=True, eq=False, kw_only=True)
class Film:
    """Arrays have one entry, or row, a moment; points are counted as in `data`.

    best : the exact optimum, None without a proof of one
    start : where the descent began
    limit : the mistakes that Novikoff's theorem allows the perceptron from w = 0, None where it
        says nothing
    brief : a gesture is going on, for which little is kept and no optimum of kernels looked for
    """

    experiment: Experiment
    descent: Descent
    start: StartWeights
    data: Data
    split: Split
    parametrization: Parametrization
    plan: BatchPlan
    walk: KeptStates
    best: tuple[Array, float] | None
    limit: float | None
    brief: bool

    @property
    def kernel(self) -> Kernel:
        return self.experiment.build_kernel()

    @cached_property
    def cost(self) -> Objective:
        """What is to be small, over the training points."""
        return self.descent.cost(self.experiment.C, len(self.split.train))

    @cached_property
    def objective(self) -> Objective:
        """The objective whose gradient the updates follow."""
        return self.descent.update_objective(self.cost)

    @property
    def update(self) -> Indices:
        """The number of each moment's update, 0 for the start."""
        return self.walk.update

    @property
    def epoch(self) -> Array:
        """The passes over the data at each moment."""
        return np.asarray(self.update / self.plan.per_epoch)

    @property
    def v(self) -> Array:
        """The models shown, (M, size): the last one, or the mean of all so far; b is (M,)."""
        mean = self.walk.v_mean
        return self.walk.v if mean is None else mean

    @property
    def b(self) -> Array:
        mean = self.walk.b_mean
        return self.walk.b if mean is None else mean

    @cached_property
    def scores(self) -> Array:
        """f at all points, (M, n)."""
        return np.asarray(self.values(self.v, self.b, self.data.X))

    def values(self, v: Array, b: Array, Z: Array) -> Array:
        """f of m models at the points Z, (m, len(Z))."""
        if isinstance(self.parametrization, LinearWeights):
            return np.asarray(v @ Z.T + b[:, None])
        return np.asarray(v @ self.kernel(self.data.X[self.split.train], Z) + b[:, None])

    @cached_property
    def terms(self) -> Terms:
        """The two terms of the cost on the training points."""
        return self._terms(self.split.train, self.v, self.b, self.scores[:, self.split.train])

    def _terms(self, among: Indices, v: Array, b: Array, scores: Array) -> Terms:
        """The terms of m machines with the loss of some points, where f is `scores`."""
        weight = weights(self.data.weight[among])
        margins = self.data.y[among] * scores
        return self.cost.terms(margins, self.parametrization.square(v), b, weight)

    @cached_property
    def test_cost(self) -> Array:
        """The same cost with the loss of the points kept apart; NaN without such points."""
        if not len(self.split.test):
            return np.full(len(self.update), np.nan)
        return self._terms(self.split.test, self.v, self.b, self.scores[:, self.split.test]).total

    @cached_property
    def floor(self) -> float | None:
        """The cost of the exact optimum."""
        if self.best is None:
            return None
        v, b = self.best[0][None], np.array([self.best[1]])
        scores = self.values(v, b, self.data.X[self.split.train])
        floor = float(self._terms(self.split.train, v, b, scores).total[0])
        # a proof that rounding errors made is none
        return floor if floor <= float(self.terms.total.min()) * (1.0 + CLOSE) else None

    @cached_property
    def above(self) -> Array:
        """(cost - optimum) / optimum, at least EXACT; NaN where the optimum is not known."""
        if self.floor is None or self.floor <= 0.0:
            return np.full(len(self.update), np.nan)
        return np.maximum(self.terms.total / self.floor - 1.0, EXACT)

    @cached_property
    def wrong(self) -> Bools:
        """Whether a point is on the wrong side, (M, n); f = 0 itself is class +1."""
        return np.asarray((self.scores >= 0.0) != (self.data.y > 0.0))

    @cached_property
    def batches(self) -> Indices:
        """The points that each moment's update saw, -1 where there are fewer: (M, batch size)."""
        plan = self.plan
        t = np.maximum(self.update, 1) - 1
        epoch, offset = np.divmod(t, plan.per_epoch)
        at = offset[:, None] * plan.batch_size + np.arange(plan.batch_size)
        inside = (at < plan.n) & (self.update > 0)[:, None]
        seen = plan.order[epoch[:, None], np.minimum(at, plan.n - 1)]
        return np.where(inside, self.split.train[seen], -1)

    @cached_property
    def margins(self) -> Array:
        """y f of the batch's points before the update, NaN for none: (M, batch size)."""
        there = self.batches >= 0
        rows = np.searchsorted(self.split.train, np.where(there, self.batches, self.split.train[0]))
        scores = self.parametrization.all_scores(self.walk.v_before) + self.walk.b_before[:, None]
        margins = self.parametrization.y[rows] * np.take_along_axis(scores, rows, axis=1)
        return np.where(there, margins, np.nan)

    @cached_property
    def slopes(self) -> Array:
        """The subgradient of the loss that was taken at these margins, 0 for none."""
        there = self.batches >= 0
        return np.where(there, self.objective.loss.slope(np.where(there, self.margins, 0.0)), 0)

    @property
    def seen_weight(self) -> Array:
        """The weight omega of the batch's points, 0 for none: (M, batch size)."""
        return np.where(self.batches >= 0, self.data.weight[self.batches], 0.0)

    @cached_property
    def push(self) -> tuple[Array, Array]:
        """-mean omega loss'(y f) y (x, 1) over each batch, of coordinates: (M, d) and (M,)."""
        count = np.maximum((self.batches >= 0).sum(axis=1), 1)
        pulls = -self.slopes * self.seen_weight * self.data.y[self.batches] / count[:, None]
        return np.einsum("mb,mbd->md", pulls, self.data.X[self.batches]), pulls.sum(axis=1)

    @cached_property
    def mistakes(self) -> int | None:
        """How often the perceptron learnt; None for all other methods, and for very long runs."""
        if self.descent.method != "perceptron":
            return None
        if isinstance(self.parametrization, KernelWeights):
            # each adds the point's weight to a coefficient's size
            times = np.abs(self.walk.v[-1]) / self.data.weight[self.split.train]
            return int(np.rint(times).sum())
        if self.plan.total > COUNTED:
            return None
        every = run_descent(
            self.parametrization,
            self.objective,
            self.plan,
            *self.descent.rate(),
            state=begins(self.parametrization, self.start),
        )
        changed = (every.v != every.v_before).any(axis=1) | (every.b != every.b_before)
        return int(changed.sum())


def film(
    experiment: Experiment,
    descent: Descent,
    start: StartWeights = ZERO,
    *,
    focus: int = -1,
    brief: bool = False,
) -> Film | None:
    """Carry out a descent on an experiment's points; None where there is nothing to learn.

    `start` is where a model with weights begins; one with kernels begins with 0. `focus` is an
    update around which every update is kept; `brief` keeps few. A run of more than MOST_UPDATES
    ends with the last whole epoch before that.
    """
    begin = start if has_weights(experiment, descent) else ZERO
    return _film(with_default_training(experiment), descent, begin, -1 if brief else focus, brief)


@lru_cache(maxsize=8)  # of up to 20 MB each
def _film(
    experiment: Experiment, descent: Descent, start: StartWeights, focus: int, brief: bool
) -> Film | None:
    data = data_of(experiment)
    if len(set(data.y.tolist())) < 2 or obstacle(experiment, descent):
        return None
    split, parametrization = halves(experiment, descent.space, descent.test_share)
    objective = descent.update_objective(descent.cost(experiment.C, len(split.train)))
    plan = affordable(descent, parametrization, objective, experiment.seed)
    in_plane = isinstance(parametrization, LinearWeights)
    known = experiment, descent.space, descent.test_share
    walked = run_descent(
        parametrization,
        objective,
        plan,
        *descent.rate(),
        rule=METHODS[descent.method].rule,
        moments=moments(plan, in_plane, focus, brief),
        average=descent.output == "mean",
        state=begins(parametrization, start),
    )
    novikoff = descent.method == "perceptron" and start == ZERO and not brief
    return Film(
        experiment=experiment,
        descent=descent,
        start=start,
        data=data,
        split=split,
        parametrization=parametrization,
        plan=plan,
        walk=walked,
        best=exact_optimum(*known, descent.objective, descent.loss)
        if in_plane or not brief
        else None,
        limit=mistake_limit(*known) if novikoff else None,
        brief=brief,
    )


def affordable(
    descent: Descent, data: Parametrization, objective: Objective, seed: int
) -> BatchPlan:
    """The passes that are wanted, or as many as a visitor may wait for."""
    plan = descent.plan(len(data.y), seed)
    rule = METHODS[descent.method].rule
    quick = suits(data, objective) and plan.batch_size == 1 and rule == Descend()
    plain = isinstance(data, LinearWeights) and plan.batch_size == 1 and isinstance(rule, Descend)
    most = MOST_UPDATES["chain" if quick else "plane" if plain else "kernel"]
    return replace(plan, epochs=min(plan.epochs, max(1, most // plan.per_epoch)))
