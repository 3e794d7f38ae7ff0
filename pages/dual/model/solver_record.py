"""The record of a solver that moves all multipliers at once: its iterates, and what they prove."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

import numpy as np

from pages.dual.model.smo_record import NUMBERS, thinned
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.model.run import Data, data_of, sample_C
from pages.state.text.board_words import NO_TWO_CLASSES
from svmcore.arrays import Array, Bools, Indices
from svmcore.engine.methods.hulls import decide
from svmcore.engine.solve import space_of
from svmcore.engine.spaces import GramSpace
from svmcore.kernels import Kernel
from svmcore.losses import SquaredHinge
from svmcore.problems import DualProblem, PrimalProblem, Problem
from svmcore.problems.certificate import Status
from svmcore.solvers import InteriorPoint, Newton, ProjectedGradient, Solver, solve

BY: dict[str, Solver] = {
    "projected": ProjectedGradient(),
    "interior": InteriorPoint(),
    "newton": Newton(),
}
MOST, SECONDS = 2000, 1.0  # iterations and seconds of a run
FIRST, NEAR = 60, 25  # iterations at the start and beside the focus that are kept in any case
MOMENTS, FEWEST = 300, 60
AT_BOUND = 1e-9  # relative distance from C that counts as none


@dataclass(frozen=True, eq=False, kw_only=True)
class SolverRecord:
    """Some iterates of a solver: arrays have one row an iterate, the start is the first.

    by : a key of `BY`; Newton minimises the primal with the squared hinge, the others the dual
    bound : (n,) C_i; infinite where alpha has no upper bound
    update : (M,) the numbers of the iterates
    coef, b : (M, n) and (M,), the models f = sum_i coef_i K(x_i, .) + b
    primal, dual, violation : (M,) what is proved of each iterate
    focus : an iterate around which all are kept, -1 for none
    """

    by: str
    experiment: Experiment
    data: Data
    bound: Array
    update: Indices
    coef: Array
    b: Array
    primal: Array
    dual: Array
    violation: Array
    status: Status
    focus: int

    @property
    def kernel(self) -> Kernel:
        return self.experiment.build_kernel()

    @property
    def alpha(self) -> Array:
        """y_i coef_i, (M, n): not below 0 but for an iterate of Newton's method on its way."""
        return np.maximum(self.data.y * self.coef, 0.0)

    @property
    def at_bound(self) -> Bools:
        """Where alpha = C_i, (M, n)."""
        return np.asarray(self.alpha >= (1.0 - AT_BOUND) * self.bound)

    @property
    def total(self) -> int:
        """The number of the last iterate."""
        return int(self.update[-1])


def obstacle(experiment: Experiment, by: str) -> str:
    """Why a solver cannot run on an experiment, in a sentence; empty where it can."""
    solver, data = BY[by], data_of(experiment)
    if not len(data):
        return NO_TWO_CLASSES
    if len(set(data.y.tolist())) < 2:
        return "A solver needs points of both classes."
    hard = experiment.margin == "hard"
    if hard and not solver.hard:
        return f"{solver.title} needs the soft margin: choose it in the sidebar."
    if not solver.indefinite and not experiment.build_kernel().psd:
        return f"{solver.title} needs a positive semi-definite kernel: choose another one."
    if hard and not _separable(experiment, data):
        return "No model of this kernel separates the points: the hard margin has no optimum."
    return ""


def _separable(experiment: Experiment, data: Data) -> bool:
    return decide(space_of(experiment.build_kernel(), data.X), data.y).separable


def solver_record(experiment: Experiment, by: str, focus: int = -1) -> SolverRecord | None:
    """What a solver does on an experiment, with its margin, C, kernel and tol; None where there is
    an `obstacle`.
    """
    plain = replace(with_default_training(experiment), margin=experiment.margin, tol=experiment.tol)
    return _record(plain, by, max(-1, min(focus, MOST)))


@lru_cache(maxsize=8)
def _record(experiment: Experiment, by: str, focus: int) -> SolverRecord | None:
    if obstacle(experiment, by):
        return None
    data = data_of(experiment)
    problem, points, status = _run(experiment, by)
    update = _moments(len(points) - 1, focus, len(data))
    kept = points[update]
    coef, b, judged = problem.certify_rows(kept)
    return SolverRecord(
        by=by,
        experiment=experiment,
        data=data,
        bound=np.full(len(data), np.inf) if by == "newton" else problem.C,
        update=update,
        coef=coef,
        b=b,
        primal=judged.margin_term + judged.loss_term,
        dual=judged.dual,
        violation=judged.violation,
        status=status,
        focus=focus,
    )


@lru_cache(maxsize=4)
def _run(experiment: Experiment, by: str) -> tuple[Problem, Array, Status]:
    """The problem and all iterates: how many there are is known after the run, so there are two."""
    data, kernel, solver = data_of(experiment), experiment.build_kernel(), BY[by]
    space = space_of(kernel, data.X)
    K = space.K if isinstance(space, GramSpace) else kernel(data.X, data.X)
    C = sample_C(experiment, data)
    problem: Problem = (
        PrimalProblem(K, data.y, C, psd=True, loss=SquaredHinge())
        if by == "newton"
        else DualProblem(K, data.y, C, psd=kernel.psd)
    )
    solution = solve(
        problem,
        solver,
        tol=experiment.tol,
        max_iter=MOST,
        max_seconds=SECONDS,
        convex=kernel.psd,
    )
    iterates = islice(solver.iterates(problem), solution.n_iter + 1)
    points = np.array([iterate.x.copy() for iterate in iterates])
    points.setflags(write=False)
    return problem, points, solution.status


def _moments(total: int, focus: int, n: int) -> Indices:
    """Which iterates are kept: the first ones, those near the focus, the last, others evenly."""
    around = np.arange(focus - NEAR, focus + NEAR + 1) if focus >= 0 else np.arange(0)
    sure = np.concatenate([np.arange(FIRST + 1), around, [total]])
    sure = sure[(sure >= 0) & (sure <= total)]
    return thinned(sure, np.arange(total + 1), most=max(FEWEST, min(MOMENTS, NUMBERS // n)))
