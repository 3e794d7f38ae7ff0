"""The goals: the board of the open one, how far it is, its code, and the list of all."""

from html import escape

import streamlit as st

from pages.challenges.model.attempt import completion_code, normalised
from pages.challenges.remembered import (
    goal_after,
    memory,
    note_progress,
    open_goal,
    restart,
    settle,
)
from pages.challenges.settings import ChallengesView
from pages.challenges.text import codes
from pages.challenges.text.goal import Goal, GoalProgress, progress
from pages.challenges.text.goals import GOALS
from pages.state.model.run import run
from pages.state.model.scene import scene
from pages.state.text.verdict import Badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.options import EDITING, Tools
from pages.ui.controls.widgets import bound
from pages.ui.page.views import view_switch
from pages.ui.server.observed import callback
from pages.ui.visit.visit import value

PAN = Tools(("pan",))  # where the sample is fixed
LONGEST_NAME = 80


def show(board: BoardState) -> None:
    """The picture, and beside it the goal with what is reached of it."""
    settle(board)
    goal = GOALS[value(ChallengesView).goal]
    reached = progress(goal, board.experiment)
    note_progress(goal.key, solved=reached.solved)
    left, right = display.columns(talk=True)
    with left:
        drawn = scene(run(board.experiment), board.view)
        display.model_canvas(board, drawn, tools=EDITING if "points" in goal.allowed else PAN)
    with right:
        view_switch()
        _goal(goal, reached)
        _code(goal, reached)
        _help(goal, reached, board)


def _goal(goal: Goal, reached: GoalProgress) -> None:
    """What is to be done, and the conditions with their numbers."""
    badge = Badge("certified", codes.SOLVED) if reached.solved else Badge("plain", codes.OPEN)
    title = codes.goal_title(goal.key)
    rows = "".join(
        f'<li class="svm-{"certified" if one.holds else "failed"}">'
        f"<b>{'✓' if one.holds else '✗'}</b> {escape(one.text[:1].upper() + one.text[1:])}</li>"
        for one in reached.conditions
    )
    st.html(
        f'<div class="svm-goal"><h3>{escape(title)}</h3><p>{escape(goal.task)}</p>'
        f'<p data-announce><span class="svm-badge svm-{badge.kind}">{badge.text}</span></p>'
        f"<ul>{rows}</ul></div>"
        f'<p class="svm-unseen" data-announce aria-hidden="true">{escape(reached.line)}</p>'
    )


def _code(goal: Goal, reached: GoalProgress) -> None:
    """The completion code of a goal that was solved in this visit."""
    kept = memory()
    if goal.key not in kept.solved:
        if reached.solved:
            st.caption(codes.OPENED_SOLVED)
        return

    def changed(name: str) -> None:
        kept.name = name

    st.text_input(
        codes.NAME,
        help=codes.NAME_HELP,
        max_chars=LONGEST_NAME,
        **bound("w_student", kept.name, changed, "value"),
    )
    if not normalised(kept.name):
        st.caption(codes.NAME_FIRST)
        return
    st.markdown(f"**{codes.CODE}**")
    st.code(completion_code(goal.key, kept.name, value(ChallengesView).word), language=None)
    st.caption(codes.CODE_HELP)


def _help(goal: Goal, reached: GoalProgress, board: BoardState) -> None:
    """A hint on demand, the way back to the start, the next goal, and the list of all.

    The list lies behind a button, which keeps the picture and the goal in sight; it closes when
    another goal opens.
    """
    after = goal_after(goal.key)
    with st.container(horizontal=True):
        with st.popover(codes.HINT, key=f"hint_{goal.key}"):
            st.markdown(goal.hint)
        st.button(
            codes.RESTART,
            key="restart_goal",
            help=codes.RESTART_HELP,
            disabled=board.experiment == goal.start,
            on_click=callback(restart),
        )
        st.button(
            codes.NEXT,
            key="next_goal",
            type="primary" if reached.solved else "secondary",
            disabled=after is None,
            on_click=callback(open_goal),
            args=(after,),
        )
        with st.popover(codes.ALL, key=f"goals_{goal.key}"):
            _list()


def _list() -> None:
    """All goals, with ticks at the solved ones."""
    solved, of = memory().solved, bound("w_goal", value(ChallengesView).goal, open_goal)
    index = tuple(GOALS).index(of.pop("default", next(iter(GOALS))))
    st.radio(
        codes.goal_list(len(solved)),
        tuple(GOALS),
        index=index,
        format_func=codes.goal_title,
        captions=[codes.goal_caption(key, key in solved) for key in GOALS],
        **of,
    )
