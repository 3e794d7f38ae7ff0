"""One step of Newton's method in the primal, and one update of Pegasos, on the board's points."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from pages.derivations.model.question import Question, Subject, Uses
from pages.derivations.model.two_classes import NO_NUMBERS, note_of, untrained
from svmcore import blas_threads
from svmcore.arrays import Array, Bools, read_only
from svmcore.model import Model

TOO_LARGE = "The values of this kernel are too large for double precision here."
MOST_STEPS = 30  # of Newton's method, which mostly needs 5 to 10


@dataclass(frozen=True, eq=False)
class NewtonUpdate:
    """beta, (n,), and b of one step, with the points inside the margin before and after it."""

    beta: Array
    b: float
    before: Bools
    after: Bools


@dataclass(frozen=True, eq=False)
class NewtonCase:
    """Newton's method for 1/2 |f|^2 + C sum max(0, 1 - y f)^2, f = sum beta K(x_i, .) + b.

    With S the points of y f < 1, the step of length 1 goes to the solution of

        (K_SS + I / (2 C)) beta_S + b 1 = y_S,   1' beta_S = 0,   beta = 0 elsewhere.

    Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19
    (2007), https://doi.org/10.1162/neco.2007.19.5.1155, where lambda is our 1 / (2 C).
    """

    X: Array
    y: Array
    C: float
    K: Array
    steps: tuple[NewtonUpdate, ...]

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.y)

    @property
    def second(self) -> NewtonUpdate:
        """The step after the first, which takes all points; the first where it was the last."""
        return self.steps[min(1, len(self.steps) - 1)]

    @property
    def last(self) -> NewtonUpdate:
        """Where the method ends."""
        return self.steps[-1]

    @property
    def ended(self) -> bool:
        """Whether the last step changed nothing about which points are inside the margin."""
        return bool((self.last.before == self.last.after).all())

    def objective(self, beta: Array, b: float) -> float:
        """1/2 beta' K beta + C sum max(0, 1 - y f)^2."""
        f = self.K @ beta + b
        loss = np.maximum(0.0, 1.0 - self.y * f) ** 2
        return float(0.5 * beta @ (f - b) + self.C * loss.sum())

    def gradient(self, beta: Array, b: float) -> tuple[Array, float]:
        """The derivatives of `objective` in beta, (n,), and in b."""
        f = self.K @ beta + b
        short = 2.0 * self.C * np.minimum(0.0, self.y * f - 1.0) * self.y
        return np.asarray(self.K @ (beta + short)), float(short.sum())


def newton_case(uses: Uses, question: Question) -> Subject:
    """Newton's method on the board's points, from beta = 0; the picture shows where it ends."""
    points, missing = untrained(uses, question)
    if missing is not None:
        return missing
    X, y, C = points.data.X, points.data.y, points.experiment.C
    kernel = points.experiment.build_kernel()
    K = kernel(X, X)
    note = note_of(uses, question, points)
    try:
        steps = _newton(K, y, C)
    except (np.linalg.LinAlgError, ValueError):  # not positive definite, or not finite
        return Subject(None, points, note, f"{TOO_LARGE} {NO_NUMBERS}")
    case = NewtonCase(X, y, C, K, steps)
    model = Model(kernel, X, case.last.beta, case.last.b)
    return Subject(case, replace(points, model=model), note)


@blas_threads(1)
def _newton(K: Array, y: Array, C: float) -> tuple[NewtonUpdate, ...]:
    """The steps from beta = 0 until S stays, `MOST_STEPS` at most."""
    steps = [_newton_step(K, y, C, np.ones(len(y), dtype=bool))]
    while (steps[-1].after != steps[-1].before).any() and len(steps) < MOST_STEPS:
        steps.append(_newton_step(K, y, C, steps[-1].after))
    return tuple(steps)


def _newton_step(K: Array, y: Array, C: float, inside: Bools) -> NewtonUpdate:
    S, beta, b = np.flatnonzero(inside), np.zeros(len(y)), 0.0
    if len(S):
        system = K[np.ix_(S, S)] + np.eye(len(S)) / (2.0 * C)
        right = np.column_stack([y[S], np.ones(len(S))])
        of_y, of_1 = cho_solve(cho_factor(system, overwrite_a=True), right).T
        b = float(of_y.sum() / of_1.sum())
        beta[S] = of_y - b * of_1
    return NewtonUpdate(read_only(beta), b, inside, y * (K @ beta + b) < 1.0)


@dataclass(frozen=True, eq=False)
class PegasosCase:
    """Update number t of Pegasos on the linear kernel, with one point.

    The cost is lambda/2 |w|^2 + 1/n sum max(0, 1 - y <w, x>) where every x has a last coordinate 1,
    so b is the last weight, and lambda = 1 / (n C). The updates before it took the points in their
    order, once each. before, after : w, (3,). i : the point of the update.

    Source: Shalev-Shwartz, Singer, Srebro, Cotter, Pegasos, Mathematical Programming 127 (2011),
    section 2, https://doi.org/10.1007/s10107-010-0420-4
    """

    X: Array
    y: Array
    C: float
    at: int | None
    reg: float
    t: int
    i: int
    before: Array

    @property
    def n(self) -> int:
        """How many points there are."""
        return len(self.y)

    @cached_property
    def x(self) -> Array:
        """The point with its last coordinate 1, (3,)."""
        return np.append(self.X[self.i], 1.0)

    @property
    def margin(self) -> float:
        """y <w, x> before the update."""
        return float(self.y[self.i] * (self.before @ self.x))

    @property
    def active(self) -> bool:
        """Whether the hinge of the point has the slope -1."""
        return self.margin < 1.0

    @property
    def eta(self) -> float:
        """The learning rate 1 / (lambda t)."""
        return 1.0 / (self.reg * self.t)

    @cached_property
    def g(self) -> Array:
        """The subgradient lambda w - y x [y <w, x> < 1], (3,)."""
        push = self.y[self.i] * self.x if self.active else np.zeros(3)
        return np.asarray(self.reg * self.before - push)

    @cached_property
    def moved(self) -> Array:
        """w - eta g, (3,)."""
        return np.asarray(self.before - self.eta * self.g)

    @property
    def radius(self) -> float:
        """1 / sqrt(lambda): the optimum is in this ball."""
        return float(1.0 / np.sqrt(self.reg))

    @cached_property
    def after(self) -> Array:
        """The nearest point of the ball."""
        return np.asarray(self.moved * self.shrink)

    @property
    def shrink(self) -> float:
        """The factor that takes w - eta g into the ball, at most 1."""
        return min(1.0, self.radius / max(float(np.linalg.norm(self.moved)), 1e-300))


def pegasos_case(uses: Uses, question: Question) -> Subject:
    """An update of Pegasos with the inspected point, else with the first one inside its margin.

    The picture shows the model after it.
    """
    points, missing = untrained(uses, question)
    if missing is not None:
        return missing
    X, y, C = points.data.X, points.data.y, points.experiment.C
    n, at = len(y), question.at
    reg, Z, coef = 1.0 / (n * C), np.column_stack([X, np.ones(n)]), np.zeros(n)
    for k in range(n):
        coef = _updated(Z, y, reg, k + 1, k, coef)
    w = coef @ Z
    inside = np.flatnonzero(y * (Z @ w) < 1.0)
    i = at if at is not None else int(inside[0]) if len(inside) else 0
    case = PegasosCase(X, y, C, at, reg, n + 1, i, read_only(w))
    after = _updated(Z, y, reg, n + 1, i, coef)
    kernel = points.experiment.build_kernel()
    model = Model(kernel, X, read_only(after), float(after.sum()))
    return Subject(case, replace(points, model=model), note_of(uses, question, points))


def _updated(Z: Array, y: Array, reg: float, t: int, i: int, coef: Array) -> Array:
    """The coefficients a of w = sum a_k z_k after update t with point i, projection included."""
    active = y[i] * float(Z[i] @ (coef @ Z)) < 1.0
    after = coef * (1.0 - 1.0 / t)
    after[i] += y[i] / (reg * t) if active else 0.0
    length = max(float(np.linalg.norm(after @ Z)), 1e-300)
    return np.asarray(after * min(1.0, 1.0 / (np.sqrt(reg) * length)))
