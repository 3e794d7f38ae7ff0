"""The record of an SMO run: the pair, gradients, clipping limits and gain of each step."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Self

import numpy as np

from pages.state.board.experiment import Experiment, with_default_training
from pages.state.model.pair_line import PairLine, pair_line
from pages.state.model.run import Data, data_of, sample_C
from svmcore.arrays import Array, Indices
from svmcore.engine.methods.hulls import decide
from svmcore.engine.solve import space_of
from svmcore.engine.spaces import GramSpace
from svmcore.kernels import Kernel
from svmcore.problems import DualProblem
from svmcore.solvers.smo import pairs_of

MOST_STEPS = 20_000  # half a second
FIRST, SURE = 200, 40  # steps that are kept one by one, and those of them that nothing displaces
LATER = 1.08  # how many times as late the next one is after these
NEAR = 25  # steps that are kept on both sides of the focus
MOMENTS, FEWEST = 500, 180
NUMBERS = 72_000  # multipliers that a record may hold: a browser is sent them all


@dataclass(frozen=True, eq=False)
class Steps:
    """What M steps saw and did, with E_i = y_i - sum_j alpha_j y_j K_ij; row 0 is the start.

    At the start, alpha = 0, nothing was done: pair is -1 there, and NaN what belongs to a step.

    pair : (M, 2) the points i and j; E : (M, 2) of these before the step
    violation, left : (M,) max_up E - min_low E before and after the step
    before, after : (M, 2) alpha_i and alpha_j
    """

    pair: Indices
    E: Array
    violation: Array
    left: Array
    before: Array
    after: Array

    def at(self, rows: Indices) -> Self:
        """Some of the steps."""
        return replace(self, **{name: values[rows] for name, values in vars(self).items()})


@dataclass(frozen=True, eq=False)
class SmoStates:
    """The models after M steps.

    alpha : (M, n) all multipliers
    b, dual, primal : (M,) the best b for this alpha, and both values of (w, b); the primal of the
        hard margin is infinite while a point is on the wrong side
    """

    alpha: Array
    b: Array
    dual: Array
    primal: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class SmoRecord:
    """Some steps of a run of SMO on the dual of an experiment, and the models after each.

    bound : (n,) C_i, C times the weight of the point, infinite for the hard margin
    focus : a step around which every step is kept, -1 for none
    update : (M,) the numbers of the steps; the first is 0, the start
    marks : the numbers of all steps at which a point gets weight for the first time, returns to 0,
        reaches or leaves its bound, which every step does that is clipped at L or H; sorted. Of
        more than there is room for, only some are in `update` too.
    finished : whether the violation came down to tol in the steps allowed
    """

    experiment: Experiment
    data: Data
    bound: Array
    focus: int
    update: Indices
    steps: Steps
    line: PairLine
    states: SmoStates
    marks: Indices
    finished: bool

    def __post_init__(self) -> None:
        """Equal questions share one record: nobody may write to it."""
        for part in (self, self.steps, self.line, self.states):
            for value in vars(part).values():
                if isinstance(value, np.ndarray):
                    value.setflags(write=False)

    @property
    def kernel(self) -> Kernel:
        return self.experiment.build_kernel()

    @property
    def C(self) -> float:
        """The bound of a point of weight 1."""
        return np.inf if self.experiment.margin == "hard" else self.experiment.C

    @property
    def total(self) -> int:
        """The number of the last step."""
        return int(self.update[-1])

    @property
    def box(self) -> Array:
        """C_i and C_j of every step, (M, 2)."""
        return np.where(self.steps.pair < 0, np.nan, self.bound[self.steps.pair])

    @property
    def coef(self) -> Array:
        """y_i alpha_i after every step, shape (M, n)."""
        return np.asarray(self.states.alpha * self.data.y)


def smo_record(experiment: Experiment, focus: int = -1) -> SmoRecord | None:
    """What SMO does on the dual of an experiment, with its margin, C, kernel and tol.

    The working sets are those of `svmcore.solvers.smo.SMO`, until max_up E - min_low E is at most
    tol or MOST_STEPS are done. `focus` is a step around which every step is kept; what is kept
    never changes the run. None with fewer than two classes, and for a hard margin that no model
    of this kernel has.

    Source: Fan, Chen, Lin, JMLR 6 (2005); the clipped step is that of Platt, Fast training of
    support vector machines using sequential minimal optimization (1998).
    """
    return _record(_plain(experiment), max(-1, min(focus, MOST_STEPS)))


def _plain(experiment: Experiment) -> Experiment:
    """The same SMO: the margin, C and tol, and nothing of how the board is solved."""
    return replace(with_default_training(experiment), margin=experiment.margin, tol=experiment.tol)


@lru_cache(maxsize=16)
def first_tie(experiment: Experiment, gram: Callable[[Kernel, Array], Array]) -> int:
    """The first step at which SMO takes another pair where `gram` gives K with other rounding.

    Two pairs then have the same gain up to rounding, and so on from there. 0 if there is no such
    step, or no record.
    """
    run = _run(_plain(experiment))
    if run is None:
        return 0
    problem, steps = run
    pairs = pairs_of(replace(problem, K=gram(experiment.build_kernel(), data_of(experiment).X)))
    known = steps.pair[1:].tolist()
    for step, (i, j, _, _, violation) in enumerate(pairs.steps(), start=1):
        ended = violation <= experiment.tol or step > MOST_STEPS
        if step > len(known) or ended:
            return 0 if ended and step > len(known) else step
        if [i, j] != known[step - 1]:
            return step
    return 0


@lru_cache(maxsize=16)
def _record(experiment: Experiment, focus: int) -> SmoRecord | None:
    run = _run(experiment)
    if run is None:
        return None
    problem, every = run
    marks = _marks(every, problem.C)
    update = _moments(len(every.left) - 1, marks, focus, len(problem.y))
    steps, alpha = every.at(update), _multipliers(every, update, len(problem.y))
    _, b, judged = problem.certify_rows(alpha)
    return SmoRecord(
        experiment=experiment,
        data=data_of(experiment),
        bound=problem.C,
        focus=focus,
        update=update,
        steps=steps,
        line=pair_line(
            problem.y,
            problem.K,
            problem.C,
            pair=steps.pair,
            E=steps.E,
            before=steps.before,
            after=steps.after,
        ),
        states=SmoStates(
            alpha=alpha,
            b=b,
            dual=judged.dual,
            primal=judged.margin_term + judged.loss_term,
        ),
        marks=marks,
        finished=bool(every.left[-1] <= experiment.tol),
    )


@lru_cache(maxsize=4)
def _run(experiment: Experiment) -> tuple[DualProblem, Steps] | None:
    """The dual and all steps, which do not depend on what is kept of them."""
    data = data_of(experiment)
    if len(set(data.y.tolist())) < 2:
        return None
    kernel = experiment.build_kernel()
    space = space_of(kernel, data.X)  # as in `run`: the same K to the last digit
    K = space.K if isinstance(space, GramSpace) else kernel(data.X, data.X)
    if experiment.margin == "hard" and not decide(space, data.y).separable:
        return None
    problem = DualProblem(K, data.y, sample_C(experiment, data), psd=kernel.psd)
    state = pairs_of(problem)
    none = (np.nan, np.nan)
    seen, after, left = [(-1, -1, *none, *none)], [none], []
    for i, j, E_i, difference, violation in state.steps():
        x, (last_i, last_j) = state.x, seen[-1][:2]
        left.append(max(violation, 0.0))
        if len(seen) > 1:
            after.append((abs(x[last_i]), abs(x[last_j])))
        if violation <= experiment.tol or len(seen) > MOST_STEPS:
            break
        seen.append((i, j, E_i, E_i - difference, abs(x[i]), abs(x[j])))
    table = np.array(seen)
    return problem, Steps(
        pair=table[:, :2].astype(np.intp),
        E=table[:, 2:4],
        violation=np.array(left[:1] + left[:-1]),
        left=np.array(left),
        before=table[:, 4:],
        after=np.array(after),
    )


def _marks(steps: Steps, C: Array) -> Indices:
    """The steps at which something happens to a point.

    A step that the box stopped at L or H is one of these: it ends where i or j is at 0 or at its
    bound, and neither was there before, for both have moved.
    """
    before, after = steps.before, steps.after
    back = (before > 0.0) & (after == 0.0)
    ceiling = (before == C[steps.pair]) != (after == C[steps.pair])
    eventful = (back | ceiling).any(axis=1)
    with_weight = np.flatnonzero((after > 0.0).ravel())
    first = np.unique(steps.pair.ravel()[with_weight], return_index=True)[1]
    eventful[with_weight[first] // 2] = True
    eventful[0] = False
    return np.flatnonzero(eventful)


def _moments(total: int, marks: Indices, focus: int, n: int) -> Indices:
    """Which steps are kept: about as many as a browser may be sent of n points.

    The first SURE, those that are LATER times as late each, the last one and those near the focus
    are kept in any case; then marked ones; then the rest of the FIRST.
    """
    late = FIRST * LATER ** np.arange(1 + np.log(max(total / FIRST, 1.0)) / np.log(LATER))
    around = np.arange(focus - NEAR, focus + NEAR + 1) if focus >= 0 else np.arange(0)
    sure = np.concatenate([np.arange(SURE + 1), late.astype(np.intp), around, [total]])
    sure = sure[(sure >= 0) & (sure <= total)]
    most = max(FEWEST, min(MOMENTS, NUMBERS // n))
    return thinned(sure, marks, np.arange(min(FIRST, total) + 1), most=most)


def thinned(sure: Indices, *others: Indices, most: int) -> Indices:
    """All that is `sure`, and of each of the others in turn, evenly, what there is room for."""
    kept = np.unique(sure)
    for wanted in others:
        more = np.setdiff1d(wanted, kept)
        room = min(max(most - len(kept), 0), len(more))
        kept = np.union1d(kept, more[np.linspace(0, len(more) - 1, room).astype(np.intp)])
    return kept.astype(np.intp)


def _multipliers(steps: Steps, update: Indices, n: int) -> Array:
    """alpha after each of the steps `update`: the steps once more, two numbers each."""
    now = np.zeros(n)
    alpha = np.zeros((len(update), n))
    for row, (start, end) in enumerate(pairwise(update.tolist()), start=1):
        for step in range(start + 1, end + 1):
            now[steps.pair[step]] = steps.after[step]
        alpha[row] = now
    return alpha
