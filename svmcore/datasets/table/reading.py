"""Reading tables from files and the clipboard, and writing them as CSV."""

import csv
import io
from functools import partial
from typing import Any

import numpy as np

from svmcore.arrays import Bools, read_only
from svmcore.datasets.table.layout import Layout, TextRows, layout
from svmcore.datasets.table.recognise import encoding
from svmcore.datasets.table.record import (
    MISSING,
    Column,
    Table,
    TableError,
    coded,
    few,
    kept_note,
    number,
    repaired,
    shown,
)
from svmcore.datasets.table.svmlight import is_svmlight, read_svmlight

_LEGACY = {"cp1252", "latin-1"}


def read_table(content: bytes, name: str) -> Table:
    """Read a table from a file: separated text or svmlight, recognised by its content.

    Separators are tab, semicolon, comma, bar and blanks; encodings UTF-8, UTF-16 and Latin-1. Of a
    table with more than MAX_ROWS rows an even sample is kept, the same every time.

    Raises TableError if the content is no table that can be kept; nothing else is ever raised.
    Sources: https://www.rfc-editor.org/rfc/rfc4180, and for svmlight see `read_svmlight`.
    """
    code = encoding(content)
    if is_svmlight(content, code, name):
        return read_svmlight(content, code, name)
    plan = layout(content, code)
    columns, notes, rows = _columns(content, plan)
    if code in _LEGACY:
        notes.insert(0, "The file is not in UTF-8: its letters were read as Latin-1.")
    if rows.empty:
        many = "1 empty row was" if rows.empty == 1 else f"{rows.empty:,} empty rows were"
        notes.append(f"{many} left out.")
    if rows.total:
        notes.append(kept_note(rows.total, plan.width))
    return Table(name, columns, tuple(notes))


def paste(text: str) -> Table:
    """Read a table from the text that a spreadsheet puts on the clipboard.

    Raises TableError as `read_table` does.
    """
    if not isinstance(text, str):
        raise TableError("Only text can be pasted.")
    return read_table(text.encode("utf-8", "replace"), "Pasted table")


def _columns(content: bytes, plan: Layout) -> tuple[tuple[Column, ...], list[str], TextRows]:
    """The columns, the notes on them, and the rows that were passed."""
    import pandas as pd

    read = partial(
        pd.read_csv,
        sep=plan.separator,
        header=None,
        names=range(plan.width),
        index_col=False,
        keep_default_na=False,
        na_values=[*MISSING, *map(str.upper, MISSING), "NaN"],
        skip_blank_lines=False,
        low_memory=False,
    )
    rows = TextRows(content, plan)
    frame = read(rows, usecols=range(plan.width))
    if frame.empty:
        many = "1 column" if plan.width == 1 else f"{plan.width} columns"
        raise TableError(f"The only row that is not empty names {many}: no values follow.")
    # "True" and whole numbers beyond 64 bits, which pandas makes something of
    odd = [j for j in frame if frame[j].dtype.kind == "b" or frame[j].dtype == object]
    if odd:
        frame[odd] = read(TextRows(content, plan), usecols=odd, dtype=str)
    names, renamed = repaired(plan.names or [f"column {j + 1}" for j in range(plan.width)])
    found = [_column(name, frame[j], plan) for j, name in enumerate(names)]
    columns, commas, texts = zip(*found, strict=True)
    if plan.width == 1 and columns[0].words:
        raise TableError(
            f"Only one column was found, with texts such as {shown(columns[0].words[0])}: "
            "separate the columns by commas, semicolons or tabs."
        )
    return columns, [*renamed, *few(commas), *few(texts)], rows


def _column(name: str, cells: Any, plan: Layout) -> tuple[Column, str, str]:
    """The column of a Series of numbers, or of texts that may be numbers all the same.

    With a note on a decimal comma, and one on what made texts of numbers; "" for neither.
    """
    import pandas as pd

    if cells.dtype.kind in "iuf":
        return Column(name, read_only(cells)), "", ""
    codes, different = pd.factorize(cells)
    texts: list[str] = different.tolist()
    decimal = "." if plan.separator == "," else ","
    points = [text for text in texts if "." in text]
    column = coded(name, codes, texts, "." if points else decimal)
    if column.words:
        first = next((text for text in texts if number(text, decimal) is None), *points[:1])
        return column, "", _why_text(column, first, codes == texts.index(first))
    first = next((text for text in texts if "," in text), "")
    value = number(first, decimal)
    note = f"In column {shown(name)} {shown(first)} was read as {value:.12g}." if first else ""
    return column, note, ""


def _why_text(column: Column, text: str, where: Bools) -> str:
    """Which text made a column of texts of one that is mostly numbers; "" if it is not."""
    there = column.values[~np.isnan(column.values)]
    are = np.array([number(w) is not None or number(w, ",") is not None for w in column.words])
    if are[there.astype(np.intp)].mean() <= 0.5:
        return ""
    what = f"row {where.argmax() + 1:,} holds {shown(text)}"
    return f"Column {shown(column.name)} counts as text: {what}."


def write_csv(table: Table) -> str:
    """Write a table as comma-separated text with a header, https://www.rfc-editor.org/rfc/rfc4180.

    `read_table` gives the same columns back, to the last bit, for every table that it read itself
    and in which a column of numbers holds one. Missing cells are empty; a row of nothing else says
    NA, since empty rows are passed over.
    """
    text = io.StringIO()
    # texts in quotation marks: one that begins with # would pass for a comment
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(table.names)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        bare = all(cell is None for cell in row)
        cells = ["" if c is None else c if isinstance(c, str) else _short(c) for c in row]
        writer.writerow(["NA", *cells[1:]] if bare else cells)
    return text.getvalue()


def _short(value: float) -> float | int:
    """Whole numbers without a point; the writer takes the shortest digits that read back."""
    return int(value) if value.is_integer() and abs(value) < 1e15 and value != 0.0 else value
