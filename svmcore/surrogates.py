"""Losses of the margin t = y f(x) beside those of support vector machines, and the 0-1 loss.

Logistic and squared loss are positive almost everywhere: a model that minimises them depends on all
points. All convex ones with a negative slope at t = 0 are classification-calibrated: with enough
data and a flexible f, the minimiser has the sign that makes the fewest mistakes.

Sources: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning (2009), sections 10.6
and 12.3.2, https://hastie.su.domains/ElemStatLearn; Bartlett, Jordan and McAuliffe, Convexity,
classification, and risk bounds, JASA 101 (2006), https://doi.org/10.1198/016214505000000907
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from scipy.special import expit, xlogy

from svmcore.arrays import Array
from svmcore.problems.feasible import project


class SmoothLoss(Protocol):
    """Convex margin loss with a second derivative that is nowhere 0."""

    title: ClassVar[str]

    def __call__(self, t: Array) -> Array: ...

    def slope(self, t: Array) -> Array:
        """The derivative d loss / d t."""

    def curvature(self, t: Array) -> Array:
        """The second derivative, > 0 but for underflow."""

    def dual(self, alpha: Array, C: Array) -> Array:
        """-(C loss)*(-alpha), what a multiplier alpha adds to the dual objective."""

    def feasible(self, alpha: Array, y: Array, C: Array) -> Array:
        """The nearest alpha with y'alpha = 0 for which `dual` is finite."""


@dataclass(frozen=True)
class LogisticLoss:
    """Logistic loss log(1 + exp(-t)), that of logistic regression; its slope is in (-1, 0).

    Source: Hastie, Tibshirani and Friedman (2009), section 12.3.2.
    """

    title: ClassVar[str] = "Logistic"

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

    def feasible(self, alpha: Array, y: Array, C: Array) -> Array:
        """Between 0 and C."""
        return project(alpha, y, C)


@dataclass(frozen=True)
class SquaredLoss:
    """Squared loss (1 - t)^2 = (y - f)^2, that of ridge regression on labels of -1 and +1.

    It rises again for t > 1: a point far on its own side costs as much as one on the wrong side.

    Source: Suykens and Vandewalle, Least squares support vector machine classifiers, Neural
    Processing Letters 9 (1999), https://doi.org/10.1023/A:1018628609742
    """

    title: ClassVar[str] = "Squared"

    def __call__(self, t: Array) -> Array:
        return np.asarray((1.0 - t) ** 2)

    def slope(self, t: Array) -> Array:
        return np.asarray(-2.0 * (1.0 - t))

    def curvature(self, t: Array) -> Array:
        return np.full_like(t, 2.0)

    def dual(self, alpha: Array, C: Array) -> Array:
        """alpha - alpha^2 / (4 C), for any alpha, below 0 too."""
        return np.asarray(alpha - alpha**2 / (4.0 * C))

    def feasible(self, alpha: Array, y: Array, C: Array) -> Array:
        """Any numbers with y'alpha = 0."""
        return np.asarray(alpha - y * float(y @ alpha) / len(y))


@dataclass(frozen=True)
class ZeroOneLoss:
    """0-1 loss: 1 for a mistake, t < 0, else 0; the loss that the others bound from above.

    It is not convex, and its slope says nothing: to minimise it is NP-hard.

    Source: Bartlett, Jordan and McAuliffe (2006), section 1.
    """

    title: ClassVar[str] = "0-1"

    def __call__(self, t: Array) -> Array:
        return np.asarray(np.where(t < 0.0, 1.0, 0.0))
