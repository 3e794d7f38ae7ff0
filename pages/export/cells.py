"""Texts in a CSV file that a spreadsheet would run as formulas."""

from dataclasses import replace

from pages.tables import Column, Table
from pages.tables.formula import neutral


def neutral_table(table: Table) -> Table:
    """The table for a CSV file: no name or text of it runs; its numbers stay as they are.

    `read_table` takes the apostrophes away again.
    """
    return Table(table.title, tuple(map(_neutral, table.columns)), table.notes)


def _neutral(column: Column) -> Column:
    texts = None if column.texts is None else _neutral(column.texts)
    words = tuple(map(neutral, column.words))
    return replace(column, name=neutral(column.name), words=words, texts=texts)
