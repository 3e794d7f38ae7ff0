"""Subgradient descent on the cost of k score functions, an epoch at a time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Bools, read_only
from svmcore.multiclass.cost import Parts
from svmcore.multiclass.descent_record import End, Moment, MulticlassDescentRun, MulticlassSchedule
from svmcore.multiclass.descent_task import MulticlassTask, task_of
from svmcore.multiclass.score_functions import ScoreFunctions
from svmcore.sgd.schedule import BatchPlan

HUGE = 1e100  # beyond this the squares and sums of a cost may be no numbers any more


def descend(
    place: ScoreFunctions,
    y: npt.ArrayLike,
    k: int,
    course: MulticlassSchedule,
    *,
    weights: npt.ArrayLike | None = None,
    moments: npt.ArrayLike | None = None,
    start: tuple[npt.ArrayLike, npt.ArrayLike] | None = None,
) -> MulticlassDescentRun:
    """Descend from W = 0, b = 0, or from `start`: V of shape (size, k) and b of shape (k,).

    w_c <- w_c - eta_t (rho w_c + kappa mean over the batch of share_i slope_ic phi(x_i)). The
    machines after the updates in `moments` are kept, by default those at the ends of the epochs;
    what is kept does not change the run. Classes are 0, ..., k - 1, and some may have no point.

    Source: Shor, Minimization Methods for Non-Differentiable Functions (1985).

    Raises
    ------
    ValueError
        If there is no point, a class number or a weight is none, or the start has another shape
        or is not finite.
    """
    task, plan = task_of(place, y, k, course.cost, weights), course.plan(place.n)
    V, b = _start(place.size, k, start)
    wanted = np.arange(plan.epochs + 1) * plan.per_epoch if moments is None else np.asarray(moments)
    album = _Album(frozenset(wanted.tolist()), V, b)
    last = min(plan.total, course.max_iter or plan.total)
    curve = [(0, task.parts(V, b))]
    end, diverged = End.EPOCHS if last == plan.total else End.UPDATES, -1
    with np.errstate(over="ignore", invalid="ignore"):  # a run may diverge, and is told to
        for done in range(0, last, plan.per_epoch):
            rates = course.rates(done + 1, min(done + plan.per_epoch, last))
            V_new, b_new = V.copy(), b.copy()
            mark = album.mark()
            _updates(task, plan, rates, done, V_new, b_new, album)
            parts = task.parts(V_new, b_new)
            if not (_numbers(V_new, b_new) and np.isfinite(parts.total)):
                album.back_to(mark)
                good = _good(task, plan, rates, done, V.copy(), b.copy())
                _updates(task, plan, rates[:good], done, V, b, album)
                if good:
                    curve.append((done + good, task.parts(V, b)))
                end, diverged = End.DIVERGED, done + good + 1
                break
            V, b = V_new, b_new
            curve.append((done + len(rates), parts))
            if course.tol is not None and _stalled(curve, course.tol, course.patience):
                end = End.TOL
                break
    return album.run(task, course, plan, curve, end, diverged)


def _start(
    size: int, k: int, start: tuple[npt.ArrayLike, npt.ArrayLike] | None
) -> tuple[Array, Array]:
    if start is None:
        return np.zeros((size, k)), np.zeros(k)
    V, b = (np.array(part, dtype=np.float64) for part in start)
    if V.shape != (size, k) or b.shape != (k,):
        raise ValueError(
            f"start must have shapes ({size}, {k}) and ({k},), got {V.shape} and {b.shape}"
        )
    if not _numbers(V, b):
        raise ValueError("start must hold finite numbers that can be squared")
    return V, b


def _updates(
    task: MulticlassTask,
    plan: BatchPlan,
    rates: list[float],
    done: int,
    V: Array,
    b: Array,
    album: _Album,
) -> None:
    """The updates after `done`, one for each rate, in place; the last one is always noted."""
    end = done + len(rates)
    for t, rate in enumerate(rates, start=done + 1):
        noted = t == end or t in album.wanted
        before = (V.copy(), b.copy()) if noted else (V, b)
        task.step(V, b, plan.batch(t), rate)
        if noted:
            album.note(Moment(t, V.copy(), b.copy(), *before, rate))


def _good(
    task: MulticlassTask, plan: BatchPlan, rates: list[float], done: int, V: Array, b: Array
) -> int:
    """How many of these updates lead to a machine that is one, and has a cost."""
    for good, rate in enumerate(rates):
        task.step(V, b, plan.batch(done + good + 1), rate)
        if not (_numbers(V, b) and np.isfinite(task.parts(V, b).total)):
            return good
    return len(rates)


def _numbers(V: Array, b: Array) -> bool:
    size = max(np.abs(V).max(initial=0.0), np.abs(b).max())
    return bool(size < HUGE)  # NaN is not


def _stalled(curve: list[tuple[int, Parts]], tol: float, patience: int) -> bool:
    """Whether none of the last epochs was below (1 - tol) times the least cost before it."""
    costs = np.array([parts.total for _, parts in curve])
    if len(costs) <= patience:
        return False
    least = np.minimum.accumulate(costs)[:-1]
    fell: Bools = costs[1:] < (1.0 - tol) * least
    return not fell[-patience:].any()


class _Album:
    """Collects the moments that are wanted, and holds the last one until the run has ended."""

    def __init__(self, wanted: frozenset[int], V: Array, b: Array) -> None:
        self.wanted = wanted
        self._kept: list[Moment] = []
        self.note(Moment(0, V.copy(), b.copy(), V.copy(), b.copy(), np.nan))

    def note(self, moment: Moment) -> None:
        self._last = moment
        if moment.t in self.wanted:
            self._kept.append(moment)

    def mark(self) -> tuple[int, Moment]:
        return len(self._kept), self._last

    def back_to(self, mark: tuple[int, Moment]) -> None:
        del self._kept[mark[0] :]
        self._last = mark[1]

    def run(
        self,
        task: MulticlassTask,
        course: MulticlassSchedule,
        plan: BatchPlan,
        curve: list[tuple[int, Parts]],
        end: End,
        diverged: int,
    ) -> MulticlassDescentRun:
        kept = [m for m in self._kept if m.t != self._last.t] + [self._last]
        t, V, b, V_before, b_before, rate = zip(*kept, strict=True)
        at, parts = zip(*curve, strict=True)
        margin, loss = zip(*parts, strict=True)
        return MulticlassDescentRun(
            task=task,
            course=course,
            plan=plan,
            update=np.array(t, dtype=np.intp),
            V=read_only(V),
            b=read_only(b),
            V_before=read_only(V_before),
            b_before=read_only(b_before),
            rate=read_only(rate),
            cost_update=np.array(at, dtype=np.intp),
            margin=read_only(margin),
            loss=read_only(loss),
            end=end,
            diverged=diverged,
        )
