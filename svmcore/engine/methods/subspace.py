"""Subspace minimisation: pairs find the active set, damped Newton steps solve on its face."""

from collections.abc import Iterator
from itertools import islice
from operator import mul

import numpy as np
from scipy.linalg import blas, lapack

from svmcore.arrays import Array, Indices
from svmcore.engine.certified import EXACT, Step, with_scores
from svmcore.engine.methods.pivoted_cholesky import rank
from svmcore.engine.spaces import FeatureSpace, Space, rows_of, whole
from svmcore.engine.tasks import Task
from svmcore.optim.budget import LOOK_STEPS, out_of_time
from svmcore.optim.newton_in_box import goal_in_box
from svmcore.optim.rows import Rows, holds_whole, most_entries
from svmcore.optim.smo_step import SmoState

FLAT = 1e-12  # curvature below which a pair counts as flat, in units of the largest K_ii
FIRST_HANDOVER = 0.25  # of the first violation: where the pairs first hand over
NU_HANDOVER = 0.05  # the same where sums are given, and the first state is no small one
DAMPING = 0.35  # of the Newton step: this times violation over width of the box
JITTER = 1e-12  # of the largest K_ii: identical points leave K on the face singular
PAIRS_PER_FREE = 0.25  # pair steps between two Newton steps that make progress, per free variable
MIN_PAIRS = 10
GOOD_STEP = 0.5  # of the violation: a Newton step that leaves less is followed by another one
RELEASE = 0.3  # of the violation: how far r is beyond b where a Newton step frees a variable
FACTOR_USES = 3  # undamped Newton steps with one factor: iterative refinement against the jitter
SETTLED = 0.3  # of the violation: less than that is no violation among the free variables
ROUNDING = 3e-12  # violation that needs no refinement
SUMS = 1e-10  # relative error of a sum that a Newton step may make
BLOCK_ROWS = 32  # of K taken at a time, so that they stay in the cache
MAX_NEWTON = 100  # Newton steps of a solution
GAP = 1e-9  # relative gap of the state at the end
LAST_STEPS = 4  # once the gap is reached, to bring the violation down to EXACT
FEW_ROWS = 2000  # points whose whole K takes less time than row by row
TWICE_FEW_ROWS = 3500  # the same with two variables a point: more of them are not at 0
FEW_POINTS = 500  # points up to which this method comes first with one variable a point
THICK, COLUMNS = 0.07, 200  # columns per point or in all from which a factor of K is thick
SCARCE = 0.06  # of the sum of C: sums that leave most variables at 0
TWICE_THICK, TWICE_COLUMNS = 0.5, 300  # the same with two variables a point
PATIENCE = 20  # Newton steps within which the gap must fall by half


def suits(space: Space, task: Task) -> bool:
    """Whether this is the kind of task that `iterate` is for: convex, with finite C."""
    return space.psd and bool(np.isfinite(task.C).all())


def applies(space: Space, task: Task) -> bool:
    """Whether `iterate` is to be tried before a walk on a thin factor of K, as measured.

    It is for few points, where the factor would be thick, and where sums say that few variables of
    not too many are to be found.
    """
    n = len(space)
    if isinstance(space, FeatureSpace) or not suits(space, task):
        return False
    total = float(task.total.sum())
    if n <= FEW_ROWS and 0.0 < total < SCARCE * float(task.C.sum()):
        return True
    if len(task.sign) > n:
        return rank(space) > min(TWICE_THICK * n, TWICE_COLUMNS)
    return n <= FEW_POINTS or rank(space) > min(THICK * n, COLUMNS)


def iterate(
    space: Space, task: Task, tol: float, max_iter: int, start: Array | None = None
) -> Iterator[Step]:
    """Subspace minimisation: Newton steps, with a state at the end.

    `start` is a feasible a to begin with. With u_i = sign_i a_i, which lies between l_i and h_i,
    the sum of u in each group g is given; with two variables a point K is that of all points twice.
    With r = sign q - K u the optimum is where r_i <= b_g for all u_i of g that may grow and
    r_i >= b_g for all that may fall; the violation is by how much no b fulfils that. Two phases
    take turns.

    Sequential minimal optimisation, two variables at a time, finds out which are at a bound. It
    is cheap and local, and slow where K is nearly flat. A Newton step on the free variables F,

        (K_FF + D) d + B b = r_F,  B'd = 0,  D_ii = DAMPING violation / min(C_i, max |u|),

    with B_ig = 1 for the members i of g, solves for all of these at once, bent where it leaves the
    box (`goal_in_box`). D keeps it from running far out of the box as long as the active set is
    wrong, and vanishes with the violation (without it, smooth kernels take 5 times more steps).
    After a step that met no bound and left a violation that D explains, D is 0.
    Nothing here needs a thin factor of K: the method is meant for kernels that have none. Of K it
    takes the rows of the variables that move. It costs |F|^3 / 3 + |F| N a Newton step, 5 to 60 of
    them. When the gap is reached, a few steps more bring the last digits, for next to nothing.

    The state is that of a relative gap of `GAP` and a few steps more, or, where `max_iter` or
    progress ends before, the last one: the dual value never falls from one Newton step to the next.

    Sources: Moré and Toraldo, On the solution of large quadratic programming problems with bound
    constraints (1991), https://doi.org/10.1137/0801008, for the two phases; Fan, Chen, Lin, Working
    set selection using second order information for training support vector machines, JMLR 6
    (2005), https://www.jmlr.org/papers/v6/fan05a.html, for the pairs; Levenberg's damping.
    """
    few = FEW_ROWS if len(task.sign) == len(space) else TWICE_FEW_ROWS
    if len(space) <= few and holds_whole(len(space)):
        space = whole(space)
    search = Search(space, rows_of(space), task, start)
    handover = NU_HANDOVER if task.total.any() else FIRST_HANDOVER
    search.pairs(handover * search.violation, len(task.sign))
    yield Step(search.a(), 0, search.gap())
    least, since, n_good, n_iter, last = np.inf, 0, 0, 0, min(max_iter, MAX_NEWTON)
    while n_iter < last and not out_of_time():
        n_iter += 1
        before = search.violation
        n_free = search.newton()
        gap, a = search.gap(), search.a()
        yield Step(a, n_iter, gap)
        n_good += gap <= GAP
        enough = search.violation <= EXACT or n_good > LAST_STEPS
        if gap <= GAP and enough:
            reached = with_scores(space, task, a)
            off = reached.certificate.infeasibility / float(a.max(initial=1.0))
            if max(reached.certificate.relative_gap, off) <= GAP:
                yield Step(a, n_iter, gap, reached, at_bounds=True)
                return
            search.set_residual(task.sign * (task.q - task.forward(reached.state.scores)))
        least, since = (gap, n_iter) if gap < 0.5 * least else (least, since)
        if n_iter - since >= PATIENCE:
            break
        if search.violation > GOOD_STEP * before:
            # the longer the gap has not fallen, the more variables are at a wrong bound
            per_free = PAIRS_PER_FREE * max(1.0, 0.5 * (n_iter - since))
            search.pairs(1e-3 * search.violation, max(MIN_PAIRS, int(per_free * n_free)))
    a = search.a()
    yield Step(a, n_iter, reached=with_scores(space, task, a))


def first_state(task: Task, short: Array | None = None) -> Array:
    """A feasible a to begin with: 0 where that is one.

    Where sums are given, it is at its bounds: C goes to the variables with the largest q - f, which
    is `short`, as far as the sums go; without any f, all have the same share.
    """
    a = np.zeros(len(task.sign))
    if not task.total.any():
        return a
    if short is None or (task.balance < 0.0).any():
        return task.feasible(a)
    for part, total in zip(task.groups, task.total, strict=True):
        order = part.start + (-short[part]).argsort()
        before = task.C[order].cumsum() - task.C[order]
        a[order] = np.minimum(np.maximum(total - before, 0.0), task.C[order])
    return a


class Search:
    """u and r = sign q - K u, and what both phases know of the box; `start` is a feasible a."""

    def __init__(self, space: Space, rows: Rows, task: Task, start: Array | None = None) -> None:
        self.task, self.rows, self.diagonal = task, rows, space.diagonal
        self.N, self.parts = len(space), task.groups
        self.totals = (task.slopes * task.total).tolist()
        self.members = np.zeros((len(task.sign), len(self.totals)))
        for g, part in enumerate(self.parts):
            self.members[part, g] = 1.0
        self.largest = float(np.abs(self.diagonal).max()) or 1.0
        self.lower = np.minimum(0.0, task.sign * task.C)
        self.upper = np.maximum(0.0, task.sign * task.C)
        self.level: float | Array  # b of each variable, or of all
        self.undamped = False  # whether the next Newton step is
        self.most_free = most_entries() ** 0.5  # variables that a Newton step may solve for
        if start is None:
            start = first_state(task)
            if start.any():
                same = space.scores(task.coef(start))
                start = first_state(task, task.q - task.forward(same))
        self.u = task.sign * start
        self.linear = task.sign * task.q
        r = self.linear
        if start.any():
            r = r - task.sign * task.forward(space.scores(task.coef(start)))
        self.set_residual(r)

    def a(self) -> Array:
        """The variable of the task."""
        inside = np.maximum(self.task.sign * self.u, 0.0)
        return np.asarray(np.minimum(inside, self.task.C))

    def set_residual(self, r: Array) -> None:
        """Store the residual r, that of the variables that can rise and of those that can fall."""
        self.r = r
        self.up = np.where(self.u < self.upper, r, -np.inf)
        self.low = np.where(self.u > self.lower, r, np.inf)
        if len(self.parts) == 1:  # as below, in two thirds of the time
            bottom, top = _extremes(self.up, self.low)
            self.violation, self.level = max(0.0, top - bottom), _middle(bottom, top)
            self.b = [self.level]
        else:
            extremes = [_extremes(self.up[part], self.low[part]) for part in self.parts]
            self.violation = max(0.0, *[top - bottom for bottom, top in extremes])
            self.b = [_middle(bottom, top) for bottom, top in extremes]
            self.level = np.array(self.b)[self.task.group]

    def gap(self) -> float:
        """(primal - dual) / |dual|."""
        square = float(self.u @ (self.linear - self.r))
        loss = float(self.task.C @ np.maximum(0.0, self.task.sign * (self.r - self.level)))
        dual = float(self.linear @ self.u) - 0.5 * square
        primal = 0.5 * square + loss + float(sum(map(mul, self.b, self.totals)))
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
            inverse_roots=self.rows.inverse_roots,
            groups=self.parts,
        )
        for count, step in enumerate(islice(state.steps(check_every=8), most + 1)):
            if step[-1] <= tol or (count % LOOK_STEPS == 0 and out_of_time()):
                break
        self.u = np.array(state.x)
        self.set_residual(state.E)

    def newton(self) -> int:
        """A Newton step on the free variables and those that should be; their number."""
        far = RELEASE * self.violation
        inside = (self.u > self.lower) & (self.u < self.upper)
        inside |= (self.up > self.level + far) | (self.low < self.level - far)
        F = inside.nonzero()[0]
        if len(self.u) > self.N:  # both variables of a point are equal but for their group
            F = F[np.unique(F % self.N, return_index=True)[1]]
            F.sort()
        if len(self.b) > 1:  # the only one of a group cannot move
            group = self.task.group[F]
            F = F[np.bincount(group, minlength=len(self.b))[group] > 1]
        if not 0 < F.size <= self.most_free:  # too many are left to the pairs
            return int(F.size)
        at = F if len(self.u) == self.N else F % self.N
        M = np.empty((F.size, F.size))
        for k in range(0, F.size, BLOCK_ROWS):  # on and above the diagonal is enough
            M[k : k + BLOCK_ROWS, k:] = self.rows.take(at[k : k + BLOCK_ROWS]).take(at[k:], 1)
        if out_of_time():
            return int(F.size)
        M.ravel()[:: F.size + 1] += JITTER * self.largest
        if not self.undamped:
            width = np.minimum(self.task.C[F], float(np.abs(self.u).max()) or np.inf)
            M.ravel()[:: F.size + 1] += DAMPING * self.violation / width
        factor, info = lapack.dpotrf(M.T, lower=1, overwrite_a=1, clean=0)
        if info:
            self.undamped = False
            return int(F.size)
        B, groups = self._members(F)
        ahead, _ = lapack.dpotrs(factor, B, lower=1)
        for _ in range(FACTOR_USES if self.undamped else 1):
            before, unbent = self.violation, self._step(F, at, factor, B, groups, ahead)
            if not unbent or not ROUNDING < self.violation < GOOD_STEP * before:
                break
        there = self.r[F]
        spread = max(_spread(there if len(groups) == 1 else there[column > 0.0]) for column in B.T)
        # where no bound was met, what the free variables still violate is due to the damping
        self.undamped = unbent and spread >= SETTLED * self.violation
        return int(F.size)

    def _members(self, F: Indices) -> tuple[Array, list[int]]:
        """1 at the members of each group that has any in F, (len(F), groups), and these groups."""
        if len(self.parts) == 1:
            return self.members[: F.size], [0]
        B = self.members[F]
        groups = np.flatnonzero(B.any(0)).tolist()
        return B[:, groups], groups

    def _step(
        self, F: Indices, at: Indices, factor: Array, B: Array, groups: list[int], ahead: Array
    ) -> bool:
        """Step towards the Newton target; True if no bound was in the way."""
        u, low, high = self.u[F], self.lower[F], self.upper[F]
        missing = np.array([self.totals[g] - self.u[self.parts[g]].sum() for g in groups])
        goal, bent = goal_in_box(u, low, high, self.r[F], missing, factor, B, ahead)
        s = goal - u
        if blas.dasum(s @ B - missing) > SUMS * (blas.dasum(u) + blas.dasum(goal)):
            return False  # the equations are so nearly singular that rounding errors break the sums
        Ks = np.zeros(self.N)
        for k in range(0, F.size, BLOCK_ROWS):
            Ks += s[k : k + BLOCK_ROWS] @ self.rows.take(at[k : k + BLOCK_ROWS])
        gain, curvature = float(self.r[F] @ s), float(s @ Ks[at])
        t = 1.0
        if bent:
            t = min(1.0, gain / curvature) if curvature > 0.0 else float(gain > 0.0)
        if t > 0.0:
            self.u[F] = goal if t == 1.0 else u + t * s
            Ks *= t
            self.set_residual(self.r - (Ks if at is F else np.tile(Ks, len(self.u) // self.N)))
        return not bent


def _extremes(up: Array, low: Array) -> tuple[float, float]:
    """The least residual of those that can fall, and the largest of those that can rise."""
    return low.item(low.argmin()), up.item(up.argmax())


def _spread(values: Array) -> float:
    return values.item(values.argmax()) - values.item(values.argmin())


def _middle(bottom: float, top: float) -> float:
    """b between them, and the only one of them where none can rise or none can fall."""
    if top == -np.inf:
        return bottom if bottom < np.inf else 0.0
    return top if bottom == np.inf else 0.5 * (bottom + top)
