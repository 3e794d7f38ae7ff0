"""What was done to each column of a table, and why."""

from typing import NamedTuple

import numpy as np

from pages.datasets.limits import MAX_CLASSES
from pages.tables.columns import ColumnChoice, distinct, passed_over, repeats
from pages.tables.record import Column, Table, shown
from pages.tables.treating import FEW, changed


class Treated(NamedTuple):
    """One column: its name, what it is, what was done to it, why, and its missing cells."""

    name: str
    kind: str
    done: str
    why: str
    missing: str


def treatments(table: Table, choice: ColumnChoice) -> tuple[Treated, ...]:
    """What `choice` does to each column of a table, in their order."""
    now = changed(table, choice.changes)
    dropped = {name for name, change in choice.changes if change == "drop"}
    twins = repeats(now)
    return tuple(_treated(column, choice, dropped, twins) for column in now.columns)


def _treated(
    column: Column, choice: ColumnChoice, dropped: set[str], twins: dict[str, str]
) -> Treated:
    k, name = distinct(column), column.name
    parts, reasons = [column.done] if column.done else [], [column.why] if column.why else []
    used = name in (choice.label, choice.weight, *choice.features)
    if name == choice.label:
        part, why = _as_target(column, choice, k)
        parts.append(part)
        reasons.append(why)
    elif name == choice.weight:
        parts.append("weights of the rows")
    elif name in choice.features:
        part, why = _as_feature(column, k)
        parts.append(part)
        reasons.append(why)
    else:
        parts.append("dropped")
        reasons.append("You asked for it." if name in dropped else _why_dropped(column, k, twins))
    done = ", ".join(part for part in parts if part) or "kept"
    return Treated(
        name, _kind(column, k), done, " ".join(filter(None, reasons)), _gaps(column, choice, used)
    )


def _kind(column: Column, k: int) -> str:
    if column.done == "parsed as date":
        return "date"
    if passed_over(column) == "id":
        return "id"
    if k == 2:
        return "yes/no"
    return "text" if column.words else "number"


def _as_target(column: Column, choice: ColumnChoice, k: int) -> tuple[str, str]:
    if choice.split_at_median:
        return "target, split at its median", f"It holds {k:,} different numbers."
    if k <= MAX_CLASSES:
        return f"target of {k:,} classes", ""
    if column.words:
        return "target", f"It holds {k:,} different texts: at most {MAX_CLASSES} can be classes."
    why = f"It holds {k:,} different numbers: to predict it would be regression."
    return "target, a quantity", f"{why} Split it at its median, or choose another target."


def _as_feature(column: Column, k: int) -> tuple[str, str]:
    if k < 2:
        return "dropped", "It is the same everywhere." if k else "It holds no values."
    if k == 2 and column.words:
        low, high = map(shown, column.words)
        return "0 and 1", f"0 is {low}, 1 is {high}."
    if column.words:
        return f"one-hot, {k} columns", f"It holds {k} different texts: one column of 0 and 1 each."
    return "" if column.done else "kept", ""


def _why_dropped(column: Column, k: int, twins: dict[str, str]) -> str:
    if k < 2:
        return "It is the same everywhere." if k else "It holds no values."
    if column.name in twins:
        return f"It is the same as {shown(twins[column.name])}."
    why = passed_over(column)
    if why == "id":
        return "Every row has another value, which only names the row."
    if why == "infinite":
        row = int(np.isinf(column.values).argmax()) + 1
        return f"It holds an infinite number in row {row:,}."
    if why == "sparse":
        return "More than half of its cells are missing."
    if column.words and column.why:
        return ""
    if column.words and k > FEW:
        return f"It holds {k:,} different texts, more than {FEW}."
    return "It is not among the chosen columns."


def _in_pair(column: Column, choice: ColumnChoice) -> bool:
    """Whether one of the two coordinates is the column, or one of 0 and 1 that was made of it."""
    made = (column.name, *(f"{column.name} = {word}" for word in column.words))
    return any(name in choice.pair for name in made)


def _gaps(column: Column, choice: ColumnChoice, used: bool) -> str:
    gone = np.isnan(column.values)
    many = int(gone.sum())
    if not many:
        return "none"
    text = f"{many:,}, first in row {int(gone.argmax()) + 1:,}"
    text += f" ({shown(column.gap)})" if column.gap else ""
    if not used:
        return text
    if choice.pair and column.name in choice.features and not _in_pair(column, choice):
        return f"{text}: no row dropped, the model does not use it"
    filled = column.name in choice.features and choice.missing == "mean"
    return f"{text}: {'filled with the mean' if filled else 'rows dropped'}"
