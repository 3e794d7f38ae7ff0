"""What undo and redo return to: the experiment, and the numbers of a page that a control moved."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Any

from pages.state.board.board import History
from pages.state.registry import ENTRIES

Field = tuple[type, str]
Values = Mapping[type, Any]


@dataclass(frozen=True)
class HistoryState:
    """A state of a board's history.

    experiment : of the kind of the board.
    numbers : of the values that travel in the link, the fields that were moved by a numeric
        control, by kind and name.
    """

    experiment: Any
    numbers: Mapping[Field, Any] = field(default_factory=dict)


def up_to_date(
    history: History[HistoryState], values: Values, moved: Iterable[Field] = ()
) -> History[HistoryState]:
    """The history whose present has the numbers that hold now, those of `moved` among them."""
    names = {*history.present.numbers, *moved}
    numbers = {(kind, name): getattr(values.get(kind) or kind(), name) for kind, name in names}
    return replace(history, present=replace(history.present, numbers=numbers))


def pushed(
    history: History[HistoryState], experiment: Any, values: Values, stroke: int | None
) -> History[HistoryState]:
    """The history with another experiment."""
    history = up_to_date(history, values)
    return history.push(replace(history.present, experiment=experiment), stroke)


def pushed_numbers(
    history: History[HistoryState], before: Values, after: Values, stroke: int
) -> History[HistoryState]:
    """The history with the numbers that a control has changed, if it has changed any."""
    moved = {
        (kind, f.name)
        for kind, new in after.items()
        for f in fields(new)
        if getattr(new, f.name) != getattr(before.get(kind) or kind(), f.name)
    }
    if not moved:
        return history
    history = up_to_date(history, before, moved)
    return history.push(up_to_date(history, after).present, stroke)


def restored(state: HistoryState, values: Values) -> dict[type, Any]:
    """The values with the numbers of that state; one that is not possible now stays as it is."""
    found: dict[type, Any] = {}
    for (kind, name), number in state.numbers.items():
        now = found.get(kind) or values.get(kind) or kind()
        with suppress(ValueError):
            found[kind] = ENTRIES[kind].change(now, **{name: number})
    return found
