"""The models of the page Losses: the minimiser of a loss, and of a penalty."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

import numpy as np
from scipy.linalg import lstsq

from pages.state.board.experiment import Experiment, with_default_training
from pages.state.link.choices import CheckedChoices
from pages.state.model.grid import DecisionGrid, level_lines
from pages.state.model.run import Data, Run, data_of, run, sample_C
from svmcore.arrays import Array, Bools, read_only
from svmcore.engine import space_of
from svmcore.engine.linear_fit import fit_linear, fit_smooth
from svmcore.engine.sparse_weights import fit_sparse_weights
from svmcore.losses import (
    Hinge,
    HuberHinge,
    LogisticLoss,
    Loss,
    SquaredHinge,
    SquaredLoss,
    ZeroOneLoss,
)
from svmcore.model import Model
from svmcore.optim.budget import budget
from svmcore.params import param
from svmcore.problems.certificate import Certificate, Status
from svmcore.problems.result import Result

# --- Which loss and which penalty the page Losses minimises, as words of a link ---

MarginLoss = Loss | ZeroOneLoss
SVM = ("zero_one", "hinge")  # the boundary of these is the SVM's
SPARSE = "squared_hinge"  # the loss that |w|_1 goes with
KINDS: Mapping[str, type[MarginLoss]] = {
    "zero_one": ZeroOneLoss,
    "hinge": Hinge,
    "squared_hinge": SquaredHinge,
    "huber_hinge": HuberHinge,
    "logistic": LogisticLoss,
    "squared": SquaredLoss,
}


@dataclass(frozen=True)
class LossesSettings(CheckedChoices):
    """The loss, a key of `KINDS`, the width h of the bend of the Huber hinge, and the penalty.

    penalty : "l2" for 1/2 |w|^2; "l1" for |w|_1, with the loss `SPARSE` alone, and on the page with
    the linear kernel: with another one "l2" takes its place.
    """

    loss: str = "logistic"
    h: float = param(
        0.5, 0.01, 2.0, log=True, label="Smoothing h", help="The kink is rounded off within h."
    )

    penalty: str = "l2"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "loss": tuple(KINDS),
        "penalty": ("l2", "l1"),
    }

    def __post_init__(self) -> None:
        """Refuse |w|_1 with a loss for which it is not offered."""
        super().__post_init__()
        if self.penalty == "l1" and self.loss != SPARSE:
            raise ValueError(f"penalty l1 needs the loss {SPARSE}, got {self.loss!r}")

    def build(self, name: str) -> MarginLoss:
        """A loss by its key, with these parameters."""
        return HuberHinge(self.h) if name == "huber_hinge" else KINDS[name]()

    @property
    def chosen(self) -> MarginLoss:
        """The loss that is minimised."""
        return self.build(self.loss)


def change_losses(choice: LossesSettings, **changes: Any) -> LossesSettings:
    """With fields changed: |w|_1 brings its loss with it, and another loss 1/2 |w|^2."""
    if changes.get("penalty") == "l1":
        changes = {"loss": SPARSE} | changes
    elif changes.get("loss", SPARSE) != SPARSE:
        changes = {"penalty": "l2"} | changes
    return replace(choice, **changes)


# --- The squared hinge with two penalties, 1/2 |w|^2 and |w|_1, and the loss over the weights ---
# Both minimise penalty(w) + G(w), where G(w) = min over b of sum_i C_i max(0, 1 - y_i f(x_i))^2.
# Among all w with no larger penalty, G is smallest at the optimum: there a level line of G touches
# this set, which is a disk for 1/2 |w|^2 and a diamond for |w|_1.

NODES = 33  # from the lower to the upper edge of the grid, and ASPECT times as many across
ASPECT = 1.6
ROOM = 1.4  # of the larger penalty set, up to the edges of the picture
BEYOND = 1.25  # of the picture, up to the edges of the grid: a chart may show more
SHARES = (0.75, 0.5, 0.3, 0.15)  # of the loss at w = 0: further level lines
STEPS = 30  # of Newton's method for b; G hardly depends on the digits that are left


@dataclass(frozen=True, eq=False)
class Penalties:
    """The models of both penalties on the same points, with the same C: shape (n,)."""

    data: Data
    C: Array
    l1: Result
    l2: Result

    @property
    def w(self) -> tuple[Array, Array]:
        """The weights of the l1 and of the l2 model, each of shape (2,)."""
        assert self.l1.w is not None
        assert self.l2.w is not None
        return self.l1.w, self.l2.w

    @cached_property
    def radius(self) -> float:
        """|w| of the l2 model: that of the circle."""
        return float(np.linalg.norm(self.w[1]))

    @cached_property
    def size(self) -> float:
        """|w|_1 of the l1 model: from the middle of the diamond to a corner."""
        return float(np.abs(self.w[0]).sum())

    def loss(self, W: Array) -> Array:
        """G at the rows of W, (m, 2)."""
        return least_loss(self.data, self.C, W)

    @cached_property
    def half(self) -> float:
        """Half the height of a picture of the weights."""
        return ROOM * max(self.radius, self.size) or 1.0

    @cached_property
    def levels(self) -> tuple[Array, ...]:
        """The level lines of G through w of l1, through w of l2, and others, as (m, 2)."""
        y = BEYOND * self.half * np.linspace(-1.0, 1.0, NODES)
        x = ASPECT * BEYOND * self.half * np.linspace(-1.0, 1.0, round(ASPECT * NODES))
        W = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        grid = DecisionGrid(x, y, self.loss(W).reshape(len(y), len(x)))
        touching, start = self.loss(np.array(self.w)), self.loss(np.zeros((1, 2)))
        return level_lines(grid, [*touching, *np.outer(SHARES, start).ravel()], self.loss)


@lru_cache(maxsize=16)
def penalties(experiment: Experiment) -> Penalties | None:
    """Both models, for the linear kernel and points of both classes; else None."""
    plain = with_default_training(experiment)
    data = data_of(plain)
    if plain.kernel != "linear" or len(set(data.y.tolist())) < 2:
        return None
    C, tol = sample_C(plain, data), plain.tol
    l1 = fit_sparse_weights(data.X, data.y, C, intercept=True, tol=tol)
    return Penalties(data, C, l1, fit_linear(data.X, data.y, C, tol=tol))


def least_loss(data: Data, C: Array, W: Array) -> Array:
    """min over b of sum_i C_i max(0, 1 - y_i (<w, x_i> + b))^2 for the rows w of W, shape (m,).

    Newton's method on the derivative in b, which rises, between bounds of b that are moved.
    """
    positive = data.y > 0.0
    limit = data.y[:, None] - data.X @ W.T  # of b, from which on a point has no loss: (n, m)
    plus, minus = limit[positive], limit[~positive]
    c, d = C[positive][:, None], C[~positive][:, None]
    low, high = minus.min(axis=0), plus.max(axis=0)  # the derivative is <= 0 and >= 0 there
    b = 0.5 * (low + high)
    for _ in range(STEPS):
        short, over = np.maximum(plus - b, 0.0), np.maximum(b - minus, 0.0)
        slope = (d * over).sum(axis=0) - (c * short).sum(axis=0)
        low, high = np.where(slope < 0.0, b, low), np.where(slope > 0.0, b, high)
        bend = (d * (over > 0.0)).sum(axis=0) + (c * (short > 0.0)).sum(axis=0)
        step = b - np.divide(slope, bend, out=np.zeros_like(b), where=bend > 0.0)
        inside = (step >= low) & (step <= high)
        after = np.where(inside, step, 0.5 * (low + high))
        if np.abs(after - b).max(initial=0.0) <= 1e-12 * max(
            1.0, float(np.abs(b).max(initial=0.0))
        ):
            break
        b = after
    short, over = np.maximum(plus - b, 0.0), np.maximum(b - minus, 0.0)
    return np.asarray((c * short**2).sum(axis=0) + (d * over**2).sum(axis=0))


# --- The model of penalty(w) + C sum_i loss(y_i f(x_i)), beside another one ---
# The penalty is 1/2 |w|^2 for any loss, and the other model is the SVM's; or it is |w|_1 for the
# squared hinge and the linear kernel, and the other model is that of 1/2 |w|^2.

NOTHING = 1e-6  # what is left of a loss, or of a slope, by rounding
LEAST, MOST = (-1.5, 2.5), (-4.0, 5.0)  # margins that a chart shows at least, and at most
TOP, HIGHEST = 3.0, 6.0  # the same for the losses
MAX_STEPS, MAX_SECONDS = 200, 10.0  # of Newton's method


@dataclass(frozen=True, eq=False, kw_only=True)
class LossRun:
    """The model that minimises the chosen loss.

    svm : the soft margin with the same C, whose loss is the hinge
    beside : the model whose boundary is dashed: the SVM, or with |w|_1 that of 1/2 |w|^2
    weights : the models of both penalties, for the squared hinge and the linear kernel
    drawn : the model in the form of which a scene is made; the SVM itself for the 0-1 loss
    status, certificate : of the minimiser; None without a model
    """

    choice: LossesSettings
    svm: Run
    beside: Run
    drawn: Run
    weights: Penalties | None = None
    status: Status | None = None
    certificate: Certificate | None = None

    @property
    def data(self) -> Data:
        """The points."""
        return self.drawn.data

    @property
    def sparse(self) -> bool:
        """Whether the penalty is |w|_1."""
        return self.choice.penalty == "l1"

    @property
    def w(self) -> Array | None:
        """The weights of the drawn model to the last bit, where both penalties are known."""
        if self.weights is None:
            return None
        return self.weights.l1.w if self.sparse else self.weights.l2.w

    @cached_property
    def alpha(self) -> Array:
        """The multipliers, (n,)."""
        if self.weights is not None and self.sparse:
            return self.weights.l1.alpha
        return np.abs(self.drawn.alpha)

    @property
    def is_svm(self) -> bool:
        """Whether the model is the SVM."""
        return self.choice.loss in SVM

    @cached_property
    def losses(self) -> Array:
        """loss(y_i f(x_i)), shape (n,); that of 0 is a mistake for class -1."""
        if self.choice.loss == "zero_one":
            return self.drawn.wrong.astype(float)
        return np.asarray(self.choice.chosen(self.drawn.margins))

    @cached_property
    def shares(self) -> Array:
        """The share of each point in the sum of the losses times their weights, shape (n,)."""
        weighted = self.data.weight * self.losses
        total = float(weighted.sum())
        return np.asarray(weighted / total if total > 0.0 else weighted)

    @property
    def mean(self) -> float:
        """The mean of the losses by their weights."""
        total = float(self.data.weight.sum())
        return float(self.data.weight @ self.losses) / total if total > 0.0 else 0.0

    @cached_property
    def counted(self) -> Bools:
        """The points whose loss is not 0; the logistic loss is 0 nowhere."""
        return np.asarray((self.losses > NOTHING) | (self.choice.loss == "logistic"))

    @property
    def worst(self) -> int | None:
        """The point with the largest share; None where all losses are 0."""
        return int(self.shares.argmax()) if self.shares.any() else None

    @cached_property
    def beyond(self) -> Bools:
        """The points with y f > 1 that are charged for it: of the squared loss."""
        too_right = (self.drawn.margins > 1.0) & self.counted
        return np.asarray(too_right & (self.choice.loss == "squared"))

    @cached_property
    def alike(self) -> int:
        """How many points the SVM puts on the same side."""
        return int((self.drawn.wrong == self.svm.wrong).sum())

    @cached_property
    def support(self) -> Bools:
        """Points that carry weight where others carry none: the support vectors of the hinges."""
        if self.is_svm:
            return self.svm.support
        return np.asarray(self._slope < -NOTHING)

    @cached_property
    def bound(self) -> Bools:
        """Support vectors with the steepest slope there is: alpha = C."""
        if self.is_svm:
            return self.svm.bound
        has_steepest = isinstance(self.choice.chosen, HuberHinge)
        return np.asarray((self._slope <= NOTHING - 1.0) & has_steepest)

    @cached_property
    def _slope(self) -> Array:
        loss = self.choice.chosen
        if self.drawn.model is None or not isinstance(loss, (SquaredHinge, HuberHinge)):
            return np.zeros(len(self.data))
        return loss.slope(self.drawn.margins)


def loss_run(experiment: Experiment, choice: LossesSettings) -> LossRun:
    """The model of a loss on the points, the C and the kernel of an experiment.

    How the experiment is trained plays no part: all are soft margins, solved to the end.
    """
    if choice.loss != "huber_hinge":
        choice = replace(choice, h=LossesSettings.h)
    if experiment.kernel != "linear":
        choice = replace(choice, penalty="l2")
    return _loss_run(with_default_training(experiment), choice)


@lru_cache(maxsize=32)
def _loss_run(experiment: Experiment, choice: LossesSettings) -> LossRun:
    svm = run(experiment)
    nothing = LossRun(choice=choice, svm=svm, beside=svm, drawn=Run(experiment, svm.data))
    if svm.model is None or svm.solution is None:
        return nothing
    if choice.loss in SVM:
        proof = svm.solution
        return replace(nothing, drawn=svm, status=proof.status, certificate=proof.certificate)
    if not svm.model.kernel.psd:
        return nothing
    coef, b, status, certificate = _minimiser(svm, choice.chosen)
    model = Model(svm.model.kernel, svm.data.X, read_only(coef), b)
    drawn = Run(experiment, svm.data, model)
    weights = penalties(experiment) if choice.loss == SPARSE else None
    found = replace(nothing, drawn=drawn, weights=weights, status=status, certificate=certificate)
    return found if weights is None or choice.penalty == "l2" else _sparse(found, weights)


def _sparse(found: LossRun, weights: Penalties) -> LossRun:
    """The same with |w|_1; of all coef with X'coef = w the model has the shortest."""
    fit, before = weights.l1, found.drawn
    assert before.model is not None
    coef = np.asarray(lstsq(before.data.X.T, fit.w, lapack_driver="gelsy")[0])
    model = replace(before.model, coef=read_only(coef), intercept=fit.intercept)
    return replace(
        found,
        beside=before,
        drawn=replace(before, model=model),
        status=fit.status,
        certificate=fit.certificate,
    )


def _minimiser(svm: Run, loss: MarginLoss) -> tuple[Array, float, Status, Certificate]:
    """coef, b and their certificate, by Newton's method."""
    data, experiment = svm.data, svm.experiment
    if isinstance(loss, ZeroOneLoss):
        raise ValueError("the 0-1 loss is not convex: no method minimises it")
    space, C = space_of(experiment.build_kernel(), data.X), sample_C(experiment, data)
    with budget(MAX_SECONDS):
        fit = fit_smooth(space, data.y, C, loss, tol=experiment.tol, max_iter=MAX_STEPS)
    return fit.coef, fit.intercept, fit.status, fit.certificate


def window(run: LossRun) -> tuple[Array, float]:
    """The margins from and to which a chart is drawn, and the highest loss."""
    if run.drawn.model is None or not len(run.data):
        return np.array(LEAST), TOP
    t, losses = run.drawn.margins, run.losses
    low = max(min(LEAST[0], float(t.min()) - 0.2), MOST[0])
    high = min(max(LEAST[1], float(t.max()) + 0.2), MOST[1])
    return np.array([low, high]), min(max(TOP, 1.06 * float(losses.max())), HIGHEST)


def hidden(run: LossRun) -> int:
    """How many points a chart has no room for."""
    if run.drawn.model is None:
        return 0
    (low, high), top = window(run)
    t = run.drawn.margins
    return int(((t < low) | (t > high) | (run.losses > top)).sum())
