"""Preprocessing of a table: missing values, encoding, standardisation; with a note on each."""

from dataclasses import replace

import numpy as np

from pages.datasets.limits import MAX_CLASSES
from pages.tables.columns import ColumnChoice, passed_over
from pages.tables.prepared import Prepared
from pages.tables.record import MAX_COLUMNS, Column, Table, TableError, few, shown
from pages.tables.treating import MOST, changed, filled, one_hot, standardised
from svmcore.arrays import Array, Bools, Indices, read_only

# beyond these squares leave what a float can hold, and pictures, of short floats, are blank
_HUGE, _TINY = 1e30, 1e-30  # as the messages below say
_MAX_WEIGHT = 1e6  # times any C it is still a C; a message says it


def prepare(table: Table, choice: ColumnChoice) -> Prepared:
    """Prepare the points and classes that `choice` makes of `table`, standardised where asked.

    Raises TableError if it makes none: an unknown column, one class or more than ten, one row, no
    column of numbers, an infinite number, a weight below 0; with what was left out before. Source
    of the standardisation: https://scikit-learn.org/stable/modules/preprocessing.html
    """
    notes: list[str] = []
    table = changed(table, choice.changes)
    try:
        return _prepared(table, choice, notes)
    except TableError as error:
        raise TableError(" ".join([str(error), *notes, *table.notes])) from None


def _prepared(table: Table, choice: ColumnChoice, notes: list[str]) -> Prepared:
    features = _features(table, choice)
    label = table.column(choice.label)
    kept = ~np.isnan(label.values)
    if not kept.all():
        notes.append(_rows(len(kept) - int(kept.sum()), "without a class"))
    weight = _weights(table, choice, kept, notes)
    kept = kept & (weight > 0.0)
    notes.extend(_passed_over(table, choice))
    features = _with_values(features, kept, notes)
    needed = [c for c in features if c.name in choice.pair] or features
    gaps = np.isnan(np.column_stack([c.values for c in needed])) & kept[:, None]
    if choice.missing == "drop" and gaps.any():
        kept = kept & ~gaps.any(axis=1)
        if not kept.any():
            raise TableError("Every row has a missing value: fill them with the mean instead.")
        notes.append(_rows(int(gaps.any(axis=1).sum()), "with missing values"))
    if kept.sum() < 2:
        raise TableError("Only one row is left: at least two are needed.")
    names, y = _classes(label, kept, choice, notes)
    features = _different(_with_values(features, kept, notes), kept, notes)
    if not {*choice.pair} <= {c.name for c in features}:
        notes.clear()
        return _prepared(table, replace(choice, pair=()), notes)
    _note_codes(features, label, kept, notes)
    raw = np.column_stack([c.values[kept] for c in features])
    if missing := int(np.isnan(raw).sum()):
        raw = filled(raw)
    if missing and choice.missing == "mean":
        cells = "1 missing value was" if missing == 1 else f"{missing:,} missing values were"
        notes.append(f"{cells} filled with the mean of the column.")
    if choice.standardise:
        X, mean, scale = standardised(raw)
    else:
        _refuse_scales(raw, features)
        X, mean, scale = raw, np.zeros(len(features)), np.ones(len(features))
    rows = np.flatnonzero(kept)
    for array in (y, rows):
        array.setflags(write=False)
    return Prepared(
        table.title,
        read_only(X),
        y,
        names,
        tuple(c.name for c in features),
        read_only(mean),
        read_only(scale),
        rows,
        read_only(weight[kept]),
        tuple(notes),
        choice.label,
        tuple(features),
        choice.pair,
    )


def _features(table: Table, choice: ColumnChoice) -> list[Column]:
    """The chosen columns; texts of two values are their places, 0 and 1, of more one column each.

    Columns that `choice` drops are left out.
    """
    if choice.label in choice.features:
        raise TableError(
            f"Column {shown(choice.label)} is the class and cannot be a coordinate too."
        )
    if len(set(choice.features)) < len(choice.features):
        raise TableError("A column is chosen twice.")
    columns = [table.column(name) for name in choice.features]
    if not columns:
        raise TableError("At least one column of numbers is needed beside the class.")
    for column in columns:
        if column.words and not 2 <= len(column.words) <= MOST:
            raise TableError(
                f"Column {shown(column.name)} holds texts with {len(column.words):,} different "
                f"values: only numbers, or texts of 2 to {MOST} values, can be coordinates."
            )
        _refuse_infinite(column)
    _refuse_infinite(table.column(choice.label))
    made = [one_hot(c, table.names) if len(c.words) > 2 else [c] for c in columns]
    features = [column for each in made for column in each]
    if len(features) > MAX_COLUMNS:
        raise TableError(f"The texts make {len(features):,} columns: at most {MAX_COLUMNS} fit.")
    return features


def _refuse_infinite(column: Column) -> None:
    bad = np.flatnonzero(np.isinf(column.values))
    if bad.size:
        raise TableError(
            f"Column {shown(column.name)} holds an infinite number in row {bad[0] + 1:,}."
        )


def _refuse_scales(raw: Array, columns: list[Column]) -> None:
    for column, values in zip(columns, raw.T, strict=True):
        why = ""
        if np.abs(values).max() > _HUGE:
            why = "holds numbers beyond 10³⁰"
        elif np.ptp(values) < _TINY:
            why = "varies by less than 10⁻³⁰"
        if why:
            raise TableError(f"Column {shown(column.name)} {why}: standardise the columns.")


def _weights(table: Table, choice: ColumnChoice, kept: Bools, notes: list[str]) -> Array:
    """How many rows each counts as, shape (rows,); 0 where the table does not say."""
    if not choice.weight:
        return np.ones(len(table))
    column = table.column(choice.weight)
    name = shown(column.name)
    if column.words:
        raise TableError(f"Column {name} holds texts: weights are numbers.")
    _refuse_infinite(column)
    bad = np.flatnonzero(column.values < 0.0)
    if bad.size:
        raise TableError(f"Column {name} holds a weight below 0 in row {bad[0] + 1:,}.")
    weight = np.nan_to_num(column.values, nan=0.0)
    if weight.max() > _MAX_WEIGHT or not (weight[weight > 0.0] >= 1.0 / _MAX_WEIGHT).all():
        raise TableError(f"Column {name} holds weights beyond 10⁻⁶ to 10⁶.")
    notes.append(f"In training each row counts as many times as column {name} says.")
    without = int((kept & (weight == 0.0)).sum())
    if without:
        notes.append(_rows(without, "without a weight"))
    return weight


def _passed_over(table: Table, choice: ColumnChoice) -> tuple[str, ...]:
    """Which columns were not chosen as they hold texts, infinite numbers, or few values."""
    asked = {*choice.features, choice.label, choice.weight}
    left = [c for c in table.columns if c.name not in asked]
    texts = [f"Column {shown(c.name)} holds {_texts(c)} and is not used." for c in left if c.words]
    gaps = [
        f"Column {shown(c.name)} has values in {int((~np.isnan(c.values)).sum()):,} of "
        f"{len(table):,} rows and is not used: choose it under Columns if it is needed."
        for c in left
        if not c.words and passed_over(c) == "sparse" and not np.isnan(c.values).all()
    ]
    endless = [
        f"Column {shown(c.name)} holds an infinite number and is not used."
        for c in left
        if passed_over(c) == "infinite"
    ]
    return (*few(texts), *few(endless), *few(gaps))


def _texts(column: Column) -> str:
    return f"one text only, {shown(column.words[0])}," if len(column.words) == 1 else "texts"


def _with_values(columns: list[Column], kept: Bools, notes: list[str]) -> list[Column]:
    """The columns that hold any value in the rows that are left."""
    there = [c for c in columns if not np.isnan(c.values[kept]).all()]
    if not there:
        what = "The chosen columns hold no values." if kept.any() else "No row has a class."
        raise TableError(what)
    empty = [shown(c.name) for c in columns if c not in there]
    notes.extend(few([f"Column {name} holds no values and was left out." for name in empty]))
    return there


def _different(columns: list[Column], kept: Bools, notes: list[str]) -> list[Column]:
    """The columns that are not the same everywhere."""
    varied = [c for c in columns if np.nanmin(c.values[kept]) < np.nanmax(c.values[kept])]
    if not varied:
        raise TableError("Every chosen column is the same everywhere: nothing tells rows apart.")
    flat = [shown(c.name) for c in columns if c not in varied]
    if len(flat) == 1:
        notes.append(f"Column {flat[0]} is the same everywhere and was left out.")
    elif flat:
        notes.append(f"{len(flat)} columns are the same everywhere and were left out.")
    return varied


def _note_codes(columns: list[Column], label: Column, kept: Bools, notes: list[str]) -> None:
    coded, same = [], []
    for column in columns:
        if column.words:
            low, high = map(shown, column.words)
            coded.append(f"Column {shown(column.name)} is 0 for {low} and 1 for {high}.")
        if np.array_equal(column.values[kept], label.values[kept]):
            same.append(f"Column {shown(column.name)} is the class itself: it gives it away.")
    notes.extend([*few(coded), *few(same)])


def _classes(
    label: Column, kept: Bools, choice: ColumnChoice, notes: list[str]
) -> tuple[tuple[str, ...], Indices]:
    """The names of the classes that occur, and each row's place among them."""
    values = label.values[kept]
    name = shown(label.name)
    if choice.split_at_median:
        return _halves(label, values, notes)
    found, y = np.unique(values, return_inverse=True)
    if len(found) == 1:
        only = label.words[int(found[0])] if label.words else f"{found[0]:.12g}"
        left = "" if kept.all() else ", in the rows that are left"
        raise TableError(
            f"Column {name} holds one class only, {shown(only)}{left}: two are needed."
        )
    if len(found) > MAX_CLASSES and label.words:
        raise TableError(
            f"Column {name} holds {len(found):,} classes: at most {MAX_CLASSES} can be shown."
        )
    if len(found) > MAX_CLASSES:
        raise TableError(
            f"Column {name} holds {len(found):,} different numbers: to predict it would be "
            "regression. Split it at its median for two classes, or choose another class."
        )
    names = tuple(label.words[int(v)] if label.words else _short(v, found) for v in found)
    return names, y.reshape(-1).astype(np.intp)


def _short(value: float, among: Array) -> str:
    """A number as a name: short, but different from all others."""
    short = f"{value:.12g}"
    return short if sum(f"{v:.12g}" == short for v in among) == 1 else repr(float(value))


def _halves(label: Column, values: Array, notes: list[str]) -> tuple[tuple[str, ...], Indices]:
    """Two classes of a quantity: up to its median, and above; below it, if nothing is above."""
    name = shown(label.name)
    if label.words:
        raise TableError(f"Column {name} holds texts, which have no median.")
    middle = float(np.quantile(values, 0.5, method="lower"))
    above = values > middle
    words = (f"{label.name} ≤ {middle:.6g}", f"{label.name} > {middle:.6g}")
    if not above.any():
        above = values >= middle
        words = (f"{label.name} < {middle:.6g}", f"{label.name} ≥ {middle:.6g}")
    if above.all():
        raise TableError(f"Column {name} is the same everywhere: it cannot be split in two.")
    notes.append(f"Column {name} was split at its median {middle:.6g}.")
    return words, above.astype(np.intp)


def _rows(many: int, what: str) -> str:
    return f"1 row {what} was left out." if many == 1 else f"{many:,} rows {what} were left out."
