"""Losses of the margin t = y f(x), each with the textbook formula as its docstring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from svmcore.arrays import Array


class Loss(Protocol):
    """A convex, non-increasing function of the margin."""

    title: ClassVar[str]

    def __call__(self, t: Array) -> Array: ...

    def slope(self, t: Array) -> Array:
        """A subgradient d loss / d t at each margin."""
        ...

    def dual(self, alpha: Array, C: Array) -> Array:
        """-(C loss)*(-alpha), what a multiplier alpha >= 0 adds to the dual objective."""
        ...

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        """The derivative of `dual` in alpha."""
        ...

    def ceiling(self, C: Array) -> Array:
        """The largest alpha for which `dual` is finite."""
        ...


@dataclass(frozen=True)
class Hinge:
    """max(0, 1 - t). At the kink t = 1 every slope in [-1, 0] is a subgradient; 0 is taken."""

    title: ClassVar[str] = "Hinge"

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, 1.0 - t)

    def slope(self, t: Array) -> Array:
        return np.where(t < 1.0, -1.0, 0.0)

    def dual(self, alpha: Array, C: Array) -> Array:
        """alpha, for 0 <= alpha <= C."""
        return alpha

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.ones_like(alpha)

    def ceiling(self, C: Array) -> Array:
        return C


@dataclass(frozen=True)
class SquaredHinge:
    """max(0, 1 - t)^2, differentiable everywhere with slope -2 max(0, 1 - t)."""

    title: ClassVar[str] = "Squared hinge"

    def __call__(self, t: Array) -> Array:
        return np.maximum(0.0, 1.0 - t) ** 2

    def slope(self, t: Array) -> Array:
        return -2.0 * np.maximum(0.0, 1.0 - t)

    def dual(self, alpha: Array, C: Array) -> Array:
        """alpha - alpha^2 / (4 C), for alpha >= 0."""
        return np.asarray(alpha - alpha**2 / (4.0 * C))

    def dual_slope(self, alpha: Array, C: Array) -> Array:
        return np.asarray(1.0 - alpha / (2.0 * C))

    def ceiling(self, C: Array) -> Array:
        return np.full_like(C, np.inf)


LOSSES: dict[str, type[Loss]] = {"hinge": Hinge, "squared_hinge": SquaredHinge}
