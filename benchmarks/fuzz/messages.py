"""What the browser sends for the components beside the canvas: told to the app's own callbacks."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from unittest.mock import patch

import streamlit as st

from benchmarks.fuzz.inputs import tree_of
from pages.export.experiment_file import KIND, VERSION
from pages.ui.drop import drop
from pages.ui.picker import picker
from pages.ui.range import range as numeric
from pages.ui.rows import rows
from pages.ui.timeline import timeline

IDS = (3, 17, 1_000_000)
FILM = {"id": "f", "total": 40, "update": [0, 40], "kind": "linear", "process": "path"}
FILM |= {name: [0, 0] for name in ["sample", "alpha", "case", "C", "x", "w", "b"]}
KEY = "component"


def corpus() -> list[bytes]:
    messages: list[dict[str, Any]] = [
        {"message": {"value": 3.5}},
        {"focus": {"id": "f", "update": 7}, "moment": {"id": "f", "update": 40}},
        {"choice": "moons"},
        {"pick": {"id": 17}},
    ]
    return [json.dumps(one).encode() for one in messages]


def _number(value: Any) -> None:
    assert type(value) in (int, float)
    assert 1e-3 <= value <= 1e4


def _whole(value: Any) -> None:
    assert type(value) is int
    assert 1 <= value <= 9


def _update(value: Any) -> None:
    assert type(value) is int
    assert 0 <= value <= 40


def _of(known: Sequence[Any]) -> Callable[[Any], None]:
    def check(value: Any) -> None:
        assert value in known
        assert type(value) is type(known[0])

    return check


@cache
def callbacks() -> tuple[Callable[[], None], ...]:
    """The callbacks of each component, as Streamlit would call them."""
    found: list[Callable[[], None]] = []

    def recorder(**arguments: Any) -> None:
        found.extend(one for name, one in arguments.items() if name.startswith("on_"))

    with (
        patch.object(st, "session_state", {}),
        patch.object(numeric, "_component", recorder),
        patch.object(timeline, "_timeline", recorder),
        patch.object(picker, "_component", recorder),
        patch.object(rows, "_rows", recorder),
    ):
        bounds = {"low": 1e-3, "high": 1e4}
        numeric.range_input(KEY, "C", 1.0, **bounds, change=_number, log=True)
        numeric.range_input(KEY, "k", 1, low=1, high=9, change=_whole, whole=True)
        points = {"x": [], "y": [], "label": []}
        timeline.timeline(KEY, FILM, points=points, on_focus=_update, on_moment=_update)
        picker.picker("card", {"moons": ("Moons", "", ""), "a": ("", "", "")}, "a", _of(["moons"]))
        rows.rows(KEY, {}, [["1"]] * 3, ids=IDS, chosen=None, on_pick=_of(IDS))
    return tuple(found)


def call(data: bytes) -> None:
    """One message to every component."""
    message = tree_of(data)
    # Streamlit keeps a mapping for a component, whatever the browser sends
    state = message if isinstance(message, dict) else {"message": message, "pick": message}
    told = callbacks()
    with patch.object(st, "session_state", {KEY: state, "picker_card": state}):
        for callback in told:
            callback()


def dropped(data: bytes) -> None:
    """A message about a file that was dropped on the page."""
    state = {"dropped_file": {"file": tree_of(data)}}
    with (
        patch.object(st, "session_state", state),
        patch.object(drop, "open_file", drop.read_experiment),
    ):
        drop._dropped()
    said = state.get("dropped_said", "A file")
    assert isinstance(said, str)
    assert said[0].isupper()


def drops() -> list[bytes]:
    text = json.dumps({"kind": KIND, "version": VERSION, "page": "dual", "words": {"C": "3"}})
    return [json.dumps({"text": text}).encode(), b'{"text": null}']
