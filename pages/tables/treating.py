"""How a column is treated: filled, scaled."""

from dataclasses import replace

import numpy as np

from pages.tables.record import Column, Table, number, once_a_table, shown, worded
from svmcore.arrays import Array, Indices, read_only

# --- The columns of a table filled and standardised, in units in which no square overflows ---


def _powers(raw: Array) -> Indices:
    """The power of two that brings the largest number of each column to [1/2, 1)."""
    return np.asarray(np.frexp(np.nanmax(np.abs(raw), axis=0))[1], dtype=np.intp)


def filled(raw: Array) -> Array:
    """`raw`, shape (n, d), with the mean of its column in each missing cell."""
    powers = _powers(raw)
    means = np.ldexp(np.nanmean(np.ldexp(raw, -powers), axis=0), powers)
    return np.where(np.isnan(raw), means, raw)


def standardised(raw: Array) -> tuple[Array, Array, Array]:
    """(raw - mean) / scale column by column, in units in which no square overflows."""
    powers = _powers(raw)
    units = np.ldexp(raw, -powers)
    columns = units.T.copy()  # numbers that lie side by side are added up pairwise
    centre, spread = columns.mean(1), columns.std(1)
    X = (units - centre) / spread
    return X, np.ldexp(centre, powers), np.ldexp(spread, powers)


# --- What a visitor wants done to a column in place of what was found best ---

CHANGES = ("text", "number", "one-hot", "drop")
FEW, MOST = 10, 50  # values of a text that are made columns without being asked, and if asked

Changes = tuple[tuple[str, str], ...]


@once_a_table
def changed(table: Table, changes: Changes) -> Table:
    """The table with some columns read otherwise: pairs of a name and one of `CHANGES`.

    "one-hot" reads a column of numbers as text; "drop" leaves it as it is, for `guess` to pass
    over. The same table where nothing changes.
    """
    wanted = dict(changes)
    new = [_changed(column, wanted.get(column.name, "")) for column in table.columns]
    if all(a is b for a, b in zip(new, table.columns, strict=True)):
        return table
    return Table(table.title, tuple(new), table.notes)


def _changed(column: Column, change: str) -> Column:
    if change in ("text", "one-hot") and not column.words:
        return replace(_as_text(column), done="kept as text", why="You asked for it.")
    if change == "number" and column.words:
        return _as_number(column)
    return column


def _as_text(column: Column) -> Column:
    if column.texts is not None:
        return column.texts
    found, codes = np.unique(column.values, return_inverse=True)
    codes = np.where(np.isnan(column.values), -1, codes.reshape(-1))
    texts = [f"{v:.15g}" for v in found[~np.isnan(found)].tolist()]
    return worded(column.name, codes, texts)


def _as_number(column: Column) -> Column:
    """Texts as numbers: what is none is missing."""
    read = [number(word) for word in column.words]
    read = [
        number(word, ",") if v is None else v for word, v in zip(column.words, read, strict=True)
    ]
    places = np.array([np.nan if v is None else v for v in read] + [np.nan])
    codes = np.where(np.isnan(column.values), len(read), column.values).astype(np.intp)
    values = places[codes]
    lost = np.isnan(values) & ~np.isnan(column.values)
    why = "You asked for it."
    if lost.any():
        row = int(lost.argmax())
        cells = "1 cell is" if lost.sum() == 1 else f"{int(lost.sum()):,} cells are"
        why += f" {cells} no number and count as missing, first row {row + 1:,}: "
        why += f"{shown(column.words[int(column.values[row])])}."
    return Column(column.name, read_only(values), (), "read as number", why, column)


def one_hot(column: Column, taken: tuple[str, ...]) -> list[Column]:
    """A column of 0 and 1 for each text; a missing cell is missing in all of them."""
    missing = np.isnan(column.values)
    made = []
    for k, word in enumerate(column.words):
        name = f"{column.name} = {word}"
        while name in taken:
            name += " (2)"
        values = np.where(missing, np.nan, column.values == k)
        made.append(Column(name, read_only(values)))
    return made
