"""The path of C: every model from the softest to the hardest, exactly."""

from collections.abc import Sequence
from typing import Any

from pages.dual.figures.path import alphas_figure, counts_figure, errors_figure
from pages.dual.figures.path_film import path_dict
from pages.dual.model.path import obstacle, path_record
from pages.dual.settings import PathMoment
from pages.dual.text.views import PATH_HELP, path_sentence
from pages.plots.layout_sizes import CHART, LOWER_CHART, PATH_CHART
from pages.state.model.run import data_of
from pages.state.model.scene import cover
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import filmed
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.canvas.options import FollowedFilm
from pages.ui.page.views import view_switch
from pages.ui.timeline.timeline import name_of
from svmcore.arrays import Indices

FILM_KEY = "path"
SHARE = 0.25  # of the points that are kept for the test error


def show(board: BoardState) -> None:
    """The model of the chosen C, the slider of C, and what changes along the path."""
    experiment = dual_experiment(board)
    record = path_record(experiment, SHARE)
    text = obstacle(experiment) if record is None else path_sentence(record)
    data = data_of(experiment)
    test: Sequence[int] | Indices = [] if record is None else record.split.test

    def film() -> dict[str, Any]:
        name = name_of((record.experiment, SHARE), board.live)
        made = path_dict(record, name, cover(board.view), board.live)
        return made | {"help": PATH_HELP}

    left, right = display.columns()
    with right:
        view_switch()
    with left:
        shown = None if record is None else film
        filmed(board, FILM_KEY, PathMoment, shown, data, test, text, right)
    if record is not None:
        with right:
            followed = FollowedFilm(FILM_KEY)
            display.main_chart("path_alphas", alphas_figure(record), PATH_CHART, film=followed)
            display.chart("path_counts", counts_figure(record), LOWER_CHART, film=followed)
            display.chart("path_errors", errors_figure(record), CHART, film=followed)
