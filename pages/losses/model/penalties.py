"""The squared hinge with two penalties, 1/2 |w|^2 and |w|_1, and the loss over the weights.

Both minimise penalty(w) + G(w), where G(w) = min over b of sum_i C_i max(0, 1 - y_i f(x_i))^2.
Among all w with no larger penalty, G is smallest at the optimum: there a level line of G touches
this set, which is a disk for 1/2 |w|^2 and a diamond for |w|_1.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pages.state.board.experiment import Experiment, with_default_training
from pages.state.model.grid import DecisionGrid, level_lines
from pages.state.model.run import Data, data_of, sample_C
from svmcore.arrays import Array
from svmcore.engine.linear_fit import fit_linear
from svmcore.engine.sparse_weights import fit_sparse_weights
from svmcore.problems.result import Result

NODES = 33  # from the lower to the upper edge of the grid, and ASPECT times as many across
ASPECT = 1.6
ROOM = 1.4  # of the larger penalty set, up to the edges of the picture
BEYOND = 1.25  # of the picture, up to the edges of the grid: a chart may show more
SHARES = (0.75, 0.5, 0.3, 0.15)  # of the loss at w = 0: further level lines
STEPS = 30  # of Newton's method for b; G hardly depends on the digits that are left


@dataclass(frozen=True, eq=False)
class Penalties:
    """The models of both penalties on the same points, with the same C: shape (n,)."""

    data: Data
    C: Array
    l1: Result
    l2: Result

    @property
    def w(self) -> tuple[Array, Array]:
        """The weights of the l1 and of the l2 model, each of shape (2,)."""
        assert self.l1.w is not None
        assert self.l2.w is not None
        return self.l1.w, self.l2.w

    @cached_property
    def radius(self) -> float:
        """|w| of the l2 model: that of the circle."""
        return float(np.linalg.norm(self.w[1]))

    @cached_property
    def size(self) -> float:
        """|w|_1 of the l1 model: from the middle of the diamond to a corner."""
        return float(np.abs(self.w[0]).sum())

    def loss(self, W: Array) -> Array:
        """G at the rows of W, (m, 2)."""
        return least_loss(self.data, self.C, W)

    @cached_property
    def half(self) -> float:
        """Half the height of a picture of the weights."""
        return ROOM * max(self.radius, self.size) or 1.0

    @cached_property
    def levels(self) -> tuple[Array, ...]:
        """The level lines of G through w of l1, through w of l2, and others, as (m, 2)."""
        y = BEYOND * self.half * np.linspace(-1.0, 1.0, NODES)
        x = ASPECT * BEYOND * self.half * np.linspace(-1.0, 1.0, round(ASPECT * NODES))
        W = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        grid = DecisionGrid(x, y, self.loss(W).reshape(len(y), len(x)))
        touching, start = self.loss(np.array(self.w)), self.loss(np.zeros((1, 2)))
        return level_lines(grid, [*touching, *np.outer(SHARES, start).ravel()], self.loss)


@lru_cache(maxsize=16)
def penalties(experiment: Experiment) -> Penalties | None:
    """Both models, for the linear kernel and points of both classes; else None."""
    plain = with_default_training(experiment)
    data = data_of(plain)
    if plain.kernel != "linear" or len(set(data.y.tolist())) < 2:
        return None
    C, tol = sample_C(plain, data), plain.tol
    l1 = fit_sparse_weights(data.X, data.y, C, intercept=True, tol=tol)
    return Penalties(data, C, l1, fit_linear(data.X, data.y, C, tol=tol))


def least_loss(data: Data, C: Array, W: Array) -> Array:
    """min over b of sum_i C_i max(0, 1 - y_i (<w, x_i> + b))^2 for the rows w of W, shape (m,).

    Newton's method on the derivative in b, which rises, between bounds of b that are moved.
    """
    positive = data.y > 0.0
    limit = data.y[:, None] - data.X @ W.T  # of b, from which on a point has no loss: (n, m)
    plus, minus = limit[positive], limit[~positive]
    c, d = C[positive][:, None], C[~positive][:, None]
    low, high = minus.min(axis=0), plus.max(axis=0)  # the derivative is <= 0 and >= 0 there
    b = 0.5 * (low + high)
    for _ in range(STEPS):
        short, over = np.maximum(plus - b, 0.0), np.maximum(b - minus, 0.0)
        slope = (d * over).sum(axis=0) - (c * short).sum(axis=0)
        low, high = np.where(slope < 0.0, b, low), np.where(slope > 0.0, b, high)
        bend = (d * (over > 0.0)).sum(axis=0) + (c * (short > 0.0)).sum(axis=0)
        step = b - np.divide(slope, bend, out=np.zeros_like(b), where=bend > 0.0)
        inside = (step >= low) & (step <= high)
        after = np.where(inside, step, 0.5 * (low + high))
        if np.abs(after - b).max(initial=0.0) <= 1e-12 * max(
            1.0, float(np.abs(b).max(initial=0.0))
        ):
            break
        b = after
    short, over = np.maximum(plus - b, 0.0), np.maximum(b - minus, 0.0)
    return np.asarray((c * short**2).sum(axis=0) + (d * over**2).sum(axis=0))
