"""The interior-point method for a `Task` in explicit features."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.tasks import Task
from svmcore.optim.box_program import Program, central_path, start
from svmcore.optim.budget import spent
from svmcore.optim.interior_point import ErrorScale


class InteriorIterate(NamedTuple):
    """Where the interior point stopped: a, shape (n,), w, shape (r,), v, shape (k,).

    error is relative and its own idea.
    """

    a: Array
    w: Array
    v: Array
    error: float
    n_iter: int


class InteriorPointRun:
    """Interior-point iterations for points given as rows of L, shape (N, r), K = L L'.

    It can be asked for more digits later. `unit` makes the rows about 1 long: then C is all that
    is left of the scales of data and kernel. Where the task is the rest of a larger one, `base` is
    the part of w and `value` the part of the dual value that the others contribute.
    """

    def __init__(self, task: Task, L: Array, base: Array | None = None, value: float = 0.0) -> None:
        self.value = value
        self.unit = float(np.vdot(L, L)) / len(L) or 1.0
        blocks = len(task.sign) // task.n_points
        rows = np.tile(L, (blocks, 1)) if blocks > 1 else L
        G = (task.sign / np.sqrt(self.unit))[:, None] * rows
        E = np.zeros((len(task.total), len(task.sign)))
        E[task.group, np.arange(len(task.sign))] = task.balance
        shift = None if base is None else base * np.sqrt(self.unit)
        self.program = Program(G, task.q, E, self.unit * task.total, self.unit * task.C, shift)
        self.path = central_path(self.program, *start(self.program))
        self.steps = self.inners()
        # what is left where the start is no number: C is beyond all scales
        nothing = np.zeros(len(rows)), np.zeros(L.shape[1]), np.zeros(len(task.total))
        self.last = InteriorIterate(*nothing, np.inf, 0)

    def inners(self) -> Iterator[InteriorIterate]:
        """The iterates, each better than all before."""
        r, scale = self.program.G.shape[1], ErrorScale()
        for n_iter, point in enumerate(self.path, start=1):
            w, v = point.p[:r], point.p[r:]
            value = float(self.program.q @ point.z[0] - 0.5 * w @ w) + self.value * self.unit
            error = scale.relative(point.error, value)
            yield InteriorIterate(point.z[0] / self.unit, w / np.sqrt(self.unit), v, error, n_iter)

    def until(self, tol: float, max_iter: int) -> InteriorIterate:
        """Go on until the relative error is at most `tol` (or as far as rounding allows)."""
        for inner in self.steps:
            self.last = inner
            if spent(inner.error) or inner.error <= tol or inner.n_iter >= max_iter:
                break
        return self.last
