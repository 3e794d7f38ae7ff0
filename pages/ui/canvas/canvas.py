"""A Plotly figure one can click on: add, drag, spray, erase and select points.

    def apply(events):                       # before the script runs; read first, write once
        history = st.session_state["history"]
        for event in events:
            if event is Command.UNDO: history = history.undo()
            elif event is Command.REDO: history = history.redo()
            elif isinstance(event, Edit):
                history = history.push(history.present.apply(event), event.stroke)
        st.session_state["history"] = history

    canvas("main", {"data": [...], "layout": {...}}, "100 points", points=Points(ids=board.ids),
           handlers=Handlers(edit=apply), history=history)

The trace with `"uid": "points"` is the one that is edited; `ids` are its points' ids. Any string
`"$name"` in the figure is a colour of `palette`, looked up in the browser for the theme at hand.
`layout["meta"] = {"extent": [x0, x1, y0, y1]}` says which box the regions cover; `handlers.view`
is told when the visible box leaves it. `ONLY_LOOK` makes a chart that is only looked at, and
`HANDLES` one whose points can be dragged and nothing else. What else it can be given is in
`options.py`.

Streamlit may interrupt a callback at any access to `st.session_state`. Hence the rule for
`handlers.edit`: read first, write once and last. A callback cut short has then done nothing, the
events are not acknowledged, and the browser sends them again.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.plots.layout_sizes import SENTENCE
from pages.state.board.board import MAX_POINTS, History
from pages.ui.canvas import assets
from pages.ui.canvas.events import View, receive
from pages.ui.canvas.inbox import browser
from pages.ui.canvas.options import (
    EDITING,
    FILL,
    NO_FILM,
    NO_POINTS,
    NO_PREVIEW,
    UNHEARD,
    UNLINKED,
    Fill,
    FollowedFilm,
    Handlers,
    Linked,
    Points,
    Preview,
    Tools,
)
from pages.ui.canvas.wire import pack, to_json
from pages.ui.component import component
from pages.ui.server.observed import callback

SCRIPT = Path(__file__).parent / "js" / "mount.js"


def canvas(
    key: str,
    figure: Mapping[str, object],
    alt: str = "",
    *,
    points: Points = NO_POINTS,
    tools: Tools = EDITING,
    handlers: Handlers = UNHEARD,
    history: History[Any] | None = None,
    zoom: View | None = None,
    height: int | Fill = FILL,
    linked: Linked = UNLINKED,
    preview: Preview = NO_PREVIEW,
    film: FollowedFilm = NO_FILM,
) -> None:
    """Draw `figure` (Plotly's JSON form, arrays welcome) and report what is done to it.

    Parameters
    ----------
    alt
        What the picture shows, in words.
    history
        What can be undone; None for nothing.
    zoom
        A figure of another `uirevision` than the one before it opens on this box.
    height
        In pixels.
    """
    page = browser()
    inbox = page.inboxes[key]
    text = to_json(figure)
    if hash(text) != inbox.shown:
        inbox.shown, inbox.turn = hash(text), inbox.turn + 1
    header = {
        "key": key,
        "sid": inbox.sid,
        "turn": inbox.turn,
        "ack": inbox.ack,
        "hasLink": page.has_link,
        "ids": [int(i) for i in points.ids],
        "pointLabels": [int(label) for label in points.labels],
        "names": list(points.names),
        "symbols": list(points.symbols),
        "tools": list(tools.names),
        "opensWith": tools.opens_with or next(iter(tools.names), ""),
        "limit": MAX_POINTS,
        "palette": points.palette,
        "undo": len(history.past) if history else 0,
        "redo": bool(history and history.future),
        "wantsView": handlers.view is not None,
        "wantsZoom": handlers.zoom is not None,
        "zoom": zoom,
        "wantsPick": handlers.pick is not None,
        "takesValues": handlers.edit is not None,
        "linkedIds": [int(i) for i in linked.ids],
        "pickOnHover": linked.on_hover,
        "arrowStep": tools.arrow_step,
        "below": height.below if isinstance(height, Fill) else SENTENCE,
        "alt": alt,
        "hint": tools.hint,
        "model": preview.model,
        "line": preview.line,
        "film": film.key,
        "layer": film.layer,
        "filmShow": list(film.show),
        "still": film.still,
        "plotlyAddress": assets.plotly_address(),
        "plotly": assets.plotly_source() if inbox.needs_plotly else None,
    }
    _component(_classes(tools, height))(
        key=key,
        height="content" if isinstance(height, Fill) else height,
        data=pack(header, text),
        on_log_change=callback(lambda: _apply(key, len(points.names), handlers)),
    )
    inbox.needs_plotly = False


def _apply(key: str, labels: int, handlers: Handlers) -> None:
    """Apply what the browser sent, then acknowledge it.

    Reading `st.session_state` may raise Streamlit's rerun exception here or in a handler: `ack`
    then stays what it was and the events come again. Setting an attribute cannot be interrupted:
    applied and acknowledged are one step.
    """
    # a message that comes with another page finds no state; its events come again
    payload = st.session_state.get(key, {}).get("log")
    page = browser()
    inbox = page.inboxes[key]
    received = receive(payload, sid=inbox.sid, ack=inbox.ack, labels=labels)
    try:
        if handlers.view is not None and received.view is not None:
            handlers.view(*received.view)
        if handlers.zoom is not None and received.zoom is not None:
            handlers.zoom(received.zoom or None)
        if handlers.pick is not None and received.pick is not None:
            handlers.pick(received.pick)
        if handlers.edit is not None and received.events:
            handlers.edit(list(received.events))
    except Exception:  # a page's own mistake is shown once, not at every resend
        inbox.ack = received.ack
        raise
    inbox.ack = received.ack
    inbox.needs_plotly = inbox.needs_plotly or received.needs_plotly


def _classes(tools: Tools, height: int | Fill) -> str:
    fill = "svm-fill" if isinstance(height, Fill) else "svm-fixed"
    if not tools.names:
        return f"{fill} svm-view-only"
    return f"{fill} svm-handles" if tools.are_handles else fill


@cache
def _component(classes: str) -> Callable[..., object]:
    """The registered component: its HTML fixes the box's height before any script has run."""
    bare = "view-only" in classes or "handles" in classes
    toolbar = "" if bare else '<div class="svm-toolbar"></div>'
    return component(
        f"canvas {classes}".replace(" ", "_"),
        f'<div class="svm-canvas {classes}" data-status="working">{toolbar}'
        '<div class="svm-stage"><div class="svm-plot"></div></div></div>',
        script=SCRIPT,
        style=assets.style(),
    )
