"""The exact finish of a nearly exact joint model: guess what is free, solve its equations."""

from typing import NamedTuple

import numpy as np
from scipy.linalg import helmert, lapack

from svmcore.arrays import Array, Indices
from svmcore.engine.methods.polish import JITTER, MAX_FREE, MAX_SETS, PATIENCE, REFINEMENTS
from svmcore.engine.spaces import Space
from svmcore.multiclass.joint_problem import Joint, JointPoint
from svmcore.optim.budget import out_of_time
from svmcore.problems.certificate import Certificate

RANK_TOL = 1e-10  # of the largest singular value: biases that no free multiplier holds apart


class ProvedJoint(NamedTuple):
    """A model with what is proved about it."""

    model: JointPoint
    certificate: Certificate
    delta: float

    @property
    def error(self) -> float:
        """The gap, and what violated constraints are worth, in units of delta as f is about that.

        Not the relative gap, which is about 1 for a hopeless model of any size.
        """
        certificate = self.certificate
        total = abs(certificate.gap) + self.delta * certificate.infeasibility
        return total if np.isfinite(total) else np.inf

    @property
    def relative(self) -> float:
        """The relative gap, or how far sums and bounds are missed, in units of the weights."""
        tiny = float(np.finfo(float).tiny)
        largest = max(float(np.abs(self.model.coef).max()), tiny)
        return max(abs(self.certificate.relative_gap), self.certificate.infeasibility / largest)


class Free(NamedTuple):
    """Multipliers that can move: those of points `rows`, along e_plus - e_minus, shape (m,).

    Each is right where f_plus - f_minus = q at its point.
    """

    rows: Indices
    plus: Indices
    minus: Indices
    q: Array


def prove(joint: Joint, space: Space, coef: Array, b: Array) -> ProvedJoint:
    """The model with all that follows from coef and b."""
    model = JointPoint(coef, space.scores(coef), b)
    return ProvedJoint(model, joint.certify(model), joint.delta)


def finish(joint: Joint, space: Space, guess: JointPoint, good: float) -> ProvedJoint:
    """The model with multipliers of exactly 0, exactly C, or free with exact equations.

    A multiplier is put at a bound or free by what a projected gradient step would do with it; free
    ones then solve their equations together with the sums of the weights. What leaves its bounds
    gives the next sets (Newton's method on the optimality conditions). The scores of `guess` need
    not be K coef: the first sets are what they say. Returned is the best of all
    answers, with multipliers within their bounds, which may be the given one; `good` is a
    relative error that is good enough.

    Source: Hintermueller, Ito, Kunisch, The primal-dual active set strategy as a semismooth Newton
    method, SIAM J. Optim. 13 (2002), https://doi.org/10.1137/S1052623401383558
    """
    start = joint.coef(joint.allowed(joint.shares(guess.coef)))
    # what K makes of coef may differ from the scores by a constant, which belongs to b
    b = start.sum(0) if joint.bias_inside else guess.f.mean(0) - space.scores(start).mean(0)
    best = prove(joint, space, start, b)
    current, worse = guess, 0
    for step in range(MAX_SETS):
        if worse == PATIENCE or (step and best.relative <= good) or out_of_time():
            break
        coef, free = _sets(joint, current)
        if len(free.rows) > MAX_FREE:
            break
        solved = _solve(joint, space, coef, current.b if step else b, free)
        if solved is None:
            break
        current = JointPoint(solved[0], space.scores(solved[0]), solved[1])
        inside = joint.coef(joint.allowed(joint.shares(current.coef)))
        candidate = prove(joint, space, inside, inside.sum(0) if joint.bias_inside else current.b)
        worse += 1
        if candidate.error < best.error:
            best, worse = candidate, 0
    return best


def _sets(joint: Joint, model: JointPoint) -> tuple[Array, Free]:
    """The weights with what is not free at its bounds, and what is free."""
    shares = joint.shares(model.coef)
    short = np.abs(joint.short(model.f)[~joint.own])
    typical = float(short.mean())
    step = float(shares.max()) / typical if typical > 0.0 else 0.0
    wanted = joint.moved(model, step or 1.0)
    if not joint.simplex:
        free = (wanted > 0.0) & (wanted < joint.C[:, None]) & ~joint.own
        rows, minus = np.nonzero(free)
        coef = joint.coef(np.where(free, shares, wanted))
        return coef, Free(rows, joint.labels[rows], minus, np.full(len(rows), joint.delta))
    largest = wanted.argmax(1)
    chief = largest[:, None] == np.arange(joint.k)
    free = (wanted > 0.0) & ~chief
    rest = np.where(free, shares, 0.0)
    left = joint.C - rest.sum(1)
    rows, minus = np.nonzero(free)
    plus = largest[rows]
    level = np.where(joint.own, 0.0, joint.delta)
    coef = joint.coef(np.where(chief, left[:, None], rest))
    return coef, Free(rows, plus, minus, level[rows, minus] - level[rows, plus])


def _solve(
    joint: Joint, space: Space, coef: Array, b: Array, free: Free
) -> tuple[Array, Array] | None:
    """Change the free multipliers and b so that their equations and the sums of weights hold.

    Q t + B db = r, B't = e are solved with Q + c B B', which has the same solution and is not
    singular just because the data are flat. Where it is all the same the jitter keeps the change
    small, and what it falsifies the refinement puts right. None where rounding leaves no equations.
    """
    rows, plus, minus, q = free
    coef, b = coef.copy(), b.copy()
    if rows.size == 0:
        return coef, coef.sum(0) if joint.bias_inside else b
    basis = np.ascontiguousarray(helmert(joint.k).T)
    B = basis[plus] - basis[minus]  # (m, k - 1): products are those of e_plus - e_minus
    inside = joint.bias_inside
    Q = (space.block(rows, rows) + (1.0 if inside else 0.0)) * (B @ B.T)
    c = float(Q.diagonal().max()) or 1.0
    if not inside:
        Q += c * (B @ B.T)
    Q.ravel()[:: len(Q) + 1] += JITTER * c * np.sqrt(len(coef))
    factored, info = lapack.dpotrf(Q, lower=1)
    if info:
        return None
    toward, _ = lapack.dpotrs(factored, B, lower=1)
    inverse = np.linalg.pinv(B.T @ toward, rcond=RANK_TOL, hermitian=True)
    for _ in range(REFINEMENTS):
        if inside:
            b = coef.sum(0)
        f = space.scores(coef) + b
        r = q - (f[rows, plus] - f[rows, minus])
        e = np.zeros(joint.k - 1) if inside else -(coef.sum(0) @ basis)
        t, _ = lapack.dpotrs(factored, r + (0.0 if inside else c) * (B @ e), lower=1)
        if not inside:
            db = inverse @ (B.T @ t - e)
            t = t - toward @ db
            b = b + basis @ db
        np.add.at(coef, (rows, plus), t)
        np.add.at(coef, (rows, minus), -t)
    return (coef, coef.sum(0) if inside else b) if np.isfinite(coef).all() else None
