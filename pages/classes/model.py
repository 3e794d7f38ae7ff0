"""A descent for several classes as the page shows it: what is chosen, the run, its floor."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np

from pages.model_selection.multiclass_model import MAX_ITER, MulticlassModel, train_many
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.board.shared_parameters import score_margin
from pages.state.descent.explain_update import Why, explained
from pages.state.descent.multiclass_descent import (
    OBJECTIVES,
    MulticlassDescentRun,
    MulticlassSchedule,
    continued,
    cost_of,
    descend,
    random_start,
)
from pages.state.link.choices import CheckedChoices
from pages.state.model.run import Data, data_of
from pages.state.multiclass.multiclass_run import (
    MulticlassRun,
    Scheme,
    multiclass_sample_C,
    obstacle,
)
from svmcore.arrays import Array, Indices
from svmcore.kernels import Kernel, Linear
from svmcore.multiclass.loss import SCORE_LOSSES, MulticlassCost, OneVersusRest, ScoreLoss
from svmcore.params import param
from svmcore.problems.certificate import Status
from svmcore.sgd.parametrization import KernelWeights
from svmcore.sgd.schedule import SCHEDULES

BATCHES = {"1": 1, "8": 8, "32": 32, "all": None}
TOLS = {"never": None, "0.01": 0.01, "0.001": 0.001, "0.0001": 0.0001}
COST = "cost"  # the rule that stops at a cost
STARTS = ("zero", "random")
TOO_LARGE = (
    "The values of this kernel are too large for double precision here: choose another kernel, or "
    "move the points that lie far away."
)
BETWEEN = 40  # models between the ends of epochs that are kept of a run
SCHEME_OF = {"one_versus_rest": "ovr"}  # the others have the same name as a scheme


@dataclass(frozen=True, kw_only=True)
class MulticlassDescent(CheckedChoices):
    """What can be chosen of a descent for several classes.

    way : how the cost is written. batch : points an update sees. step : eta0. tol : the relative
    fall below which five epochs in turn end the run, or COST: it ends at a cost of at most
    cost_tol. lot : the seed of the order of the points. start : W before the first update, 0 or
    random with the seed start_lot.
    delta : of the losses of scores that are trained together. epoch : the one that is looked at, -1
    for the last. update : which of its updates is the last one that is looked at, 0 for all.
    """

    loss: str = "weston_watkins"
    way: str = "course"
    batch: str = "1"
    schedule: str = "inverse_sqrt"
    tol: str = "never"
    step: float = param(
        1.0, 1e-4, 10.0, log=True, label="Learning rate η₀", help="Length of the first step."
    )
    passes: int = param(
        30, 1, 100, log=True, label="Epochs", help="Maximum number of passes over the points."
    )
    lot: int = param(0, 0, 99, label="Seed", help="Each seed is another order of the points.")
    cost_tol: float = param(
        0.5, 1e-4, 1e4, log=True, label="tol", help="The run stops when the cost is at most tol."
    )
    start: str = "zero"
    start_lot: int = param(
        0, 0, 99, label="Seed of the start", help="Each seed is another random W and b."
    )
    delta: float = score_margin()
    epoch: int = -1
    update: int = param(0, 0, 100_000)

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "loss": tuple(SCORE_LOSSES),
        "way": tuple(OBJECTIVES),
        "batch": tuple(BATCHES),
        "schedule": tuple(SCHEDULES),
        "tol": (*TOLS, COST),
        "start": STARTS,
    }

    @property
    def joint(self) -> bool:
        """Whether the scores are trained together, so that the lead δ is asked between them."""
        return self.loss not in SCHEME_OF

    def score_loss(self) -> ScoreLoss:
        """The loss with its δ, which is 1 for one class vs. rest."""
        return SCORE_LOSSES[self.loss](self.delta if self.joint else 1.0)

    def course(self, cost: MulticlassCost) -> MulticlassSchedule:
        """All but the points."""
        return MulticlassSchedule(
            cost,
            batch_size=BATCHES[self.batch],
            schedule=self.schedule,
            eta0=self.step,
            epochs=self.passes,
            seed=self.lot,
            tol=TOLS.get(self.tol),
            target_cost=self.cost_tol if self.tol == COST else None,
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class MulticlassCourse:
    """A descent carried out. `run` is None where there is none, and `why` says why.

    classes : the class numbers of the k score functions. C : of each point, (n,), as in
    1/2 |W|^2 + sum_i C_i loss_i. floor : the least cost there is, proved to 1e-6; None without a
    proof.
    """

    experiment: Experiment
    course: MulticlassDescent
    data: Data
    labels: Indices
    classes: Indices
    C: Array
    run: MulticlassDescentRun | None = None
    floor: float | None = None
    why: str = ""

    @property
    def last(self) -> int:
        """The last moment there is: epochs from 0 on."""
        return 0 if self.run is None else len(self.run.update) - 1

    def moment(self, epoch: int) -> int:
        """The moment of an epoch, the last one for -1 and for what comes after it."""
        return self.last if epoch < 0 else min(epoch, self.last)

    def updates(self, epoch: int) -> int:
        """How many updates an epoch has, 0 for the start."""
        m = self.moment(epoch)
        return 0 if self.run is None or not m else int(self.run.update[m] - self.run.update[m - 1])

    def at(self, epoch: int, update: int = 0) -> tuple[MulticlassDescentRun, int]:
        """A record and the place in it of the model after an update of an epoch; 0 for its last.

        Raises ValueError without a run.
        """
        if self.run is None:
            raise ValueError("there is no run")
        m = self.moment(epoch)
        if not 0 < update < self.updates(epoch):
            return self.run, m
        number = int(self.run.update[m - 1]) + update
        if number not in self._between:
            if len(self._between) >= BETWEEN:
                self._between.pop(next(iter(self._between)))
            self._between[number] = continued(self.run, m - 1, number)
        return self._between[number], 0

    def number(self, epoch: int, update: int = 0) -> int:
        """The number of the update at a place in the run, counted from its start."""
        run, m = self.at(epoch, update)
        return int(run.update[m])

    def place(self, number: int) -> tuple[int, int]:
        """Epoch and update of an update that is counted from the start: the inverse of `number`.

        The last epoch is -1, so that it stays the last one of a longer run.
        """
        if self.run is None:
            raise ValueError("there is no run")
        ends = self.run.update
        m = int(np.searchsorted(ends, number))
        if number == ends[m]:
            return (-1 if m == self.last else m), 0
        return m, number - int(ends[m - 1])

    def shown(self, epoch: int, update: int = 0) -> MulticlassRun:
        """The model at a place in the run, as pictures of several classes want it; no proof."""
        if self.run is None:
            return self._made(None, 0)
        run, m = self.at(epoch, update)
        number = int(run.update[m])
        if number not in self._kept:
            if len(self._kept) >= BETWEEN:
                self._kept.pop(next(iter(self._kept)))
            self._kept[number] = self._made(run, m)
        return self._kept[number]

    def explained(self, epoch: int, update: int = 0) -> Why | None:
        """Why the update at a place in the run did what it did, in the board's class numbers; None
        for the start.
        """
        if self.run is None:
            return None
        return explained(*self.at(epoch, update), self.classes.tolist())

    @cached_property
    def _between(self) -> dict[int, MulticlassDescentRun]:
        return {}

    @cached_property
    def _kept(self) -> dict[int, MulticlassRun]:
        return {}

    def _made(self, run: MulticlassDescentRun | None, moment: int) -> MulticlassRun:
        name = SCHEME_OF.get(self.course.loss, self.course.loss)
        inside = name != "ovr" and OBJECTIVES[self.course.way].bias_inside
        asked = Scheme(name, self.course.delta, "column" if inside else "free")
        if run is None:
            return MulticlassRun(self.experiment, asked, self.data, self.labels, why=self.why)
        many = MulticlassModel(
            kernel=self.experiment.build_kernel(),
            X=self.data.X,
            labels=self.labels,
            classes=self.classes,
            scheme=name,
            coef=run.V[moment].T,
            intercept=run.b[moment],
            C=self.C,
            delta=self.course.score_loss().delta,
            bias_inside=inside,
            proofs=(),
        )
        return MulticlassRun(self.experiment, asked, self.data, self.labels, many)


def multiclass_descent(experiment: Experiment, course: MulticlassDescent) -> MulticlassCourse:
    """Carry it out. Equal questions share one result, whichever update is looked at."""
    whole = replace(course, epoch=-1, update=0)
    return _multiclass_descent(with_default_training(experiment), whole)


@lru_cache(maxsize=4)  # a long run on a full board holds 10 MB
def _multiclass_descent(experiment: Experiment, course: MulticlassDescent) -> MulticlassCourse:
    data = data_of(experiment)
    labels = np.asarray(data.labels, dtype=np.intp)
    classes, places = np.unique(labels, return_inverse=True)
    name = SCHEME_OF.get(course.loss, course.loss)
    kernel = experiment.build_kernel()
    why = obstacle(experiment, Scheme(name), data)
    if not why and not kernel.psd:
        why = "Descent needs a positive semi-definite kernel: choose another one."
    if not why:
        with np.errstate(all="ignore"):
            K = kernel(data.X, data.X)
        why = "" if np.isfinite(K).all() else TOO_LARGE
    C = multiclass_sample_C(experiment, data)
    found = MulticlassCourse(
        experiment=experiment,
        course=course,
        data=data,
        labels=labels,
        classes=classes,
        C=C,
        why=why,
    )
    if why:
        return found
    weights, k = C / experiment.C, len(classes)
    cost = cost_of(course.way, course.score_loss(), experiment.C, weights)
    start = (None, None) if course.start == "zero" else drawn_start(kernel, data.X, k, course)
    run = descend(
        KernelWeights(K, places, weights),
        k,
        course.course(cost),
        coef_init=start[0],
        intercept_init=start[1],
    )
    exact = _exact(experiment, course.loss, cost, data.X, places, C)
    floor = None if exact is None else run.floor(*exact)
    return replace(found, run=run, floor=floor)


def drawn_start(kernel: Kernel, X: Array, k: int, course: MulticlassDescent) -> tuple[Array, Array]:
    """The coefficients of the random start, (n, k), and its biases, (k,).

    Of the linear kernel W itself is drawn, and the coefficients are the shortest with X' A = W.
    """
    if not isinstance(kernel, Linear):
        return random_start(len(X), k, course.start_lot)
    W, b = random_start(X.shape[1], k, course.start_lot)
    return np.linalg.pinv(X.T) @ W, b


def _exact(
    experiment: Experiment, loss: str, cost: MulticlassCost, X: Array, y: Indices, C: Array
) -> tuple[Array, Array] | None:
    """coef, (n, k), and b, (k,), of the model with the least cost; None without a proof.

    The bias of one class against the rest inside |w| is that of two scores trained together: with
    u = f_1 - f_0, and w_0 = -w_1, |w_0|^2 / 2 + |w_1|^2 / 2 = |u|^2 / 4, so half of C is its price.
    """
    kernel = experiment.build_kernel()
    inside, alone = cost.bias_inside, isinstance(cost.loss, OneVersusRest)
    if not (alone and inside):
        scheme = "ovr" if alone else loss
        delta = cost.loss.delta
        found = train_many(
            kernel, X, y, scheme, C=C, delta=delta, bias_inside=inside, max_iter=MAX_ITER
        )
        if found.status is not Status.OPTIMAL:
            return None
        return np.asarray(found.coef.T), found.intercept
    coef, b = np.zeros((len(X), int(y.max()) + 1)), np.zeros(int(y.max()) + 1)
    for c in range(len(b)):
        side = (y == c).astype(np.intp)
        pair = train_many(
            kernel, X, side, "weston_watkins", C=0.5 * C, bias_inside=True, max_iter=MAX_ITER
        )
        if pair.status is not Status.OPTIMAL:
            return None
        coef[:, c] = pair.coef[1] - pair.coef[0]
        b[c] = pair.intercept[1] - pair.intercept[0]
    return coef, b
