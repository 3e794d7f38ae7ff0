"""Subspace minimisation of the points that are near their margin, where these are few of many."""

from collections.abc import Iterator

import numpy as np

from svmcore.arrays import Array, Indices, largest
from svmcore.engine.certified import Step, with_scores
from svmcore.engine.methods import subspace
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import Task
from svmcore.optim.budget import out_of_time

MANY = 700  # points from which on a sample is asked which of them matter
SAMPLE, SEED = 250, 7  # points of the sample, and the seed that picks them
ROUGH = 1e-2  # relative gap of the models whose points are still to be found
MOST = 0.3  # share of the points, or of their C, from which on all are solved for
ROOM, SPARE = 1.25, 200  # points near their margin for each inside of it, and beside these
MAX_ROUNDS = 30  # of working sets, of which 2 to 10 are enough
GROWTH = 0.5  # points that may be added, for each that holds the model
FEW = 0.05  # the same for the next model to be exact


def iterate(space: Space, task: Task, tol: float, max_iter: int) -> Iterator[Step]:
    """`subspace.iterate` of all points, or first of those of many that matter.

    Where sums are given, about as many points are inside of their margin as the sums ask. The model
    of a sample says which. They are solved for, then those that hold this model and those that it
    misses most, until it misses none. Only the last models need be exact.

    Source: Joachims, Making large-scale SVM learning practical (1999),
    https://doi.org/10.17877/DE290R-14262
    """
    n, n_iter, rough = len(space), 0, ROUGH
    W, start = np.arange(n), None
    if n >= MANY and 0.0 < float(task.total.sum()) < MOST * float(task.C.sum()):
        short = _short_by_sample(space, task)
        start = subspace.first_state(task, short)
        inside = (_by_point(task, short) > 0.0) | (task.coef(start) != 0.0)
        room = int(ROOM * inside.sum()) + SPARE
        W = np.sort(largest(_by_point(task, short) + 1e300 * inside, W, room))
    rounds = 0  # which do not end where the optimum is 0 and has no relative gap
    while start is not None and len(W) < MOST * n and n_iter < max_iter and not out_of_time():
        rounds += 1
        if rounds > MAX_ROUNDS:
            break
        at = _variables(task, W)
        part, a = task.part(at, len(W)), np.zeros(len(task.sign))
        last = Step(a, 0)
        for last in subspace.iterate(space.at(W), part, tol, max_iter - n_iter, start[at]):
            a[at] = last.a
            yield Step(a, n_iter + last.n_iter, last.error)
            if abs(last.error) <= rough:
                break
        n_iter += last.n_iter
        reached = with_scores(space, task, a)
        if reached.certificate.relative_gap <= subspace.GAP:
            yield Step(a, n_iter, reached=reached, at_bounds=True)
            return
        scores = reached.state.scores
        short = task.q - task.values(scores, part.best_multipliers(scores[W]))
        short[at] = 0.0
        missed = _by_point(task, short)
        held = task.coef(a).nonzero()[0]
        wrong = (missed > 0.0).nonzero()[0]
        start = a
        if len(wrong) == 0 and rough == 0.0:
            break
        rough = ROUGH if len(wrong) > FEW * len(held) else 0.0
        new = largest(missed, wrong, max(SPARE, int(GROWTH * len(held))))
        W = np.union1d(W if rough == 0.0 else held, new)
    for step in subspace.iterate(space, task, tol, max_iter - n_iter, start):
        yield step._replace(n_iter=n_iter + step.n_iter)


def _variables(task: Task, points: Indices) -> Indices:
    """The variables of some points."""
    blocks = len(task.sign) // task.n_points
    return (points + task.n_points * np.arange(blocks)[:, None]).ravel()


def _by_point(task: Task, values: Array) -> Array:
    """The largest of the values that the variables of each point have."""
    return np.asarray(values.reshape(-1, task.n_points).max(0))


def _short_by_sample(space: Space, task: Task) -> Array:
    """q - f of all variables by the model of a sample, in which each C stands for several."""
    sample = np.sort(np.random.default_rng(SEED).permutation(len(space))[:SAMPLE])
    at = _variables(task, sample)
    k = len(task.total)
    in_all = np.bincount(task.group, task.C, k)
    in_sample = np.maximum(np.bincount(task.group[at], task.C[at], k), task.C.min())
    part = task.part(at, len(sample), task.C[at] * (in_all / in_sample)[task.group[at]])
    a = np.zeros(len(task.sign))
    for step in subspace.iterate(space.at(sample), part, ROUGH, subspace.MAX_NEWTON):
        a[at] = step.a
        if abs(step.error) <= ROUGH:
            break
    scores = space.scores(task.coef(a))
    return np.asarray(task.q - task.values(scores, task.best_multipliers(scores)))
