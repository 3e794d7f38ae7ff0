"""Watch a primal model learn: one update at a time, forwards and backwards."""

from typing import Any

from pages.descent import panels
from pages.descent.export import descent_export
from pages.descent.figures.charts import cost_figure, progress_figure
from pages.descent.figures.film import film_dict
from pages.descent.model.film import Film, film
from pages.descent.model.start import StartWeights
from pages.descent.remembered import FilmMemory
from pages.descent.settings import DescentMoment
from pages.descent.sidebar import constant_is_stale, sidebar
from pages.descent.text import film_badge, trouble
from pages.plots.layout_sizes import LOWER_CHART, UPPER_CHART
from pages.state.descent.descent_methods import Descent
from pages.state.model.run import data_of
from pages.state.model.scene import cover
from pages.state.text.verdict import Badge
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import filmed
from pages.ui.canvas.options import FollowedFilm
from pages.ui.link import address_bar
from pages.ui.page.page_shell import run_page
from pages.ui.timeline.timeline import algorithm, name_of, why
from pages.ui.visit.visit import remembered, value

FILM_KEY = "descent"  # what moves together names it
NO_MACHINE = Badge("plain", "no model yet")


def stage(board: BoardState) -> None:
    """The picture, its timeline, and what moves with them; an edit reruns only this."""
    memory = remembered(FilmMemory)
    wanted = memory.film(board)
    if (moment := value(DescentMoment)).of_link:
        memory.step_to(moment.at)
    shown = film(*wanted, focus=memory.focus, brief=board.live)
    left, right = display.columns()
    above = right.container()
    with left:
        filmed(
            board,
            FILM_KEY,
            DescentMoment,
            None if shown is None else lambda: _film(board, shown),
            data_of(board.experiment),
            [] if shown is None else shown.split.test,
            panels.spoken(board.experiment, value(Descent), shown),
            right,
            badge=NO_MACHINE if shown is None else film_badge(shown),
            on_focus=memory.step_to,
        )
    if shown is not None:
        ghost = film(*memory.ghost) if memory.ghost else None
        with right:
            followed = FollowedFilm(FILM_KEY)
            display.chart("cost", cost_figure(shown, ghost), UPPER_CHART, film=followed)
            display.chart(
                "progress", progress_figure(shown, ghost), LOWER_CHART, film=FollowedFilm(FILM_KEY)
            )
            algorithm("algorithm", FILM_KEY)
            why("why", FILM_KEY)
        panels.below(board, shown, FILM_KEY, above)
    if constant_is_stale(board):
        address_bar.rerun()


def _film(board: BoardState, shown: Film) -> dict[str, Any]:
    return film_dict(
        shown,
        name_of((shown.experiment, shown.descent, shown.start), board.live),
        cover(board.view),
        live=board.live,
        status=trouble(shown),
        path=panels.path(shown),
    )


run_page(
    sidebar,
    stage,
    exports=lambda board: descent_export(
        board.experiment, value(Descent), value(StartWeights), value(DescentMoment)
    ),
)
