"""The same points under every kernel, along one parameter, and what the width of the RBF does."""

from collections.abc import Callable

import streamlit as st

from pages.kernels.figures.gallery import cell_figure, flexibility_figure
from pages.kernels.model.gallery import SIGMAS, GalleryCell, flexible, gallery, report, sweep, swept
from pages.kernels.panels import common
from pages.kernels.settings import ALONG, KernelsView
from pages.kernels.text.views import cell_text
from pages.plots.layout_sizes import CHART, THUMBNAIL
from pages.state.board.experiment import Experiment
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.controls.widgets import bound, choice
from pages.ui.page.page_shell import derivation_link
from pages.ui.server.observed import callback
from pages.ui.server.pending import yield_to_pending_rerun
from pages.ui.visit.visit import set_fields, value

KERNELS_WORD = "kernels"


def show(board: BoardState) -> None:
    """The picture on the left; six small ones of other models on the right."""
    drawn = common.machine(board)
    experiment = dual_experiment(board)
    left, right = display.columns()
    with left:
        common.board_canvas(board, drawn)
    with right:
        common.beside(board, drawn)
        along = _along(board)
        cells = gallery(experiment) if along == KERNELS_WORD else sweep(experiment, along)
        _cells(board, cells)
        if experiment.kernel == "rbf" and not board.live:
            _flexibility(experiment, len(drawn.run.data))
        derivation_link("parameters")


def _flexibility(experiment: Experiment, n: int) -> None:
    rows = []
    for sigma in SIGMAS:
        rows.append(flexible(experiment, sigma))
        yield_to_pending_rerun()
    sigma = (0.5 / experiment["gamma"]) ** 0.5
    display.chart("flexibility", flexibility_figure(tuple(rows), n, sigma), CHART)
    st.caption(report(tuple(rows)))


def _along(board: BoardState) -> str:
    """What the small pictures differ in."""
    known = (KERNELS_WORD, *swept(dual_experiment(board)))
    chosen = value(KernelsView).along
    along = chosen if chosen in known else KERNELS_WORD
    titles = {word: ALONG[word] for word in known}
    changed = bound("w_along", along, lambda chosen: set_fields(KernelsView, along=chosen))
    choice("Along", titles, width="content", **changed)
    return along


def _cells(board: BoardState, cells: tuple[GalleryCell, ...]) -> None:
    for start in range(0, len(cells), 3):
        row = st.columns(3, gap="small", wrap=False)
        for k, cell in enumerate(cells[start : start + 3], start):
            with row[k - start]:
                display.cell(
                    f"cell{k}",
                    cell_figure(cell),
                    THUMBNAIL,
                    cell.title,
                    cell_text(cell),
                    cell_text(cell, "support vectors"),
                    key=f"cell_{k}",
                    on_click=callback(_taking(board, cell.experiment)),
                    help=cell.note or None,
                )


def _taking(board: BoardState, experiment: Experiment) -> Callable[[], None]:
    names = [p.name for p in experiment.parameters()["kernel"]]
    words = {name: experiment[name] for name in names}
    return lambda: board.choose(kernel=experiment.kernel, **words)
