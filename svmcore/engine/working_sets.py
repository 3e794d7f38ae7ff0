"""Decomposition from the model of a sample, for classes that few support vectors separate."""

from __future__ import annotations

import numpy as np

from svmcore.arrays import Array, largest
from svmcore.engine import subspace
from svmcore.engine.answer import ProvedState
from svmcore.engine.pivoted_cholesky import rank
from svmcore.engine.spaces import MAX_DENSE, GramSpace, KernelSpace, Space, rows_of
from svmcore.engine.tasks import State, Task
from svmcore.optim.budget import out_of_time, spent
from svmcore.optim.rows import Rows

FEW_POINTS = 1000  # points up to which all of them at once are as fast
MOST_POINTS = 15_000  # points from which on `subspace.solve` on all of them is as fast
THIN, THIN_COLUMNS = 0.02, 50  # columns of a factor of K, per point and in all, of a fast walk
NEIGHBOURS, MOST_NEIGHBOUR_ERROR = 200, 0.05  # points of the test for separation; the error
SAMPLE, SEED = 5.0, 0  # points of the first model, times the square root of all points
SAMPLE_GAP, SAMPLE_STEPS = 1e-2, 8  # the relative gap of that model, and its Newton steps
MOST_WRONG, MOST_INSIDE = 0.08, 0.25  # share of all points beyond its boundary, and its margin
INSIDE = 0.05  # from how far within its margin a point is in the first working set, in units of f
MIN_ADDED, GROWTH = 30, 2.0  # points that a round may add, at least and per support vector
MAX_ROUNDS, MAX_ITER = 20, 1000
MOST_ENTRIES = MAX_DENSE**2 // 2  # of K that are held: they are copied where they grow


def suits(space: Space, task: Task) -> bool:
    """Whether this is a C-SVC of well separated classes, whose K is not known and not thin."""
    n = len(space)
    if not FEW_POINTS < n <= MOST_POINTS or not isinstance(space, KernelSpace):
        return False
    if not subspace.suits(space, task):
        return False
    if task.total.any() or (task.q != 1.0).any():
        return False
    if _neighbour_error(space, task) > MOST_NEIGHBOUR_ERROR:
        return False
    return rank(space) > max(THIN_COLUMNS, THIN * n)


def solve(
    space: Space, task: Task, *, tol: float = 1e-9, max_iter: int = MAX_ITER
) -> tuple[ProvedState, int] | None:
    """Decomposition: (state, n_iter) with a relative gap of at most `tol`, or None.

    A sample of m of the N points, with N / m times their C, gives the first model. Where it
    separates nearly all points, few of them end as support vectors, and it tells which may: those
    inside its margin or on the wrong side of it. `subspace.solve` solves for these with all others
    held at 0. Then the worst of those that violate the margin join them, until the gap over all
    points is closed. This takes K among the chosen, and between the support vectors and everyone,
    but never all of K.

    None where the task is not of this kind, the sample's model says that the support vectors will
    be many, or progress ends before `tol`.

    Source: Osuna, Freund, Girosi, An improved training algorithm for support vector machines
    (1997), https://doi.org/10.1109/NNSP.1997.622408
    """
    if not suits(space, task) or (first := _sample_model(space, task, max_iter)) is None:
        return None
    (a, _, v), used = first
    rows = rows_of(space)
    short = task.q - task.values(_scores(rows, task, a), v)
    if (short > 1.0).mean() > MOST_WRONG or (short > 0.0).mean() > MOST_INSIDE:
        return None
    U = np.flatnonzero((short > INSIDE) | (a > 0.0))
    K = space.block(U, U)
    start, best = None, None
    for _ in range(MAX_ROUNDS):
        steps = min(subspace.MAX_NEWTON, max_iter - used)
        found = _solve(GramSpace(K), task.part(U, len(U)), tol, steps, start)
        if found is None:
            return (best, used) if best and out_of_time() else None
        (state, _), more = found
        used += more
        a = np.zeros(len(space))
        a[U] = state.a
        scores = _scores(rows, task, a)
        v = task.best_multipliers(scores)
        proof = task.certify(a, scores, v)
        best = ProvedState(State(a, scores, v), proof)
        if spent(proof.relative_gap) or proof.relative_gap <= tol:
            return best, used
        short = task.q - task.values(scores, state.v)
        short[U] = 0.0
        most = max(MIN_ADDED, int(GROWTH * np.count_nonzero(a)))
        new = largest(short, np.flatnonzero(short > 0.0), most)
        if new.size == 0 or (len(U) + len(new)) ** 2 > MOST_ENTRIES:
            return None
        beside = space.block(new, np.concatenate([U, new]))
        K = np.block([[K, beside[:, : len(U)].T], [beside]])
        U = np.concatenate([U, new])
        start = a[U]
    return None


def _scores(rows: Rows, task: Task, a: Array) -> Array:
    active = a.nonzero()[0]
    return np.asarray(task.coef(a)[active] @ rows.take(active))


def _neighbour_error(space: Space, task: Task) -> float:
    """Leave-one-out error of the nearest-neighbour rule in a sample of the points."""
    some = np.random.default_rng(SEED).permutation(len(space))[:NEIGHBOURS]
    K = space.block(some, some)
    distance = 0.5 * K.diagonal() - K  # less what is the same in a row
    distance.ravel()[:: len(some) + 1] = np.inf
    sign = task.sign[some]
    return float((sign[distance.argmin(1)] != sign).mean())


def _sample_model(space: Space, task: Task, max_iter: int) -> tuple[State, int] | None:
    """The model of a sample, its a among those of all points, and the iterations used."""
    n = len(space)
    sample = np.sort(np.random.default_rng(SEED).permutation(n)[: int(SAMPLE * n**0.5)])
    part = task.part(sample, len(sample), task.C[sample] * (n / len(sample)))
    steps = min(SAMPLE_STEPS, max_iter)
    found = subspace.solve(space.at(sample), part, tol=SAMPLE_GAP, max_iter=steps)
    if found is None:
        return None
    (state, _), used = found
    a = np.zeros(n)
    a[sample] = state.a
    return State(a, state.scores, state.v), used


def _solve(
    space: Space, task: Task, tol: float, max_iter: int, start: Array | None
) -> tuple[ProvedState, int] | None:
    """From `start`, and where that is too far from the answer, from nothing."""
    found = subspace.solve(space, task, tol=tol, max_iter=max_iter, start=start)
    if found is None and start is not None:
        found = subspace.solve(space, task, tol=tol, max_iter=max_iter)
    return found
