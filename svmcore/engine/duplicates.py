"""Duplicate points merged into one, with the sum of their C: the same model, fewer variables."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import Task
from svmcore.problems.result import Result

ROUNDING = 1e-14  # of a sum of shares: a smaller share is a rounding error
SEED = 5  # of the direction along which points are looked through for equals


@dataclass(frozen=True, eq=False)
class Merged:
    """The different points of a task by group, and which each point is: `which`, shape (N,)."""

    space: Space
    task: Task
    whole: Task
    which: Indices

    def spread(self, answer: Result) -> Result:
        """The same answer for all points."""
        a = self.shared_out(answer.alpha)
        return replace(answer, coef=self.whole.coef(a), alpha=a, scores=answer.scores[self.which])

    def sums(self, values: Array) -> Array:
        """The sums over equal points of one value for each point, shape (points that differ,)."""
        return np.bincount(self.which, values).astype(np.float64)

    def shared_out(self, a: Array) -> Array:
        """a of all points from the sums of equal ones, with as few support vectors as possible.

        Equal points are filled up to their C one after the other, those with the largest C first,
        so that at most one of them is free. f is the same at all of them: where it is q the
        conditions allow any a_i in [0, C_i], elsewhere all of them are at 0 or all at C.
        """
        blocks = len(self.task.sign) // self.task.n_points
        which = (self.which + self.task.n_points * np.arange(blocks)[:, None]).ravel()
        each, left = np.zeros(len(which)), a.copy()
        for members in _in_turns(which, self.whole.C):
            groups = which[members]
            share = np.minimum(left[groups], self.whole.C[members])
            # what the subtractions below leave of nothing is no share
            each[members] = np.where(share > ROUNDING * a[groups], share, 0.0)
            left[groups] -= share
        full = (a == self.task.C)[which]
        each[full] = self.whole.C[full]  # to the last digit
        return each


def merged(space: Space, task: Task) -> Merged | None:
    """The task without repetitions, and group after group; None if it is so already.

    Repetitions are points that agree in all but their C.
    """
    N, n = len(space), len(task.sign)
    of_point = (task.sign, task.q, task.balance, task.group)
    in_order = bool((task.group[1:] >= task.group[:-1]).all())
    suspects = _suspects(space.points)
    if len(suspects) == 0 and in_order:
        return None
    roles: Array = np.stack(of_point).reshape(-1, N).T.astype(np.float64)
    rows = np.hstack([space.points[suspects], roles[suspects]])
    _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    if len(first) == len(suspects) and in_order:
        return None
    stands_for = np.arange(N)
    stands_for[suspects] = suspects[first][inverse.ravel()]
    kept, which = np.unique(stands_for, return_inverse=True)
    if not in_order:
        order = task.group[kept].argsort(kind="stable")
        kept, which = kept[order], order.argsort()[which]
    variables = (kept + N * np.arange(n // N)[:, None]).ravel()
    C = [np.bincount(which, C, minlength=len(kept)) for C in task.C.reshape(-1, N)]
    few = task.part(variables, len(kept), np.concatenate(C))
    return Merged(space.at(kept), few, task, which)


def _in_turns(which: Indices, C: Array) -> list[Indices]:
    """The member of each group with the largest C, then that with the second largest, ..."""
    order = np.lexsort((-C, which))
    sizes = np.bincount(which)
    turn = np.arange(len(order)) - np.repeat(sizes.cumsum() - sizes, sizes)
    by_turn = order[turn.argsort(kind="stable")]
    return np.split(by_turn, np.bincount(turn).cumsum()[:-1])


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
