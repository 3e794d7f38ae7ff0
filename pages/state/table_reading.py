"""Reading a table as the work of a process: of a large one it takes seconds."""

from collections.abc import Iterator

from svmcore.datasets.table import Table, read_table


def reading(content: bytes, name: str, sheet: str) -> Iterator[Table]:
    """One step: the table that `read_table` reads; raises as it does."""
    yield read_table(content, name, sheet)
