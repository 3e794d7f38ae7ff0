"""Links to an example: query parameters that open it on its page."""

from dataclasses import dataclass, fields
from functools import reduce
from operator import or_
from typing import Any

from pages.state.board.experiment import Experiment
from pages.state.registry import BOARDS, ENTRIES, MAIN

Words = dict[str, str]


@dataclass(frozen=True, eq=False)
class Link:
    """A link to the page in a folder of `pages/`: what its button says, and its parameters."""

    folder: str
    label: str
    words: Words


def playground(experiment: Experiment, label: str, **shown: Any) -> Link:
    """A link to an experiment on the first page; `shown` is how much of it: layers, details."""
    more = (of_settings("", **{name: value}) for name, value in shown.items())
    return Link("playground", label, reduce(or_, more, of_board(experiment)))


def of_board(experiment: Any, board: str = MAIN) -> Words:
    """The query parameters of an experiment on one of the boards."""
    return BOARDS[board].entry.encode(experiment)


def of_settings(prefix: str, **changes: Any) -> Words:
    """The query parameters of settings of a page, known by their prefix in links and their names.

    A page does not import another one's settings: they are found in the registry.
    """
    for entry in ENTRIES.values():
        names = {field.name for field in fields(entry.start)}
        if entry.prefix == prefix and changes.keys() <= names:
            return entry.encode(entry.change(entry.start, **changes))
    raise ValueError(f"no settings with the prefix {prefix!r} have {', '.join(changes)}")
