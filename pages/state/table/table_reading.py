"""Reading a table as the work of a process of its own.

It is handed back column by column: the server takes a pickle apart at one go, in which no visitor
is answered, and a table may hold millions of texts.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pages.tables.reading import read_table
from pages.tables.record import Column, Table
from pages.tables.workbook import is_workbook, sheet_names


class Read(NamedTuple):
    """A table that was read, and the names of the sheets of its workbook.

    words : of the link that an experiment's file holds beside the table
    """

    table: Table
    sheets: tuple[str, ...] = ()
    words: Mapping[str, str] | None = None


class Ending(NamedTuple):
    """All of a table but its columns, which come before."""

    title: str
    notes: tuple[str, ...]
    sheets: tuple[str, ...]
    words: Mapping[str, str] | None = None


def reading(path: Path, name: str, sheet: str) -> Iterator[Column | Ending]:
    """The columns of the table in a file, and the rest; raises as `read_table` does.

    name : the one that the visitor's file had
    """
    content = path.read_bytes()
    table = read_table(content, name, sheet)
    sheets = sheet_names(content) if is_workbook(content) else ()
    del content
    yield from table.columns
    yield Ending(table.title, table.notes, sheets)


def gathered(steps: Iterable[Any]) -> Iterator[Any]:
    """The steps of `reading`, the columns and the rest as one `Read`; others are passed on."""
    columns: dict[int, Column] = {}  # a step that is the last one is repeated
    for step in steps:
        if isinstance(step, Column):
            columns[id(step)] = step
            yield None
        elif isinstance(step, Ending):
            table = Table(step.title, tuple(columns.values()), step.notes)
            yield Read(table, step.sheets, step.words)
        else:
            yield step
