"""The interior-point method for a `Task` in explicit features."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine.tasks import Task
from svmcore.optim.box_program import Program, central_path, start
from svmcore.optim.budget import out_of_time
from svmcore.optim.interior_point import ErrorScale


class InteriorIterate(NamedTuple):
    """An iterate: a, shape (n,), w, shape (r,), v, shape (k,); its estimated relative error."""

    a: Array
    w: Array
    v: Array
    error: float
    n_iter: int


def interior_point(
    task: Task, L: Array, base: Array | None = None, value: float = 0.0
) -> Iterator[InteriorIterate]:
    """Interior-point iterates, each better than all before, for points given as rows of L.

    L : (N, r), K = L L'. In units in which its rows are about 1 long, C is all that is left of
    the scales of data and kernel. Where the task is the rest of a larger one, `base` is the part of
    w and `value` the part of the dual value that the others contribute. The iterates end where
    rounding errors allow no better one; there is none where C is beyond all scales.
    """
    unit = float(np.vdot(L, L)) / len(L) or 1.0
    blocks = len(task.sign) // task.n_points
    rows = np.tile(L, (blocks, 1)) if blocks > 1 else L
    G = (task.sign / np.sqrt(unit))[:, None] * rows
    E = np.zeros((len(task.total), len(task.sign)))
    E[task.group, np.arange(len(task.sign))] = task.balance
    shift = None if base is None else base * np.sqrt(unit)
    program = Program(G, task.q, E, unit * task.total, unit * task.C, shift)
    r, scale = L.shape[1], ErrorScale()
    for n_iter, point in enumerate(central_path(program, *start(program)), start=1):
        a, w, v = point.z[0], point.p[:r], point.p[r:]
        dual = float(program.q @ a - 0.5 * w @ w) + value * unit
        error = scale.relative(point.error, dual)
        yield InteriorIterate(a / unit, w / np.sqrt(unit), v, error, n_iter)


def solved(
    task: Task,
    L: Array,
    error: float,
    max_iter: int,
    *,
    base: Array | None = None,
    value: float = 0.0,
) -> InteriorIterate:
    """The first iterate with at most this relative error, or the last one."""
    nothing = np.zeros(len(task.sign)), np.zeros(L.shape[1]), np.zeros(len(task.total))
    last = InteriorIterate(*nothing, np.inf, 0)
    for last in interior_point(task, L, base, value):
        if last.error <= error or last.n_iter >= max_iter or out_of_time():
            break
    return last
