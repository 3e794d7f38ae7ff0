"""Weston-Watkins on the board's points: one point's loss, and two classes as one binary SVM."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from pages.derivations.model.question import Question, Subject, Uses
from pages.derivations.model.two_classes import NO_NUMBERS
from pages.model_selection.multiclass_model import MulticlassModel, train_many
from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from pages.state.multiclass.multiclass_run import MulticlassRun, Scheme, multiclass_run
from pages.state.text.number_format import number
from svmcore.arrays import Array, Bools, Indices

SCHEME = "weston_watkins"


@dataclass(frozen=True, eq=False)
class ScoresCase:
    """L = 1/N sum_i sum_(j != y_i) max(0, f_j - f_y + delta) + lambda |W|^2, f = W (x, 1).

    The bias is a last column of W, and lambda = 1 / (2 C N). Arrays of k entries are in the order
    of `classes`.

    Source: Weston and Watkins, Support vector machines for multi-class pattern recognition (1999).
    """

    run: MulticlassRun
    C: float

    @property
    def many(self) -> MulticlassModel:
        """The score functions."""
        assert self.run.many is not None
        return self.run.many

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.run.data)

    @property
    def delta(self) -> float:
        """The margin between two scores."""
        return self.many.delta

    @property
    def reg(self) -> float:
        """lambda."""
        return 1.0 / (2.0 * self.C * self.n)

    @cached_property
    def places(self) -> Indices:
        """The place of each point's class in `classes`, (n,)."""
        return np.searchsorted(self.many.classes, self.run.labels)

    @cached_property
    def W(self) -> Array:
        """The weights with the bias as the last column, (k, 3)."""
        return np.column_stack([self.many.coef @ self.run.data.X, self.many.intercept])

    @cached_property
    def Z(self) -> Array:
        """The points with a last coordinate 1, (n, 3)."""
        return np.column_stack([self.run.data.X, np.ones(self.n)])

    @cached_property
    def scores(self) -> Array:
        """f_j at each point, (n, k)."""
        return np.asarray(self.Z @ self.W.T)

    @cached_property
    def short(self) -> Array:
        """f_j - f_y + delta, (n, k), 0 for y."""
        every = np.arange(self.n)
        short = self.scores - self.scores[every, self.places][:, None] + self.delta
        short[every, self.places] = 0.0
        return short

    @property
    def losses(self) -> Array:
        """The loss of each point, (n,)."""
        return np.asarray(np.maximum(0.0, self.short).sum(axis=1))

    @cached_property
    def i(self) -> int:
        """The point with the most terms > 0, of those the one with the largest loss."""
        return int(np.lexsort((self.losses, self.inside.sum(axis=1)))[-1])

    @property
    def inside(self) -> Bools:
        """Which terms are > 0, (n, k)."""
        return self.short > 1e-9

    def steepness(self, j: int) -> float:
        """|w_y - w_j| of the point's class y: the change of f_y - f_j per unit of length."""
        return float(np.linalg.norm(self.W[self.places[self.i], :2] - self.W[j, :2]))

    def levels(self, j: int) -> Array:
        """The places nearest to the point where f_y - f_j is 0 and where it is delta, (2, 2)."""
        difference, x = self.W[self.places[self.i]] - self.W[j], self.run.data.X[self.i]
        w = difference[:2]
        missing = np.array([0.0, self.delta]) - (w @ x + difference[2])
        return np.asarray(x + np.outer(missing / (w @ w), w))

    @property
    def total(self) -> float:
        """L."""
        return float(self.losses.mean() + self.reg * (self.W**2).sum())


def scores_case(uses: Uses, question: Question) -> Subject:
    """All classes of the board by Weston-Watkins, with the linear kernel."""
    experiment = uses.experiment(question.experiment)
    asked = Scheme(SCHEME, question.delta, "column")
    result = multiclass_run(experiment, asked)
    note = f"Linear kernel, C = {number(experiment.C)}, δ = {number(question.delta)}"
    if result.many is None:
        return Subject(None, result, note, f"{result.why} {NO_NUMBERS}")
    return Subject(ScoresCase(result, experiment.C), result, note)


@dataclass(frozen=True, eq=False)
class PairCase:
    """Two classes by Weston-Watkins with C and delta, and as a binary SVM with 2 C / delta.

    difference : f_1 - f_0 over delta at the points, (n,); f : of the binary SVM there, (n,).
    u : (w_1 - w_0) / delta, and w, both (2,).
    """

    C: float
    delta: float
    classes: tuple[int, int]
    u: Array
    bias: float
    w: Array
    b: float
    difference: Array
    f: Array
    W: Array
    joint: float
    binary: float

    @property
    def price(self) -> float:
        """The C of the binary SVM."""
        return 2.0 * self.C / self.delta

    @property
    def apart(self) -> float:
        """The largest difference of the two f at a point, their means apart.

        b is not always unique, and each training takes its own.
        """
        gap = self.difference - self.f
        return float(np.abs(gap - gap.mean()).max())


def pair_case(uses: Uses, question: Question) -> Subject:
    """The first two classes that the board has, trained both ways; the others are left out."""
    experiment = uses.experiment(question.experiment)
    kept = two_only(experiment)
    result = multiclass_run(kept, Scheme(SCHEME, question.delta, "free"))
    note = f"Linear kernel, C′ = {number(experiment.C)}, δ = {number(question.delta)}"
    if result.many is None:
        return Subject(None, result, note, f"{result.why} {NO_NUMBERS}")
    many, X = result.many, result.data.X
    if kept is not experiment:
        note += f", classes {many.classes[0]} and {many.classes[1]}"
    y = np.where(result.labels == many.classes[1], 1.0, -1.0)
    delta, C = question.delta, experiment.C
    found = train_many(kept.build_kernel(), X, result.labels, "ovo", C=2.0 * C / delta)
    w, b = -found.coef[0] @ X, -float(found.intercept[0])  # its f > 0 is the first class
    W = many.coef @ X
    scores = X @ W.T + many.intercept
    f = X @ w + b
    lead = (scores[:, 1] - scores[:, 0]) * y
    joint = 0.5 * float((W**2).sum()) + C * float(np.maximum(0.0, delta - lead).sum())
    hinge = float(np.maximum(0.0, 1.0 - y * f).sum())
    binary = 0.5 * float(w @ w) + 2.0 * C / delta * hinge
    case = PairCase(
        C,
        delta,
        (int(many.classes[0]), int(many.classes[1])),
        (W[1] - W[0]) / delta,
        float(many.intercept[1] - many.intercept[0]) / delta,
        w,
        b,
        (scores[:, 1] - scores[:, 0]) / delta,
        f,
        W,
        joint,
        binary,
    )
    return Subject(case, result, note)


def two_only(experiment: Experiment) -> Experiment:
    """The experiment without the points of all classes but the first two that it has."""
    data = data_of(experiment)
    classes = sorted(set(data.labels))
    if len(classes) <= 2:
        return experiment
    others = [i for i, label in zip(data.ids, data.labels, strict=True) if label > classes[1]]
    placed = tuple(p for p in experiment.placed if p.label <= classes[1])
    drawn = {i for i in others if i < len(experiment.board().sample)}
    return replace(experiment, removed=tuple(sorted({*experiment.removed, *drawn})), placed=placed)
