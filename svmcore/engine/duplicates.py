"""Duplicate points merged into one, with the sum of their C: the same model, fewer variables."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.engine.answer import Answer
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import Task

SEED = 5  # of the direction along which points are looked through for equals


@dataclass(frozen=True, eq=False)
class Merged:
    """The different points of a task, and which of them each point is: `which`, shape (N,)."""

    space: Space
    task: Task
    whole: Task
    which: Indices

    def spread(self, answer: Answer) -> Answer:
        """The same answer for all points: equal ones share their a in proportion to their C.

        Then all of them are at 0, at C or free together, and the proof holds as it is.
        """
        blocks = len(self.task.sign) // self.task.n_points
        everyone = self.which + self.task.n_points * np.arange(blocks)[:, None]
        a, C = answer.a[everyone.ravel()], self.task.C[everyone.ravel()]
        each = self.whole.C * np.where(a == C, 1.0, a / C)
        return replace(answer, a=each, scores=answer.scores[self.which])


def merged(space: Space, task: Task) -> Merged | None:
    """The task without repetitions: points that agree in all but their C. None if all differ."""
    N, n = len(space), len(task.sign)
    of_point = (task.sign, task.q, task.balance, task.group)
    suspects = _suspects(space.points)
    if len(suspects) == 0:
        return None
    roles: Array = np.stack(of_point).reshape(-1, N).T.astype(np.float64)
    rows = np.hstack([space.points[suspects], roles[suspects]])
    _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    if len(first) == len(suspects):
        return None
    stands_for = np.arange(N)
    stands_for[suspects] = suspects[first][inverse.ravel()]
    kept, which = np.unique(stands_for, return_inverse=True)
    variables = (kept + N * np.arange(n // N)[:, None]).ravel()
    C = [np.bincount(which, C, minlength=len(kept)) for C in task.C.reshape(-1, N)]
    few = task.part(variables, len(kept), np.concatenate(C))
    return Merged(space.at(kept), few, task, which)


def _suspects(points: Array) -> Indices:
    """Candidates for duplicates: points whose random projection equals that of another."""
    # not by BLAS, which sums up equal rows in different orders
    along = np.einsum("ij,j->i", points, _direction(points.shape[1]))
    order = along.argsort()
    along = along[order]
    equal = along[1:] == along[:-1]
    if not equal.any():
        return np.zeros(0, dtype=np.intp)
    shared = np.concatenate([equal, [False]]) | np.concatenate([[False], equal])
    return np.sort(order[shared])


@lru_cache(maxsize=8)
def _direction(d: int) -> Array:
    return np.random.default_rng(SEED).uniform(0.5, 1.0, d)
