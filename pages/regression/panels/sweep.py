"""One number over its whole range: where the error on new points is least."""

import streamlit as st

from pages.plots.layout_sizes import LARGE_CHART
from pages.regression.figures.charts import sweep_figure
from pages.regression.model.drawing import tube
from pages.regression.model.experiment import Regression
from pages.regression.model.fit import fit
from pages.regression.model.sweep import (
    MEASURES,
    STEPS,
    Sweep,
    declared,
    places,
    question,
    sweeping,
    words,
)
from pages.regression.panels import common
from pages.regression.settings import RegressionView
from pages.regression.text import (
    BEST,
    BEST_HELP,
    MEASURE_HELP,
    SHOWN,
    SWEPT,
    SWEPT_HELP,
    regression_cards,
)
from pages.state.text.number_format import number
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import bound, choice, segments
from pages.ui.page.views import view_switch
from pages.ui.range.range import range_input
from pages.ui.server.jobs import Background, counted
from pages.ui.server.observed import callback
from pages.ui.visit.visit import choices, set_fields, value

AT_ONCE = 150  # points up to which a sweep takes less than half a second


def show(board: BoardState) -> None:
    """The picture; the errors over the number, and the number itself to be moved."""
    fitted = fit(board.experiment)
    left, right = display.columns()
    with left:
        common.board_canvas(board, tube(fitted, board.view))
    with right:
        view_switch()
        word, measure = _what(board.experiment)
        slot = st.container()
        work = _work(board.experiment, word)
        if not board.live and (work.job is not None or fitted.learned.sum() <= AT_ONCE):
            work.current()
        work.stop_other()
        drawn = work.state
        errors, running = drawn
        now = float(board.experiment[word])
        with slot:
            display.main_chart("sweep", sweep_figure(errors, measure, now, word), LARGE_CHART)
        if work.job is None:
            st.button(
                "Measure",
                key="tube_measure",
                help=MEASURE_HELP.format(models=STEPS),
                on_click=callback(work.begin),
            )
        work.follow(drawn)
        _slider(board, word, now, None if running else errors, measure)
        display.show_cards(*(card for card in regression_cards(fitted) if card.name in SHOWN))


def _what(regression: Regression) -> tuple[str, str]:
    """The number that is swept, and the error that is looked at."""
    offered = words(regression)
    titles = {word: declared(word).label or word for word in offered}
    view = value(RegressionView)
    word = view.sweep if view.sweep in offered else offered[0]
    left, right = st.columns(2, gap="small")
    with left:
        changed = bound("w_tube_sweep", word, lambda w: set_fields(RegressionView, sweep=w))
        choice("Number", titles, **changed)
    with right:
        chosen = choices(RegressionView)
        segments(chosen, "measure", MEASURES, label="Error", key="w_tube_measure")
    return word, view.measure


def _work(regression: Regression, word: str) -> Background:
    """The sweep: by itself of few points, else on demand."""
    asked = question(regression, word)
    return Background("sweep", (asked, word), lambda: counted(STEPS, sweeping(asked, word)))


def _slider(board: BoardState, word: str, now: float, found: Sweep | None, measure: str) -> None:
    """Moving the number, and a button that takes the best of the test points."""
    label = declared(word).label or word
    stops = sorted({*places(word), now})
    range_input(
        "w_tube_value",
        SWEPT.format(name=label),
        now,
        low=stops[0],
        high=stops[-1],
        change=lambda chosen: board.choose(**{word: chosen}),
        initial=declared(word).default,
        log=declared(word).log,
        whole=declared(word).integer,
        step=0.05,
        stops=stops,
        help=SWEPT_HELP,
    )
    best = None if found is None else found.best(measure)
    if found is None or best is None:
        return
    place = found.values[best]
    st.button(
        BEST.format(name=label, value=number(place)),
        key="tube_best",
        on_click=callback(lambda: board.choose(**{word: place})),
        width="stretch",
        help=BEST_HELP,
    )
