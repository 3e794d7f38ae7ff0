"""Order, batches and learning rates of a descent."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from svmcore.arrays import Array, Indices


@dataclass(frozen=True)
class BatchPlan:
    """Passes over n points in batches; update t = 1, 2, ... sees `batch(t)`.

    An epoch is one pass, in the order of the data or shuffled anew from `seed`. The last batch of
    a pass takes what is left. With `replace` an epoch is n draws from all n points, each
    independent of the others: a point may come twice in it, or not at all.
    """

    n: int
    epochs: int
    batch_size: int = 1
    shuffle: bool = True
    seed: int = 0
    replace: bool = False

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
        if self.replace:
            return np.random.default_rng(self.seed).integers(self.n, size=(self.epochs, self.n))
        rows = np.tile(np.arange(self.n), (self.epochs, 1))
        if self.shuffle:  # in place: a copy takes half as long as the shuffling
            np.random.default_rng(self.seed).permuted(rows, axis=1, out=rows)
        return rows

    def batch(self, t: int) -> Indices:
        """The points that update t sees."""
        epoch, place = divmod(t - 1, self.per_epoch)
        return self.order[epoch, place * self.batch_size : (place + 1) * self.batch_size]


@dataclass(frozen=True)
class Schedule:
    """Schedule of the learning rate eta_t, t = 1, 2, ...: `rates` of t, eta0 and rho."""

    title: str
    formula: str
    rates: Callable[[Array, float, float], Array]

    def __call__(self, t: Array, eta0: float, rho: float) -> Array:
        """eta_t, of the shape of t."""
        return np.asarray(self.rates(t, eta0, rho))


SCHEDULES: dict[str, Schedule] = {
    # near the optimum it keeps jumping about, by as much as eta0 is large
    "constant": Schedule("constant", "η = η₀", lambda t, eta0, rho: np.full(np.shape(t), eta0)),
    # right for any convex cost: its error falls like 1 / sqrt(t)
    # Source: Shalev-Shwartz and Ben-David, Understanding Machine Learning (2014), section 14.4,
    # https://www.cs.huji.ac.il/~shais/UnderstandingMachineLearning/
    "inverse_sqrt": Schedule("1/√t", "η = η₀/√t", lambda t, eta0, rho: eta0 / np.sqrt(t)),
    # the distance that can be gone at all grows only like log t; Robbins and Monro, A stochastic
    # approximation method (1951), https://doi.org/10.1214/aoms/1177729586
    "inverse": Schedule("1/t", "η = η₀/t", lambda t, eta0, rho: eta0 / t),
    # without a choice: its error falls like log(t) / t
    # Source: Shalev-Shwartz, Singer, Srebro and Cotter, Pegasos: primal estimated sub-gradient
    # solver for SVM, Mathematical Programming 127 (2011), https://doi.org/10.1007/s10107-010-0420-4
    "pegasos": Schedule("Pegasos", "η = 1/(ρt)", lambda t, eta0, rho: 1.0 / (rho * t)),
}
