"""Reading a visitor's table, while the others go on.

A short text of cells is read at once. Whatever is longer, or can hold more than its bytes, is read
by a job in a process of its own, of bounded memory and time, one after the other.
"""

import math
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from pages.export.experiment_file import is_experiment, reading_experiment
from pages.state.server.processes import JobQueue, Limits, steps_apart
from pages.state.table.table_reading import Read, gathered, reading
from pages.tables.reading import TOO_LARGE, is_separated_text, read_table
from pages.tables.record import shown
from pages.ui.server import jobs
from pages.ui.server.jobs import Background, Job, visitor
from pages.ui.server.stored import StoredBytes

# bytes of a text that is read at once, in all and of a line, which bounds the columns: by
# benchmarks/small_tables.py that takes less than 0.05 s of processor time, whatever it holds
SMALL, SHORT = 20_000, 300
# of processor time; a full server may take ten times as long, and a visitor can cancel
SECONDS = 60
# addresses: 25 MB of numbers or texts take up to 670 MB, of which 300 MB are in memory
LIMITS = Limits(
    10 * SECONDS,
    SECONDS,
    800_000_000,
    f"The file takes more than {SECONDS} s to read: use fewer rows or columns.",
    TOO_LARGE,
)
QUEUE = JobQueue(1)  # not behind the jobs: the page has no table until it is read
NAME = "reading"  # a visitor reads one table at a time


class Brought(NamedTuple):
    """What a visitor brought: its bytes, its name, which sheet is wanted, and where it came in."""

    content: StoredBytes
    name: str
    sheet: str
    place: str


def read_small(content: bytes, name: str) -> Read | None:
    """A short text of cells as a table; None for what is to be read by `begin`.

    Raises TableError as `read_table` does.
    """
    if len(content) > SMALL or not is_separated_text(content, name):
        return None
    if max(map(len, content.splitlines()), default=0) > SHORT:
        return None
    return Read(read_table(content, name))


def begin(brought: Brought) -> Job:
    """Begin to read; the last step is a `Read`. What this visitor read before is given up.

    It goes on while the visitor looks at another page, and ends where the connection does.
    """
    steps = partial(_steps, brought, visitor())
    first = f"Reading {shown(brought.name)}"
    return Background(NAME, brought, steps, first=first, patience=math.inf).begin()


def current() -> Job | None:
    """The reading that was begun last; None if its end was seen."""
    return jobs.latest(NAME)


def end() -> None:
    """Give up what is being read, and forget it."""
    jobs.end(NAME)


def _steps(brought: Brought, who: str) -> Iterator[Any]:
    path = brought.content.path
    read = reading_experiment if is_experiment(path) else reading
    work = partial(read, path, brought.name, brought.sheet)
    yield from gathered(steps_apart(work, who, queue=QUEUE, limits=LIMITS))
