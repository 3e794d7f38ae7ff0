"""What edits, undo and redo make of a board: its experiment, history and number of the sample.

A value, so that a board takes over all of it or nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self
from urllib.parse import parse_qsl

from pages.datasets.limits import MAX_CLASSES
from pages.state.board.board import FIRST_PLACED_ID, MAX_POINTS, Edit, History
from pages.state.board.edits import of_sample, two_sided
from pages.state.link.mangled import repaired
from pages.state.registry import BoardKind, Words
from pages.ui.board.history_state import HistoryState, pushed, restored, up_to_date
from pages.ui.canvas.events import Command, Event, Past

_BY_HAND = ("removed", "placed")


@dataclass(frozen=True)
class Edited:
    """A board of a kind with what was done to it.

    sample : its number, see `BoardState`. values : what else travels in the link, by its kind.
    live : a gesture is going on.
    """

    board: BoardKind
    experiment: Any
    history: History[HistoryState]
    sample: int
    values: Mapping[type, Any]
    live: bool = False

    def after(self, events: Iterable[Event], *, many: bool) -> Self:
        """The board after these events; `many` as in `BoardState.edit`."""
        found = self
        for event in events:
            if isinstance(event, Edit):
                found = replace(found._with(event, many), live=event.live)
            elif isinstance(event, Command):
                found = replace(found._returned(event), live=False)
            elif isinstance(event, Past) and not found.history.past:
                found = replace(found, history=replace(found.history, past=found._before(event)))
        return found

    def _before(self, past: Past) -> tuple[HistoryState, ...]:
        """The states of these links; of equal ones that follow each other the last."""
        words = [repaired(dict(parse_qsl(link))) for link in past.links]
        found = [self.board.entry.decode(one) for one in words]
        after = [*found[1:], self.experiment]
        return tuple(
            HistoryState(one) for one, then in zip(found, after, strict=False) if one != then
        )

    def _with(self, edit: Edit, many: bool) -> Self:
        experiment, known = self.experiment, of_sample(edit, self.sample)
        for part in (known,) if many else two_sided(known, experiment):
            classes = experiment.n_classes if part.kind == "flip" else MAX_CLASSES
            experiment = experiment.with_board(experiment.board().apply(part, classes=classes))
        history = pushed(self.history, experiment, self.values, edit.stroke)
        return replace(self, experiment=experiment, history=history)

    def _returned(self, command: Command) -> Self:
        if command is Command.GESTURE_END:
            return self
        history = up_to_date(self.history, self.values)
        history = history.undo() if command is Command.UNDO else history.redo()
        experiment = history.present.experiment
        return replace(
            self,
            experiment=experiment,
            history=history,
            values={**self.values, **restored(history.present, self.values)},
            sample=next_sample(self.board, self.sample, self.experiment, experiment),
        )


def sample_fields(board: BoardKind, experiment: Any) -> Words:
    """The fields that determine the sample: those of the data but what was done by hand."""
    return tuple(w for w in board.data_fields(experiment) if w[0] not in _BY_HAND)


def by_hand(name: str) -> bool:
    """Whether a field holds what was done by hand."""
    return name in _BY_HAND


def next_sample(board: BoardKind, sample: int, before: Any, after: Any) -> int:
    """The number of the sample of `after`: that of `before` if it is the same one."""
    same = sample_fields(board, before) == sample_fields(board, after)
    return sample if same else (sample + 1) % (FIRST_PLACED_ID // MAX_POINTS)
