"""Coordinates in units of their own spread."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from svmcore.arrays import Array


@dataclass(frozen=True, eq=False)
class Standardiser:
    """x goes to (x - mean) / spread, coordinate by coordinate; mean, spread : (d,)."""

    mean: Array
    spread: Array

    @classmethod
    def of(cls, X: Array) -> Self:
        """Mean 0 and standard deviation 1 for the rows of X; what does not vary keeps its unit."""
        spread = X.std(0)
        # of equal numbers rounding may leave a spread that is not 0
        equal = spread <= 1e-12 * np.abs(X).max(0, initial=0.0)
        return cls(X.mean(0), np.where(equal, 1.0, spread))

    @classmethod
    def identity(cls, d: int) -> Self:
        """Nothing changes."""
        return cls(np.zeros(d), np.ones(d))

    def __call__(self, X: Array) -> Array:
        return np.asarray((X - self.mean) / self.spread)
