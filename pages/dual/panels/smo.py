"""SMO step by step: the pair, its box, and what the step gains."""

from functools import partial
from typing import Any

from pages.dual.figures.smo import bar_figure, progress_figure, smo_algorithm, smo_dict
from pages.dual.model.smo_record import smo_record
from pages.dual.panels import common, solver
from pages.dual.remembered import SmoMemory
from pages.dual.settings import DualView, SmoMoment
from pages.dual.text.views import SMO_HELP, smo_sentence, smo_words
from pages.plots.layout_sizes import BARS_BELOW, CHART
from pages.state.model.run import data_of, run
from pages.state.model.scene import cover
from pages.state.text.verdict import sentence
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import filmed
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.canvas.options import FollowedFilm
from pages.ui.page.views import view_switch
from pages.ui.timeline.timeline import algorithm, name_of, why
from pages.ui.visit.visit import remembered, value

FILM_KEY, WHY = "smo", "why_smo"


def show(board: BoardState) -> None:
    """The model of the step, the timeline, and the step under the microscope; or another solver."""
    if value(DualView).by != "smo":
        solver.show(board)
        return
    experiment = dual_experiment(board)
    name = name_of(experiment, live=False)
    memory = remembered(SmoMemory)
    if (moment := value(SmoMoment)).of_link:
        memory.step_in(name, moment.at)
    record = smo_record(experiment, memory.step_of(name))
    text = sentence(run(experiment)) if record is None else smo_sentence(record)
    data = data_of(experiment)

    def film() -> dict[str, Any]:
        now = name_of(experiment, board.live)
        made = smo_dict(record, now, cover(board.view), board.live)
        made |= {"words": smo_words(record), "help": SMO_HELP}
        return made | smo_algorithm(record)

    left, right = display.columns()
    with right:
        view_switch()
        common.choose_solver()
    with left:
        shown = None if record is None else film
        on_focus = partial(memory.step_in, name)
        filmed(board, FILM_KEY, SmoMoment, shown, data, [], text, right, on_focus=on_focus)
    if record is not None:
        with right:
            display.chart("smo_values", progress_figure(record), CHART, film=FollowedFilm(FILM_KEY))
            chart, _ = bar_figure(record.states.alpha, record.data.y, record.bound)
            display.chart("smo_bars", chart, BARS_BELOW, film=FollowedFilm(FILM_KEY, "bars"))
            algorithm("smo_algorithm", FILM_KEY)
            with display.enlargeable(WHY):
                why(WHY, FILM_KEY)
