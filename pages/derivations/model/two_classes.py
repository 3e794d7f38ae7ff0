"""The numbers of a model of two classes: what the derivations of its formulas put in."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pages.derivations.model.question import Question, Subject, Uses
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.experiment import MARGINS
from pages.state.model.kkt import Conditions, balance, conditions, derivation
from pages.state.model.run import Run, data_of, run
from pages.state.text.number_format import number
from pages.state.text.support_words import reach
from pages.state.text.verdict import sentence
from svmcore.arrays import Array, Indices
from svmcore.model import Model
from svmcore.problems.separation import Separability

NO_LINE = "w = 0 for these points: f is the same everywhere, and there is no line."
NO_HARD = "No straight line separates these points, so the hard margin has no solution."
NO_HARD_KERNEL = (
    "No boundary of this kernel separates these points, so the hard margin has no solution."
)
TOO_CLOSE = "The classes are too close for a hard margin in double precision."
NO_NUMBERS = "So the steps have no numbers here."
NOT_CONVERGED = "not converged"
SAME = 9  # decimals: of values that differ by rounding errors alone the first one is taken


@dataclass(frozen=True, eq=False)
class BoardCase:
    """A trained model in the letters of the formulas; arrays in the order of the points.

    at, before : the indices of the inspected point and of the one inspected before it, None
    without one. c1, c2 : of two parallel lines.
    """

    run: Run
    at: int | None = None
    c1: float = -1.0
    c2: float = 1.0
    before: int | None = None

    @property
    def model(self) -> Model:
        """f."""
        assert self.run.model is not None
        return self.run.model

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.run.data)

    @property
    def X(self) -> Array:
        """The points, (n, 2)."""
        return self.run.data.X

    @property
    def y(self) -> Array:
        """Their classes, -1 or +1, (n,)."""
        return self.run.data.y

    @property
    def alpha(self) -> Array:
        """The multipliers, (n,)."""
        return self.run.alpha

    @property
    def b(self) -> float:
        """The intercept."""
        return float(self.model.intercept)

    @cached_property
    def w(self) -> Array:
        """sum alpha y x, (2,), of the linear kernel."""
        assert self.model.weights is not None
        return self.model.weights

    @cached_property
    def norm(self) -> float:
        """|w|, in feature space for other kernels than the linear one."""
        return float(np.sqrt(max(self.square, 0.0)))

    @cached_property
    def square(self) -> float:
        """|w|^2 = beta' K beta with beta = alpha y."""
        return float(self.model.coef @ (self.f - self.b))

    @property
    def C(self) -> float:
        """The bound of alpha, infinite for the hard margin."""
        return float(self.run.C.max())

    @property
    def hard(self) -> bool:
        """Whether the margin is hard."""
        return self.run.experiment.margin == MARGINS[1]

    @property
    def f(self) -> Array:
        """f at the points, (n,)."""
        return self.run.scores

    @property
    def t(self) -> Array:
        """y f, (n,)."""
        return self.run.margins

    @cached_property
    def slack(self) -> Array:
        """max(0, 1 - y f), (n,), 0 where it is only rounding."""
        short = 1.0 - self.t
        return np.where(short > reach(self.run), short, 0.0)

    @cached_property
    def conditions(self) -> Conditions:
        """Which multipliers are 0, free and at C."""
        return conditions(self.run)

    def kind(self, case: int) -> Indices:
        """The points with alpha = 0 (0), 0 < alpha < C (1), alpha = C (2)."""
        return np.flatnonzero(self.conditions.case == case)

    @cached_property
    def support(self) -> Indices:
        """The points with alpha > 0, the largest first."""
        held = np.flatnonzero(self.conditions.case > 0)
        return held[np.argsort(-self.alpha[held].round(SAME), kind="stable")]

    @property
    def free(self) -> Indices:
        """The points with 0 < alpha < C."""
        return self.kind(1)

    @property
    def balance(self) -> float:
        """sum alpha y, 0 where it is only rounding."""
        return balance(self.alpha, self.y)

    @property
    def b_range(self) -> tuple[float, float]:
        """The least and the largest b that fulfil the conditions with these multipliers."""
        return derivation(self.run).interval

    @property
    def primal(self) -> float:
        """1/2 |w|^2 + C sum slack; the hard margin has no slack."""
        cost = 0.0 if self.hard else self.C * float(self.slack.sum())
        return 0.5 * self.square + cost

    @property
    def dual(self) -> float:
        """sum alpha - 1/2 |w|^2."""
        return float(self.alpha.sum()) - 0.5 * self.square

    @cached_property
    def K_beta(self) -> Array:
        """sum_i alpha_i y_i K(x_i, x_j) at each point, (n,)."""
        return self.f - self.b

    @cached_property
    def nearest(self) -> int:
        """The inspected point, else the one with the least |f|."""
        return self.at if self.at is not None else int(np.abs(self.f).round(SAME).argmin())

    @cached_property
    def worst(self) -> int:
        """The inspected point, else the one with the least y f."""
        return self.at if self.at is not None else int(self.t.round(SAME).argmin())

    @property
    def ends(self) -> tuple[int | None, int | None]:
        """A free support vector of class +1 and one of class -1; None for a class without one."""
        found = (self.free[self.y[self.free] == sign] for sign in (1.0, -1.0))
        plus, minus = (int(one[0]) if len(one) else None for one in found)
        return plus, minus

    def level(self, c: float, through: Array) -> Array:
        """The place of the line f = c that is nearest to a place, (2,)."""
        f = float(self.w @ through + self.b)
        return np.asarray(through + (c - f) / float(self.w @ self.w) * self.w)

    def line(self, c: float, half: float = 12.0) -> Array:
        """A long piece of the line f = c around the points, (2, 2)."""
        along = np.array([-self.w[1], self.w[0]]) / self.norm
        reach = half + float(np.ptp(self.X, axis=0).max())
        return self.level(c, self.X.mean(axis=0)) + np.array([[-reach], [reach]]) * along

    @cached_property
    def unclipped(self) -> tuple[float, float]:
        """The sums of 1 - y f over the points where it is > 0, and where it is < 0."""
        short = 1.0 - self.t
        return float(short[short > 0.0].sum()), float(short[short < 0.0].sum())

    @cached_property
    def averaging(self) -> tuple[Array, int]:
        """f of the minimiser without max, and how many points it misclassifies.

        The least 1/2 (|w|^2 + b^2) + C sum (1 - y f) has w = C sum y phi(x) and b = C sum y.
        """
        K = self.model.kernel(self.X, self.X)
        scores = self.C * ((K + 1.0) @ self.y)
        return scores, int(((scores >= 0.0) != (self.y > 0.0)).sum())


def two_classes(uses: Uses, question: Question, *, line: bool = False) -> Subject:
    """The model of a derivation on the board's points, or why there is none.

    line : whether the derivation needs w and the line f = 0.
    """
    experiment = uses.experiment(question.experiment)
    result = run(experiment)
    note = note_of(uses, question, result)
    if result.model is None:
        return Subject(None, result, note, f"{_obstacle(result)} {NO_NUMBERS}")
    if line and result.constant:
        return Subject(None, result, note, f"{NO_LINE} {NO_NUMBERS}")
    case = BoardCase(result, question.at, question.c1, question.c2, question.before)
    return Subject(case, result, note)


def untrained(uses: Uses, question: Question) -> tuple[Run, Subject | None]:
    """The points of a derivation that trains by itself; and what is missing, if anything is."""
    experiment = uses.experiment(question.experiment)
    points = Run(experiment, data_of(experiment))
    if len(set(points.data.y.tolist())) == 2:
        return points, None
    note = note_of(uses, question, points)
    return points, Subject(None, points, note, f"{sentence(points)} {NO_NUMBERS}")


def _obstacle(result: Run) -> str:
    if result.separation is None:
        return sentence(result)
    if result.separation.verdict is Separability.TOO_CLOSE:
        return TOO_CLOSE
    return NO_HARD if result.experiment.kernel == "linear" else NO_HARD_KERNEL


def note_of(uses: Uses, question: Question, result: Run) -> str:
    """Which model of the points it is."""
    chosen = result.experiment
    margin = "hard margin" if chosen.margin == "hard" else f"C = {number(chosen.C)}"
    words = [f"{KERNELS[chosen.kernel].title} kernel", margin]
    if data_of(question.experiment).weighed:
        words.append("every point counts once")
    if result.solution is not None and not result.finished:
        words.append(NOT_CONVERGED)
    return ", ".join(words)
