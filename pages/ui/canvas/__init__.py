"""A Plotly figure one can click on: add, drag, spray, erase and select points.

    def apply(events):                       # before the script runs; read first, write once
        history = st.session_state["history"]
        for event in events:
            if event is Command.UNDO: history = history.undo()
            elif event is Command.REDO: history = history.redo()
            elif isinstance(event, Edit):
                history = history.push(history.present.apply(event), event.stroke)
        st.session_state["history"] = history

    canvas("main", {"data": [...], "layout": {...}}, ids=board.ids, on_edit=apply,
           can_undo=len(history.past), can_redo=bool(history.future), alt="...")

The trace with `"uid": "points"` is the one that is edited; `ids` are its points' ids. Any string
`"$name"` in the figure is a colour of `palette`, looked up in the browser for the theme at hand.
`layout["meta"] = {"extent": [x0, x1, y0, y1]}` says which box the regions cover; `on_view` is
told when the visible box leaves it. `tools=()` makes a chart that is only looked at, and
`tools=HANDLES` one whose points can be dragged and nothing else: no toolbar, no zoom, and
`names` are those of the handles.

Streamlit may interrupt a callback at any access to `st.session_state`. Hence the rule for
`on_edit`: read first, write once and last. A callback cut short has then done nothing, the
events are not acknowledged, and the browser sends them again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import streamlit as st

from pages.datasets.limits import MAX_CLASSES
from pages.plots.theme import PALETTE, SYMBOLS
from pages.state.board.board import MAX_POINTS
from pages.ui.canvas import assets
from pages.ui.canvas.events import Command, Event, Past, Pick, Setting, View, receive
from pages.ui.canvas.inbox import browser
from pages.ui.canvas.wire import pack, to_json
from pages.ui.component import component
from pages.ui.server.observed import callback

__all__ = [
    "HANDLES",
    "PICK_TOOLS",
    "TOOLS",
    "Command",
    "Event",
    "Past",
    "Pick",
    "Setting",
    "View",
    "canvas",
]

TOOLS = ("add", "spray", "erase", "select", "pan")
PICK_TOOLS = (*TOOLS, "pick")  # where points have something to tell
FILM_LAYERS = (
    "model",
    "playhead",
    "path",
    "bars",
    "classes",
    "curve",
    "lines",
    "standings",
    "draws",
)
FILM_SHOWS = ("regions", "boundary", "margins", "weights", "tube", "slack")

SCRIPT = Path(__file__).parent / "js" / "mount.js"
SENTENCE = 67  # pixels that a sentence under the picture takes, in two lines
HANDLES = ("move",)
ARROW_STEP = 0.025  # of the picture, by which an arrow key moves a handle

Palette = Mapping[str, Mapping[str, str]]


def canvas(
    key: str,
    figure: Mapping[str, object],
    *,
    palette: Palette = PALETTE,
    ids: Sequence[int] = (),
    point_labels: Sequence[int] = (),
    names: int | Sequence[str] = 2,
    symbols: Sequence[str] = SYMBOLS,
    tools: Sequence[str] = TOOLS,
    opens_with: str = "",
    on_edit: Callable[[list[Event]], None] | None = None,
    on_view: Callable[[float, float, float, float], None] | None = None,
    on_zoom: Callable[[View | None], None] | None = None,
    zoom: View | None = None,
    on_pick: Callable[[Pick], None] | None = None,
    linked_ids: Sequence[int] = (),
    pick_on_hover: bool = False,
    arrow_step: float = ARROW_STEP,
    can_undo: int = 0,
    can_redo: bool = False,
    height: int | str = "fill",
    below: int = SENTENCE,
    status: str = "",
    alt: str = "",
    hint: str = "",
    model: Mapping[str, object] | None = None,
    line: Mapping[str, object] | None = None,
    film: str = "",
    layer: str = "model",
    film_show: Sequence[str] = FILM_SHOWS,
    still: tuple[str, int] | None = None,
) -> None:
    """Draw `figure` (Plotly's JSON form, arrays welcome) and report what is done to it.

    Parameters
    ----------
    palette
        `{"light": {"ink": "#111", "class0": ...}, "dark": {...}}`; `class0`, `class1`, ... are
        also the colours of the class chips and of the marks drawn before the server answers.
    ids, point_labels
        Of the points of the trace `"uid": "points"`, in its order. The labels are for what is
        said to a screen reader and may be left out.
    names
        How many classes there are, or their names.
    opens_with
        The tool that is chosen until the visitor chooses one; the first one if not given.
    on_edit, on_view
        Called before the script (or fragment) runs: with the edits and commands in order, and
        with the visible `x0, x1, y0, y1` when the figure's extent does not cover it well.
    on_zoom, zoom
        Told what the visitor has zoomed to, some time after that, and None for the whole picture.
        A figure of another `uirevision` than the one before it opens on `zoom`.
    on_pick
        Told, before the script runs, which point was clicked on, or which place with the tool
        "pick". Points are then lit under the pointer, here and in all canvases of the page.
    linked_ids
        Of a chart that is only looked at: the ids of the points that its bars (or the rows and
        columns of a matrix) belong to. They are lit and picked like the points themselves.
    pick_on_hover
        Whether of such a chart the pointer picks what it rests on, without a click.
    arrow_step
        The share of the picture by which an arrow key moves a handle; with Shift four times that.
    can_undo
        How many steps can be undone.
    height
        "fill": down to `below` pixels above the lower edge of the window; or pixels.
    status
        A sentence that is read out when it changes.
    alt
        What the picture shows, in words.
    hint
        A line over the picture on a browser's first visit, until something is done.
    model
        What the browser may train itself while an answer is on its way, see `trainable`; None
        for nothing.
    line
        With `tools=HANDLES`: a line with margins and the points it parts, which the browser draws
        itself while its handles are dragged, see `DrawnLine` in js/types.d.ts; None for no line.
    film
        The key of the timeline this canvas follows. `layer` says what it then shows of every
        moment, beside the figure: the "model" (of that, what `film_show` names), a "playhead"
        where the x axis counts epochs, or the "path" over a landscape of the cost. A playhead has
        a dot on every line of the chart but those with `"hoverinfo": "skip"`. "bars" are the
        multipliers, "classes" the regions of several classes, a "curve" with its tube, "lines"
        the boundaries of a race, "standings" its dots, and
        "draws" those of points that move.
    still
        The film and the update that the figure itself shows: while the film rests there, its
        layers are hidden; while it is elsewhere, all traces but the points are.
    """
    if layer not in FILM_LAYERS:
        raise ValueError(f"layer must be among {', '.join(FILM_LAYERS)}, got {layer!r}")
    if unknown := set(film_show) - set(FILM_SHOWS):
        raise ValueError(f"film_show must be among {', '.join(FILM_SHOWS)}, got {sorted(unknown)}")
    labels = _names(names)
    if (unknown := set(tools) - set(PICK_TOOLS)) and tuple(tools) != HANDLES:
        raise ValueError(f"tools must be among {', '.join(PICK_TOOLS)}, got {sorted(unknown)}")
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
        "ids": [int(i) for i in ids],
        "pointLabels": [int(i) for i in point_labels],
        "names": labels,
        "symbols": list(symbols),
        "tools": list(tools),
        "opensWith": opens_with or next(iter(tools), ""),
        "limit": MAX_POINTS,
        "palette": palette,
        "undo": can_undo,
        "redo": can_redo,
        "wantsView": on_view is not None,
        "wantsZoom": on_zoom is not None,
        "zoom": zoom,
        "wantsPick": on_pick is not None,
        "takesValues": on_edit is not None,
        "linkedIds": [int(i) for i in linked_ids],
        "pickOnHover": pick_on_hover,
        "arrowStep": arrow_step,
        "below": below,
        "status": status,
        "alt": alt,
        "hint": hint,
        "model": model,
        "line": line,
        "film": film,
        "layer": layer,
        "filmShow": list(film_show),
        "still": still,
        "plotlyAddress": assets.plotly_address(),
        "plotly": assets.plotly_source() if inbox.needs_plotly else None,
    }
    _component(_classes(tools, height))(
        key=key,
        height="content" if height == "fill" else height,
        data=pack(header, text),
        on_log_change=callback(
            lambda: _apply(key, len(labels), on_edit, on_view, on_pick, on_zoom)
        ),
    )
    inbox.needs_plotly = False


def _apply(
    key: str,
    labels: int,
    on_edit: Callable[[list[Event]], None] | None,
    on_view: Callable[[float, float, float, float], None] | None,
    on_pick: Callable[[Pick], None] | None = None,
    on_zoom: Callable[[View | None], None] | None = None,
) -> None:
    """Apply what the browser sent, then acknowledge it.

    Reading `st.session_state` may raise Streamlit's rerun exception here or in `on_edit`: `ack`
    then stays what it was and the events come again. Setting an attribute cannot be interrupted:
    applied and acknowledged are one step.
    """
    # a message that comes with another page finds no state; its events come again
    payload = st.session_state.get(key, {}).get("log")
    page = browser()
    inbox = page.inboxes[key]
    received = receive(payload, sid=inbox.sid, ack=inbox.ack, labels=labels)
    try:
        if on_view is not None and received.view is not None:
            on_view(*received.view)
        if on_zoom is not None and received.zoom is not None:
            on_zoom(received.zoom or None)
        if on_pick is not None and received.pick is not None:
            on_pick(received.pick)
        if on_edit is not None and received.events:
            on_edit(list(received.events))
    except Exception:  # a page's own mistake is shown once, not at every resend
        inbox.ack = received.ack
        raise
    inbox.ack = received.ack
    inbox.needs_plotly = inbox.needs_plotly or received.needs_plotly


def _names(names: int | Sequence[str]) -> list[str]:
    if isinstance(names, int):
        found = ["\u22121", "+1"] if names == 2 else [str(k) for k in range(names)]
    else:
        found = list(names)
    if not 1 <= len(found) <= MAX_CLASSES:
        raise ValueError(f"names must be from 1 to {MAX_CLASSES}, got {len(found)}")
    return found


def _classes(tools: Sequence[str], height: int | str) -> str:
    fill = "svm-fill" if height == "fill" else "svm-fixed"
    if not tools:
        return f"{fill} svm-view-only"
    return f"{fill} svm-handles" if tuple(tools) == HANDLES else fill


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
