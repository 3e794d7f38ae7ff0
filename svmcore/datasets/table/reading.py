"""A visitor's file or clipboard becomes a table, or one sentence says why not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from svmcore.arrays import Array, Indices, read_only
from svmcore.datasets.table.layout import Layout, Walk, check_one_column, count_rows, layout
from svmcore.datasets.table.recognise import encoding
from svmcore.datasets.table.record import (
    Column,
    Table,
    TableError,
    coded,
    few,
    kept_note,
    kept_rows,
    number,
    numbers,
    repaired,
    room,
    shown,
    text_column,
)
from svmcore.datasets.table.svmlight import is_svmlight, read_svmlight

_CELLS = 200_000  # cells that are held as text at a time: they take ten times what numbers take
_LEGACY = {"cp1252", "latin-1"}


def read_table(content: bytes, name: str) -> Table:
    """The table in a file: separated text or svmlight, recognised by its content.

    Separators are tab, semicolon, comma, bar and blanks; encodings UTF-8, UTF-16 and Latin-1. Of a
    table with more than MAX_ROWS rows an even sample is kept, the same every time.

    Raises
    ------
    TableError
        If the content is no table that can be kept; nothing else is ever raised.
    """
    code = encoding(content)
    if is_svmlight(content, code, name):
        return read_svmlight(content, code, name)
    plan = layout(content, code)
    way, total = _way(content, plan)
    columns, notes, empty = _columns(way)
    if code in _LEGACY:
        notes.insert(0, "The file is not in UTF-8: its letters were read as Latin-1.")
    if empty:
        rows = "1 empty row was" if empty == 1 else f"{empty:,} empty rows were"
        notes.append(f"{rows} left out.")
    if way.keep is not None:
        notes.append(kept_note(total, plan.width))
    return Table(name, columns, tuple(notes))


def paste(text: str) -> Table:
    """The table in a text from the clipboard, as spreadsheets put it there.

    Raises
    ------
    TableError
        As `read_table` does.
    """
    if not isinstance(text, str):
        raise TableError("Only text can be pasted.")
    return read_table(text.encode("utf-8", "replace"), "Pasted table")


def _way(content: bytes, plan: Layout) -> tuple[Walk, int]:
    """The way through the rows that are kept, and how many there are where it matters."""
    if content.count(b"\n") + content.count(b"\r") < room(plan.width):
        return Walk(content, plan), 0
    total, flat = count_rows(content, plan)
    return Walk(content, plan, kept_rows(total, plan.width), flat), total


@dataclass
class _Guess:
    """A column as far as it has been read: numbers until a text is met."""

    parts: list[Array] = field(default_factory=list)
    points: bool = False
    comma: str = ""  # the first cell with one
    text: str | None = None  # the first cell that is no number
    row: int = 0

    def add(self, cells: Sequence[str], commas: bool, start: int) -> None:
        if self.text is not None:
            return
        found = numbers(cells)
        if found is None and commas and not self.points:
            found = numbers(cells, ",")
            if found is not None and not self.comma:
                self.comma = next(cell for cell in cells if "," in cell)
        joined = "".join(cells)
        self.points = self.points or "." in joined
        if found is None or (self.comma and self.points):
            self._give_up(cells, "," if self.comma else ".", start)
        else:
            self.parts.append(found)

    def _give_up(self, cells: Sequence[str], decimal: str, start: int) -> None:
        bad = [k for k, c in enumerate(cells) if number(c, decimal) is None]
        bad = bad or [k for k, c in enumerate(cells) if "." in c]
        self.text, self.row, self.parts = cells[bad[0]], start + bad[0] + 1, []


def _columns(way: Walk) -> tuple[tuple[Column, ...], list[str], int]:
    """The columns, the notes on them, and how many empty rows were passed over.

    Numbers are read in one walk. The texts are read in a second one, so that those of a column of
    numbers, which may be most of the file, need never be held.
    """
    plan = way.plan
    guesses = [_Guess() for _ in range(plan.width)]
    step, total = max(_CELLS // plan.width, 1), 0
    source, rows = way.start()
    while block := list(islice(rows, step)):
        for guess, cells in zip(guesses, zip(*block, strict=True), strict=True):
            guess.add(cells, plan.separator != ",", total)
        total += len(block)
    if not total:
        raise TableError("The file holds a header, but no rows below it.")
    check_one_column(plan, guesses[0].text)
    names, notes = repaired(plan.names or [f"column {j + 1}" for j in range(plan.width)])
    texts = _texts(way, [j for j, guess in enumerate(guesses) if guess.text is not None], step)
    columns = []
    for j, (name, guess) in enumerate(zip(names, guesses, strict=True)):
        if j in texts:
            column = text_column(name, *texts[j])
        else:
            column = Column(name, read_only(np.concatenate(guess.parts)))
        columns.append(column)
    pairs = list(zip(guesses, columns, strict=True))
    commas = [note for guess, column in pairs if (note := _comma_note(guess, column))]
    texts_among = [note for guess, column in pairs if (note := _text_note(guess, column))]
    return tuple(columns), [*notes, *few(commas), *few(texts_among)], source.empty


def _texts(way: Walk, which: list[int], step: int) -> dict[int, tuple[dict[str, int], Indices]]:
    """The texts of some columns, coded: the places of different ones, and each cell's place."""
    if not which:
        return {}
    places: dict[int, dict[str, int]] = {j: {} for j in which}
    codes: dict[int, list[Indices]] = {j: [] for j in which}
    _, rows = way.start()
    while block := list(islice(rows, step)):
        for j in which:
            codes[j].append(coded(places[j], (row[j] for row in block)))
    return {j: (places[j], np.concatenate(codes[j])) for j in which}


def _comma_note(guess: _Guess, column: Column) -> str:
    """What a decimal comma was read as."""
    if guess.text is not None or not guess.comma:
        return ""
    value = number(guess.comma, ",")
    return f"In column {shown(column.name)} {shown(guess.comma)} was read as {value:.12g}."


def _text_note(guess: _Guess, column: Column) -> str:
    """Which text made a column of texts of one that is mostly numbers."""
    if guess.text is None:
        return ""
    there = column.values[~np.isnan(column.values)]
    are = np.array([number(w) is not None or number(w, ",") is not None for w in column.words])
    if not len(there) or are[there.astype(np.intp)].mean() <= 0.5:
        return ""
    what = f"row {guess.row:,} holds {shown(guess.text)}"
    return f"Column {shown(column.name)} counts as text: {what}."
