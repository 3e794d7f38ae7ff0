"""SMO under the microscope: what each of its steps saw, might have done, and did."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from pages.state.experiment import Experiment, untrained
from pages.state.run import Data, costs, data_of
from svmcore.arrays import Array, Indices
from svmcore.engine.maximal_margin import decide
from svmcore.engine.spaces import GramSpace
from svmcore.engine.train import space_of
from svmcore.kernels import Kernel
from svmcore.model import Model
from svmcore.optim.smo_step import TAU
from svmcore.problems import DualProblem
from svmcore.solvers.smo import SMO

MOST_STEPS = 20_000  # half a second
FIRST, SURE = 200, 40  # steps that are kept one by one, and those of them that nothing displaces
LATER = 1.08  # how many times as late the next one is after these
NEAR = 25  # steps that are kept on both sides of the focus
MOMENTS, FEWEST = 500, 180
ROUNDING = 2.0 * float(np.finfo(float).eps)  # of a curvature, relative to the terms of its sum
NUMBERS = 72_000  # multipliers that a record may hold: a browser is sent them all


@dataclass(frozen=True, eq=False)
class Record:
    """Moments of a run of SMO on the dual of an experiment: row m is what step update[m] did.

    Row 0 is the start, alpha = 0, where nothing was done: pair is -1 there, and NaN what belongs
    to a step. With E_i = y_i - sum_j alpha_j y_j K_ij, D the dual value, and 0 <= alpha_i <= C_i:

    update : (M,) the number of the step
    pair : (M, 2) the points i and j; E : (M, 2) of these before the step
    violation, left : (M,) max_up E - min_low E before and after the step
    before, after : (M, 2) alpha_i and alpha_j
    low, high : (M,) L and H, the ends of alpha_j on the line y_i alpha_i + y_j alpha_j = const
        inside the box [0, C_i] x [0, C_j]; H may be infinite in the hard margin
    unclipped : (M,) the alpha_j at the top of the parabola; after[:, 1] is it, cut off at L and H.
        Infinite, with the sign of the slope, where there is no top: D is a straight line for points
        on one place, and bends upwards for some pairs of an indefinite kernel
    slope, curvature : (M,) with alpha_j = a on the line
        D(a) = D(old) + slope (a - old) - curvature/2 (a - old)^2
    gain : (M,) by how much the step raised D
    alpha : (M, n) all multipliers after the step
    b, dual, primal : (M,) the best b for this alpha, and both values of the machine (w, b); the
        primal of the hard margin is infinite while a point is on the wrong side
    marks : the numbers of all steps at which a point gets weight for the first time, returns to 0,
        reaches or leaves its bound, which every step does that is clipped at L or H; sorted. Of
        more than there is room for, only some are moments too.
    bound : (n,) C_i, C times the weight of the point; C : that of weight 1. All are infinite for
        the hard margin
    finished : whether the violation came down to tol in the steps allowed
    """

    experiment: Experiment
    data: Data
    kernel: Kernel
    C: float
    tol: float
    focus: int
    update: Indices
    pair: Indices
    E: Array
    violation: Array
    left: Array
    before: Array
    after: Array
    low: Array
    high: Array
    unclipped: Array
    slope: Array
    curvature: Array
    gain: Array
    alpha: Array
    b: Array
    dual: Array
    primal: Array
    marks: Indices
    bound: Array
    finished: bool

    def __post_init__(self) -> None:
        """Equal questions share one record: nobody may write to it."""
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    @property
    def total(self) -> int:
        """The number of the last step."""
        return int(self.update[-1])

    @property
    def box(self) -> Array:
        """C_i and C_j of every step, (M, 2)."""
        return np.where(self.pair < 0, np.nan, self.bound[self.pair])

    @property
    def coef(self) -> Array:
        """y_i alpha_i at every moment, shape (M, n)."""
        return np.asarray(self.alpha * self.data.y)

    def model(self, moment: int) -> Model:
        """The machine of a moment."""
        coef = self.alpha[moment] * self.data.y
        return Model(self.kernel, self.data.X, coef, float(self.b[moment]))


@dataclass(frozen=True, eq=False)
class _Walk:
    """All steps of a run, T + 1 rows of which the first is the start."""

    problem: DualProblem
    kernel: Kernel
    pair: Indices
    E: Array
    left: Array
    before: Array
    after: Array


def smo_record(experiment: Experiment, focus: int = -1) -> Record | None:
    """What SMO does on the dual of an experiment, with its margin, C, kernel and tol.

    The working sets are those of `svmcore.solvers.smo.SMO`, until max_up E - min_low E is at most
    tol or MOST_STEPS are done. `focus` is a step around which every step is kept; what is kept
    never changes the run. None with fewer than two classes, and for a hard margin that no machine
    of this kernel has.

    Source: Fan, Chen, Lin, JMLR 6 (2005); the clipped step is that of Platt, Fast training of
    support vector machines using sequential minimal optimization (1998).
    """
    plain = replace(untrained(experiment), margin=experiment.margin, tol=experiment.tol)
    return _record(plain, max(-1, min(focus, MOST_STEPS)))


@lru_cache(maxsize=16)
def _record(experiment: Experiment, focus: int) -> Record | None:
    walk = _walk(experiment)
    if walk is None:
        return None
    problem, y = walk.problem, walk.problem.y
    C = np.inf if experiment.margin == "hard" else experiment.C
    marks = _marks(walk, problem.C)
    update = _moments(len(walk.left) - 1, marks, focus, len(y))
    alpha = _multipliers(walk, update)
    judged = problem.judge(alpha)
    primal = judged.margin_term + judged.loss_term
    low, high, unclipped, slope, curvature, gain = (part[update] for part in _line(walk, problem.C))
    return Record(
        experiment,
        data_of(experiment),
        walk.kernel,
        C,
        experiment.tol,
        focus,
        update,
        walk.pair[update],
        walk.E[update],
        walk.left[np.maximum(update - 1, 0)],
        walk.left[update],
        walk.before[update],
        walk.after[update],
        low,
        high,
        unclipped,
        slope,
        curvature,
        gain,
        alpha,
        problem.machines(alpha)[1],
        judged.dual,
        primal,
        marks,
        problem.C,
        bool(walk.left[-1] <= experiment.tol),
    )


@lru_cache(maxsize=4)
def _walk(experiment: Experiment) -> _Walk | None:
    """The run itself, which does not depend on what is kept of it."""
    data = data_of(experiment)
    if len(set(data.y.tolist())) < 2:
        return None
    kernel = experiment.build_kernel()
    space = space_of(kernel, data.X)  # as in `run`: the same K to the last digit
    K = space.K if isinstance(space, GramSpace) else kernel(data.X, data.X)
    hard = experiment.margin == "hard"
    if hard and not decide(space, data.y).separable:
        return None
    problem = DualProblem(K, data.y, costs(experiment, data), psd=kernel.psd)
    pair, E, left, before, after = [(-1, -1)], [(np.nan, np.nan)], [], [], []
    now = [0.0] * len(data)
    for count, step in enumerate(SMO().steps(problem)):
        i, j = step.i, step.j
        left.append(step.violation)
        if count:
            pair.append((i, j))
            E.append((step.top, step.top - step.ahead))
            before.append((now[i], now[j]))
            now[i], now[j] = step.alpha.item(i), step.alpha.item(j)
            after.append((now[i], now[j]))
        if step.violation <= experiment.tol or count >= MOST_STEPS:
            break
    none = [(np.nan, np.nan)]
    return _Walk(
        problem,
        kernel,
        np.array(pair, dtype=np.intp),
        np.array(E),
        np.array(left),
        np.array(none + before),
        np.array(none + after),
    )


def _line(walk: _Walk, C: Array | float) -> tuple[Array, Array, Array, Array, Array, Array]:
    """low, high, unclipped, slope, curvature and gain of every step; C : (n,), or one for all.

    On the line alpha_i moves by -y_i y_j times what alpha_j moves by, so alpha_i in [0, C_i] is
    alpha_j between old_j - old_i and old_j - old_i + C_i for different classes, and between
    old_i + old_j - C_i and old_i + old_j for one class. With alpha_j in [0, C_j]:

        L = max(0, old_j - old_i),        H = min(C_j, old_j - old_i + C_i)   if y_i != y_j,
        L = max(0, old_i + old_j - C_i),  H = min(C_j, old_i + old_j)         if y_i = y_j.
    """
    y, K = walk.problem.y, walk.problem.K
    i, j = walk.pair.T
    (old_i, old_j), new_j = walk.before.T, walk.after[:, 1]
    alike = y[i] == y[j]
    C_i, C_j = np.broadcast_to(C, len(y))[walk.pair].T
    low = np.maximum(0.0, np.where(alike, old_i + old_j - C_i, old_j - old_i))
    high = np.minimum(C_j, np.where(alike, old_i + old_j, old_j - old_i + C_i))
    slope = y[j] * (walk.E[:, 1] - walk.E[:, 0])
    curvature = K[i, i] + K[j, j] - 2.0 * K[i, j]
    curvature[0] = np.nan
    unclipped = old_j + slope / np.maximum(curvature, TAU)
    size = np.abs(K[i, i]) + np.abs(K[j, j]) + 2.0 * np.abs(K[i, j])
    flat = curvature <= np.maximum(TAU, ROUNDING * size)
    cut = (unclipped < low) | (unclipped > high)  # a step that ended inside went where it says
    unclipped = np.where(flat & cut, np.copysign(np.inf, slope), unclipped)
    moved = new_j - old_j
    return low, high, unclipped, slope, curvature, moved * (slope - 0.5 * curvature * moved)


def _marks(walk: _Walk, C: Array) -> Indices:
    """The steps at which something happens to a point.

    A step that the box stopped at L or H is one of these: it ends where i or j is at 0 or at its
    bound, and neither was there before, for both have moved.
    """
    before, after = walk.before, walk.after
    back = (before > 0.0) & (after == 0.0)
    ceiling = (before == C[walk.pair]) != (after == C[walk.pair])
    eventful = (back | ceiling).any(axis=1)
    with_weight = np.flatnonzero((after > 0.0).ravel())
    first = np.unique(walk.pair.ravel()[with_weight], return_index=True)[1]
    eventful[with_weight[first] // 2] = True
    eventful[0] = False
    return np.flatnonzero(eventful)


def _moments(total: int, marks: Indices, focus: int, n: int) -> Indices:
    """Which steps are kept: about as many as a browser may be sent of n points.

    The first SURE, those that are LATER times as late each, the last one and those near the focus
    are kept in any case; then marked ones, evenly thinned where they are too many; then the rest
    of the FIRST.
    """
    most = max(FEWEST, min(MOMENTS, NUMBERS // n))
    late = FIRST * LATER ** np.arange(1 + np.log(max(total / FIRST, 1.0)) / np.log(LATER))
    around = np.arange(focus - NEAR, focus + NEAR + 1) if focus >= 0 else np.arange(0)
    sure = np.concatenate([np.arange(SURE + 1), late.astype(np.intp), around, [total]])
    kept = np.unique(sure[(sure >= 0) & (sure <= total)])
    for wanted in (marks, np.arange(min(FIRST, total) + 1)):
        more = np.setdiff1d(wanted, kept)
        room = max(most - len(kept), 0)
        if len(more) > room:
            more = more[np.linspace(0, len(more) - 1, room).astype(np.intp)]
        kept = np.union1d(kept, more)
    return kept.astype(np.intp)


def _multipliers(walk: _Walk, update: Indices) -> Array:
    """alpha after each of the steps `update`: the steps once more, two numbers each."""
    now = np.zeros(len(walk.problem.y))
    alpha = np.zeros((len(update), len(now)))
    for row, (start, end) in enumerate(pairwise(update.tolist()), start=1):
        for step in range(start + 1, end + 1):
            now[walk.pair[step]] = walk.after[step]
        alpha[row] = now
    return alpha
