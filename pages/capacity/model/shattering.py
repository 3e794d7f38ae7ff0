"""All labellings of a few points, and which of them a hard margin separates.

A set of points is shattered if every labelling of it is separable; the VC dimension is the largest
size of a set that is. Source: Vapnik and Chervonenkis, On the uniform convergence of relative
frequencies of events to their probabilities (1971), https://doi.org/10.1137/1116025
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from svmcore.arrays import Array, read_only
from svmcore.engine import hard_margin, space_of
from svmcore.kernels import RBF, Kernel, Linear, Polynomial
from svmcore.model import Model
from svmcore.problems.separation import Separability

Place = tuple[float, float]
FAR = 2.6  # how far from the middle a point can be, in x and in y
KERNELS: Mapping[str, Kernel] = {
    "linear": Linear(),
    "poly": Polynomial(degree=2, gamma=1.0, coef0=1.0),
    "rbf": RBF(gamma=1.0),
}


@dataclass(frozen=True, eq=False)
class Labelling:
    """One labelling of the points: y in {-1, +1}, (n,), and the verdict on it.

    model : of the hard margin; None where there is none, and where all points share a class, which
        a constant f separates
    """

    y: Array
    verdict: Separability
    model: Model | None = None

    @property
    def separable(self) -> bool:
        """Whether some f of the kernel has the sign of every label."""
        return self.verdict is Separability.SEPARABLE

    @property
    def constant(self) -> bool:
        """Whether all points share a class."""
        return bool((self.y == self.y[0]).all())


@dataclass(frozen=True, eq=False)
class Shattering:
    """Points X, (n, 2), with the verdict on each of their 2^n labellings, in their order."""

    kernel: str
    X: Array
    labellings: tuple[Labelling, ...]

    @property
    def count(self) -> int:
        """How many labellings are separable."""
        return sum(one.separable for one in self.labellings)

    @property
    def shattered(self) -> bool:
        """Whether all are."""
        return self.count == len(self.labellings)

    @property
    def unclear(self) -> int:
        """How many are too close to tell in double precision."""
        return sum(one.verdict is Separability.TOO_CLOSE for one in self.labellings)


def labels_of(k: int, n: int) -> Array:
    """Labelling number `k` of n points, (n,): the digits of k in base 2, 1 for class +1."""
    return read_only([1.0 if k >> (n - 1 - i) & 1 else -1.0 for i in range(n)])


@lru_cache(maxsize=16)
def shattering(kernel: str, places: tuple[Place, ...]) -> Shattering:
    """Every labelling of some points, decided by the distance of the classes' hulls.

    The labels of number 2^n - 1 - k are those of number k with the signs changed: one is decided.
    """
    X, n = read_only(np.array(places)), len(places)
    half = [_decided(KERNELS[kernel], X, labels_of(k, n)) for k in range(2 ** (n - 1))]
    return Shattering(kernel, X, (*half, *(_mirrored(one) for one in reversed(half))))


def _decided(kernel: Kernel, X: Array, y: Array) -> Labelling:
    if (y == y[0]).all():
        return Labelling(y, Separability.SEPARABLE)
    parted, answer = hard_margin(space_of(kernel, X), y)
    if answer is None:
        return Labelling(y, parted.verdict)
    return Labelling(y, parted.verdict, Model(kernel, X, y * answer.alpha, float(answer.v[0])))


def _mirrored(one: Labelling) -> Labelling:
    y, model = read_only(-one.y), one.model
    if model is not None:
        model = Model(model.kernel, model.X, -model.coef, -model.intercept)
    return Labelling(y, one.verdict, model)
