"""What changes: a prediction, and the boundary before and after."""

from typing import Any

from pages.predict.figures import asked_change_figure, change_figure
from pages.predict.model.what_changes import ChangeTask, change_task
from pages.predict.panels import common
from pages.predict.settings import PredictSettings
from pages.predict.text import AFTER, BEFORE, change_choices, change_question, change_sentence
from pages.state.model.scene import fit_view, scene
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.visit.visit import value

VIEW = "change"
LEGEND = (
    f'<ul class="svm-outcomes"><li><span class="svm-line svm-before"></span>{BEFORE}</li>'
    f'<li><span class="svm-line"></span>{AFTER}</li></ul>'
)


def show(board: BoardState) -> None:
    """The points and the question; then both boundaries, and the numbers."""
    settings = value(PredictSettings)
    task = change_task(settings.kind, settings.task)
    name = (VIEW, settings.kind, settings.task)
    shown = common.memory().is_shown(VIEW, name)
    titles, asked = change_choices(task), change_question(task)
    text = ""
    if shown:
        facts = change_sentence(task)
        right = titles[task.answer]
        text = common.answer_words(board, VIEW, name, right, task.answer, facts)
    left, right_column = display.columns(talk=True)
    with left:
        common.picture(_figure(board, task, shown), task.before.data, text or asked)
        if shown:
            display.show_sentence(None, text)
    with right_column:
        common.choices_panel(board, VIEW, name, asked, titles, task.answer, LEGEND)


def _figure(board: BoardState, task: ChangeTask, shown: bool) -> dict[str, Any]:
    view = fit_view(task.before.data)
    before, show = scene(task.before, view), common.layers()
    if not shown:
        return asked_change_figure(task, before, view, show=show)
    return change_figure(task, before, scene(task.after, view), view, show=show)
