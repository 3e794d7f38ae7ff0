"""Reading tables from files and the clipboard, and writing them as CSV."""

import csv
import io
import math
from dataclasses import replace
from typing import Any

import numpy as np

from pages.tables.formula import as_it_was
from pages.tables.json_text import json_table
from pages.tables.parquet import parquet_table
from pages.tables.parsing import parsed, why_text
from pages.tables.raw import RawTable, empty_note
from pages.tables.recognise import encoding
from pages.tables.record import (
    LONG_CELL,
    MAX_BYTES,
    MAX_CELL,
    Column,
    Table,
    TableError,
    coded,
    few,
    kept_note,
    kept_rows,
    number,
    repaired,
    shown,
    tidy,
)
from pages.tables.separated import separated_table
from pages.tables.svmlight import is_svmlight, read_svmlight
from pages.tables.workbook import is_workbook, workbook_table
from svmcore.arrays import Bools, Indices, read_only

TOO_LARGE = "The file takes too much memory to read: use fewer rows or columns."
_LEGACY = {"cp1252", "latin-1"}
_MAX_NAME = 1000  # characters


def read_table(content: bytes, name: str, sheet: str = "") -> Table:
    """Read a table from a file, recognised by its content.

    Separated text, svmlight, JSON, JSON Lines, Parquet, or a `sheet` of an Excel workbook, the
    first by default.

    Separators are tab, semicolon, comma, bar and blanks; encodings UTF-8, UTF-16 and Latin-1. Of a
    table with more than MAX_ROWS rows an even sample is kept, the same every time.

    Raises TableError if the content is no table that can be kept, or takes more memory than this
    process may have; nothing else is ever raised.
    Sources: https://www.rfc-editor.org/rfc/rfc4180, and for svmlight see `read_svmlight`.
    """
    try:
        return _read(content, name, sheet)
    except MemoryError:
        raise TableError(TOO_LARGE) from None


def is_separated_text(content: bytes, name: str) -> bool:
    """Whether a file is text whose reading takes time and memory in proportion to its bytes.

    The other formats can hold far more than their bytes, or need a library of their own.
    """
    if is_workbook(content) or content.startswith(b"PAR1") or _begins_as_json(content):
        return False
    try:
        return not is_svmlight(content, encoding(content), name)
    except TableError:
        return True


def _read(content: bytes, name: str, sheet: str) -> Table:
    if len(content) <= MAX_BYTES:
        if is_workbook(content):
            return _table(workbook_table(content, sheet), name)
        if content.startswith(b"PAR1"):
            return _table(parquet_table(content), name)
        if _begins_as_json(content):
            return _table(json_table(content), name)
    code = encoding(content)
    if is_svmlight(content, code, name):
        return read_svmlight(content, code, name)
    raw = separated_table(content, code)
    if code in _LEGACY:
        note = "The file is not in UTF-8: its letters were read as Latin-1."
        raw = raw._replace(notes=(note, *raw.notes))
    return _table(raw, name)


def _begins_as_json(content: bytes) -> bool:
    first = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return first in (b"{", b"[") and not content.startswith(b"{\\rtf")


def paste(text: str) -> Table:
    """Read a table from the text that a spreadsheet puts on the clipboard.

    Raises TableError as `read_table` does.
    """
    if not isinstance(text, str):
        raise TableError("Only text can be pasted.")
    return read_table(text.encode("utf-8", "replace"), "Pasted table")


def _table(raw: RawTable, title: str) -> Table:
    """The table of some cells: an even sample of the rows, which hold numbers or texts."""
    cells, notes = raw.cells, list(raw.notes)
    filled = np.zeros(len(cells), dtype=bool)
    for j in cells:
        filled |= (cells[j].str.strip() != "").to_numpy(dtype=bool)
    if not filled.all():
        notes += empty_note(len(cells) - int(filled.sum()))
        cells = cells[filled]
    if cells.empty:
        many = "1 column" if len(raw.names) == 1 else f"{len(raw.names)} columns"
        raise TableError(f"The only row that is not empty names {many}: no values follow.")
    if (keep := kept_rows(*cells.shape)) is not None:
        notes.append(kept_note(*cells.shape))
        cells = cells.iloc[keep]
    titles = [as_it_was(name) for name in raw.names]
    long = next((j for j, name in enumerate(titles, start=1) if len(name) > _MAX_NAME), 0)
    if long:
        raise TableError(f"The name of column {long} has more than {_MAX_NAME:,} characters.")
    names, renamed = repaired(titles or [f"column {j + 1}" for j in cells])
    found = [_column(name, cells[j], raw.separator) for j, name in enumerate(names)]
    columns, parses, texts = zip(*found, strict=True)
    if len(columns) == 1 and columns[0].words:
        raise TableError(
            f"Only one column was found, with texts such as {shown(columns[0].words[0])}: "
            "separate the columns by commas, semicolons or tabs."
        )
    return Table(title, columns, (*notes, *renamed, *few(parses), *few(texts)))


def _column(name: str, cells: Any, separator: str) -> tuple[Column, str, str]:
    """The column of a Series of texts, which may be numbers.

    With a note on how texts were made numbers, and one on why they were not; "" for neither.
    """
    import pandas as pd

    codes, different = pd.factorize(cells)
    texts: list[str] = different.tolist()
    if max(map(len, texts)) > MAX_CELL:
        row = cells.str.len().to_numpy().argmax() + 1
        raise TableError(LONG_CELL.format(place=f"Row {row:,} of column {shown(name)}"))
    if any("'" in text for text in texts):  # of `neutral`
        places, different = pd.factorize(np.array([*map(as_it_was, texts)], dtype=object))
        codes, texts = places[codes], different.tolist()
    column, done, why = _typed(name, codes, texts, separator)
    gone = np.isnan(column.values)
    if gone.any():
        column = replace(column, gap=tidy(texts[codes[gone.argmax()]]))
    return column, done, why


def _typed(name: str, codes: Indices, texts: list[str], separator: str) -> tuple[Column, str, str]:
    """The column of `texts[codes]`, and the notes of `_column`.

    Where a semicolon parts the cells, as it does because commas are decimal, they are.
    """
    column = coded(name, codes, texts)
    if not column.words:
        return column, "", ""
    numbers = parsed(texts, decimal_comma=separator == ";")
    if numbers is not None:
        values = read_only(np.array(numbers.values)[codes])
        read = Column(name, values, (), numbers.done, numbers.why, column)
        return read, f"Column {shown(name)} is {numbers.done}. {numbers.why}", ""
    odd = [t for t in texts if number(t, ",") is None] or [t for t in texts if "." in t] or texts
    why = _why_text(column, odd[0], codes == texts.index(odd[0]))
    if not why and (reason := why_text(texts)):
        why = f"Column {shown(name)} counts as text: {reason}."
    return replace(column, why=why), "", why


def _why_text(column: Column, text: str, where: Bools) -> str:
    """Which text made a column of texts of one that is mostly numbers; "" if it is not."""
    there = column.values[~np.isnan(column.values)]
    are = np.array([number(word, ",") is not None for word in column.words])
    if are[there.astype(np.intp)].mean() <= 0.5:
        return ""
    what = f"row {where.argmax() + 1:,} holds {shown(text)}"
    return f"Column {shown(column.name)} counts as text: {what}."


def write_csv(table: Table) -> str:
    """Write a table as comma-separated text with a header, https://www.rfc-editor.org/rfc/rfc4180.

    `read_table` gives the same columns back, to the last bit, for every table that it read itself
    and in which a column of numbers holds one. Dates and times of day are written as they stood.
    Missing cells are empty; a row of nothing else says
    NA, since empty rows are passed over.
    """
    text = io.StringIO()
    # texts in quotation marks: one that begins with # would pass for a comment
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(table.names)
    for row in zip(*(_written(column) for column in table.columns), strict=True):
        bare = all(cell is None for cell in row)
        cells = ["" if c is None else c if isinstance(c, str) else _short(c) for c in row]
        writer.writerow(["NA", *cells[1:]] if bare else cells)
    return text.getvalue()


def _written(column: Column) -> list[float | str | None]:
    moments = column.done in ("parsed as date", "parsed as time of day")
    return (column.texts if moments and column.texts is not None else column).cells


def _short(value: float) -> float | int:
    """Whole numbers without a point; the writer takes the shortest digits that read back."""
    negative_zero = value == 0.0 and math.copysign(1.0, value) < 0.0
    return int(value) if value.is_integer() and abs(value) < 1e15 and not negative_zero else value
