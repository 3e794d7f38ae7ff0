"""Training on all rows of a table, in a process of its own that can be ended at any moment."""

import time
from collections.abc import Generator
from concurrent.futures import wait

from joblib.externals.loky import ProcessPoolExecutor

from pages.state.table_run import TablePlan, TableRun, task, work

MAX_SECONDS = 1800.0  # seconds after which the training is given up
POLL_SECONDS = 0.1  # seconds between two looks at the process
SENTENCE = "Training on all rows {}: the model is still that of the sample."


def train_all(plan: TablePlan) -> Generator[TableRun | None, None, None]:
    """Train on all rows of a plan: None while the process works, its run as the last step.

    Closing the generator ends the process.

    Raises ValueError if the process died or failed, or has taken longer than `MAX_SECONDS`.
    """
    # a process for this training alone: to end it ends nobody else's
    process = ProcessPoolExecutor(max_workers=1, env={"OPENBLAS_NUM_THREADS": "1"})
    try:
        end = time.monotonic() + MAX_SECONDS
        answer = process.submit(work, *task(plan, plan.rows))
        while not wait((answer,), POLL_SECONDS).done:
            if time.monotonic() > end:
                raise ValueError(SENTENCE.format(f"took more than {MAX_SECONDS / 60.0:g} minutes"))
            yield None
        if answer.exception() is not None:
            raise ValueError(SENTENCE.format("failed"))
        yield TableRun(plan, plan.rows, *answer.result())
    finally:
        process.shutdown(wait=False, kill_workers=True)
