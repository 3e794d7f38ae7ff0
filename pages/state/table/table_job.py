"""Training on all rows of a table, in a process: from larger and larger samples to all.

What a sample took says how long a larger one will take; and where all rows are too many, the model
of the largest sample that was trained stays.
"""

import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from pages.state.server.processes import LONGEST, TOO_LONG, Queued, steps_apart
from pages.state.server.worker import DIED, MOST, TOO_LARGE
from pages.state.table.table_plan import TablePlan
from pages.state.table.table_points import stratified
from pages.state.table.table_run import TableRun, Worked, WorkTask, run_from, task, work
from svmcore.arrays import Indices
from svmcore.engine.spaces import MAX_DENSE

GROWTH, SAMPLES = 2.0, 7  # of a sample from one to the next; the last one is all rows
SMALLEST = 100  # rows
SHORTEST = 1e-3  # seconds that a clock can tell
MAX_SECONDS = 1500.0  # that all may take, the sample that comes now included
POWERS = (1.0, 3.0)  # of the number of rows with which the time may grow
LONG = "Training on {rows:,} rows would take about {minutes:.0f} minutes"
LARGE = "Training on {rows:,} rows takes more than " + f"{MOST} of memory"
SLOW = "Training on {rows:,} rows was given up after " + LONGEST
ENDED = "Training on {rows:,} rows was ended by the system, perhaps for lack of memory"
FAILS = "Training on {rows:,} rows failed"
WHYS = {DIED: ENDED, TOO_LARGE: LARGE, TOO_LONG: SLOW}
STAYS = ": the model is still that of {known:,} rows."


class Learnt(NamedTuple):
    """A sample was learnt from: which one of them, what came out, its seconds of computing.

    passed : the seconds on the clock since the first one began, over those of computing.
    """

    number: int
    worked: Worked
    seconds: float
    passed: float


@dataclass(frozen=True, eq=False)
class Training:
    """How far it is: the model of the largest sample so far, and the sample that comes now.

    run : None as long as no sample was larger than what the page has already.
    rows : of that sample, 0 at the end. soon, left : the seconds that it will take, and that all
    will, counted from `since` on the clock `time.monotonic`; None where too few were timed yet.
    """

    run: TableRun | None
    rows: int
    soon: float | None
    left: float | None
    since: float


def sizes(total: int) -> tuple[int, ...]:
    """The sizes of the samples up to all: the first ones take no time and say how long all take."""
    return tuple(sorted({max(SMALLEST, int(total / GROWTH**k)) for k in range(SAMPLES)}))


def seconds_left(timed: Sequence[tuple[int, float]], to_come: Sequence[int]) -> float | None:
    """How long samples of these sizes will take, by those that were timed: (rows, seconds).

    The time grows as a power of the rows, which the last three tell: from one to the next it may
    jump where the engine takes another way. None before there are three; and where more than
    MAX_DENSE rows are to come, before two of more were timed: from there on fewer rows of K are
    kept, and 15,000 took 7 times as long as 7,500, which took 3 times as long as 3,750.
    """
    if len(timed) < 3 or (max(to_come, default=0) > MAX_DENSE and timed[-2][0] <= MAX_DENSE):
        return None
    (less, before), (rows, seconds) = timed[-3], timed[-1]
    if less <= MAX_DENSE < rows:
        less, before = timed[-2]
    power = np.clip(
        np.log(max(seconds, SHORTEST) / max(before, SHORTEST)) / np.log(rows / less), *POWERS
    )
    return float(sum(seconds * (n / rows) ** power for n in to_come))


def learn(tasks: Sequence[WorkTask]) -> Iterator[Learnt]:
    """The models of some samples, one after the other."""
    began, first = time.perf_counter(), time.process_time()
    for number, each in enumerate(tasks):
        start = time.process_time()
        worked = work(*each)
        end = time.process_time()
        passed = (time.perf_counter() - began) / max(end - first, 1e-3)
        yield Learnt(number, worked, end - start, max(1.0, passed))


def train_all(
    plan: TablePlan, known: int = 0, visitor: str = ""
) -> Generator[Training | Queued, None, None]:
    """Train on all rows of a plan, after some samples of them; each step has the last model.

    known : the rows of the model that is there already: one of fewer rows says how long more take,
    and nothing else.
    Closing the generator ends the process. Raises ValueError with a sentence if a sample takes too
    much time or memory, or fails: then the model of the step before stays.
    """
    y, began = plan.prepared.y[plan.rows], None
    samples = [plan.rows[stratified(y, size)] for size in sizes(len(y))]
    tasks, timed = [task(plan, rows) for rows in samples], list[tuple[int, float]]()
    now = Training(None, len(samples[0]), None, None, time.monotonic())
    with closing(steps_apart(partial(learn, tasks), visitor)) as steps:
        try:
            for step in steps:
                if isinstance(step, Queued):
                    yield step
                    continue
                began = began or time.monotonic()
                if step is not None and step.number == len(timed):
                    timed.append((len(samples[step.number]), step.seconds))
                    now = _after(step, plan, samples, timed, known)
                yield now
                if now.soon is not None and now.since - began + now.soon > MAX_SECONDS:
                    raise ValueError(LONG)
        except ValueError as error:
            why = LONG if str(error) == LONG else WHYS.get(str(error), FAILS)
            known = known if now.run is None else len(now.run.rows)
            words = {"rows": now.rows, "minutes": (now.soon or 0.0) / 60.0, "known": known}
            raise ValueError((why + STAYS).format(**words)) from None


def _after(
    step: Learnt,
    plan: TablePlan,
    samples: Sequence[Indices],
    timed: Sequence[tuple[int, float]],
    known: int,
) -> Training:
    """How far it is after a sample was learnt from."""
    run = run_from(plan, samples[step.number], step.worked)
    to_come = [len(rows) for rows in samples[len(timed) :]]
    soon, left = (
        None if seconds is None else seconds * step.passed
        for seconds in (seconds_left(timed, to_come[:1]), seconds_left(timed, to_come))
    )
    larger = run if len(run.rows) > known else None
    return Training(larger, to_come[0] if to_come else 0, soon, left, time.monotonic())
