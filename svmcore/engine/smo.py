"""Sequential minimal optimisation of any task: two variables at a time, in closed form."""

from __future__ import annotations

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import Task

TAU = 1e-12  # curvature below which a pair counts as flat (or bent downwards: not a Mercer kernel)
REFRESH = 10_000  # steps after which E is computed anew: sums of so many terms have lost digits
RESCUE = 20_000  # steps that are tried where all else has failed
ROWS = 30_000_000  # numbers in the rows of K that are kept


def smo(space: Space, task: Task, tol: float, max_iter: int) -> tuple[Array, int]:
    """(a, steps) with max E - min E <= tol over those that may grow and those that may fall.

    E_i = balance_i (q_i - sign_i <w, phi(x_i)>). Each step takes, in one group, the i with the
    largest E that may grow and the j that promises the largest gain
    (E_i - E_j)^2 / |phi(x_i) -+ phi(x_j)|^2, and moves balance_i a_i up and balance_j a_j down
    until the optimum of the pair or the edge of its box.

    Source: Fan, Chen, Lin, Working set selection using second order information for training
    support vector machines, JMLR 6 (2005).
    """
    search = _Search(space, task)
    steps = 0
    while steps < max_iter and search.step(tol):
        steps += 1
        if steps % REFRESH == 0:
            search.refresh()
    return search.a(), steps


class _Search:
    """x_i = balance_i a_i between lower_i and upper_i, and E, with +-inf where x cannot move."""

    def __init__(self, space: Space, task: Task) -> None:
        self.space, self.task = space, task
        n, blocks = len(task.sign), len(task.sign) // task.n_points
        self.lower = np.minimum(0.0, task.balance * task.C).tolist()
        self.upper = np.maximum(0.0, task.balance * task.C).tolist()
        start = task.feasible(np.zeros(n)) if task.total.any() else np.zeros(n)
        self.x = (task.balance * start).tolist()
        self.turn = task.sign * task.balance
        self.turned = bool((self.turn < 0.0).any())
        self.blocks = blocks
        self.diagonal = np.tile(space.diagonal, blocks)
        self.rows: dict[int, Array] = {}
        self.curvature: dict[int, Array] = {}
        self.most = max(2, ROWS // n)
        self.several = len(task.total) > 1
        self.refresh()

    def a(self) -> Array:
        return np.asarray(np.abs(np.array(self.x)))

    def refresh(self) -> None:
        """E from scratch."""
        task = self.task
        E = task.balance * (task.q - task.forward(self.space.scores(task.coef(self.a()))))
        x = np.array(self.x)
        self.running = np.stack(
            [np.where(x < self.upper, E, -np.inf), np.where(x > self.lower, E, np.inf)]
        )
        self.ahead, self.change = np.empty_like(E), np.empty_like(E)

    def _row(self, i: int) -> Array:
        """turn_i K_i for all variables."""
        point = i % self.task.n_points
        if i not in self.rows:
            if len(self.rows) >= self.most:
                self.rows.clear()
                self.curvature.clear()
            row = self.space.block(np.array([point]), np.arange(len(self.space)))[0]
            if self.blocks > 1:
                row = np.tile(row, self.blocks)
            self.rows[i] = row * self.turn * self.turn[i] if self.turned else row
            both = self.diagonal[i] + self.diagonal - 2.0 * self.rows[i]
            self.curvature[i] = np.maximum(both, TAU)
        return self.rows[i]

    def _pair(self) -> tuple[int, float, Array, Array]:
        """i with the largest E that may grow, its E, and both sides of its group."""
        up, low = self.running
        if not self.several:
            i = int(up.argmax())
            return i, up.item(i), up, low
        best = (-1, -np.inf, up, low)
        worst = -np.inf
        for members in self.task.members:
            i = int(members[up[members].argmax()])
            there = up.item(i) - float(low[members].min())
            if there > worst:
                others = np.full_like(low, np.inf)
                others[members] = low[members]
                worst, best = there, (i, up.item(i), up, others)
        return best

    def step(self, tol: float) -> bool:
        """Move one pair; False where none is left to move."""
        i, top, up, low = self._pair()
        ahead, change = self.ahead, self.change
        np.subtract(top, low, out=ahead)
        if not ahead.item(ahead.argmax()) > tol:
            return False
        row = self._row(i)
        np.maximum(ahead, 0.0, out=ahead)
        np.divide(np.multiply(ahead, ahead, out=change), self.curvature[i], out=change)
        j = int(change.argmax())
        room_i, room_j = self.upper[i] - self.x[i], self.x[j] - self.lower[j]
        move = min(ahead.item(j) / self.curvature[i].item(j), room_i, room_j)
        # a variable that reaches its bound gets the bound itself, not a sum that is near it
        self.x[i] = self.upper[i] if move == room_i else self.x[i] + move
        self.x[j] = self.lower[j] if move == room_j else self.x[j] - move
        other = self._row(j)
        E_j = low.item(j)
        np.multiply(move, np.subtract(row, other, out=change), out=change)
        self.running -= change
        up, low = self.running
        low[i] = top - change.item(i)
        up[j] = E_j - change.item(j)
        if self.x[i] >= self.upper[i]:
            up[i] = -np.inf
        if self.x[j] <= self.lower[j]:
            low[j] = np.inf
        return True
