"""The iterations of a solver that moves all multipliers at once."""

from functools import partial
from typing import Any

from pages.dual.figures.smo import bar_figure
from pages.dual.figures.solver import solver_figure, solver_film
from pages.dual.model.solver_record import BY, obstacle, solver_record
from pages.dual.panels import common
from pages.dual.remembered import SmoMemory
from pages.dual.settings import DualView, SolverMoment
from pages.dual.text.solver import (
    HELP,
    WHY_TITLE,
    solver_sentence,
    solver_why,
    solver_why_help,
    solver_words,
)
from pages.plots.layout_sizes import BARS_BELOW, CHART
from pages.state.model.run import data_of
from pages.state.model.scene import cover
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import filmed
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.canvas.options import FollowedFilm
from pages.ui.page.views import view_switch
from pages.ui.timeline.timeline import name_of, why
from pages.ui.visit.visit import remembered, value

FILM_KEY, WHY = "solver", "why_solver"


def show(board: BoardState) -> None:
    """The model of the iteration, the timeline, the values and the multipliers."""
    experiment, by = dual_experiment(board), value(DualView).by
    name = name_of((experiment, by), live=False)
    memory = remembered(SmoMemory)
    if (moment := value(SolverMoment)).of_link:
        memory.step_in(name, moment.at)
    record = solver_record(experiment, by, memory.step_of(name))
    text = obstacle(experiment, by) if record is None else solver_sentence(record)

    def film() -> dict[str, Any]:
        now = name_of((experiment, by), board.live)
        made = solver_film(record, now, cover(board.view), board.live)
        words = {"words": solver_words(record), "help": HELP}
        why = {"why": {"": solver_why(record)}, "why_help": {"": solver_why_help(by)}}
        return made | words | why

    left, right = display.columns()
    with right:
        view_switch()
        common.choose_solver()
    with left:
        shown = None if record is None else film
        on_focus = partial(memory.step_in, name)
        filmed(
            board,
            FILM_KEY,
            SolverMoment,
            shown,
            data_of(experiment),
            [],
            text,
            right,
            on_focus=on_focus,
        )
    if record is not None:
        with right:
            title = f"Primal and dual value: {BY[by].title}"
            figure = solver_figure(record, title, BY[by].unit)
            display.chart("solver_values", figure, CHART, film=FollowedFilm(FILM_KEY))
            chart, _ = bar_figure(record.alpha, record.data.y, record.bound)
            display.chart("solver_bars", chart, BARS_BELOW, film=FollowedFilm(FILM_KEY, "bars"))
            with display.enlargeable(WHY):
                why(WHY, FILM_KEY, title=WHY_TITLE)
