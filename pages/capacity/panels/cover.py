"""Cover's count of separable labellings, and what linear programs find on the board's points."""

from html import escape

import numpy as np
import streamlit as st

from pages.capacity.figures import drawn_points, share_figure
from pages.capacity.model import (
    BATCH,
    LABELLINGS,
    MeasuredShare,
    chosen_points,
    coordinates,
    measured_sizes,
    measuring,
    orthonormal_features,
)
from pages.capacity.settings import CapacityView
from pages.capacity.text import (
    COVERED,
    FORMULA,
    MEASURE,
    MEASURE_HELP,
    cover_sentence,
    few_points,
    measured_sentence,
    rank_note,
)
from pages.plots.layout_sizes import LARGE_CHART
from pages.plots.theme import SYMBOLS, muted_palette
from pages.state.model.run import data_of
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.canvas.options import Points
from pages.ui.page.views import view_switch
from pages.ui.server.jobs import Background, counted
from pages.ui.server.observed import callback
from pages.ui.visit.visit import value
from svmcore.arrays import Array

GREYS = muted_palette("class0", "class1")  # labels are drawn at random: the board's do not count


def show(board: BoardState) -> None:
    """The points that are labelled; beside them the count, and what was measured."""
    chosen = value(CapacityView)
    X = data_of(board.experiment).X
    left, right = display.columns()
    with left:
        _picture(board, X, chosen)
    with right:
        view_switch()
        _share(board, X, chosen)
        st.latex(FORMULA)
        st.caption(COVERED)


def _picture(board: BoardState, X: Array, chosen: CapacityView) -> None:
    seed, data = board.experiment.seed, data_of(board.experiment)
    flags = np.zeros(len(X), dtype=bool)
    flags[chosen_points(X, chosen.count, seed)] = True
    figure = drawn_points(X, flags, board.view, board.home, str(board.fits))
    text = cover_sentence(chosen.count, chosen.features, len(X))
    points = Points(
        ids=data.ids, labels=data.y > 0, palette=GREYS, symbols=(SYMBOLS[0], SYMBOLS[0])
    )
    display.board_canvas(board, figure, points, text)
    display.picture_first(live=board.live)
    display.show_sentence(None, text)


def _share(board: BoardState, X: Array, chosen: CapacityView) -> None:
    n, seed = chosen.count, board.experiment.seed
    sizes = measured_sizes(coordinates(chosen.features), n, len(X))
    work = Background(
        "cover",
        (X.tobytes(), chosen.features, seed),
        lambda: counted(
            len(sizes) * LABELLINGS // BATCH, measuring(X, chosen.features, sizes, seed)
        ),
        what="batches",
    )
    work.stop_other()
    if work.job is not None and work.job.wrong:
        work.bar()
        return
    drawn = work.state
    shares, running = drawn
    measured = shares or ()
    display.chart("cover", share_figure(chosen.features, n, measured), LARGE_CHART)
    for note in _notes(X, chosen, seed, measured):
        st.html(f"<p>{escape(note)}</p>")
    if running:
        work.follow(drawn)
        return
    st.button(
        MEASURE,
        key="measure_cover",
        help=MEASURE_HELP,
        disabled=not sizes,
        on_click=callback(work.begin),
    )


def _notes(
    X: Array, chosen: CapacityView, seed: int, measured: tuple[MeasuredShare, ...]
) -> list[str]:
    """What was measured, and what keeps it from Cover's count."""
    n, features = chosen.count, chosen.features
    notes = [measured_sentence(one) for one in measured if one.n == n]
    if n <= len(X):
        rank = orthonormal_features(X[chosen_points(X, n, seed)], features).shape[1]
        notes.append(rank_note(rank, n, features))
    return [note for note in (*notes, few_points(n, len(X))) if note]
