"""The browser's messages: taken once, in order, and never trusted."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.runtime.scriptrunner import RerunData, RerunException, StopException

import pages.ui.canvas.canvas as canvas_module
from pages.state.board.board import FIRST_PLACED_ID, LIMIT, MAX_POINTS, Edit, History
from pages.ui.canvas.events import (
    MAX_EVENTS,
    MAX_SEQ,
    MAX_STEPS,
    Command,
    Past,
    Pick,
    Received,
    receive,
)
from pages.ui.canvas.inbox import Browser
from pages.ui.canvas.options import Handlers
from tests.helpers import ROOT


def message(*events: object, sid: object = "here") -> dict:
    return {"sid": sid, "ev": list(events)}


def take(payload: object, ack: int = 0, labels: int = 2) -> Received:
    return receive(payload, sid="here", ack=ack, labels=labels)


def add(seq: int, x: object = 0.5, y: object = -1.0, **more: object) -> dict:
    return {"seq": seq, "t": "add", "p": [[x, y]], "c": 1, **more}


@pytest.mark.parametrize(
    ("raw", "edit"),
    [
        ({"t": "move", "ids": [4], "p": [[1, 2]]}, Edit("move", (4,), ((1.0, 2.0),))),
        ({"t": "jitter", "ids": [4], "p": [[1, 2]]}, Edit("jitter", (4,), ((1.0, 2.0),))),
        ({"t": "delete", "ids": [4, 9]}, Edit("delete", (4, 9))),
        ({"t": "wipe", "p": [[1, 2]]}, Edit("wipe", points=((1.0, 2.0),))),
        ({"t": "duplicate", "ids": [4]}, Edit("duplicate", (4,))),
        ({"t": "flip", "ids": [4]}, Edit("flip", (4,))),
        ({"t": "relabel", "ids": [4], "c": 1}, Edit("relabel", (4,), label=1)),
        ({"t": "clear"}, Edit("clear")),
    ],
)
def test_every_kind_of_edit(raw, edit):
    [got] = take(message({"seq": 1, "s": 8, **raw})).events
    assert got == Edit(edit.kind, edit.ids, edit.points, edit.label, stroke=8)


def test_commands_keep_their_place_among_the_edits():
    got = take(message({"seq": 2, "t": "undo"}, add(1), {"seq": 3, "t": "redo"}, add(4)))
    kinds = [e if isinstance(e, Command) else e.kind for e in got.events]
    assert kinds == ["add", Command.UNDO, Command.REDO, "add"]
    assert got.ack == 4


def test_edits_of_a_gesture_that_goes_on_are_live_and_its_end_is_a_command():
    [edit] = take(message(add(1)) | {"live": True}).events
    assert edit.live
    for live in (False, 1, "true", None):
        [edit] = take(message(add(1)) | {"live": live}).events
        assert not edit.live
    assert take(message({"seq": 1, "t": "rest"})).events == (Command.GESTURE_END,)


def test_order_is_that_of_seq_not_of_the_list_and_each_counts_once():
    got = take(message(add(3, x=3), add(1, x=1), add(2, x=2), add(1, x=4)))
    assert [e.points[0][0] for e in got.events] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("sid", ["elsewhere", None, 3, ""])
def test_a_message_for_another_session_is_left_alone(sid):
    assert take(message(add(1), sid=sid)) == Received(0)


@pytest.mark.parametrize(
    "bad",
    [
        add(1, x="0.5"),
        add(1, x=True),
        add(1, x=math.nan),
        {"seq": 1, "t": "add", "p": [[1, 2, 3]], "c": 0},
        {"seq": 1, "t": "add", "p": [], "c": 0},
        {"seq": 1, "t": "add", "p": [[0, 0]] * (MAX_POINTS + 1), "c": 0},
        add(1, c=2),
        add(1, c=1.0),
        add(1, c=True),
        add(1, s="1"),
        add(1, ids=[3]),
        {"seq": 1, "t": "move", "ids": [1, 2], "p": [[0, 0]]},
        {"seq": 1, "t": "delete", "ids": []},
        {"seq": 1, "t": "delete", "ids": [-1]},
        {"seq": 1, "t": "delete", "ids": [1.5]},
        {"seq": 1, "t": "delete", "ids": [1], "p": [[0, 0]]},
        {"seq": 1, "t": "wipe", "ids": [1], "p": [[0, 0]]},
        {"seq": 1, "t": ["add"]},
        {"seq": 1},
    ],
)
def test_what_does_not_parse_is_acknowledged_and_dropped(bad):
    got = take(message(bad, add(2)))
    assert got.ack == 2
    assert [e.stroke for e in got.events] == [2]


@pytest.mark.parametrize("seq", [0, -1, 1.0, "1", None, True, MAX_SEQ + 1, [1], {}])
def test_a_seq_that_is_no_counting_number_is_ignored(seq):
    assert take(message(add(1) | {"seq": seq})) == Received(0)


@pytest.mark.parametrize("payload", [None, 3, "x", [], {}, {"sid": "here"}, message(None, 3, [])])
def test_garbage_is_nothing(payload):
    assert take(payload) == Received(0)


def test_coordinates_are_clipped_even_where_they_are_too_large_for_a_float():
    [edit] = take(message(add(1, x=10**400, y=-math.inf))).events
    assert edit.points == ((LIMIT, -LIMIT),)


def test_a_flood_is_taken_in_portions_and_nothing_is_lost():
    payload = message(*(add(k, x=k) for k in range(1, MAX_EVENTS + 51)))
    first = take(payload)
    second = take(payload, ack=first.ack)
    assert (len(first.events), len(second.events)) == (MAX_EVENTS, 50)
    xs = [e.points[0][0] for e in first.events + second.events]
    assert xs == [float(k) for k in range(1, MAX_EVENTS + 51)]


def test_the_newest_view_wins_and_a_bad_one_changes_nothing():
    views = [[0, 1, 0, 1], [0, 2, 0, 2], [5, 1, 0, 1], [0, 1, 0], [0, 1, 0, "1"]]
    payload = message(*({"seq": k + 1, "t": "view", "b": b} for k, b in enumerate(views)))
    assert take(payload) == Received(5, view=(0.0, 2.0, 0.0, 2.0))


def test_the_last_valid_zoom_counts_and_none_is_the_whole_picture():
    def zooms(*boxes: object) -> Received:
        return take(message(*({"seq": k + 1, "t": "zoom", "b": b} for k, b in enumerate(boxes))))

    assert zooms([0, 1, 0, 1], [0, 2, 0, 2]) == Received(2, zoom=(0.0, 2.0, 0.0, 2.0))
    assert zooms([0, 1, 0, 1], None) == Received(2, zoom=())
    assert zooms([1, 1, 0, 1]) == zooms("x") == zooms([0, 1]) == Received(1)
    assert zooms(None, [2, 1, 0, 1]) == Received(2, zoom=())


@pytest.mark.parametrize(
    ("raw", "pick"),
    [
        ({"ids": [7]}, Pick(id=7)),
        ({"ids": [7], "hover": True}, Pick(id=7, hover=True)),
        ({"p": [[1.5, -2]]}, Pick(place=(1.5, -2.0))),
        ({"ids": [7], "p": [[0, 0]]}, None),
        ({"ids": [7, 8]}, None),
        ({"ids": []}, None),
        ({"p": [[1, float("nan")]]}, None),
    ],
)
def test_a_pick_is_one_point_or_one_place(raw, pick):
    found = take(message({"seq": 1, "t": "pick", **raw}))
    assert (found.pick, found.ack, found.events) == (pick, 1, ())


@pytest.mark.parametrize(
    ("links", "known"),
    [
        (["C=2", ""], (Past(("C=2", "")),)),
        *[(bad, ()) for bad in (["C=2", 3], ["x"] * 21, ["x" * 10_001], "C=2", None)],
    ],
)
def test_the_past_of_another_session_is_a_short_list_of_links(links, known):
    found = take(message({"seq": 3, "t": "past", "links": links}, add(4)))
    assert (found.ack, found.events[:-1]) == (4, known)


def test_only_the_first_event_of_a_session_is_its_past():
    one, other = ({"seq": k, "t": "past", "links": [f"C={k}"]} for k in (3, 4))
    assert take(message(one, other)) == Received(4, (Past(("C=3",)),))
    assert take(message(one), ack=2) == Received(3)


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seq", "t", "p", "ids", "c", "s", "b"]), inner)
    ),
    max_leaves=12,
)
events = st.lists(json | st.builds(add, st.integers(-2, 9), st.floats(), json), max_size=6)


@given(events, st.integers(0, 5))
def test_nothing_raises_and_taking_twice_changes_nothing(raws, ack):
    first = take(message(*raws), ack=ack)
    assert first.ack >= ack
    for event in first.events:
        assert isinstance(event, Command) or all(
            abs(v) <= LIMIT for point in event.points for v in point
        )
    again = take(message(*raws), ack=first.ack)
    assert again == Received(first.ack)


@given(st.lists(st.integers(1, 30), unique=True, max_size=30), st.data())
def test_any_splitting_and_repeating_gives_every_event_once(seqs, data):
    """What the browser does on a bad line: send prefixes of its list, some of them twice."""
    seqs.sort()
    cuts = [*sorted(data.draw(st.lists(st.integers(0, len(seqs)), max_size=6))), len(seqs)]
    ack, got = 0, []
    for cut in cuts:
        received = take(message(*(add(k) for k in seqs[:cut])), ack=ack)
        ack = received.ack
        got += [e.stroke for e in received.events]
    assert got == seqs


@pytest.mark.parametrize(
    ("error", "ack"),
    [(None, 1), (RerunException(RerunData()), 0), (StopException(), 0), (ValueError("mine"), 1)],
)
def test_only_an_interrupted_callback_gets_its_events_again(monkeypatch, error, ack):
    browser = Browser()
    inbox = browser.inboxes["key"]
    state = {"key": {"log": message(add(1), sid=inbox.sid)}}
    monkeypatch.setattr(canvas_module.st, "session_state", state)
    monkeypatch.setattr(canvas_module, "browser", lambda: browser)
    calls = []

    def on_edit(events):
        calls.append(len(events))
        if error:
            raise error

    with pytest.raises(type(error)) if error else contextlib.nullcontext():
        canvas_module._apply("key", 2, Handlers(edit=on_edit))
    assert (calls, inbox.ack) == ([1], ack)


def test_the_browsers_journal_counts_ids_and_steps_as_the_server_does():
    journal = (ROOT / "pages/ui/canvas/js/journal.js").read_text(encoding="utf-8")
    assert f"const FIRST_PLACED_ID = {FIRST_PLACED_ID:_};" in journal
    assert f"const STEPS = {MAX_STEPS};" in journal
    assert f"const DEPTH = {History.depth};" in journal
