"""The controls of the page Challenges: those of the task, or those that a goal allows."""

import streamlit as st

from pages.challenges.remembered import settle
from pages.challenges.settings import LONGEST_WORD, ChallengesView, LineTask, change_task
from pages.challenges.text import codes
from pages.challenges.text.goals import GOALS
from pages.challenges.text.widest import NEW, NEW_HELP
from pages.state.board.experiment import PARAMETERS
from pages.ui.board.board_state import BoardState
from pages.ui.controls import controls
from pages.ui.controls.widgets import bound, heading, segments, slider
from pages.ui.server.observed import callback
from pages.ui.visit.visit import choices, set_fields, store, value
from svmcore.params import parameters

OF_TASK = {p.name: p for p in parameters(LineTask)}
MARGINS = ("hard", "soft")


def sidebar(board: BoardState) -> None:
    """The controls of the view that is open."""
    if value(ChallengesView).view == "widest":
        _task()
        return
    settle(board)
    _allowed(board)
    _teachers()


def _task() -> None:
    """The sample and the model of the widest margin."""
    chosen = choices(LineTask)
    heading("Data")
    slider(chosen, OF_TASK["seed"], typed=True)
    st.button(NEW, key="new_task", help=NEW_HELP, on_click=callback(_new_task), width="stretch")
    heading("Model")
    titles = {word: controls.MODEL_TITLES[word] for word in MARGINS}
    segments(chosen, "margin", titles, key="w_task_margin")
    slider(chosen, OF_TASK["C"], off="∞" if chosen["margin"] == "hard" else "")


def _new_task() -> None:
    task = value(LineTask)
    seed = (task.seed + 1) % (int(OF_TASK["seed"].high) + 1)
    store(change_task(task, seed=seed))


def _allowed(board: BoardState) -> None:
    """The controls that the goal allows to move."""
    goal = GOALS[value(ChallengesView).goal]
    if "C" in goal.allowed:
        heading("Model")
        slider(board, PARAMETERS["C"])
    if "kernel" in goal.allowed:
        controls.kernel(board)
    declared = board.experiment.parameters()["kernel"]
    some = [parameter for parameter in declared if parameter.name in goal.allowed]
    if some:
        heading("Kernel")
    for parameter in some:
        slider(board, parameter)
    st.caption(goal.rules)


def _teachers() -> None:
    """The class word, and the page that checks codes."""
    with st.expander(codes.TEACHERS):

        def changed(word: str) -> None:
            set_fields(ChallengesView, word=word.strip()[:LONGEST_WORD])

        word = bound("w_class_word", value(ChallengesView).word, changed, "value")
        st.text_input(codes.WORD, help=codes.WORD_HELP, max_chars=LONGEST_WORD, **word)
        st.caption(codes.TOOL)
        st.download_button(
            codes.DOWNLOAD,
            codes.checker(value(ChallengesView).word),
            codes.FILE_NAME,
            "text/html",
            key="code_checker",
            on_click="ignore",
            width="stretch",
        )
