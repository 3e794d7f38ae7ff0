"""The driver of all descents: runs the updates in blocks, records states, stops on divergence."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
from scipy.sparse import issparse

from svmcore.arrays import Array, Indices, read_only
from svmcore.sgd.one_point import Bias, Block, Cost
from svmcore.sgd.parametrization import Parametrization
from svmcore.sgd.schedule import BatchPlan, Schedule
from svmcore.sgd.update_rules import Descend, Rule

MAX_BLOCK = 131_072  # updates that are made at once
MAX_ENTRIES = 400_000  # numbers in all models of a block
MAX_SPARSE_ENTRIES = 4_000_000  # the same for sparse points, whose updates do not touch all of w
OVERFLOW = 1e150  # beyond this |w|^2 is no number any more


@dataclass(frozen=True, eq=False)
class KeptStates:
    """Record of a descent at M chosen updates t: the model (v, b) after update t, and before it.

    update : (M,), 0 for the start
    v, b : (M, size) and (M,); (M, size, k) and (M, k) for k score functions
    v_before, b_before : the same before the update, at t = 0 the start itself
    v_mean, b_mean : the means over the models 1, ..., t, if they were asked for
    rate : (M,), NaN at t = 0
    diverged : the update after which the model was no number any more, -1 if none; the last
        moment is then the one before it
    """

    update: Indices
    v: Array
    b: Array
    v_before: Array
    b_before: Array
    v_mean: Array | None
    b_mean: Array | None
    rate: Array
    diverged: int = -1


@dataclass
class DescentState:
    """The state of a descent after t updates; the sums are those of the models so far."""

    v: Array
    b: Bias
    t: int
    sum_v: Array
    sum_b: Bias

    @classmethod
    def start(
        cls, size: int, coef_init: npt.ArrayLike | None = None, intercept_init: float = 0.0
    ) -> Self:
        """Before the first update: v = `coef_init`, shape (size,), and b; both 0 by default.

        The names are those of scikit-learn's `SGDClassifier.fit`.

        Raises ValueError if `coef_init` has another shape, or a number of the start is not finite.
        """
        v = np.zeros(size) if coef_init is None else np.array(coef_init, dtype=np.float64)
        if v.shape != (size,):
            raise ValueError(f"coef_init must have the shape ({size},), got {v.shape}")
        if not (np.isfinite(v).all() and np.isfinite(intercept_init)):
            raise ValueError("coef_init and intercept_init must be finite")
        return cls(v, float(intercept_init), 0, np.zeros(size), 0.0)


def run_descent(
    data: Parametrization,
    objective: Cost,
    plan: BatchPlan,
    schedule: Schedule,
    eta0: float = 0.01,
    *,
    rule: Rule | None = None,
    moments: npt.ArrayLike | None = None,
    average: bool = False,
    state: DescentState | None = None,
    span: tuple[int, int] | None = None,
    largest: float = OVERFLOW,
) -> KeptStates:
    """Run a descent from w = 0, b = 0, and keep the models at `moments` (all of them by default).

    The updates of a run do not depend on which of them are kept. Numbers that overflow end the
    run: `diverged` says where. `state` is where to begin instead, and is moved to where the run
    ends; its updates count for the learning rate, and `moments` count from there. With `span` only
    the updates after the first of the two numbers of updates are made, up to the last; numbers
    larger than `largest` have overflowed.
    """
    here = state or DescentState.start(data.size)
    first, last = span or (0, plan.total)
    wanted = np.unique(np.arange(last + 1) if moments is None else np.asarray(moments))
    wanted = wanted[(wanted >= first + (first > 0)) & (wanted <= last)].astype(np.intp)
    rule = rule or Descend()
    recorder = _Recorder(wanted, here)
    most = MAX_SPARSE_ENTRIES if issparse(data.matrix) else MAX_ENTRIES
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for block, done in _blocks(plan, schedule, eta0, objective.rho, here, (first, last), most):
            length = len(block.rates)
            asked = block if average else block._replace(stops=recorder.stops(done, length))
            V, B = rule.run(data, objective, asked, here.v, here.b)
            if not _numbers(V, B, largest).all():  # somewhere on the way to the last good stop
                V, B = rule.run(data, objective, block, here.v, here.b)
                good = int(_numbers(V, B, largest).argmin())
                asked = block._replace(stops=block.stops[:good])
                recorder.take(done, asked, V[:good], B[:good], average)
                return recorder.kept(average, done + good)
            recorder.take(done, asked, V, B, average)
            here.v, here.b, here.t = V[-1].copy(), _bias(B[-1]), here.t + length
    return recorder.kept(average)


def _numbers(V: Array, B: Array, largest: float) -> Array:
    V, B = V.reshape(len(V), -1), B.reshape(len(B), -1)
    size = np.abs(V).max(axis=1, initial=0.0) + np.abs(B).max(axis=1)
    return np.asarray(size < largest)  # NaN is not


def _bias(b: Array) -> Bias:
    return float(b) if b.ndim == 0 else b.copy()


def _blocks(
    plan: BatchPlan,
    schedule: Schedule,
    eta0: float,
    rho: float,
    here: DescentState,
    span: tuple[int, int],
    most: int,
) -> Iterator[tuple[Block, int]]:
    """The plan cut into blocks, each with the number of updates before it.

    They begin at the same updates whatever is kept of the run, so that it is always the same run.
    """
    length = max(1, min(MAX_BLOCK, most // max(here.v.size, 1)))
    flat = plan.order.ravel() if plan.batch_size == 1 else None
    t0 = here.t - span[0]
    for done in range(*span, length):
        end = min(done + length, span[1])
        rates = schedule(np.arange(t0 + done + 1.0, t0 + end + 1.0), eta0, rho)
        rows = [plan.batch(t) for t in range(done + 1, end + 1)] if flat is None else flat[done:end]
        yield Block(t0 + done + 1, rows, rates, np.arange(end - done + 1)), done


class _Recorder:
    """Collects the moments that are wanted, and where asked the mean of all models so far."""

    def __init__(self, wanted: Indices, here: DescentState) -> None:
        m = len(wanted)
        self.wanted, self.here, self.known = wanted, here, 0
        self.v, self.v_before, self.v_mean = np.zeros((3, m, *here.v.shape))
        self.b, self.b_before, self.b_mean = np.zeros((3, m, *np.shape(here.b)))
        self.rate = np.full(m, np.nan)
        if m and wanted[0] == 0:
            self.v[0] = self.v_before[0] = here.v
            self.b[0] = self.b_before[0] = here.b
            self.v_mean[0] = here.sum_v / here.t if here.t else here.v
            self.b_mean[0] = here.sum_b / here.t if here.t else here.b
            self.known = 1

    def stops(self, done: int, length: int) -> Indices:
        """What has to be known of a block: the wanted moments, those before them, and its end."""
        first, last = np.searchsorted(self.wanted, [done + 1, done + length + 1])
        steps = self.wanted[first:last] - done
        return np.union1d(np.concatenate([steps, steps - 1]), [length]).astype(np.intp)

    def take(self, done: int, block: Block, V: Array, B: Array, average: bool) -> None:
        """V, B: the models at the stops of a block after `done` updates."""
        stops = block.stops
        last = int(stops[-1]) if len(stops) else 0
        end = int(np.searchsorted(self.wanted, done + last, side="right"))
        at = slice(self.known, end)
        steps = self.wanted[at] - done
        here, there = np.searchsorted(stops, steps), np.searchsorted(stops, steps - 1)
        self.v[at], self.b[at] = V[here], B[here]
        self.v_before[at], self.b_before[at] = V[there], B[there]
        self.rate[at] = block.rates[steps - 1]
        if average:
            self._add(at, steps, block.first, V[1:], B[1:])
        self.known = max(self.known, end)

    def _add(self, at: slice, steps: Indices, first: int, V: Array, B: Array) -> None:
        here = self.here
        total_v, total_b = here.sum_v + V.cumsum(axis=0), here.sum_b + B.cumsum()
        t = first - 1 + steps
        self.v_mean[at] = total_v[steps - 1] / t[:, None]
        self.b_mean[at] = total_b[steps - 1] / t
        if len(total_b):
            here.sum_v, here.sum_b = total_v[-1], _bias(total_b[-1])

    def kept(self, average: bool, diverged: int = -1) -> KeptStates:
        at = slice(0, self.known)
        return KeptStates(
            update=self.wanted[at],
            v=read_only(self.v[at]),
            b=read_only(self.b[at]),
            v_before=read_only(self.v_before[at]),
            b_before=read_only(self.b_before[at]),
            v_mean=read_only(self.v_mean[at]) if average else None,
            b_mean=read_only(self.b_mean[at]) if average else None,
            rate=read_only(self.rate[at]),
            diverged=diverged,
        )
