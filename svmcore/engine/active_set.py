"""The exact finish of a nearly exact answer: guess the active set, solve its equations."""

from __future__ import annotations

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array, Indices
from svmcore.engine.spaces import Space
from svmcore.engine.tasks import Task
from svmcore.problems.certificate import Certificate

STEPS = 6  # active sets tried; from a good start the first or second is right
JITTER = 1e-13  # of the largest diagonal entry, times sqrt(n)
REFINEMENTS = 3
MOST = 3000  # free variables whose equations are still worth solving


def finish(
    space: Space, task: Task, a: Array, scores: Array, v: Array, good: float, steps: int = STEPS
) -> tuple[Array, Array, Array, Certificate]:
    """(a, scores, v, certificate) with exact zeros, exact C and free values of exactly q.

    Each variable is put at 0, at C or free by what a projected gradient step would do with it;
    the free ones then solve f_i = q_i together with the constraints. When the answer leaves the
    box or a bound variable leaves its side, the sets are taken again from there (a primal-dual
    active-set step, Newton's method on the optimality conditions). Returned is the answer with
    the smallest certified violation, which may be the given one; `good` is good enough.

    Source: Hintermueller, Ito, Kunisch, The primal-dual active set strategy as a semismooth
    Newton method, SIAM J. Optim. 13 (2002).
    """
    best = a, scores, v, task.certify(a, scores, v)
    size = float(space.diagonal.mean())
    step = 1.0 / size if size > 0.0 else 1.0
    tried = False
    for _ in range(steps):
        if best[3].violation <= good:
            break
        wanted = a + step * (task.q - task.values(scores, v))
        free = np.flatnonzero((wanted > 0.0) & (wanted < task.C))
        if len(free) > MOST:
            break
        fixed = np.where(wanted > 0.0, task.C, 0.0)
        fixed[free] = a[free]
        solved = _solve(space, task, fixed, v, free)
        if solved is None:
            break
        a, scores, v = solved
        inside = np.minimum(np.maximum(a, 0.0), task.C)
        there = scores if (inside == a).all() else space.scores(task.coef(inside))
        certificate = task.certify(inside, there, v)
        if certificate.violation < best[3].violation:
            best = inside, there, v, certificate
            tried = True
        elif tried:
            break
    return best


def _solve(
    space: Space, task: Task, a: Array, v: Array, F: Indices
) -> tuple[Array, Array, Array] | None:
    """Change a_F and v so that f_i = q_i for i in F and the constraints hold.

    Q_FF da + B'dv = r, B da = e are solved with Q_FF + c B'B, which has the same solution and is
    not singular just because the data are flat. Where it is singular all the same (more free
    points than dimensions) the jitter keeps the change small, and what it falsifies the
    refinement puts right. None where rounding leaves no equations to solve.
    """
    a = a.copy()
    scores = space.scores(task.coef(a))
    if F.size == 0:
        return a, scores, task.best_multipliers(scores)
    rows = F % task.n_points
    B = np.zeros((len(task.total), F.size))
    B[task.group[F], np.arange(F.size)] = task.balance[F]
    held = B.any(1)  # a group without free variables keeps its v
    B = B[held]
    c = float(space.diagonal[rows].max()) or 1.0
    M = space.block(rows, rows) * np.multiply.outer(task.sign[F], task.sign[F]) + c * (B.T @ B)
    M.ravel()[:: F.size + 1] += JITTER * c * np.sqrt(len(a))
    factored, info = lapack.dpotrf(M, lower=1)
    if info:
        return None
    toward, _ = lapack.dpotrs(factored, B.T, lower=1)
    S = B @ toward
    for _ in range(REFINEMENTS):
        r = task.q[F] - task.values(scores, v)[F]
        e = (task.total - np.bincount(task.group, task.balance * a, minlength=len(task.total)))[
            held
        ]
        da, _ = lapack.dpotrs(factored, r + c * (e @ B), lower=1)
        dv = np.linalg.solve(S, B @ da - e)
        a[F] += da - toward @ dv
        v = v.copy()
        v[held] += dv
        scores = space.scores(task.coef(a))
    return a, scores, v
