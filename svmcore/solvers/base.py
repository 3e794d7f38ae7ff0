"""The solver protocol and `solve`: solvers yield, the driver decides, the problem judges.

A solver is a frozen value whose `iterates` reads like the textbook. `solve` owns the only loop:
it counts, keeps the budget, records the trace, stops, and has the last point certified.
"""

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Protocol, TypeVar

import numpy as np

from svmcore.arrays import Array
from svmcore.problems.certificate import REACHED, Status, status_of
from svmcore.problems.formulations import Problem
from svmcore.problems.result import Result
from svmcore.solvers.trace import Recorder, Trace

PIECE = 0.01  # seconds between two stops of `solving`
T = TypeVar("T")


class Iterate(NamedTuple):
    """An iterate of a solver: the problem's variable and the solver's own estimate of its error.

    `x` may be a view of a buffer that the solver goes on writing to; the driver copies what it
    keeps. `residual` only tells the driver when a look at the certificate is worth its price.
    """

    x: Array
    residual: float


class Solver(Protocol):
    """Solver: an algorithm, its parameters as fields, and which problems it takes.

    A solver inherits from this class and states what differs from the values here.
    """

    title: ClassVar[str]
    unit: ClassVar[str] = "iteration"  # what one iterate is called, or "step", "epoch"
    formulations: ClassVar[tuple[str, ...]]  # of "dual" and "primal", the first by default
    losses: ClassVar[tuple[str, ...]]  # of LOSSES; the dual is stated for the hinge alone
    hard: ClassVar[bool] = False  # works with C = infinity
    indefinite: ClassVar[bool] = False  # works with a kernel that is not positive semi-definite
    max_iter_default: ClassVar[int]  # a budget that reaches the optimum of an ordinary problem

    @staticmethod
    def passes(n: int) -> float:
        """Passes over n points that one iterate takes: a pass forms <w, phi(x_i)> of every point.

        On a Gram matrix that is one product with it, n^2 of its entries.
        """
        return 1.0

    def iterates(self, problem: Problem) -> Iterator[Iterate]:
        """Points that approach the optimum, the starting point first."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Solution(Result):
    """The result of a solver and its trace.

    coef, intercept, certificate, status, w, alpha, v, scores : see `Result`
    n_iter : iterations, in the unit of `trace`. seconds : all the run's. trace : its moments
    """

    seconds: float
    trace: Trace


def solve(
    problem: Problem,
    solver: Solver,
    *,
    tol: float = 1e-6,
    max_iter: int = 100_000,
    max_seconds: float = 5.0,
    convex: bool = True,
    evenly: bool = True,
) -> Solution:
    """Run `solver` on `problem` until its optimality is certified to `tol`.

    tol : bound on the worst violation of the optimality conditions (what `tol` is in LIBSVM) and,
        for a convex problem, on the relative gap too. Where rounding keeps a large problem from
        the first, the second is still a proof, so the gap alone decides what the answer is called
    max_iter, max_seconds : the budget; when it is used up the best that can be said is
        `Status.MAX_ITER` or, if the iterations allowed took too long, `Status.TIMEOUT`
    convex : whether the kernel is positive semi-definite; otherwise a point that fulfils the
        conditions is called stationary, not optimal
    evenly : whether the trace's moments are equally far apart; else they are so on a log axis

    The solver says which problems it takes (`formulations`, `losses`, `hard`, `indefinite`); most
    raise ValueError if it is another one.
    """
    limits = (tol, max_iter, max_seconds)
    return finished(solving(problem, solver, *limits, convex=convex, evenly=evenly))


def solving(
    problem: Problem,
    solver: Solver,
    tol: float = 1e-6,
    max_iter: int = 100_000,
    max_seconds: float = 5.0,
    *,
    convex: bool = True,
    evenly: bool = True,
) -> Generator[None, None, Solution]:
    """`solve` in pieces: hands control back every `PIECE` seconds; closing it gives up."""
    start = rested = time.perf_counter()
    recorder = Recorder(problem, evenly)
    ended = Status.STALLED  # a solver that ends by itself has nothing better to offer
    trust = tol  # residual at which the certificate is asked; halved when the solver was wrong
    # divergence is an outcome, not a warning: it is looked for below and becomes a status
    with np.errstate(over="ignore", invalid="ignore"):
        for n_iter, (clock, (x, residual)) in enumerate(_timed(solver.iterates(problem))):
            recorder.offer(n_iter, x, clock)
            if not math.isfinite(residual):
                ended = Status.DIVERGED
                break
            if residual <= trust:
                judged = problem.certify(x)
                if judged.violation <= tol and (not convex or judged.relative_gap <= tol):
                    break
                trust *= 0.5
            if n_iter >= max_iter:
                ended = Status.MAX_ITER
                break
            now = time.perf_counter()
            if now - start > max_seconds:
                ended = Status.TIMEOUT
                break
            if now - rested > PIECE:
                yield
                rested = time.perf_counter()
        recorder.close(n_iter, x, clock)
        seconds = time.perf_counter() - start
        trace, certificate = recorder.trace(solver.unit)
    if ended is not Status.DIVERGED:
        proved = status_of(certificate, tol, convex=convex)
        ended = proved if proved in REACHED else ended
    coef, intercept = trace.coef[-1], float(trace.intercept[-1])
    return Solution(
        coef=coef,
        intercept=intercept,
        certificate=certificate,
        status=ended,
        n_iter=n_iter,
        alpha=problem.y * coef,
        v=np.array([intercept]),
        scores=problem.K @ coef,
        seconds=seconds,
        trace=trace,
    )


def finished(work: Generator[None, None, T]) -> T:
    """What a generator returns, after all its pieces."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def _timed(iterates: Iterator[Iterate]) -> Iterator[tuple[float, Iterate]]:
    """Each iterate with the seconds of this thread that the solver has worked so far.

    What the driver does between two of them, above all its certificates, is not the solver's work;
    nor is the time for which another thread has the processor.
    """
    worked = 0.0
    while True:
        start = time.thread_time()
        iterate = next(iterates, None)
        worked += time.thread_time() - start
        if iterate is None:
            return
        yield worked, iterate
