"""Certification of the regularisation path: every breakpoint is judged by K alone."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices
from svmcore.engine import classification
from svmcore.path.record import BOUND, ZERO, CPath
from svmcore.problems.certificate import Status

EXACT_TOL = 1e-8  # certified violation up to which a stretch counts as exact
AT_BOUND = 1e-11  # relative distance from a bound that only rounding errors have made
BLOCK_STRETCHES = 128  # stretches that are judged at once


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
