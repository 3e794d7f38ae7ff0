"""Objectives of the soft margin: five conventions of textbooks, and the constant of each.

All are J(w, b) = rho/2 |w|^2 + kappa/n sum_i omega_i loss(y_i f(x_i)) over n points, whose weights
omega are 1 in most texts; one that appends a constant 1 to every point adds rho/2 b^2. Only the
ratio of the two factors decides the minimiser, C = kappa / (rho n) in the first way of writing it;
the factors themselves decide how long a step of descent is. This is the only place that knows one
way from another.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np

from svmcore.arrays import Array, Labels
from svmcore.losses import Hinge


class CostFunction(Protocol):
    """What descent needs of a loss: its value and a subgradient, at t = y f(x) or f(x) - z."""

    def __call__(self, t: Array) -> Array: ...

    def slope(self, t: Array) -> Array: ...


@dataclass(frozen=True)
class PerceptronLoss:
    """Perceptron loss max(0, -t): a mistake costs what it is wrong by, a margin is worth nothing.

    At t = 0 the slope -1 is taken: a model that begins with w = 0 learns from its first point.

    Source: Rosenblatt, The perceptron, Psychol. Review 65 (1958), https://doi.org/10.1037/h0042519
    """

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, -t)

    def slope(self, t: Array) -> Array:
        return np.where(t <= 0.0, -1.0, 0.0)


@dataclass(frozen=True)
class TubeLoss:
    """epsilon-insensitive loss max(0, |t| - epsilon) of t = f(x) - z, z the target.

    Its slope is the sign of t outside the tube and 0 inside. On the edge, |t| = epsilon, all
    slopes between the two are subgradients; 0 is taken, for epsilon = 0 too. Source: Smola and
    Schölkopf, A tutorial on support vector regression (2004),
    https://doi.org/10.1023/B:STCO.0000035301.49549.88
    """

    epsilon: float

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, np.abs(t) - self.epsilon)

    def slope(self, t: Array) -> Array:
        return np.where(np.abs(t) > self.epsilon, np.sign(t), 0.0)

    def slope_of(self, f: float, z: float) -> float:
        """`slope` of one point, in plain numbers."""
        t = f - z
        return 1.0 if t > self.epsilon else -1.0 if t < -self.epsilon else 0.0


class Terms(NamedTuple):
    """The two terms of J for some models, shape (m,) each, or () for one."""

    margin: Array
    loss: Array

    @property
    def total(self) -> Array:
        """J itself."""
        return np.asarray(self.margin + self.loss)


@dataclass(frozen=True)
class Objective:
    """The cost J = rho/2 (|w|^2 + b^2 if `bias_inside`) + kappa/n sum_i omega_i loss(y_i f(x_i)).

    The weights omega belong to the points and are handed in with them; None stands for 1. Weights
    do not change n: a point of weight 2 costs what two points of kappa/n each would.
    """

    rho: float = 1.0
    kappa: float = 1.0
    bias_inside: bool = False
    loss: CostFunction = field(default_factory=Hinge)

    def terms(
        self, margins: Array, square: Array, intercept: Array, weight: Array | None = None
    ) -> Terms:
        """Of m models: margins y f, shape (m, n); |w|^2 and b, shape (m,); weights, shape (n,).

        Without points the mean loss is 0.
        """
        n = margins.shape[1]
        with np.errstate(over="ignore"):  # of a run that overflows the cost is infinite
            size = square + intercept**2 if self.bias_inside else square
            losses = self.loss(margins)
            mean = (losses.sum(axis=1) if weight is None else losses @ weight) / max(n, 1)
        return Terms(np.asarray(0.5 * self.rho * size), np.asarray(self.kappa * mean))

    def gradient(
        self, w: Array, b: float, X: Array, y: Array, weight: Array | None = None
    ) -> tuple[Array, float]:
        """A subgradient in w, shape (d,), and in b, over the points X, shape (n, d)."""
        pull = self.loss.slope(y * (X @ w + b)) * y * (self.kappa / len(y))
        pull = pull if weight is None else pull * weight
        inside = self.rho * b if self.bias_inside else 0.0
        return np.asarray(self.rho * w + X.T @ pull), float(inside + pull.sum())

    def slope(self, f: Array, y: Labels) -> Array:
        """A subgradient of each point's loss in its f, shape (n,); y holds labels or targets."""
        if isinstance(self.loss, TubeLoss):
            return self.loss.slope(f - y)
        return np.asarray(self.loss.slope(y * f) * y)

    def C(self, n: int) -> float:
        """The C of 1/2 |w|^2 + C sum omega loss with the same minimiser: that of weight 1."""
        return self.kappa / (self.rho * n)


class Convention(NamedTuple):
    """One way of writing the soft margin.

    `factors` gives rho and kappa for a value of its constant, whose letter is `constant`, and n
    points; `rho` and `kappa` are how they are written.
    """

    constant: str
    rho: str
    kappa: str
    bias_inside: bool
    factors: Callable[[float, float], tuple[float, float]]

    def objective(self, constant: float, n: int, loss: CostFunction) -> Objective:
        """J over n points, for a value of its own constant."""
        return Objective(*self.factors(constant, n), self.bias_inside, loss)

    def constant_of(self, C: float, n: float) -> float:
        """Its own constant for the model of 1/2 |w|^2 + C sum loss."""
        # C = 1 / (n lambda) is its own inverse; the others grow with C
        return self.C_of(C, n) if self.constant == "λ" else C / self.C_of(1.0, n)

    def C_of(self, constant: float, n: float) -> float:
        """The C of 1/2 |w|^2 + C sum loss for a value of its own constant."""
        rho, kappa = self.factors(constant, n)
        return kappa / (rho * n)


CONVENTIONS: dict[str, Convention] = {
    "sum": Convention(
        constant="C",
        rho="1",
        kappa="N C",
        bias_inside=False,
        factors=lambda C, n: (1.0, n * C),
    ),
    "average": Convention(
        constant="C",
        rho="1",
        kappa="C",
        bias_inside=True,
        factors=lambda C, n: (1.0, C),
    ),
    "square": Convention(
        constant="C",
        rho="2",
        kappa="C",
        bias_inside=False,
        factors=lambda C, n: (2.0, C),
    ),
    "square_sum": Convention(
        constant="C",
        rho="2",
        kappa="N C",
        bias_inside=False,
        factors=lambda C, n: (2.0, n * C),
    ),
    "lambda": Convention(
        constant="λ",
        rho="λ",
        kappa="1",
        bias_inside=True,
        factors=lambda lam, n: (lam, 1.0),
    ),
}
