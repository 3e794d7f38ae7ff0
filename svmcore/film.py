"""A descent carried out, as a film: the machine at chosen updates, and what was true at each."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from svmcore.arrays import Array, Bools, Indices
from svmcore.descent.methods import METHODS, Descent
from svmcore.descent.optimum import optimum, radius, street
from svmcore.descent.places import Coordinates, Kernels, Place
from svmcore.descent.plan import Plan
from svmcore.descent.walk import Walk, walk
from svmcore.experiment import Experiment
from svmcore.kernels import Kernel, Linear
from svmcore.model import Model
from svmcore.objective import Objective, Terms
from svmcore.run import Data, data_of
from svmcore.split import held_out

MOMENTS, NEAR = 2000, 100  # of a machine with weights, which is three numbers; and beside a focus
FRAMES, NEAR_FRAMES = 60, 25  # of a machine with kernels, which is a picture
BRIEF, BRIEF_FRAMES = 40, 12  # moments while a point is being dragged
OPENING = 0.3  # share of the moments that are the first updates, one by one
EXACT = 1e-12  # relative distance from the optimum that rounding errors hide


@dataclass(frozen=True, eq=False)
class Film:
    """Arrays have one entry, or row, a moment; points are counted as in `data`.

    train, test : which points are learnt from, and which are kept apart
    cost : what is to be small, over the training points; driver : what the updates go down
    v, b : the machine shown, (M, size) and (M,): the last one, or the mean of all so far
    best : the exact optimum, None without a proof of one
    limit : the mistakes that Novikoff's theorem allows the perceptron, None where it says nothing
    """

    experiment: Experiment
    descent: Descent
    data: Data
    train: Indices
    test: Indices
    kernel: Kernel
    place: Place
    cost: Objective
    driver: Objective
    plan: Plan
    walk: Walk
    best: tuple[Array, float] | None
    limit: float | None
    seconds: float

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
        """f of m machines at the points Z, (m, len(Z))."""
        if isinstance(self.place, Coordinates):
            return np.asarray(v @ Z.T + b[:, None])
        return np.asarray(v @ self.kernel(self.data.X[self.train], Z) + b[:, None])

    @cached_property
    def terms(self) -> Terms:
        """The two terms of the cost on the training points."""
        margins = self.data.y[self.train] * self.scores[:, self.train]
        return self.cost.terms(margins, self.place.square(self.v), self.b)

    @cached_property
    def test_cost(self) -> Array:
        """The same cost with the loss of the points kept apart; NaN without such points."""
        if not len(self.test):
            return np.full(len(self.update), np.nan)
        margins = self.data.y[self.test] * self.scores[:, self.test]
        return self.cost.terms(margins, self.place.square(self.v), self.b).total

    @cached_property
    def floor(self) -> float | None:
        """The cost of the exact optimum."""
        if self.best is None:
            return None
        v, b = self.best[0][None], np.array([self.best[1]])
        margins = self.data.y[self.train] * self.values(v, b, self.data.X[self.train])
        return float(self.cost.terms(margins, self.place.square(v), b).total[0])

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
        epoch, place = np.divmod(t, plan.per_epoch)
        at = place[:, None] * plan.batch_size + np.arange(plan.batch_size)
        inside = (at < plan.n) & (self.update > 0)[:, None]
        seen = plan.order[epoch[:, None], np.minimum(at, plan.n - 1)]
        return np.where(inside, self.train[seen], -1)

    @cached_property
    def _before(self) -> tuple[Array, Array]:
        """y f and the slope of the loss at each batch's points before the update; 0 for none."""
        there = self.batches >= 0
        rows = np.searchsorted(self.train, np.where(there, self.batches, self.train[0]))
        scores = self.place.all_scores(self.walk.v_before) + self.walk.b_before[:, None]
        margins = self.place.y[rows] * np.take_along_axis(scores, rows, axis=1)
        return np.where(there, margins, np.nan), np.where(there, self.driver.loss.slope(margins), 0)

    @property
    def margins(self) -> Array:
        """y f of the batch's points before the update, NaN for none: (M, batch size)."""
        return self._before[0]

    @property
    def slopes(self) -> Array:
        """The subgradient of the loss that was taken at these margins: (M, batch size)."""
        return self._before[1]

    @cached_property
    def push(self) -> tuple[Array, Array]:
        """-mean loss'(y f) y (x, 1) over each batch, for weights: (M, d) and (M,)."""
        count = np.maximum((self.batches >= 0).sum(axis=1), 1)
        pulls = -self.slopes * self.data.y[self.batches] / count[:, None]
        return np.einsum("mb,mbd->md", pulls, self.data.X[self.batches]), pulls.sum(axis=1)

    @cached_property
    def mistakes(self) -> int | None:
        """How often the perceptron learnt, None for all other methods."""
        if self.descent.method != "perceptron":
            return None
        place, plan = self.place, self.plan
        every = walk(place, self.driver, plan, *self.descent.rate())
        changed = (every.v != every.v_before).any(axis=1) | (every.b != every.b_before)
        return int(changed.sum())

    def model(self, moment: int) -> Model:
        """The machine of a moment over the training points' kernel.

        Weights w are those of a machine on the corners of the plane: w = sum_i w_i e_i.
        """
        if isinstance(self.place, Coordinates):
            return Model(Linear(), np.eye(2), self.v[moment], float(self.b[moment]))
        X = self.data.X[self.train]
        return Model(self.kernel, X, self.v[moment], float(self.b[moment]))


def obstacle(experiment: Experiment, descent: Descent) -> str:
    """Why there can be no film, as a sentence; empty if there can."""
    if descent.space == "kernel" and not experiment.build_kernel().psd:
        return (
            "This kernel is not positive semi-definite, so it has no w to descend with: "
            "choose another kernel or the weights of a line."
        )
    return ""


@lru_cache(maxsize=16)
def film(
    experiment: Experiment, descent: Descent, focus: int = -1, brief: bool = False
) -> Film | None:
    """Carry out a descent on an experiment's points; None where there is nothing to learn.

    `focus` is an update around which every update is kept; `brief` keeps few.
    """
    start = time.perf_counter()
    data = data_of(experiment)
    if len(set(data.y.tolist())) < 2 or obstacle(experiment, descent):
        return None
    apart = held_out(data.ids, data.y, descent.test_share, experiment.seed)
    train, test = np.flatnonzero(~apart), np.flatnonzero(apart)
    kernel = experiment.build_kernel()
    X, y = data.X[train], data.y[train]
    in_plane = descent.space == "plane" or isinstance(kernel, Linear)
    place: Place = Coordinates(X, y) if in_plane else Kernels(kernel(X, X), y)
    cost = descent.cost(experiment.C, len(train))
    plan = descent.plan(len(train), experiment.seed)
    schedule, eta0 = descent.rate()
    driver = descent.driver(cost)
    walked = walk(
        place,
        driver,
        plan,
        schedule,
        eta0,
        rule=METHODS[descent.method].rule,
        moments=moments(plan, in_plane, focus, brief),
        average=descent.output == "mean",
    )
    return Film(
        experiment,
        descent,
        data,
        train,
        test,
        kernel,
        place,
        cost,
        driver,
        plan,
        walked,
        None if brief and not in_plane else optimum(place, cost),
        _limit(place) if descent.method == "perceptron" else None,
        time.perf_counter() - start,
    )


def moments(plan: Plan, in_plane: bool, focus: int = -1, brief: bool = False) -> Indices:
    """Which updates are kept: all where they are few, else the first ones, the ends of epochs as
    evenly as there is room, and all that are near the focus.
    """
    most, near = (MOMENTS, NEAR) if in_plane else (FRAMES, NEAR_FRAMES)
    if brief:
        most = BRIEF if in_plane else BRIEF_FRAMES
    total = plan.total
    if total < most:
        return np.arange(total + 1)
    first = np.arange(int(OPENING * most))
    room = most - len(first) - 1
    if plan.epochs <= room:
        ends = np.arange(plan.epochs + 1) * plan.per_epoch
        room -= plan.epochs
    else:
        ends = np.empty(0, dtype=np.intp)
    even = np.linspace(0, total, max(room, 2)).astype(np.intp)
    around = np.arange(focus - near, focus + near + 1) if focus >= 0 else ends[:0]
    chosen = np.concatenate([first, ends, even, around])
    return np.unique(chosen[(chosen >= 0) & (chosen <= total)]).astype(np.intp)


def _limit(place: Place) -> float | None:
    """(R / gamma)^2 of Novikoff's theorem."""
    gamma = street(place)
    return None if gamma is None else (radius(place) / gamma) ** 2
