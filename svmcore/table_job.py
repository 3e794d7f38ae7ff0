"""Long training in a process of its own, which can be left at any moment."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from pathlib import Path

from svmcore.table_run import Plan, TableRun, work

_ROOT = str(Path(__file__).parents[1])
LONGEST = 1800.0  # seconds until a job that nobody waits for is given up


class Job:
    """Training on all rows of a plan, from its making on; `seconds` is about what it will take."""

    def __init__(self, plan: Plan, seconds: float) -> None:
        self.plan, self.seconds = plan, seconds
        self.started = time.perf_counter()
        self._answer = b""
        self.given_up = False  # it took too long
        rows = plan.rows
        self._rows = rows
        task = (plan.kernel, plan.X[rows], plan.prepared.y[rows], plan.scheme, plan.lesson.C)
        env = {**os.environ, "PYTHONPATH": _ROOT, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "svmcore.table_job"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env=env,
        )
        # the rows are more than a pipe holds: somebody has to stand at both of its ends
        self._waiter = threading.Thread(target=self._wait, args=(pickle.dumps(task),), daemon=True)
        self._waiter.start()

    def _wait(self, task: bytes) -> None:
        try:
            self._answer, _ = self._process.communicate(task, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            self.given_up = True
            self.cancel()

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.started

    @property
    def done(self) -> bool:
        """Whether it has ended, with a machine or without."""
        return not self._waiter.is_alive()

    def cancel(self) -> None:
        """End it; there will be no machine."""
        self._process.kill()

    def result(self) -> TableRun | None:
        """The machine of a job that is done; None if it was ended before."""
        if not self._answer or self._process.returncode != 0:
            return None
        many, fitted, seconds = pickle.loads(self._answer)
        return TableRun(self.plan, many, self._rows, fitted, seconds)


def main() -> None:
    """Read the task, train, write the machine."""
    task = pickle.load(sys.stdin.buffer)
    start = time.perf_counter()
    many, fitted = work(*task)
    sys.stdout.buffer.write(pickle.dumps((many, fitted, time.perf_counter() - start)))


if __name__ == "__main__":
    main()
