"""Reading a visitor's table, while the others go on.

Python reads a large table in seconds, and what else it does in that time waits for it again and
again. So it is read in a process of its own; a small one is there before such a process would be.
"""

from functools import partial

from pages.state.processes import AT_ONCE, JobQueue, steps_apart
from pages.state.table_reading import reading
from pages.ui.presence import visitor
from pages.ui.turns import TURNS
from svmcore.datasets.table import Table, TableError, read_table

SMALL = 300_000  # bytes that are read in about 0.1 s
QUEUE = JobQueue(AT_ONCE)  # not behind the jobs: the page is not drawn until the table is there


def read(content: bytes, name: str, sheet: str = "") -> Table:
    """What `read_table` reads of a file; raises TableError as it does, or if it takes too much."""
    if len(content) <= SMALL:
        return read_table(content, name, sheet)
    try:
        with TURNS.rest():
            *_, table = steps_apart(partial(reading, content, name, sheet), visitor(), queue=QUEUE)
    except ValueError as error:
        raise TableError(str(error)) from None
    assert isinstance(table, Table)
    return table
