"""The widest margin by hand: the line with its handles, its numbers, and the optimum on demand."""

import streamlit as st

from pages.challenges.figures import widest_figure
from pages.challenges.model.wire import line_wire
from pages.challenges.panels import common
from pages.challenges.settings import LineTask
from pages.challenges.text import widest as text
from pages.state.board import Edit
from pages.state.run import data_of
from pages.state.scene import fit_view
from pages.ui import display
from pages.ui.canvas import HANDLES, Event, canvas
from pages.ui.session import Session, session_of, set_fields, value

ARROW_STEP = 0.004  # of the picture: a fine aim matters here


def show(session: Session) -> None:
    """The picture with its sentence, and beside it the task and the numbers."""
    task = value(LineTask)
    left, right = display.columns(talk=True)
    with left:
        _picture(session, task)
    with right:
        common.choose()
        st.latex(text.FORMULAS[task.margin])
        st.markdown(text.TASKS[task.margin])
        display.show_cards(*text.cards(task.drawing, task.shown))
        with st.container(horizontal=True):
            _buttons(task)
        st.markdown(text.remark(task.drawing))


def _picture(session: Session, task: LineTask) -> None:
    drawing = task.drawing
    badge, said = text.badge(drawing), text.sentence(drawing, task.shown)
    view = fit_view(data_of(drawing.experiment))
    revision = f"{task.seed} {task.margin}"
    handles = range(len(text.NAMES))
    canvas(
        "widest",
        widest_figure(drawing, view, shown=task.shown, revision=revision),
        tools=HANDLES,
        ids=handles,
        names=text.NAMES,
        point_labels=handles,
        arrow_step=ARROW_STEP,
        line=line_wire(drawing),
        on_edit=lambda events: move_handles(session, events),
        alt=f"{badge.text}. {said}",
    )
    display.picture_first(live=session.live)
    display.show_sentence(badge, said)


def move_handles(session: Session, events: list[Event]) -> None:
    """Handles were dragged; the link waits for the end of the gesture."""
    task, live = value(LineTask), False
    line = task.line
    for event in events:
        live = isinstance(event, Edit) and event.live
        if isinstance(event, Edit) and event.kind == "move":
            for handle, (x, y) in zip(event.ids, event.points, strict=True):
                if handle < len(text.NAMES):
                    line = line.moved(handle, x, y)
    session.live = live
    session_of().store(task.with_line(line))


def _buttons(task: LineTask) -> None:
    """Show the optimum or not; the line back to where it began."""
    st.button(
        text.UNSHOW if task.shown else text.SHOW,
        key="show_optimum",
        type="primary",
        help=text.SHOW_HELP,
        on_click=lambda: set_fields(LineTask, shown=not value(LineTask).shown),
    )
    st.button(
        text.RESET,
        key="reset_line",
        help=text.RESET_HELP,
        disabled=task.untouched,
        on_click=lambda: session_of().store(value(LineTask).reset()),
    )
