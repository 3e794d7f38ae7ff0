"""What a solver and its driver need of a problem."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from svmcore.arrays import Array
from svmcore.problems.certificate import Certificate, Certificates
from svmcore.problems.separation import Separation


@dataclass(frozen=True, eq=False)
class Problem(ABC):
    """A training problem on a Gram matrix, in its own variable x (alpha, or coef and b).

    K : (n, n) Gram matrix, y : (n,) labels in {-1, +1}, C : (n,) penalties.

    What else is known spares a solver the work of finding it out: psd, whether K is positive
    semi-definite; phi, the coordinates (n, r) with K = phi phi', for a kernel that has few; hulls,
    the nearest points of the classes' hulls.
    """

    K: Array
    y: Array
    C: Array
    psd: bool | None = field(default=None, kw_only=True)
    phi: Array | None = field(default=None, kw_only=True)
    hulls: Separation | None = field(default=None, kw_only=True)

    @abstractmethod
    def objective(self, x: Array) -> float:
        """The value to be minimised."""

    @abstractmethod
    def gradient(self, x: Array) -> Array:
        """Its gradient, or one subgradient."""

    @abstractmethod
    def machines(self, points: Array) -> tuple[Array, Array]:
        """For each row of `points` coef, shape (m, n), and intercept, shape (m,).

        The model is f = sum_i coef_i K(x_i, .) + intercept.
        """

    @abstractmethod
    def point(self, coef: Array, intercept: float) -> Array:
        """The variable x of a model: the inverse of `machine`."""

    @abstractmethod
    def judge(self, points: Array) -> Certificates:
        """What can be proved about each row of `points`, recomputed from it alone."""

    def machine(self, x: Array) -> tuple[Array, float]:
        """(coef, intercept) of one point."""
        coef, intercept = self.machines(x[None])
        return coef[0], float(intercept[0])

    def certify(self, x: Array) -> Certificate:
        """What can be proved about one point."""
        return self.judge(x[None])[0]
