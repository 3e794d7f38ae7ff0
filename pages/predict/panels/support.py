"""Which points are support vectors: marked first, then shown."""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from html import escape

import streamlit as st

from pages.plots.theme import COLORS
from pages.predict.figures import OUTCOMES, marking_figure, points_only
from pages.predict.model.which_support import marking, support_task
from pages.predict.panels import common
from pages.predict.remembered import JUDGED, asks_about_board
from pages.predict.settings import PredictSettings
from pages.predict.text import (
    FEW,
    LEGEND,
    MARK_FIRST,
    MARK_KEYS,
    OWN_POINTS,
    TAKE_FEW,
    TAKE_FEW_HELP,
    TOO_MANY,
    marked,
    marking_card,
    marking_sentence,
    support_question,
)
from pages.state.board.edits import own_id
from pages.state.model.run import Run, run
from pages.state.model.scene import cover, fit_view, scene
from pages.state.text.verdict import sentence
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.events import Pick
from pages.ui.canvas.options import PICKING, Handlers, Points, Tools
from pages.ui.controls.data_controls import new_sample
from pages.ui.page.screen_parts import alt_text, without_hidden_parts
from pages.ui.page.views import view_switch
from pages.ui.server.observed import callback
from pages.ui.visit.visit import value

VIEW = "support"


@dataclass(frozen=True, eq=False)
class AskedPoints:
    """A model whose support vectors are to be marked.

    task : what tells it from other tasks. key : of its marks. on_board : whether the points are
    those of the Playground's board, which can be changed here.
    """

    run: Run
    task: Hashable
    key: Hashable
    on_board: bool

    @property
    def trained(self) -> bool:
        """Whether there is an answer."""
        return self.run.model is not None and self.run.finished


def _asked(board: BoardState) -> AskedPoints:
    if asks_about_board(board):
        found = run(dual_experiment(board))
        return AskedPoints(found, found.experiment, board.sample, True)
    name = (VIEW, value(PredictSettings).task)
    return AskedPoints(support_task(name[1]), name, name, False)


def show(board: BoardState) -> None:
    """The points, of which some are marked; then the model."""
    asked = _asked(board)
    result, here, n = asked.run, common.memory(), len(asked.run.data)
    shown = asked.trained and here.is_shown(VIEW, asked.task)
    # undo brings a sample back under another number, and an answer with the marks it had
    marks = here.shown[VIEW].marks if shown else here.marks[asked.key]
    marks = marks & {*result.data.ids}
    found = marking(result, marks) if shown else None
    text = "" if asked.trained else sentence(result)
    if found is not None:
        text = common.counted(board, VIEW, marking_sentence(found, result))
    left, right = display.columns(talk=True)
    with left:
        _picture(board, asked, marks, text or f"{n} points. {marked(len(marks), n)}", shown)
        if text:
            display.show_sentence(None, text)
    with right:
        view_switch()
        if asked.trained:
            _task(board, asked, marks, shown)
            common.cards(board, VIEW, None if found is None else marking_card(found))


def _picture(
    board: BoardState, asked: AskedPoints, marks: Collection[int], alt: str, shown: bool
) -> None:
    """The points; a click marks one."""
    data, on_board = asked.run.data, asked.on_board
    view = board.view if on_board else fit_view(data)
    home = board.home if on_board else view
    revision = str(board.fits if on_board else asked.task)
    if shown:
        drawn, found = scene(asked.run, view), marking(asked.run, marks)
        show = common.layers()
        figure = marking_figure(drawn, found, home, show=show, revision=revision)
    else:
        around = [k for k, id in enumerate(data.ids) if id in marks]
        figure = points_only(data, cover(view), home, around, revision=revision)

    def mark(pick: Pick) -> None:
        there, here = _asked(board), common.memory()
        point = pick.id
        if point is not None and there.on_board:
            point = own_id(point, board.sample)
        if point is not None and not here.is_shown(VIEW, there.task):
            here.mark(there.key, point)

    points = Points(ids=data.ids, labels=data.y > 0)
    if on_board:
        display.board_canvas(board, figure, points, alt, tools=PICKING, pick=mark)
    else:
        canvas(
            "marks",
            without_hidden_parts(figure),
            alt_text(alt, len(data)),
            points=points,
            tools=Tools(("pick",)),
            handlers=Handlers(pick=mark),
        )
    display.picture_first(live=board.live)


def _task(board: BoardState, asked: AskedPoints, marks: Collection[int], shown: bool) -> None:
    """What is asked, and the buttons."""
    experiment, n, here = asked.run.experiment, len(asked.run.data), common.memory()
    own = asked.on_board and experiment.dataset == "own"
    common.question(support_question(experiment))
    if shown:
        _legend()
    else:
        st.html(f"<p data-announce>{escape(marked(len(marks), n))}</p>")
        if asked.on_board and n > JUDGED and not own:
            _fewer(board, n)

    def reveal() -> None:
        there = _asked(board)
        chosen = here.marks[there.key] & {*there.run.data.ids}
        if chosen and there.trained:
            here.answer(VIEW, there.task, marking(there.run, chosen).score, frozenset(chosen))

    def again() -> None:
        here.again(VIEW, asked.task)
        here.marks[asked.key].clear()

    following: Callable[[], None] | None = common.next_task
    if asked.on_board:
        following = None if own else lambda: new_sample(board)
    missing = "" if marks else MARK_FIRST
    common.buttons(shown, missing=missing, answer=reveal, again=again, following=following)
    if not shown:
        st.caption(MARK_KEYS)
    if own:
        st.caption(OWN_POINTS)


def _fewer(board: BoardState, n: int) -> None:
    """Marking many points takes long: a smaller sample is a button away."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.html(f"<p>{escape(TOO_MANY.format(n=n))}</p>")
        st.button(
            TAKE_FEW,
            key="predict_few",
            help=TAKE_FEW_HELP,
            on_click=callback(lambda: board.choose(n_samples=FEW)),
        )


def _legend() -> None:
    """What the marks around the points mean."""
    rows = []
    for name, (sign, meaning) in LEGEND.items():
        light, dark = COLORS[OUTCOMES[name][1][1:]]
        mark = f'<b aria-hidden="true" style="color: light-dark({light}, {dark})">{sign}</b>'
        rows.append(f"<li>{mark} {escape(meaning)}</li>")
    st.html(f'<ul class="svm-outcomes">{"".join(rows)}</ul>')
