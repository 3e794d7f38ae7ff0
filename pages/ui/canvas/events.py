"""Validation of the browser's messages: payload in, events out.

The browser keeps a list of everything that is not acknowledged yet and sends all of it each time:

    {"sid": "3fa4...", "ev": [{"seq": 7, "t": "add", "p": [[0.3, -1.2]], "c": 1, "s": 7}, ...]}

`seq` counts up over the events of one browser page, `sid` names the server session they
were meant for. An event is taken once: when its `seq` is greater than the last one taken. So a
message may be lost, repeated or overtaken and the board is still right. Nothing in a payload can
raise: what does not parse is acknowledged, so that it is not sent again, and dropped.
"""

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeGuard

from pages.state.board.board import EDIT_KINDS, HEAVIEST, LIGHTEST, LIMIT, MAX_POINTS, Edit

MAX_EVENTS = 400  # of one message; the rest comes again with the next one
MAX_SEQ = 2**53  # the largest whole number JavaScript counts to
MAX_ID = 2**53
MAX_STEPS = 20  # of a past; `STEPS` in journal.js
MAX_LINK = 10_000  # characters: 600 points take at most 3,500

View = tuple[float, float, float, float]  # x0, x1, y0, y1 with x0 < x1 and y0 < y1

Raw = dict[str, Any]  # an event as it comes, of which nothing is known


class Command(Enum):
    """What the visitor asks of the page, not of the board. GESTURE_END: a live gesture ended."""

    UNDO = "undo"
    REDO = "redo"
    GESTURE_END = "rest"


@dataclass(frozen=True)
class Setting:
    """The value of a numeric control beside the canvas; all of one `stroke` are one step to undo.

    `live` : the control is still being moved.
    """

    name: str
    value: float
    stroke: int
    live: bool = False


@dataclass(frozen=True)
class Past:
    """The links of the states that undo led to in a session that has ended, oldest first."""

    links: tuple[str, ...]


Event = Edit | Command | Setting | Past


@dataclass(frozen=True)
class Pick:
    """What the visitor asks about: a point by its id, or a place without one.

    `hover` : the pointer rests on the point, so that it is not let go of if it was asked about.
    """

    id: int | None = None
    place: tuple[float, float] | None = None
    hover: bool = False


@dataclass(frozen=True)
class Received:
    """The outcome of one message: the last `seq` taken, and what was new in it, in order.

    `zoom` is the box that was zoomed to, and () for the whole picture.
    """

    ack: int
    events: tuple[Event, ...] = ()
    view: View | None = None
    pick: Pick | None = None
    needs_plotly: bool = False
    zoom: View | tuple[()] | None = None


def receive(payload: object, *, sid: str, ack: int, labels: int) -> Received:
    """The events of `payload` with `seq > ack`, if it is meant for the session `sid`."""
    events: list[Event] = []
    view: View | None = None
    pick: Pick | None = None
    zoom: View | tuple[()] | None = None
    needs_plotly = False
    message = payload if isinstance(payload, Mapping) else {}
    for raw in _unseen(message, sid, ack):
        first, ack = ack == 0, raw["seq"]
        kind = raw.get("t")
        if kind == "view":
            view = _view(raw.get("b")) or view
        elif kind == "zoom":
            zoom = () if raw.get("b") is None else _view(raw["b"]) or zoom
        elif kind == "pick":
            pick = _pick(raw) or pick
        elif kind == "plotly":
            needs_plotly = True
        elif kind == "past" and not first:
            continue  # a page sends it as its first event only; reading its links takes time
        elif (event := _event(kind, raw, labels)) is not None:
            if isinstance(event, Edit | Setting) and message.get("live") is True:
                event = replace(event, live=True)
            events.append(event)
    return Received(ack, tuple(events), view, pick, needs_plotly, zoom)


def _unseen(message: Mapping[str, Any], sid: str, ack: int) -> list[Raw]:
    """The raw events not taken yet, ordered, each `seq` once."""
    if message.get("sid") != sid:
        return []
    raws = message.get("ev")
    if not isinstance(raws, list):
        return []
    by_seq: dict[int, Raw] = {}
    for raw in raws:
        if isinstance(raw, dict) and _is_int(raw.get("seq"), ack + 1, MAX_SEQ):
            by_seq.setdefault(raw["seq"], raw)
    return [by_seq[seq] for seq in sorted(by_seq)[:MAX_EVENTS]]


def _event(kind: object, raw: Raw, labels: int) -> Event | None:
    if kind in ("undo", "redo", "rest"):
        return Command(kind)
    if kind == "set":
        return _setting(raw)
    if kind == "past":
        return _past(raw.get("links"))
    if not isinstance(kind, str) or kind not in EDIT_KINDS:
        return None
    stroke = raw.get("s", raw["seq"])
    label = raw.get("c", 0)
    ids = _list(raw.get("ids", []), _id)
    points = _list(raw.get("p", []), _point)
    if ids is None or points is None or not _is_int(stroke, 1, MAX_SEQ):
        return None
    if not _is_int(label, 0, labels - 1) or not _complete(kind, ids, points):
        return None
    factor = _factor(raw.get("w", 1))
    if factor is None:
        return None
    return Edit(kind, ids=ids, points=points, label=label, stroke=stroke, factor=factor)


def _setting(raw: Raw) -> Setting | None:
    name, value, stroke = raw.get("name"), raw.get("v"), raw.get("s", raw["seq"])
    if not isinstance(name, str) or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # compared before it is converted: a whole number may be too large for a float
    if not -sys.float_info.max <= value <= sys.float_info.max or not _is_int(stroke, 1, MAX_SEQ):
        return None
    return Setting(name, value, stroke)


def _past(links: object) -> Past | None:
    if not isinstance(links, list) or len(links) > MAX_STEPS:
        return None
    if not all(isinstance(link, str) and len(link) <= MAX_LINK for link in links):
        return None
    return Past(tuple(links))


def _pick(raw: Raw) -> Pick | None:
    ids = _list(raw.get("ids") or [], _id)
    points = _list(raw.get("p") or [], _point)
    if ids is None or points is None or len(ids) + len(points) != 1:
        return None
    return Pick(id=ids[0], hover=raw.get("hover") is True) if ids else Pick(place=points[0])


def _complete(kind: str, ids: tuple[Any, ...], points: tuple[Any, ...]) -> bool:
    """Whether an edit of this kind has what it needs, and no more."""
    if kind == "clear":
        return not ids and not points
    if kind in ("add", "wipe"):
        return bool(points) and not ids
    if kind in ("move", "jitter"):
        return bool(ids) and len(ids) == len(points)
    return bool(ids) and not points


def _list(value: object, parse: Callable[[object], object]) -> tuple[Any, ...] | None:
    """`value` with every entry parsed; None if it is no list, too long, or one entry is bad."""
    if not isinstance(value, list) or len(value) > MAX_POINTS:
        return None
    parsed = tuple(parse(entry) for entry in value)
    return None if None in parsed else parsed


def _id(value: object) -> int | None:
    return value if _is_int(value, 0, MAX_ID) else None


def _point(value: object) -> tuple[float, float] | None:
    pair = _list(value, _coordinate)
    return pair if pair is not None and len(pair) == 2 else None


def _coordinate(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # clipped before float(): a whole number may be too large for one
    value = float(min(max(value, -LIMIT), LIMIT))
    return value if math.isfinite(value) else None


def _factor(value: object) -> float | None:
    """What a weight is multiplied by: no more than leads from one end of what it may be to the
    other.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if LIGHTEST / HEAVIEST <= value <= HEAVIEST / LIGHTEST else None


def _view(value: object) -> View | None:
    box = _list(value, _coordinate)
    if box is None or len(box) != 4:
        return None
    return box if box[0] < box[1] and box[2] < box[3] else None


def _is_int(value: object, low: int, high: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
