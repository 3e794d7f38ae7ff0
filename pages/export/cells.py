"""Texts in a CSV file that a spreadsheet would run as formulas."""

from dataclasses import replace

from svmcore.datasets.table import Column, Table
from svmcore.datasets.table.formula import neutral


def neutral_table(table: Table) -> Table:
    """The table for a CSV file: no name or text of it runs; its numbers stay as they are.

    `read_table` takes the apostrophes away again.
    """
    columns = (
        replace(c, name=neutral(c.name), words=tuple(neutral(word) for word in c.words))
        for c in table.columns
    )
    return Table(table.title, tuple[Column, ...](columns), table.notes)
