"""The record of a regularisation path: every soft margin model between two C, with its proof."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.engine import classification
from svmcore.problems.certificate import Status

ZERO, FREE, BOUND = 0, 1, 2
NAMES = ("zero", "free", "bound")


class Event(NamedTuple):
    """Event of a path: at C, `point` changes its state; kind is "bound->free" and so on."""

    C: float
    point: int
    kind: str


@dataclass(frozen=True, eq=False)
class CPath:
    """Regularisation path: the soft margin for C from C[0] to C[-1], linear between m + 1 corners.

    With the bound C shares_i of each of the N points, stretch k from C[k] to C[k + 1] has

        a_i = 0, C shares_i, or for i in free[k] values[k] + (C - C[k]) rates[k],
        b = b[k] + (C - C[k]) b_rate[k].

    y, shares : (N,), labels and factors of C. C : (m + 1,), rising. b, b_rate : (m,)
    state : (m, N), 0 at zero, 1 free, 2 at the bound. free, values, rates : m arrays, one a stretch
    loose : loose[k] is K (y a) / C, (N,), of a stretch without free points; b is mid-interval there
    violation : (m,), the worst that is certified at both ends of the stretch
    restarts : how often rounding forced a new start from a model trained at that C
    status : OPTIMAL if every violation is small enough, MAX_ITER if the path ends early
    """

    y: Array
    shares: Array
    C: Array
    state: npt.NDArray[np.int8]
    free: tuple[Indices, ...]
    values: tuple[Array, ...]
    rates: tuple[Array, ...]
    b: Array
    b_rate: Array
    loose: Mapping[int, Array]
    violation: Array
    restarts: int
    status: Status

    def __len__(self) -> int:
        return len(self.b)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happens at the corners, in the order of C."""
        at, points = np.nonzero(self.state[1:] != self.state[:-1])
        return tuple(
            Event(
                float(self.C[k + 1]),
                int(i),
                f"{NAMES[self.state[k, i]]}->{NAMES[self.state[k + 1, i]]}",
            )
            for k, i in zip(at, points, strict=True)
        )

    def stretch(self, C: float) -> int:
        """The index k of the stretch that holds C.

        Raises ValueError if C is outside the path.
        """
        if not self.C[0] <= C <= self.C[-1]:
            raise ValueError(f"C must be in [{self.C[0]:g}, {self.C[-1]:g}], got {C:g}")
        return min(int(np.searchsorted(self.C, C, side="right")) - 1, len(self) - 1)

    def line(self, k: int) -> tuple[Array, Array]:
        """(u, v) of a_F = u + C v on stretch k, F = free[k]."""
        return self.values[k] - self.C[k] * self.rates[k], self.rates[k]

    def alpha(self, C: float) -> Array:
        """The multipliers at C, shape (N,); raises ValueError if C is outside the path."""
        return self._alpha(self.stretch(C), C)

    def _alpha(self, k: int, C: float) -> Array:
        top = C * self.shares
        a = np.where(self.state[k] == BOUND, top, 0.0)
        F = self.free[k]
        moved = self.values[k] + (C - self.C[k]) * self.rates[k]
        a[F] = np.minimum(np.maximum(moved, 0.0), top[F])  # by a rounding error at the corners
        return a

    def coef(self, C: float) -> Array:
        """y alpha at C, shape (N,)."""
        return self.y * self.alpha(C)

    def intercept(self, C: float) -> float:
        """b at C: the middle, where several are optimal."""
        k = self.stretch(C)
        return self._intercept(k, C)

    def _intercept(self, k: int, C: float) -> float:
        if k in self.loose:
            task = classification(self.y, C * self.shares)
            return float(task.best_multipliers(C * self.loose[k])[0])
        return float(self.b[k] + (C - self.C[k]) * self.b_rate[k])

    def alphas(self, Cs: Array) -> Array:
        """alpha at many C, shape (len(Cs), N): column i is that of point i."""
        return np.array([self.alpha(float(C)) for C in Cs]).reshape(len(Cs), len(self.y))

    def n_support(self, C: float) -> tuple[int, int]:
        """How many points are free, and how many are at their bound."""
        state = self.state[self.stretch(C)]
        return int((state == FREE).sum()), int((state == BOUND).sum())
