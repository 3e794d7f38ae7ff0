"""Projection onto the dual's feasible set {alpha : 0 <= alpha <= C, y'alpha = 0}."""

from bisect import bisect_left

import numpy as np

from svmcore.arrays import Array


def project(v: Array, y: Array, C: Array, total: float = 0.0) -> Array:
    """Projection of v, shape (n,), onto the box with y'alpha = total: clip(v - t y, 0, C).

    phi(t) = y'clip(v - t y, 0, C) - total never rises and is piecewise linear: coordinate i adds
    -1 to its slope from the kink where it leaves one bound to the kink where it meets the other.
    So phi at all sorted kinks is a running sum, and t lies on the piece where it changes sign.
    O(n log n), infinite C included.

    Source: Brucker, An O(n) algorithm for quadratic knapsack problems, Oper. Res. Lett. 3 (1984),
    https://doi.org/10.1016/0167-6377(84)90010-5, with sorting for the median search.
    """
    positive = y > 0.0
    kinks = np.concatenate([np.where(positive, v - C, -v), np.where(positive, v, C - v)])
    turns = np.repeat([-1.0, 1.0], len(v))
    order = kinks.argsort()
    kinks, turns = kinks[order], turns[order]
    first, last = np.searchsorted(kinks, -np.inf, side="right"), np.searchsorted(kinks, np.inf)
    slopes = turns.cumsum()[first:last]  # to the right of each finite kink
    kinks = kinks[first:last]
    at_first = y @ _clip(v - kinks[0] * y, C) - total
    values = at_first + np.append(0.0, (slopes[:-1] * np.diff(kinks)).cumsum())
    right = min(int(np.searchsorted(-values, 0.0)), len(kinks) - 1)

    def phi(t: float) -> float:
        return float(y @ _clip(v - t * y, C)) - total

    def ends(right: int) -> tuple[float, float]:
        return phi(kinks[max(right - 1, 0)]), phi(kinks[right])

    # the running sum has rounding errors of the size of C, and alpha may be smaller by any factor
    before, off = ends(right)
    if off > 0.0 or (right > 0 and before < 0.0):
        right = min(bisect_left(kinks, 0.0, key=lambda t: -phi(t)), len(kinks) - 1)
        before, off = ends(right)
    t = kinks[right]
    if right > 0 and slopes[right - 1] < 0.0:
        if abs(before) < abs(off):  # from the nearer end of the piece: the other may be far
            t, off = kinks[right - 1], before
        t -= off / slopes[right - 1]
    return _clip(v - t * y, C)


def _clip(v: Array, C: Array) -> Array:
    return np.minimum(np.maximum(v, 0.0), C)
