"""What changes: a prediction, and the boundary before and after."""

import streamlit as st

from pages.predict.figures import change_figure, points_only
from pages.predict.model.what_changes import ChangeTask, change_task
from pages.predict.panels import common
from pages.predict.settings import PredictSettings
from pages.predict.text.answers import change_sentence
from pages.predict.text.controls import (
    LINES,
    LINES_AND_MARGINS,
    change_choices,
    change_question,
)
from pages.state.scene import cover, fit_view, scene
from pages.ui import display
from pages.ui.session import Session, value

VIEW = "change"


def show(session: Session) -> None:
    """The points and the question; then both boundaries, and the numbers."""
    settings = value(PredictSettings)
    task = change_task(settings.kind, settings.task)
    name = (VIEW, settings.kind, settings.task)
    shown = common.memory(session).is_shown(VIEW, name)
    titles, asked = change_choices(task), change_question(task)
    text = ""
    if shown:
        facts = change_sentence(task)
        right = titles[task.answer]
        text = common.answer_words(session, VIEW, name, right, task.answer, facts)
    left, right_column = display.columns(talk=True)
    with left:
        common.picture(_figure(session, task, shown), task.before.data, text or asked)
        if shown:
            display.show_sentence(None, text)
    with right_column:
        common.choices_panel(session, VIEW, name, asked, titles, task.answer)
        if shown:
            st.caption(LINES_AND_MARGINS if task.kind == "width" else LINES)


def _figure(session: Session, task: ChangeTask, shown: bool) -> dict:
    view = fit_view(task.before.data)
    if not shown:
        ringed = () if task.point is None else (task.point,)
        return points_only(task.before.data, cover(view), view, ringed)
    before, after = scene(task.before, view), scene(task.after, view)
    return change_figure(task, before, after, view, show=common.layers(session))
