"""What the views of the page Predict have in common: buttons, choices, cards."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import streamlit as st

from pages.plots.layout_sizes import LONG_SENTENCE
from pages.predict.remembered import PredictMemory
from pages.predict.settings import PredictSettings
from pages.predict.text import (
    AGAIN,
    AGAIN_HELP,
    CHOOSE_FIRST,
    KEYS,
    NEXT,
    NOT_COUNTED,
    OTHER_CHOICE,
    OWN_CHOICE,
    RIGHT_CHOICE,
    SHOW,
    SKIP,
    SKIP_HELP,
    choice_card,
    verdict_words,
    visit_card,
)
from pages.state.model.run import Data
from pages.state.screen.layers import MODEL_LAYERS
from pages.state.text.verdict import Metric
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.canvas import canvas
from pages.ui.canvas.options import ONLY_LOOK, Fill
from pages.ui.page.screen_parts import alt_text, without_hidden_parts
from pages.ui.page.views import view_switch
from pages.ui.server.observed import callback
from pages.ui.visit.visit import remembered, set_fields, shown_layers, value
from svmcore.params import parameters

Task = tuple[str | int, ...]  # the view, and what tells the task from others
KEY = "N"  # shows the answer, and then the next task: no tool of the canvas has it


def layers() -> tuple[str, ...]:
    """The layers of this page's pictures that are shown."""
    return tuple(name for name in shown_layers() if name in MODEL_LAYERS)


def memory() -> PredictMemory:
    """What this visitor has predicted."""
    return remembered(PredictMemory)


def question(text: str) -> None:
    """What is asked."""
    st.html(f'<p class="svm-question">{escape(text)}</p>')


def buttons(
    shown: bool,
    *,
    missing: str,
    answer: Callable[[], None],
    again: Callable[[], None],
    following: Callable[[], None] | None,
) -> None:
    """The answer, then the next task or the same once more; `following` is None without a next.

    missing : what has to be done before the answer is shown; empty for nothing.
    """
    onward: dict[str, Any] = {"on_click": following, "disabled": following is None}
    with st.container(horizontal=True, gap="small"):
        if shown:
            st.button(NEXT, key="predict_next", type="primary", shortcut=KEY, **onward)
            st.button(AGAIN, key="predict_again", help=AGAIN_HELP, on_click=callback(again))
        else:
            look: dict[str, Any] = {"type": "primary", "shortcut": KEY, "disabled": bool(missing)}
            st.button(SHOW, key="predict_show", on_click=callback(answer), **look)
            st.button(SKIP, key="predict_skip", help=SKIP_HELP, **onward)
    if missing and not shown:
        st.caption(missing)
    else:
        with st.container(key="keys"):  # touch.css hides it where there are none
            st.caption(KEYS)


def cards(board: BoardState, view: str, own: Metric | None) -> None:
    """The score of this task, if its answer is shown, and of the view in this visit."""
    scores = list(memory().scores[view].values())
    found = [own] if own else []
    display.show_cards(*found, *([visit_card(scores)] if scores else []))


def counted(board: BoardState, view: str, text: str) -> str:
    """What is said of an answer, and whether it counts."""
    return text if memory().shown[view].counts else f"{text} {NOT_COUNTED}"


def next_task() -> None:
    """The task of the next number, after the last one the first."""
    (own,) = parameters(PredictSettings)
    set_fields(PredictSettings, task=value(PredictSettings).task % int(own.high) + 1)


def picture(figure: dict[str, Any], data: Data, alt: str) -> None:
    """The picture of a task, which cannot be changed."""
    shown, words = without_hidden_parts(figure), alt_text(alt, len(data))
    canvas("task", shown, words, tools=ONLY_LOOK, height=Fill(LONG_SENTENCE))
    display.picture_first()


def choices_panel(
    board: BoardState,
    view: str,
    task: Task,
    asked: str,
    titles: Mapping[str, str],
    answer: str,
    legend: str = "",
) -> None:
    """A question, its choices, of which `answer` is right, the buttons and the score.

    legend : what the lines mean once the answer is shown, as HTML.
    """
    kept_here = memory()
    shown, chosen = kept_here.is_shown(view, task), kept_here.chosen.get(task)
    view_switch()
    question(asked)
    key = "_".join(map(str, ("w_q", *task, kept_here.tries[task])))

    def changed() -> None:
        made = st.session_state[key]
        if made is None:  # a second click takes a choice back
            kept_here.chosen.pop(task, None)
        else:
            kept_here.chosen[task] = made

    if shown:
        _marked_choices(titles, chosen, answer)
        if legend:
            st.html(legend)
    else:
        _choices(asked, titles, chosen, key, changed)

    def reveal() -> None:
        made = kept_here.chosen.get(task)
        if made is not None:
            kept_here.answer(view, task, float(made == answer))

    buttons(
        shown,
        missing="" if chosen is not None else CHOOSE_FIRST,
        answer=reveal,
        again=lambda: kept_here.again(view, task),
        following=next_task,
    )
    cards(board, view, choice_card(chosen, answer) if shown and chosen else None)


def _choices(
    asked: str,
    titles: Mapping[str, str],
    chosen: str | None,
    key: str,
    changed: Callable[[], None],
) -> None:
    """The choices, before the answer is shown."""
    st.pills(  # no radio buttons: while one of these has the focus, keys do not reach the page
        asked,
        tuple(titles),
        default=chosen,
        format_func=titles.__getitem__,
        key=key,
        label_visibility="collapsed",
        on_change=callback(changed),
    )


def _marked_choices(titles: Mapping[str, str], chosen: str | None, answer: str) -> None:
    """The same once the answer is shown: which one is right, and which one was chosen."""
    rows = []
    for name, title in titles.items():
        kind, sign, words = "", "", ""
        if name == answer:
            kind, sign = "svm-certified", "✓"
            words = RIGHT_CHOICE if name == chosen else OTHER_CHOICE
        elif name == chosen:
            kind, sign, words = "svm-failed", "✗", OWN_CHOICE
        mark = f' class="{kind}"><b aria-hidden="true">{sign}</b> ' if kind else ">"
        note = f" <b>({words})</b>" if words else ""
        rows.append(f"<li{mark}{escape(title)}{note}</li>")
    st.html(f'<ul class="svm-choices">{"".join(rows)}</ul>')


def answer_words(
    board: BoardState, view: str, task: Task, title: str, answer: str, facts: str
) -> str:
    """Whether the choice was right, what is, and the facts; empty until the answer is shown."""
    here = memory()
    if not here.is_shown(view, task):
        return ""
    chosen = here.chosen.get(task, "")
    return counted(board, view, f"{verdict_words(chosen, answer, title)} {facts}")
