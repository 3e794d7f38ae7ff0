"""Losses of the margin t = y f(x): those of support vector machines, and others beside them.

All convex ones with a negative slope at t = 0 are classification-calibrated: with enough data and
a flexible f, the minimiser has the sign that makes the fewest mistakes.

Sources: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning (2009), sections 10.6
and 12.3.2, https://hastie.su.domains/ElemStatLearn; Bartlett, Jordan and McAuliffe, Convexity,
classification, and risk bounds, JASA 101 (2006), https://doi.org/10.1198/016214505000000907
"""

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np
from scipy.special import expit, xlogy

from svmcore.arrays import Array
from svmcore.params import POSITIVE, Parametrized, param


class Loss(Protocol):
    """Margin loss: a convex function of the margin t = y f(x)."""

    title: ClassVar[str]

    smooth: ClassVar[bool] = True  # whether the slope has no jump
    floor: ClassVar[float] = 0.0  # the least alpha for which `dual` is finite

    @property
    def minimum(self) -> Array | float:
        """The least margin with the least loss; infinite if there is none."""

    def __call__(self, t: Array) -> Array: ...

    def slope(self, t: Array) -> Array:
        """A subgradient d loss / d t at each margin."""

    def curvature(self, t: Array) -> Array:
        """The second derivative; where it jumps that on the right, where the slope jumps 0."""

    def dual(self, alpha: Array, C: Array) -> Array:
        """-(C loss)*(-alpha), what a multiplier alpha adds to the dual objective."""

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        """The derivative of `dual` in alpha."""

    def ceiling(self, C: Array) -> Array:
        """The largest alpha for which `dual` is finite: C where the slope has a bound."""
        return C

    def moved(self, alpha: Array, t: Array, C: Array) -> Array:
        """Where a projected gradient step of `dual` - t alpha puts alpha; itself at the optimum."""
        ahead = alpha + self.dual_slope(alpha, C) - t
        # np.clip costs three times more
        return np.asarray(np.minimum(np.maximum(ahead, self.floor), self.ceiling(C)))


@dataclass(frozen=True)
class Hinge(Loss):
    """Hinge loss max(0, q - t). At t = q every slope in [-1, 0] is a subgradient; 0 is taken.

    q : the margin that is asked for, 1, or one for each point, shape (n,)

    Source: Cortes and Vapnik, Support-vector networks (1995), https://doi.org/10.1007/BF00994018
    """

    title: ClassVar[str] = "Hinge"
    smooth: ClassVar[bool] = False

    q: Array | float = field(default=1.0, repr=False)

    @property
    def minimum(self) -> Array | float:
        return self.q

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, self.q - t)

    def slope(self, t: Array) -> Array:
        return np.where(t < self.q, -1.0, 0.0)

    def curvature(self, t: Array) -> Array:
        return np.zeros_like(t)

    def dual(self, alpha: Array, C: Array) -> Array:
        """q alpha, for 0 <= alpha <= C."""
        return np.asarray(self.q * alpha)

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.full_like(alpha, self.q)


@dataclass(frozen=True)
class SquaredHinge(Loss):
    """Squared hinge loss max(0, q - t)^2, differentiable everywhere with slope -2 max(0, q - t).

    q : as of the hinge

    Source: Fan et al., LIBLINEAR (2008), section 2, https://www.jmlr.org/papers/v9/fan08a.html
    """

    title: ClassVar[str] = "Squared hinge"

    q: Array | float = field(default=1.0, repr=False)

    @property
    def minimum(self) -> Array | float:
        return self.q

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, self.q - t) ** 2

    def slope(self, t: Array) -> Array:
        return -2.0 * np.maximum(0.0, self.q - t)

    def curvature(self, t: Array) -> Array:
        return np.asarray(2.0 * (t < self.q))  # np.where takes three times as long

    def dual(self, alpha: Array, C: Array) -> Array:
        """q alpha - alpha^2 / (4 C), for alpha >= 0."""
        return np.asarray(self.q * alpha - alpha**2 / (4.0 * C))

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(self.q - alpha / (2.0 * C))

    def ceiling(self, C: Array) -> Array:
        return np.full_like(C, np.inf)


@dataclass(frozen=True)
class HuberHinge(Parametrized, Loss):
    """Huber hinge loss: 0 for t >= q + h, (q + h - t)^2 / (4 h) for |q - t| <= h, q - t below.

    The hinge with its kink rounded off: at most h / 4 above it, differentiable everywhere. Raises
    ValueError unless h > 0.

    q : as of the hinge

    Source: Chapelle, Training a support vector machine in the primal, Neural Computation 19 (2007),
    section 2.3, https://doi.org/10.1162/neco.2007.19.5.1155
    """

    title: ClassVar[str] = "Huber hinge"

    h: float = param(
        0.5,
        0.01,
        2.0,
        log=True,
        label="Smoothing h",
        help="The kink is rounded off within h.",
        domain=POSITIVE,
    )
    q: Array | float = field(default=1.0, repr=False)

    @property
    def minimum(self) -> Array | float:
        return self.q + self.h

    def __call__(self, t: Array) -> Array:
        slope = self.slope(t)
        values = (-self.h) * slope
        values -= self.h
        values += t
        values -= self.q
        values *= slope  # slope (t - q - h (1 + slope)) on each of its three pieces
        return values

    def slope(self, t: Array) -> Array:
        rising = t - self.q
        rising *= 0.5 / self.h
        rising -= 0.5
        return np.minimum(np.maximum(rising, -1.0), 0.0)

    def curvature(self, t: Array) -> Array:
        beyond = t - self.q
        return np.asarray(0.5 / self.h * ((beyond >= -self.h) & (beyond < self.h)))

    def dual(self, alpha: Array, C: Array) -> Array:
        """(q + h) alpha - h alpha^2 / C, for 0 <= alpha <= C."""
        return np.asarray(self.minimum * alpha - self.h * alpha**2 / C)

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(self.minimum - 2.0 * self.h * alpha / C)


LOSSES: dict[str, type[Loss]] = {
    "hinge": Hinge,
    "squared_hinge": SquaredHinge,
    "huber_hinge": HuberHinge,
}


@dataclass(frozen=True)
class LogisticLoss(Loss):
    """Logistic loss log(1 + exp(-t)), that of logistic regression; its slope is in (-1, 0).

    It is positive everywhere: a model that minimises it depends on all points.

    Source: Hastie, Tibshirani and Friedman (2009), section 12.3.2.
    """

    title: ClassVar[str] = "Logistic"
    minimum: ClassVar[float] = float("inf")

    def __call__(self, t: Array) -> Array:
        return np.logaddexp(0.0, -t)

    def slope(self, t: Array) -> Array:
        return np.asarray(-expit(-t))

    def curvature(self, t: Array) -> Array:
        return np.asarray(expit(t) * expit(-t))

    def dual(self, alpha: Array, C: Array) -> Array:
        """The entropy C H(alpha / C), for 0 <= alpha <= C."""
        share = alpha / C
        return np.asarray(-C * (xlogy(share, share) + xlogy(1.0 - share, 1.0 - share)))

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(np.log(C - alpha) - np.log(alpha))

    def moved(self, alpha: Array, t: Array, C: Array) -> Array:
        """The alpha where `dual` - t alpha is largest: `dual_slope` has no bound."""
        return -C * self.slope(t)


@dataclass(frozen=True)
class SquaredLoss(Loss):
    """Squared loss (1 - t)^2 = (y - f)^2, that of ridge regression on labels of -1 and +1.

    It rises again for t > 1: a point far on its own side costs as much as one on the wrong side.

    Source: Suykens and Vandewalle, Least squares support vector machine classifiers, Neural
    Processing Letters 9 (1999), https://doi.org/10.1023/A:1018628609742
    """

    title: ClassVar[str] = "Squared"
    minimum: ClassVar[float] = 1.0
    floor: ClassVar[float] = float("-inf")

    def __call__(self, t: Array) -> Array:
        return np.asarray((1.0 - t) ** 2)

    def slope(self, t: Array) -> Array:
        return np.asarray(-2.0 * (1.0 - t))

    def curvature(self, t: Array) -> Array:
        return np.full_like(t, 2.0)

    def dual(self, alpha: Array, C: Array) -> Array:
        """alpha - alpha^2 / (4 C), for any alpha, below 0 too."""
        return np.asarray(alpha - alpha**2 / (4.0 * C))

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(1.0 - alpha / (2.0 * C))

    def ceiling(self, C: Array) -> Array:
        return np.full_like(C, np.inf)


@dataclass(frozen=True)
class ZeroOneLoss:
    """0-1 loss: 1 for a mistake, t < 0, else 0; the loss that the others bound from above.

    It is not convex, and its slope says nothing: to minimise it is NP-hard.

    Source: Bartlett, Jordan and McAuliffe (2006), section 1.
    """

    title: ClassVar[str] = "0-1"

    def __call__(self, t: Array) -> Array:
        return np.asarray(np.where(t < 0.0, 1.0, 0.0))
