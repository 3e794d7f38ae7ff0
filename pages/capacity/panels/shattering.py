"""All labellings of three or four points that can be dragged."""

from html import escape

import streamlit as st

from pages.capacity.figures import labelling_figure, small_pictures
from pages.capacity.model import Shattering, shattering
from pages.capacity.settings import VIEWS, CapacityView, ShatteredPoints
from pages.capacity.text import (
    RESET,
    SHATTERED,
    below,
    shattering_badge,
    shattering_sentence,
    shown_sentence,
    spoken,
)
from pages.state.board.board import Edit
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.events import Event
from pages.ui.canvas.options import HANDLES, Handlers, Points
from pages.ui.page.screen_parts import alt_text, is_shown, without_hidden_parts
from pages.ui.page.views import view_switch
from pages.ui.server.observed import callback
from pages.ui.visit.visit import shown_layers, store, value

NAMES = ("a", "b", "c", "d")


def show(board: BoardState) -> None:
    """The points with one labelling, and beside them all labellings."""
    chosen = value(CapacityView)
    result = shattering(chosen.kernel, value(ShatteredPoints).places(chosen.n))
    left, right = display.columns(talk=True)
    with left:
        _picture(board, result, chosen)
    with right:
        view_switch()
        _small(result, chosen.shown)
        st.button(
            RESET,
            key="reset_points",
            disabled=value(ShatteredPoints) == ShatteredPoints(),
            on_click=callback(lambda: store(ShatteredPoints())),
        )
        st.caption(SHATTERED)


def _picture(board: BoardState, result: Shattering, chosen: CapacityView) -> None:
    labelling, names = result.labellings[chosen.shown], NAMES[: chosen.n]
    layers = tuple(name for name in shown_layers() if name in VIEWS["shattering"].layers)
    text = shattering_sentence(result)
    badge = shattering_badge(result)
    canvas(
        "shattering",
        without_hidden_parts(labelling_figure(result.X, labelling, names, layers)),
        alt_text(f"{badge.text}. {text} {shown_sentence(chosen.shown, labelling)}", chosen.n),
        points=Points(ids=range(chosen.n), labels=range(chosen.n), names=names),
        tools=HANDLES,
        handlers=Handlers(edit=lambda events: _move(board, events)),
    )
    display.picture_first(live=board.live)
    display.show_sentence(badge, text)


def _move(board: BoardState, events: list[Event]) -> None:
    """Points were dragged; the link waits for the end of it."""
    points, live = value(ShatteredPoints), False
    for event in events:
        if isinstance(event, Edit) and event.kind == "move":
            live = event.live
            for handle, (x, y) in zip(event.ids, event.points, strict=True):
                if handle < len(NAMES):
                    points = points.moved(handle, x, y)
    board.live = live
    store(points)


def _small(result: Shattering, shown: int) -> None:
    """All labellings; what tells which are separable is hidden with the boundary."""
    answer = is_shown("boundary")
    items = []
    images = small_pictures(result, answer)
    for k, (labelling, image) in enumerate(zip(result.labellings, images, strict=True)):
        failed = " svm-failed" if answer and not labelling.separable else ""
        looks = f"{'svm-shown' if k == shown else ''}{failed}"
        words = below(k, labelling) if answer else str(k + 1)
        alt = spoken(k, labelling) if answer else f"Labelling {k + 1}"
        items.append(
            f'<figure class="{looks}"><img src="{image}" alt="{escape(alt)}">'
            f"<figcaption>{escape(words)}</figcaption></figure>"
        )
    st.html(f'<div class="svm-labellings">{"".join(items)}</div>')
