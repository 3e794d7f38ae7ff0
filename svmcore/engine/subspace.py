"""Subspace minimisation: pairs find the active set, damped Newton steps solve on its face."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack

from svmcore.arrays import Array, Indices
from svmcore.engine.answer import ProvedState
from svmcore.engine.pivoted_cholesky import rank
from svmcore.engine.spaces import MAX_DENSE, FeatureSpace, Space, whole
from svmcore.engine.tasks import State, Task
from svmcore.optim.smo_step import SmoState

FLAT = 1e-12  # curvature below which a pair counts as flat, in units of the largest K_ii
FIRST_HANDOVER = 0.25  # of the first violation: where the pairs first hand over
DAMPING = 0.35  # of the Newton step: this times violation over width of the box
JITTER = 1e-12  # of the largest K_ii: identical points leave K on the face singular
PAIRS_PER_FREE = 0.25  # pair steps between two Newton steps, per free variable
MIN_PAIRS = 10
GOOD_STEP = 0.5  # of the violation: a Newton step that leaves less is followed by another one
RELEASE = 0.3  # of the violation: how far r is beyond b where a Newton step frees a variable
FACTOR_USES = 3  # undamped Newton steps with one factor: iterative refinement against the jitter
SETTLED = 0.3  # of the violation: less than that is no violation among the free variables
ROUNDING = 3e-12  # violation that needs no refinement
MAX_BENDS = 8  # times the goal of a Newton step may be bent to stay in the box
BLOCK_ROWS = 32  # of K taken at a time, so that they stay in the cache
MAX_NEWTON = 60  # Newton steps of a solution
FEW_POINTS = 500  # points up to which this method always comes first
THICK = 0.07  # columns of a factor of K, per point, from which on a walk on it is slower
PATIENCE = 12  # Newton steps within which the gap must fall by half


def solve(
    space: Space,
    task: Task,
    *,
    tol: float = 1e-9,
    max_iter: int = MAX_NEWTON,
    start: Array | None = None,
) -> tuple[ProvedState, int] | None:
    """Subspace minimisation: (state, n_iter) with a relative gap of at most `tol`, or None.

    `start` is a feasible a to begin with. For one variable a point and the constraint of a bias
    (sign = balance). In u_i = sign_i a_i, which lies between l_i and h_i, sum u is given, and with
    r = sign q - K u the optimum is where r_i <= b for all u_i that may grow and r_i >= b for all
    that may fall; the violation is by how much no b fulfils that. Two phases take turns.

    Sequential minimal optimisation, two variables at a time, finds out which are at a bound. It
    is cheap and local, and slow where K is nearly flat. A Newton step on the free variables F,

        (K_FF + D) d + b 1 = r_F,  sum d = 0,  D_ii = DAMPING violation / (h_i - l_i),

    solves for all of these at once. D keeps it from running far out of the box as long as the
    active set is wrong, and vanishes with the violation (without it, smooth kernels take 5 times
    more steps). After a step that met no bound and left a violation that D explains, D is 0.
    Nothing here needs a thin factor of K: the method is meant for kernels that have none. It costs
    |F|^3 / 3 a Newton step, 5 to 20 of them.

    None where the task is not of this kind, K is not positive semi-definite, or progress ends
    before `tol`.

    Sources: Moré and Toraldo, On the solution of large quadratic programming problems with bound
    constraints (1991), https://doi.org/10.1137/0801008, for the two phases; Fan, Chen, Lin, Working
    set selection using second order information for training support vector machines, JMLR 6
    (2005), https://www.jmlr.org/papers/v6/fan05a.html, for the pairs; Levenberg's damping.
    """
    n_iter = -1
    for n_iter, step in enumerate(steps(space, task, tol, max_iter, start)):
        if step.answer is not None:
            return step.answer, n_iter
    return None


def suits(space: Space, task: Task) -> bool:
    """Whether this is the kind of task that `solve` is for."""
    single = len(task.sign) == task.n_points and len(task.total) == 1
    soft = bool(np.isfinite(task.C).all())
    return space.psd and single and soft and np.array_equal(task.sign, task.balance)


def comes_first(space: Space, task: Task) -> bool:
    """Whether `solve` is to be tried before a walk on a thin factor of K, as measured.

    It is for few points, and where the factor would be thick.
    """
    n = len(space)
    if isinstance(space, FeatureSpace) or not suits(space, task):
        return False
    return n <= FEW_POINTS or (n <= MAX_DENSE and rank(space) > THICK * n)


class Step(NamedTuple):
    """a after a Newton step and its relative gap; at the end the certified answer."""

    a: Array
    gap: float
    answer: ProvedState | None


def steps(
    space: Space, task: Task, tol: float, max_iter: int, start: Array | None = None
) -> Iterator[Step]:
    """The way of `solve`, from where the pairs first hand over; nothing where it declines."""
    if not suits(space, task):
        return
    state = Search(whole(space).K, task, start)
    state.pairs(FIRST_HANDOVER * state.violation, task.n_points)
    yield Step(state.a(), state.gap(), None)
    best, since = np.inf, 0
    for n_iter in range(1, max_iter + 1):
        before = state.violation
        n_free = state.newton()
        gap, a = state.gap(), state.a()
        if gap <= tol:
            scores = space.scores(task.coef(a))
            v = task.best_multipliers(scores)
            proof = task.certify(a, scores, v)
            if proof.relative_gap <= tol and proof.infeasibility <= tol * float(a.max(initial=1.0)):
                yield Step(a, gap, ProvedState(State(a, scores, v), proof))
                return
            state.set_residual(task.sign * task.q - scores)
        yield Step(a, gap, None)
        best, since = (gap, n_iter) if gap < 0.5 * best else (best, since)
        if n_iter - since >= PATIENCE:
            return
        if state.violation > GOOD_STEP * before:
            state.pairs(1e-3 * state.violation, max(MIN_PAIRS, int(PAIRS_PER_FREE * n_free)))


class Search:
    """u and r = sign q - K u, and what both phases know of the box; `start` is a feasible a."""

    def __init__(self, K: Array, task: Task, start: Array | None = None) -> None:
        self.K, self.task, self.total = K, task, float(task.total[0])
        self.rows = list(K)
        self.diagonal = np.array(K.diagonal())
        self.largest = float(self.diagonal.max()) or 1.0
        self.lower = np.minimum(0.0, task.sign * task.C)
        self.upper = np.maximum(0.0, task.sign * task.C)
        self.inverse_roots: dict[int, Array] = {}  # see SmoState
        self.undamped = False  # whether the next Newton step is
        if start is None:
            start = np.zeros(len(K))
            start = task.feasible(start) if self.total else start
        self.u = task.sign * start
        self.linear = task.sign * task.q
        self.set_residual(self.linear - K @ self.u if self.u.any() else self.linear)

    def a(self) -> Array:
        """The variable of the task."""
        inside = np.maximum(self.task.sign * self.u, 0.0)
        return np.asarray(np.minimum(inside, self.task.C))

    def set_residual(self, r: Array) -> None:
        """Store the residual r, that of the variables that can rise and of those that can fall."""
        self.r = r
        self.up = np.where(self.u < self.upper, r, -np.inf)
        self.low = np.where(self.u > self.lower, r, np.inf)
        top: float = self.up.item(self.up.argmax())
        bottom: float = self.low.item(self.low.argmin())
        self.b = 0.5 * (top + bottom)
        self.violation = max(top - bottom, 0.0)

    def gap(self) -> float:
        """(primal - dual) / |dual|."""
        square = float(self.u @ (self.linear - self.r))
        loss = float(self.task.C @ np.maximum(0.0, self.task.sign * (self.r - self.b)))
        dual = float(self.linear @ self.u) - 0.5 * square
        primal = 0.5 * square + loss + self.b * self.total
        return (primal - dual) / max(abs(dual), float(np.finfo(float).tiny))

    def pairs(self, tol: float, most: int) -> None:
        """At most `most` steps of sequential minimal optimisation, to a violation of `tol`."""
        state = SmoState(
            self.u,
            self.r,
            self.lower,
            self.upper,
            self.rows,
            self.diagonal,
            flat=FLAT * self.largest,
            inverse_roots=self.inverse_roots,
        )
        for step in islice(state.steps(check_every=8), most + 1):
            if step[-1] <= tol:
                break
        self.u = np.array(state.x)
        self.set_residual(state.E)

    def newton(self) -> int:
        """A Newton step on the free variables and those that should be; their number."""
        far = RELEASE * self.violation
        inside = (self.u > self.lower) & (self.u < self.upper)
        inside |= (self.up > self.b + far) | (self.low < self.b - far)
        F = inside.nonzero()[0]
        if F.size == 0:
            return 0
        M = np.empty((F.size, F.size))
        for k in range(0, F.size, BLOCK_ROWS):  # on and above the diagonal is enough
            M[k : k + BLOCK_ROWS, k:] = self.K.take(F[k : k + BLOCK_ROWS], 0).take(F[k:], 1)
        M.ravel()[:: F.size + 1] += JITTER * self.largest
        if not self.undamped:
            width = np.minimum(self.task.C[F], float(np.abs(self.u).max()) or np.inf)
            M.ravel()[:: F.size + 1] += DAMPING * self.violation / width
        factor, info = lapack.dpotrf(M.T, lower=1, overwrite_a=1, clean=0)
        if info:
            self.undamped = False
            return int(F.size)
        ahead, _ = lapack.dpotrs(factor, np.ones(F.size), lower=1)
        for _ in range(FACTOR_USES if self.undamped else 1):
            before, whole = self.violation, self._step(F, factor, ahead)
            if not whole or not ROUNDING < self.violation < GOOD_STEP * before:
                break
        there = self.r[F]
        spread = there.item(there.argmax()) - there.item(there.argmin())
        # where no bound was met, what the free variables still violate is due to the damping
        self.undamped = whole and spread >= SETTLED * self.violation
        return int(F.size)

    def _step(self, F: Indices, factor: Array, ahead: Array) -> bool:
        """Step towards the Newton target; True if no bound was in the way."""
        u, low, high = self.u[F], self.lower[F], self.upper[F]
        free, _ = lapack.dpotrs(factor, self.r[F], lower=1)
        missing = self.total - float(self.u.sum())
        goal, bent = _goal(u, low, high, factor, free, ahead, missing)
        s = goal - u
        Ks = np.zeros_like(self.r)
        for k in range(0, F.size, BLOCK_ROWS):
            Ks += s[k : k + BLOCK_ROWS] @ self.K.take(F[k : k + BLOCK_ROWS], 0)
        gain, curvature = float(self.r[F] @ s), float(s @ Ks[F])
        t = 1.0
        if bent:
            t = min(1.0, gain / curvature) if curvature > 0.0 else float(gain > 0.0)
        if t > 0.0:
            self.u[F] = goal if t == 1.0 else u + t * s
            self.set_residual(self.r - t * Ks)
        return not bent


def _goal(
    u: Array, low: Array, high: Array, factor: Array, free: Array, ahead: Array, missing: float
) -> tuple[Array, bool]:
    """Where d = free - b ahead with sum d = missing leads to from u, and whether it was bent.

    What leaves the box is held at its bound and the others are solved for again: each bound adds
    a multiplier, and the Schur complement of the factor tells them all.
    """
    n = len(u)
    unbent = free - ahead * ((float(free.sum()) - missing) / float(ahead.sum()))
    goal = u + unbent
    at_bound = np.zeros(0, dtype=np.intp)
    held = np.zeros(0)  # the bounds
    W = ahead[:, None]  # what a unit of each multiplier moves
    for bends in range(MAX_BENDS):
        if bends:
            S = np.concatenate([W.sum(0)[None], W[at_bound]])
            right = np.concatenate([[free.sum() - missing], free[at_bound] - (held - u[at_bound])])
            # of this size np.linalg takes 5 times longer
            *_, move, singular = lapack.dgesv(S, right)
            if singular:
                break
            goal = u + free - W @ move
        inside = np.minimum(np.maximum(goal, low), high)
        outside = inside != goal
        outside[at_bound] = False
        out = outside.nonzero()[0]
        if out.size == 0:
            inside[at_bound] = held
            return inside, bends > 0
        if at_bound.size + out.size > 0.8 * n:
            break
        unit = np.zeros((n, out.size), order="F")
        unit[out, np.arange(out.size)] = 1.0
        W = np.column_stack([W, lapack.dpotrs(factor, unit, lower=1, overwrite_b=1)[0]])
        at_bound, held = np.concatenate([at_bound, out]), np.concatenate([held, inside[out]])
    return _first_bound(u, low, high, unbent), True


def _first_bound(u: Array, low: Array, high: Array, d: Array) -> Array:
    """u + t d for the largest t <= 1 that stays in the box."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        room = np.where(d > 0.0, (high - u) / d, np.where(d < 0.0, (low - u) / d, np.inf))
    first = int(room.argmin())
    t = min(1.0, float(room[first]))
    goal = np.minimum(np.maximum(u + t * d, low), high)
    if t < 1.0:
        goal[first] = high[first] if d[first] > 0.0 else low[first]
    return goal
