"""Order, batches and learning rates of a descent."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Protocol

import numpy as np

from svmcore.arrays import Array, Indices


@dataclass(frozen=True)
class BatchPlan:
    """Passes over n points in batches; update t = 1, 2, ... sees `batch(t)`.

    An epoch is one pass, in the order of the data or shuffled anew from `seed`. The last batch of
    a pass takes what is left.
    """

    n: int
    epochs: int
    batch_size: int = 1
    shuffle: bool = True
    seed: int = 0

    @property
    def per_epoch(self) -> int:
        """Updates in one pass."""
        return -(-self.n // self.batch_size)

    @property
    def total(self) -> int:
        """Updates in all passes."""
        return self.per_epoch * self.epochs

    @cached_property
    def order(self) -> Indices:
        """The points in the order in which they are seen, a row a pass: (epochs, n)."""
        rows = np.tile(np.arange(self.n), (self.epochs, 1))
        if self.shuffle:  # in place: a copy takes half as long as the shuffling
            np.random.default_rng(self.seed).permuted(rows, axis=1, out=rows)
        return rows

    def batch(self, t: int) -> Indices:
        """The points that update t sees."""
        epoch, place = divmod(t - 1, self.per_epoch)
        return self.order[epoch, place * self.batch_size : (place + 1) * self.batch_size]


class Schedule(Protocol):
    """The learning rates of updates t = 1, 2, ..."""

    title: ClassVar[str]
    formula: ClassVar[str]

    def __call__(self, t: Array, eta0: float, rho: float) -> Array: ...


@dataclass(frozen=True)
class ConstantRate:
    """eta_t = eta0: near the optimum it keeps jumping about, by as much as eta0 is large."""

    title: ClassVar[str] = "constant"
    formula: ClassVar[str] = "η = η₀"

    def __call__(self, t: Array, eta0: float, rho: float) -> Array:
        return np.full(np.shape(t), eta0)


@dataclass(frozen=True)
class InverseSqrt:
    """eta_t = eta0 / sqrt(t), right for any convex cost: its error falls like 1 / sqrt(t).

    Source: Shalev-Shwartz and Ben-David, Understanding Machine Learning (2014), section 14.4.
    """

    title: ClassVar[str] = "1/√t"
    formula: ClassVar[str] = "η = η₀/√t"

    def __call__(self, t: Array, eta0: float, rho: float) -> Array:
        return np.asarray(eta0 / np.sqrt(t))


@dataclass(frozen=True)
class Inverse:
    """eta_t = eta0 / t: the distance that can be gone at all grows only like log t."""

    title: ClassVar[str] = "1/t"
    formula: ClassVar[str] = "η = η₀/t"

    def __call__(self, t: Array, eta0: float, rho: float) -> Array:
        return np.asarray(eta0 / t)


@dataclass(frozen=True)
class PegasosRate:
    """eta_t = 1 / (rho t), without a choice: its error falls like log(t) / t.

    Source: Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos: primal estimated sub-gradient
    solver for SVM, Mathematical Programming 127 (2011).
    """

    title: ClassVar[str] = "Pegasos"
    formula: ClassVar[str] = "η = 1/(ρt)"

    def __call__(self, t: Array, eta0: float, rho: float) -> Array:
        return np.asarray(1.0 / (rho * t))


SCHEDULES: dict[str, type[Schedule]] = {
    "constant": ConstantRate,
    "inverse_sqrt": InverseSqrt,
    "inverse": Inverse,
    "pegasos": PegasosRate,
}
