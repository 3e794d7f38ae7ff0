"""Which points are support vectors: marked first, then shown."""

from collections.abc import Collection
from html import escape

import streamlit as st

from pages.plots.theme import COLORS
from pages.predict.figures import OUTCOMES, marking_figure, points_only
from pages.predict.model.marking import marking
from pages.predict.panels import common
from pages.predict.text.answers import marking_card, marking_sentence
from pages.predict.text.controls import (
    FEW,
    LEGEND,
    MANY,
    MARK_KEYS,
    OWN_POINTS,
    TAKE_FEW,
    TAKE_FEW_HELP,
    TOO_MANY,
    marked,
    support_question,
)
from pages.state.edits import own_id
from pages.state.run import Run, run
from pages.state.scene import cover, scene
from pages.state.verdict import sentence
from pages.ui import display
from pages.ui.canvas import PICK_TOOLS, Pick
from pages.ui.data_controls import new_sample
from pages.ui.inspected_point import dual_experiment
from pages.ui.session import Session

VIEW = "support"


def show(session: Session) -> None:
    """The points, of which some are marked; then the model."""
    result = run(dual_experiment(session))
    here, n = common.memory(session), len(result.data)
    trained = result.model is not None and result.finished  # else nobody knows the answer
    shown = trained and here.is_shown(VIEW, result.experiment)
    # undo brings a sample back under another number, and an answer with the marks it had
    marks = here.shown[VIEW].marks if shown else here.marks[session.sample]
    marks = marks & {*result.data.ids}
    found = marking(result, marks) if shown else None
    text = "" if trained else sentence(result)
    if found is not None:
        text = common.counted(session, VIEW, marking_sentence(found))
    left, right = display.columns(talk=True)
    with left:
        _picture(session, result, marks, text or f"{n} points. {marked(len(marks), n)}", shown)
        if text:
            display.show_sentence(None, text)
    with right:
        common.choose()
        if trained:
            _task(session, result, marks, shown)
            common.cards(session, VIEW, None if found is None else marking_card(found))


def _picture(session: Session, result: Run, marks: Collection[int], alt: str, shown: bool) -> None:
    """The board; a click marks a point."""
    fits = str(session.fits)
    if shown:
        drawn, found = scene(result, session.view), marking(result, marks)
        show = common.layers(session)
        figure = marking_figure(drawn, found, session.home, show=show, revision=fits)
    else:
        around = [k for k, id in enumerate(result.data.ids) if id in marks]
        extent = cover(session.view)
        figure = points_only(result.data, extent, session.home, around, revision=fits)

    def mark(pick: Pick) -> None:
        point = None if pick.id is None else own_id(pick.id, session.sample)
        here = common.memory(session)
        if point is not None and not here.is_shown(VIEW, dual_experiment(session)):
            here.mark(session.sample, point)

    more = {"tools": PICK_TOOLS, "opens_with": "pick", "on_pick": mark}
    data = result.data
    display.board_canvas(session, "main", figure, data.ids, data.y > 0, alt, **more)
    display.picture_first(live=session.live)


def _task(session: Session, result: Run, marks: Collection[int], shown: bool) -> None:
    """What is asked, and the buttons."""
    experiment, n, here = result.experiment, len(result.data), common.memory(session)
    own = experiment.dataset == "own"
    common.question(support_question(experiment))
    if shown:
        _legend()
    else:
        st.html(f'<p role="status">{escape(marked(len(marks), n))}</p>')
        if n > MANY and not own:
            _fewer(session, n)

    def reveal() -> None:
        there = run(dual_experiment(session))
        chosen = here.marks[session.sample] & {*there.data.ids}
        if chosen and there.model is not None and there.finished:
            score = marking(there, chosen).score
            here.answer(VIEW, there.experiment, score, frozenset(chosen))

    def again() -> None:
        here.again(VIEW, experiment)
        here.marks[session.sample].clear()

    onward = None if own else lambda: new_sample(session)
    common.buttons(shown, ready=bool(marks), answer=reveal, again=again, following=onward)
    if not shown:
        st.caption(MARK_KEYS)
    if own:
        st.caption(OWN_POINTS)


def _fewer(session: Session, n: int) -> None:
    """Marking many points takes long: a smaller sample is a button away."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.html(f"<p>{escape(TOO_MANY.format(n=n))}</p>")
        st.button(
            TAKE_FEW,
            key="predict_few",
            help=TAKE_FEW_HELP,
            on_click=lambda: session.choose(n_samples=FEW),
        )


def _legend() -> None:
    """What the marks around the points mean."""
    rows = []
    for name, (sign, meaning) in LEGEND.items():
        light, dark = COLORS[OUTCOMES[name][1][1:]]
        mark = f'<b aria-hidden="true" style="color: light-dark({light}, {dark})">{sign}</b>'
        rows.append(f"<li>{mark} {escape(meaning)}</li>")
    st.html(f'<ul class="svm-outcomes">{"".join(rows)}</ul>')
