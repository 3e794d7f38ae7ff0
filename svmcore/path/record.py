"""The record of a regularisation path: every soft margin model between two C, with its proof.

Every corner is judged by K alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.engine import classification
from svmcore.path.steps import BOUND, FREE, ZERO
from svmcore.problems.certificate import Status

NAMES = ("zero", "free", "bound")
EXACT_TOL = 1e-8  # certified violation up to which a stretch counts as exact
AT_BOUND = 1e-11  # relative distance from a bound that only rounding errors have made
BLOCK_STRETCHES = 128  # stretches that are judged at once


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


class PathSegment(NamedTuple):
    """One straight stretch, which begins at C; b is that of the centred K."""

    C: float
    state: npt.NDArray[np.int8]
    free: Indices
    values: Array
    rates: Array
    b: float
    b_rate: float


def record(
    K: Array, y: Array, shares: Array, stretches: Sequence[PathSegment], high: float, restarts: int
) -> CPath:
    """The path with its proof: the models at both ends of every stretch, judged.

    The optimality conditions of a stretch are linear in C, so they hold between its ends as well.
    """
    C = np.array([s.C for s in stretches] + [high])
    stretches = _settled(stretches, shares)
    m, means = len(stretches), K.mean(0)
    b, b_rate, violation = np.empty((3, m))
    for first in range(0, m, BLOCK_STRETCHES):
        rows = slice(first, min(first + BLOCK_STRETCHES, m))
        part, lengths = stretches[rows], np.diff(C[rows.start : rows.stop + 1])
        b[rows], at_start = _ends(K, y, shares, part, C[rows], np.zeros(len(part)), means)
        b_end, at_end = _ends(K, y, shares, part, C[1:][rows], lengths, means)
        b_rate[rows] = (b_end - b[rows]) / lengths
        violation[rows] = np.maximum(at_start, at_end)
    return CPath(
        y=y,
        shares=shares,
        C=C,
        state=np.stack([s.state for s in stretches]),
        free=tuple(s.free for s in stretches),
        values=tuple(s.values for s in stretches),
        rates=tuple(s.rates for s in stretches),
        b=b,
        b_rate=b_rate,
        loose={
            k: np.asarray(K @ np.where(s.state == BOUND, y * shares, 0.0))
            for k, s in enumerate(stretches)
            if not len(s.free)
        },
        violation=violation,
        restarts=restarts,
        status=Status.OPTIMAL if float(violation.max()) <= EXACT_TOL else Status.STALLED,
    )


def _settled(stretches: Sequence[PathSegment], shares: Array) -> list[PathSegment]:
    """Points on the margin that stay at 0 or at their bound all the time are not free."""
    result = list(stretches)
    lengths = [len(s.free) for s in stretches]
    share = shares[np.concatenate([s.free for s in stretches])]
    C = np.repeat([s.C for s in stretches], lengths)
    part = np.concatenate([s.values for s in stretches]) / C / share
    rate = np.concatenate([s.rates for s in stretches]) / share
    at = np.rint(part)
    held = (np.abs(part - at) <= AT_BOUND) & (np.abs(rate - at) <= AT_BOUND)
    ends = np.cumsum(lengths)
    for k in np.unique(np.searchsorted(ends, np.flatnonzero(held), side="right")):
        s, mine = stretches[k], slice(ends[k] - lengths[k], ends[k])
        state, keep = s.state.copy(), ~held[mine]
        state[s.free[~keep]] = np.where(at[mine][~keep] > 0.5, BOUND, ZERO)
        result[k] = PathSegment(
            s.C, state, s.free[keep], s.values[keep], s.rates[keep], s.b, s.b_rate
        )
    return result


def _ends(
    K: Array,
    y: Array,
    shares: Array,
    part: Sequence[PathSegment],
    C: Array,
    gone: Array,
    means: Array,
) -> tuple[Array, Array]:
    """b of some stretches at C, which is `gone` after their start, and the violation there.

    The violation is that of `Task.certify` or more: free points have to be on the margin even
    where they happen to be at a bound, for they are free in the rest of the stretch.
    """
    top = np.multiply.outer(C, shares)
    state = np.stack([s.state for s in part])
    a = np.where(state == BOUND, top, 0.0)
    rows = np.repeat(np.arange(len(part)), [len(s.free) for s in part])
    columns = np.concatenate([s.free for s in part])
    moved = [s.values + length * s.rates for s, length in zip(part, gone, strict=True)]
    a[rows, columns] = np.minimum(np.maximum(np.concatenate(moved), 0.0), top[rows, columns])
    coef = y * a
    scores = coef @ K
    b = np.array([s.b + length * s.b_rate for s, length in zip(part, gone, strict=True)])
    b -= coef @ means
    for k, s in enumerate(part):
        if not len(s.free):
            b[k] = classification(y, top[k]).best_multipliers(scores[k])[0]
    short = 1.0 - y * (scores + b[:, None])
    wrong = short * (1.0 - state)
    wrong[rows, columns] = np.abs(short[rows, columns])
    violation = np.maximum(wrong.max(1), np.abs(coef.sum(1)))
    return b, violation
