"""What a problem is to a solver and to the driver."""

from __future__ import annotations

from typing import Protocol

from svmcore.arrays import Array
from svmcore.problems.certificate import Certificate


class Problem(Protocol):
    """A training problem on a Gram matrix, in its own variable x (alpha, or coef and b).

    K : (n, n) Gram matrix, y : (n,) labels in {-1, +1}, C : (n,) penalties.
    """

    @property
    def K(self) -> Array: ...

    @property
    def y(self) -> Array: ...

    @property
    def C(self) -> Array: ...

    def objective(self, x: Array) -> float:
        """The value to be minimised."""
        ...

    def gradient(self, x: Array) -> Array:
        """Its gradient, or one subgradient."""
        ...

    def machine(self, x: Array) -> tuple[Array, float]:
        """(coef, intercept) of f = sum_i coef_i K(x_i, .) + intercept."""
        ...

    def point(self, coef: Array, intercept: float) -> Array:
        """The variable x of a machine: the inverse of `machine`."""
        ...

    def certify(self, x: Array) -> Certificate:
        """What can be proved about x; recomputed from x alone."""
        ...
