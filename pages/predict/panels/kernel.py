"""Which kernel: a picture without its name, four kernels, and what gives it away."""

from pages.predict.figures import kernel_figure
from pages.predict.model.which_kernel import kernel_task
from pages.predict.panels import common
from pages.predict.settings import PredictSettings
from pages.predict.text import KERNEL_CHOICES, kernel_question, kernel_sentence
from pages.state.model.scene import scene
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.visit.visit import value

VIEW = "kernel"


def show(board: BoardState) -> None:
    """The picture and the four kernels; then its name, and what it is known by."""
    number = value(PredictSettings).task
    task, name = kernel_task(number), (VIEW, number)
    shown = common.memory().is_shown(VIEW, name)
    drawn, data = scene(task.run, task.view), task.run.data
    asked = kernel_question(task)
    titles = {one: KERNEL_CHOICES[one] for one in task.offered}
    facts = kernel_sentence(task, drawn) if shown else ""
    text = common.answer_words(board, VIEW, name, titles[task.answer], task.answer, facts)
    figure = kernel_figure(drawn, task.view, show=common.layers(), answered=shown)
    left, right = display.columns(talk=True)
    with left:
        common.picture(figure, data, text or asked)
        if shown:
            display.show_sentence(None, text)
    with right:
        common.choices_panel(board, VIEW, name, asked, titles, task.answer)
