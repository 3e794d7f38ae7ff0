"""Links as the app writes and reads them, of every registered value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import app
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent
from pages.state.link.codec import Entry
from pages.state.registry import BOARDS, ENTRIES, MAIN

PAGES = app.PAGES
PREFIXES = {kind: entry.prefix for kind, entry in ENTRIES.items()}


def board(name: str = MAIN) -> Entry:
    return BOARDS[name].entry


def to_query(experiment: Experiment) -> dict[str, str]:
    return board().encode(experiment)


def from_query(words: Mapping[str, str]) -> Experiment:
    experiment: Experiment = board().decode(words)
    return experiment


def words_of(value: Any) -> dict[str, str]:
    return ENTRIES[type(value)].encode(value)


def value_of(kind: type, words: Mapping[str, str]) -> Any:
    return ENTRIES[kind].decode(words)


def descent_of(words: Mapping[str, str]) -> Descent:
    descent: Descent = value_of(Descent, words)
    return descent
