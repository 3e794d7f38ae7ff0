"""The widest margin by hand: the line with its handles, its numbers, and the optimum on demand.

With points that move at random: the draws, and in how many each line separates the classes.
"""

from dataclasses import replace

import streamlit as st

from pages.challenges.figures import counts_figure, moved_film, widest_figure
from pages.challenges.model.moved import STEP, MovedPoints
from pages.challenges.model.widest import line_wire
from pages.challenges.settings import LineTask
from pages.challenges.text import moved as moved_text
from pages.challenges.text import widest as text
from pages.plots.layout_sizes import NUMBERED_CHART
from pages.state.board.board import Edit
from pages.state.model.run import data_of
from pages.state.model.scene import fit_view
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.events import Event
from pages.ui.canvas.options import HANDLES, FollowedFilm, Handlers, Points, Preview
from pages.ui.controls.widgets import bound, slider
from pages.ui.page.layout import player
from pages.ui.page.views import view_switch
from pages.ui.server.observed import callback
from pages.ui.timeline.timeline import timeline
from pages.ui.visit.visit import choices, set_fields, store, value
from svmcore.params import parameters

FILM_KEY = "draws"
COUNTS = "moved_counts"  # the key of its canvas
[R] = (p for p in parameters(LineTask) if p.name == "r")
ARROW_STEP = 0.004  # of the picture: a fine aim matters here


def show(board: BoardState) -> None:
    """The picture with its sentence, and beside it the task and the numbers."""
    task = value(LineTask)
    left, right = display.columns(talk=True)
    with left:
        _picture(board, task)
    with right:
        view_switch()
        if task.margin == "hard":
            _switch(task)
        moved = task.moved_points
        if moved is not None:
            _moved(moved)
        else:
            st.latex(text.FORMULAS[task.margin])
            st.markdown(text.TASKS[task.margin])
            display.show_cards(*text.cards(task.drawing, task.shown))
        with st.container(horizontal=True):
            _buttons(task)
        if moved is None:
            st.markdown(text.remark(task.drawing))


def _picture(board: BoardState, task: LineTask) -> None:
    drawing, moved = task.drawing, task.moved_points
    badge, said = text.badge(drawing), text.sentence(drawing, task.shown)
    if moved is not None:
        badge, said = moved_text.moved_badge(moved), moved_text.moved_sentence(moved)
    view = fit_view(data_of(drawing.experiment))
    revision = f"{task.seed} {task.margin}"
    handles = range(len(text.NAMES))
    canvas(
        "widest",
        widest_figure(drawing, view, shown=task.shown, revision=revision),
        f"{badge.text}. {said}",
        points=Points(ids=handles, labels=handles, names=text.NAMES),
        tools=replace(HANDLES, arrow_step=ARROW_STEP),
        handlers=Handlers(edit=lambda events: move_handles(board, events)),
        preview=Preview(line=line_wire(drawing)),
        film=FollowedFilm("" if moved is None else FILM_KEY, "draws"),
    )
    display.picture_first(live=board.live)
    display.show_sentence(badge, said)


def _switch(task: LineTask) -> None:
    """Whether the points move; the SVM's line is shown when they begin to."""

    def changed(moved: bool) -> None:
        set_fields(LineTask, moved=moved, shown=moved or value(LineTask).shown)

    st.toggle(
        moved_text.MOVE,
        help=moved_text.MOVE_HELP,
        **bound("w_moved", task.moved, changed, "value"),
    )


def _moved(moved: MovedPoints) -> None:
    """How far the points move, the draws one after the other, the counts, and the theorem."""
    slider(choices(LineTask), R, step=STEP)
    X, y = moved.drawing.X, moved.drawing.y
    points = {"x": X[:, 0], "y": X[:, 1], "label": y > 0.0}
    with player(beside=COUNTS):
        timeline(FILM_KEY, moved_film(moved), points=points)
    display.show_cards(*moved_text.moved_cards(moved))
    st.markdown(moved_text.THEOREM)
    st.latex(moved_text.PROOF)
    st.caption(moved_text.WHY)
    display.main_chart(COUNTS, counts_figure(moved), NUMBERED_CHART)


def move_handles(board: BoardState, events: list[Event]) -> None:
    """Handles were dragged; the link waits for the end of the gesture."""
    task, live = value(LineTask), False
    line = task.line
    for event in events:
        live = isinstance(event, Edit) and event.live
        if isinstance(event, Edit) and event.kind == "move":
            for handle, (x, y) in zip(event.ids, event.points, strict=True):
                if handle < len(text.NAMES):
                    line = line.moved(handle, x, y)
    board.live = live
    store(task.with_line(line))


def _buttons(task: LineTask) -> None:
    """Show the optimum or not; the line back to where it began."""
    st.button(
        text.UNSHOW if task.shown else text.SHOW,
        key="show_optimum",
        type="primary",
        help=text.SHOW_HELP,
        on_click=callback(lambda: set_fields(LineTask, shown=not value(LineTask).shown)),
    )
    st.button(
        text.RESET,
        key="reset_line",
        help=text.RESET_HELP,
        disabled=task.untouched,
        on_click=callback(lambda: store(value(LineTask).reset())),
    )
