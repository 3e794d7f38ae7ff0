"""Losses of the margin t = y f(x)."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from svmcore.arrays import Array
from svmcore.params import POSITIVE, Parametrized, param


class Loss(Protocol):
    """Margin loss: a convex, non-increasing function of the margin t = y f(x)."""

    title: ClassVar[str]

    @property
    def bends(self) -> tuple[tuple[float, float], ...]:
        """(t, jump): where the second derivative changes, rising t, and by how much.

        It is 0 beyond the last one. Empty for a loss whose slope jumps: that has no second
        derivative.
        """

    def __call__(self, t: Array) -> Array: ...

    def slope(self, t: Array) -> Array:
        """A subgradient d loss / d t at each margin."""

    def curvature(self, t: Array) -> Array:
        """The second derivative; at a bend that on its right, at a jump of the slope 0."""

    def dual(self, alpha: Array, C: Array) -> Array:
        """-(C loss)*(-alpha), what a multiplier alpha >= 0 adds to the dual objective."""

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        """The derivative of `dual` in alpha."""

    def ceiling(self, C: Array) -> Array:
        """The largest alpha for which `dual` is finite: C where the slope has a bound."""
        return C


@dataclass(frozen=True)
class Hinge(Loss):
    """Hinge loss max(0, 1 - t). At t = 1 every slope in [-1, 0] is a subgradient; 0 is taken.

    Source: Cortes and Vapnik, Support-vector networks (1995), https://doi.org/10.1007/BF00994018
    """

    title: ClassVar[str] = "Hinge"
    bends: ClassVar[tuple[tuple[float, float], ...]] = ()

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, 1.0 - t)

    def slope(self, t: Array) -> Array:
        return np.where(t < 1.0, -1.0, 0.0)

    def curvature(self, t: Array) -> Array:
        return np.zeros_like(t)

    def dual(self, alpha: Array, C: Array) -> Array:
        """alpha, for 0 <= alpha <= C."""
        return alpha

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.ones_like(alpha)


@dataclass(frozen=True)
class SquaredHinge(Loss):
    """Squared hinge loss max(0, 1 - t)^2, differentiable everywhere with slope -2 max(0, 1 - t).

    Source: Fan et al., LIBLINEAR (2008), section 2, https://www.jmlr.org/papers/v9/fan08a.html
    """

    title: ClassVar[str] = "Squared hinge"
    bends: ClassVar[tuple[tuple[float, float], ...]] = ((1.0, -2.0),)

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, 1.0 - t) ** 2

    def slope(self, t: Array) -> Array:
        return -2.0 * np.maximum(0.0, 1.0 - t)

    def curvature(self, t: Array) -> Array:
        return np.asarray(2.0 * (t < 1.0))  # np.where takes three times as long

    def dual(self, alpha: Array, C: Array) -> Array:
        """alpha - alpha^2 / (4 C), for alpha >= 0."""
        return np.asarray(alpha - alpha**2 / (4.0 * C))

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(1.0 - alpha / (2.0 * C))

    def ceiling(self, C: Array) -> Array:
        return np.full_like(C, np.inf)


@dataclass(frozen=True)
class HuberHinge(Parametrized, Loss):
    """Huber hinge loss: 0 for t >= 1 + h, (1 + h - t)^2 / (4 h) for |1 - t| <= h, 1 - t below.

    The hinge with its kink rounded off: at most h / 4 above it, differentiable everywhere. Raises
    ValueError unless h > 0.

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

    @property
    def bends(self) -> tuple[tuple[float, float], ...]:
        return (1.0 - self.h, 0.5 / self.h), (1.0 + self.h, -0.5 / self.h)

    def __call__(self, t: Array) -> Array:
        short = np.maximum(0.0, 1.0 + self.h - t)
        return np.where(short < 2.0 * self.h, short**2 / (4.0 * self.h), 1.0 - t)

    def slope(self, t: Array) -> Array:
        return np.asarray(-np.clip((1.0 + self.h - t) / (2.0 * self.h), 0.0, 1.0))

    def curvature(self, t: Array) -> Array:
        bent = (t >= 1.0 - self.h) & (t < 1.0 + self.h)
        return np.where(bent, 0.5 / self.h, 0.0)

    def dual(self, alpha: Array, C: Array) -> Array:
        """(1 + h) alpha - h alpha^2 / C, for 0 <= alpha <= C."""
        return np.asarray((1.0 + self.h) * alpha - self.h * alpha**2 / C)

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(1.0 + self.h - 2.0 * self.h * alpha / C)


LOSSES: dict[str, type[Loss]] = {
    "hinge": Hinge,
    "squared_hinge": SquaredHinge,
    "huber_hinge": HuberHinge,
}
