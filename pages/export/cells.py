"""Texts in a CSV file that a spreadsheet would run as formulas."""

from dataclasses import replace

from svmcore.datasets.table import Column, Table

RUN = ("=", "+", "-", "@", "\t", "\r")  # with what a formula may begin


def neutral(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would run it.

    Source: https://owasp.org/www-community/attacks/CSV_Injection
    """
    return f"'{text}" if text.startswith(RUN) else text


def neutral_table(table: Table) -> Table:
    """The table for a CSV file: no name or text of it runs; its numbers stay as they are."""
    columns = (
        replace(c, name=neutral(c.name), words=tuple(neutral(word) for word in c.words))
        for c in table.columns
    )
    return Table(table.title, tuple[Column, ...](columns), table.notes)
