"""The steps of a derivation, its buttons, its controls and its picture."""

from collections.abc import Callable
from html import escape

import streamlit as st

from pages.derivations.figures import circle_figure, lit_board, lit_classes
from pages.derivations.model.question import Lit, Question
from pages.derivations.settings import DerivationView
from pages.derivations.text.catalogue import DERIVATIONS, derivation_of, key_of
from pages.derivations.text.controls import (
    ALL,
    BACK,
    BACK_KEY,
    COPY_LATEX,
    COPY_TEXT,
    FEW,
    LABEL,
    NEXT,
    NEXT_KEY,
    ONE,
    ONE_HELP,
    SEPARABLE,
    STEP,
    WHOLE,
    WHOLE_HELP,
    WHOLE_KEY,
    below,
    place,
    shown_step,
)
from pages.derivations.text.step import (
    NUMBERS,
    DerivationText,
    WrittenDerivation,
    WrittenStep,
    step_latex,
    step_text,
    whole_latex,
    whole_text,
    written,
)
from pages.state.board.inspected import Inspected
from pages.state.descent.descent_methods import Descent
from pages.state.model.run import Run
from pages.state.model.scene import scene
from pages.state.multiclass.multiclass_run import MulticlassRun, Scheme
from pages.state.multiclass.multiclass_scene import multiclass_scene
from pages.ui.board import display
from pages.ui.board.board_state import BoardState, board_state
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import ONLY_LOOK, Points
from pages.ui.controls.widgets import bound, menu, slider
from pages.ui.page.screen_parts import alt_text
from pages.ui.server.observed import callback
from pages.ui.visit.visit import choices, set_fields, shown_layers, value
from svmcore.params import Parameter, parameters


def current() -> DerivationText:
    """The derivation that is shown."""
    return derivation_of(value(DerivationView).derivation)


def answered(board: BoardState) -> WrittenDerivation:
    """The derivation that is shown, with the numbers of the board."""
    asked = value(DerivationView)
    derivation = current()
    moved = "c1" in derivation.sliders  # what does not matter makes no other question
    question = Question(
        experiment=board.experiment,
        point=value(Inspected).point,
        c1=asked.c1 if moved else -1.0,
        c2=asked.c2 if moved else 1.0,
        delta=value(Scheme).delta if "delta" in derivation.sliders else 1.0,
        descent=value(Descent) if derivation.uses_descent else Descent(),
        other=value(Inspected).other,
    )
    return written(derivation, question)


def choose() -> None:
    """Which derivation is shown; another one begins at its first step."""
    titles = {key: one.title for key, one in DERIVATIONS.items()}

    def changed(key: str) -> None:
        set_fields(DerivationView, derivation=key, step=1)

    menu(LABEL, titles, **bound("w_derivation", key_of(value(DerivationView).derivation), changed))


def buttons(found: WrittenDerivation) -> None:
    """Back, next, and all steps."""
    asked = value(DerivationView)
    step, last = shown_step(asked.step, found), len(found.steps)
    with st.container(key="derivation_buttons", horizontal=True, gap="small"):
        st.button(
            BACK,
            key="derivation_back",
            shortcut=BACK_KEY,
            disabled=asked.whole or step == 1,
            on_click=callback(go),
            args=(-1, last),
        )
        st.button(
            NEXT,
            key="derivation_next",
            shortcut=NEXT_KEY,
            type="primary",
            disabled=asked.whole or step == last,
            on_click=callback(go),
            args=(1, last),
        )
        st.button(
            ONE if asked.whole else WHOLE,
            key="derivation_whole",
            shortcut=WHOLE_KEY,
            help=ONE_HELP if asked.whole else WHOLE_HELP,
            on_click=callback(turn),
        )


def go(by: int, last: int) -> None:
    """Show the step before or after; a key pressed twice quickly stays in the derivation."""
    step = min(value(DerivationView).step, last) + by
    set_fields(DerivationView, step=min(max(step, 1), last))


def turn() -> None:
    """Show all steps, or one again."""
    set_fields(DerivationView, whole=not value(DerivationView).whole)


def steps(found: WrittenDerivation) -> None:
    """One step with its numbers, or all of them without."""
    asked = value(DerivationView)
    derivation = current()
    with st.container(key="derivation_steps", gap="small"):
        st.caption(f"[{derivation.source.text}]({derivation.source.url})")
        if found.subject.obstacle:
            _obstacle(found)
        if asked.whole:
            few = len(found.steps) <= FEW
            with st.container(key="derivation_few" if few else "derivation_all"):
                for k, one in enumerate(found.steps, start=1):
                    _line(k, one)
        else:
            _one(shown_step(asked.step, found), found)


def _line(k: int, step: WrittenStep) -> None:
    st.latex(step.formula)
    st.html(f'<p class="svm-derived">{k}. {escape(step.said)}</p>')


def _one(k: int, found: WrittenDerivation) -> None:
    step, at = found.steps[k - 1], f"<b>{place(k, found)}.</b>"
    st.html(f'<p class="svm-derived" data-announce>{at} {escape(step.said)}</p>')
    st.latex(step.formula)
    if step.numbers:
        st.html(f'<p class="svm-derived svm-derived-numbers">{NUMBERS}</p>')
        st.latex(step.numbers)
    if step.here:
        st.html(f'<p class="svm-derived">{escape(step.here)}</p>')
    if step.erratum:
        st.html(f'<p class="svm-derived svm-erratum">{escape(step.erratum)}</p>')
    for parameter in _sliders():
        slider(choices(DerivationView), parameter)


def _sliders() -> tuple[Parameter, ...]:
    names = current().sliders
    return tuple(p for p in parameters(DerivationView) if p.name in names)


def _obstacle(found: WrittenDerivation) -> None:
    st.html(f'<p class="svm-wrong" role="alert">{escape(found.subject.obstacle)}</p>')
    shown = found.subject.shown
    if isinstance(shown, Run) and shown.separation is not None:
        board = board_state(current().board)
        st.button(
            SEPARABLE, key="derivation_separable", on_click=callback(separable), args=(board,)
        )


def separable(board: BoardState) -> None:
    """Two classes with a gap between them; Undo brings the points back."""
    board.choose(dataset="linear", placed=(), removed=())


def copies(found: WrittenDerivation) -> None:
    """The step and the whole derivation, to be copied."""
    with st.container(key="derivation_copies", horizontal=True, gap="small"):
        _copy(COPY_LATEX, "latex", found, step_latex, whole_latex)
        _copy(COPY_TEXT, "text", found, step_text, whole_text)


def _copy(
    title: str,
    kind: str,
    found: WrittenDerivation,
    one: Callable[[WrittenStep], str],
    all_of: Callable[[DerivationText, WrittenDerivation], str],
) -> None:
    """A button that opens the two texts; they are written when that is asked for."""
    with st.popover(title, key=f"copy_{kind}", on_change="rerun") as opened:
        if opened.open:
            step = found.steps[shown_step(value(DerivationView).step, found) - 1]
            st.markdown(STEP)
            # in one colour: those that Streamlit gives to LaTeX have too little contrast
            st.code(one(step), language=None, wrap_lines=True)
            st.markdown(ALL)
            st.code(all_of(current(), found), language=None, wrap_lines=True)


def picture(board: BoardState, found: WrittenDerivation) -> None:
    """The picture with what the step speaks of, and below it which model it is."""
    asked, shown = value(DerivationView), found.subject.shown
    lit = Lit() if asked.whole else found.steps[shown_step(asked.step, found) - 1].lit
    badge, text = below(current(), found)
    if shown is None:
        lit = found.steps[-1].lit if asked.whole else lit
        canvas("circle", circle_figure(lit), alt_text(text, 0), tools=ONLY_LOOK)
        display.picture_first()
        display.show_sentence(badge, text)
    elif isinstance(shown, MulticlassRun):
        drawn = multiclass_scene(shown, board.view)
        show, fits = shown_layers(), str(board.fits)
        figure = lit_classes(drawn, board.home, lit, show=show, revision=fits)
        names = [str(c) for c in range(board.experiment.n_classes)]
        points = Points(ids=shown.data.ids, labels=shown.labels, names=names)
        display.picture(board, figure, points, badge, text, many=True)
    else:
        figure = lit_board(
            scene(shown, board.view),
            board.home,
            lit,
            show=shown_layers(),
            revision=str(board.fits),
            seen=display.seen(board),
        )
        display.inspection_picture(board, figure, shown.data, badge, text)
