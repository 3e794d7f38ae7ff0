"""Points that move at random: in how many draws a line still separates the classes.

A draw moves every point by r u, u uniform in the disk |u| <= 1. While r < 1/|w| the line of
the hard margin separates the classes, whatever the moves are:

    y_i f(x_i + r u_i) = y_i f(x_i) + r y_i <w, u_i> >= 1 - r |w| > 0.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from svmcore.arrays import Array, Bools

DRAWS = 200
STEPS = 127  # from 0 to 1 of a coordinate of u: a byte is sent to the browser


@lru_cache(maxsize=32)
def unit_moves(seed: int, n: int) -> NDArray[np.int8]:
    """STEPS u of every draw and point, shape (DRAWS, n, 2); rounded toward 0, so |u| <= 1."""
    rng = np.random.default_rng([seed, n, DRAWS])
    length = np.sqrt(rng.random((DRAWS, n)))
    angle = rng.uniform(0.0, 2.0 * np.pi, (DRAWS, n))
    u = np.stack([length * np.cos(angle), length * np.sin(angle)], axis=-1)
    moves: NDArray[np.int8] = np.trunc(STEPS * u).astype(np.int8)
    moves.setflags(write=False)
    return moves


def separated(w: Array, b: float, X: Array, y: Array, r: float, seed: int) -> Bools:
    """Whether f = <w, x> + b classifies all points of a draw correctly, shape (DRAWS,)."""
    f = X @ w + b + r / STEPS * (unit_moves(seed, len(y)) @ w)
    return np.asarray(((f >= 0.0) == (y > 0.0)).all(axis=1))
