"""Long training in a process of its own, which can be left at any moment."""

from __future__ import annotations

import time
from concurrent.futures import Future
from threading import Timer
from typing import Any

from joblib.externals.loky import ProcessPoolExecutor

from pages.state.table_run import TablePlan, TableRun, work

LONGEST = 1800.0  # seconds until a job that nobody waits for is given up


class Job:
    """Training on all rows of a plan, from its making on; `seconds` is about what it will take."""

    def __init__(self, plan: TablePlan, seconds: float) -> None:
        self.plan, self.seconds = plan, seconds
        self.started = time.perf_counter()
        self.given_up = False  # it took too long
        rows = plan.rows
        task = (plan.kernel, plan.X[rows], plan.prepared.y[rows], plan.scheme, plan.prices(rows))
        # a process for this job alone: to end it ends nobody else's work
        self._process = ProcessPoolExecutor(max_workers=1, env={"OPENBLAS_NUM_THREADS": "1"})
        self._answer: Future[Any] = self._process.submit(timed, *task)
        self._limit = Timer(LONGEST, self._give_up)
        self._limit.daemon = True
        self._limit.start()
        self._answer.add_done_callback(lambda _: self._limit.cancel())

    def _give_up(self) -> None:
        self.given_up = True
        self.cancel()

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.started

    @property
    def done(self) -> bool:
        """Whether it has ended, with a machine or without."""
        return self._answer.done()

    def cancel(self) -> None:
        """End it; there will be no machine."""
        self._process.shutdown(wait=False, kill_workers=True)
        self._answer.cancel()

    def result(self) -> TableRun | None:
        """The machine of a job that is done; None if there is none: it was ended, or it failed."""
        self._process.shutdown(wait=False)
        if self._answer.cancelled() or self._answer.exception() is not None:
            return None
        many, fitted, seconds = self._answer.result()
        return TableRun(self.plan, many, self.plan.rows, fitted, seconds)


def timed(*task: Any) -> tuple[Any, Any, float]:
    """What `work` makes of a task, and the seconds that took."""
    start = time.perf_counter()
    many, fitted = work(*task)
    return many, fitted, time.perf_counter() - start
