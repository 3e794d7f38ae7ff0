"""Subgradient descent to the same f: its cost, and the curve of any of its epochs."""

from itertools import cycle

import numpy as np
import streamlit as st

from pages.plots.layout_sizes import COURSE_CHART, SLIDER_ROW
from pages.regression.figures.algorithm import algorithm as pseudocode
from pages.regression.figures.charts import NO_MODEL, course_figure
from pages.regression.figures.film import tube_film
from pages.regression.model.descent import RegressionDescent, TubeDescent, descend
from pages.regression.model.drawing import TubeDrawing, tube, tube_of_course
from pages.regression.model.fit import fit
from pages.regression.model.fitted import RegressionFit
from pages.regression.panels import common
from pages.regression.settings import LAST, RegressionView
from pages.regression.text import (
    BATCHES,
    FILM_HELP,
    RATE,
    RATE_HELP,
    WAITS,
    course_cards,
    course_sentence,
    point_sentence_at_epoch,
    said_at_on_the_way,
)
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import stilled
from pages.ui.canvas.options import NO_FILM, FollowedFilm
from pages.ui.controls.widgets import segments, select, slider
from pages.ui.page.views import view_switch
from pages.ui.timeline.timeline import algorithm, name_of
from pages.ui.visit.visit import choices, set_fields, shown_layers, value
from svmcore.sgd.schedule import SCHEDULES

FILM_KEY = "tube_film"
ON_THE_MOVE = 50_000  # updates that a moving point need not wait for


def show(board: BoardState) -> None:
    """The curve of an epoch with the exact one behind it; the descent's choices and its cost."""
    fitted = fit(board.experiment)
    course = _course(board, fitted)
    row = 0 if course is None else _row(course)
    left, right = display.columns()
    with left:
        if course is None:
            common.board_canvas(board, tube(fitted, board.view))
        else:
            drawn = tube_of_course(course, row, board.view)
            film = _followed(board, course, row) if len(course.epochs) > 1 else NO_FILM
            common.board_canvas(board, drawn, text=_sentence(course, row, drawn), film=film)
    with right:
        view_switch()
        _steps(value(RegressionDescent))
        filmed = course is not None and len(course.epochs) > 1
        if course is not None and filmed:
            _timeline(board, course, row)
        rows = len(value(RegressionDescent).parameters()) // 2 - 1  # of sliders, beyond two
        waits = fitted.model is not None and board.live
        figure = course_figure(course, WAITS if waits else NO_MODEL)
        film = FollowedFilm(FILM_KEY if filmed else "")
        display.main_chart("course", figure, COURSE_CHART - SLIDER_ROW * rows, film=film)
        if course is not None:
            display.show_cards(*course_cards(course, row))
        if filmed:
            algorithm("tube_algorithm", FILM_KEY)


def _sentence(course: TubeDescent, row: int, drawn: TubeDrawing) -> str:
    """What is asked about, or else how far the descent has come."""
    k, place = common.inspected_index(course.fitted), value(RegressionView).place
    if k is not None:
        return point_sentence_at_epoch(drawn, k)
    if place is not None:
        return said_at_on_the_way(course, row, place[0])
    return course_sentence(course, row)


def _course(board: BoardState, fitted: RegressionFit) -> TubeDescent | None:
    steps: RegressionDescent = value(RegressionDescent)
    if fitted.model is None:
        return None
    if int(fitted.learned.sum()) * steps.epochs <= ON_THE_MOVE:
        return descend(board.experiment, steps)
    if board.live:
        return None
    with st.spinner("descending"):
        return descend(board.experiment, steps)


def _row(course: TubeDescent) -> int:
    last, epoch = len(course.epochs) - 1, value(RegressionView).epoch
    return last if epoch == LAST else min(epoch, last)


def _steps(steps: RegressionDescent) -> None:
    """Which points an update sees, how far it goes, how long all goes on."""
    chosen = choices(RegressionDescent)
    segments(chosen, "batch", BATCHES, key="w_tube_batch")
    left, right = st.columns(2, gap="small")
    with left:
        select(
            chosen,
            "schedule",
            {name: cls.title for name, cls in SCHEDULES.items()},
            RATE_HELP,
            label=RATE,
            key="w_tube_schedule",
        )
    cells = cycle((right, left))
    for parameter in steps.parameters():
        with next(cells):
            slider(chosen, parameter)


def _name(board: BoardState, course: TubeDescent) -> str:
    fitted = course.fitted
    return name_of((fitted.regression, value(RegressionDescent)), board.live)


def _followed(board: BoardState, course: TubeDescent, row: int) -> FollowedFilm:
    """The film as the picture follows it."""
    show = [part for part in ("tube", "slack") if part in shown_layers()]
    return FollowedFilm(FILM_KEY, "curve", show, (_name(board, course), int(course.epochs[row])))


def _timeline(board: BoardState, course: TubeDescent, row: int) -> None:
    """The timeline of the epochs; where it was stopped is the epoch of the link."""
    film = tube_film(course, row, _name(board, course), board.view, board.live)
    lines = pseudocode(course, value(RegressionDescent))
    film = film | lines | {"ran": lines["ran"][film["update"]], "help": FILM_HELP}
    fitted, last = course.fitted, int(course.epochs[-1])
    points = {"x": fitted.x, "y": fitted.z, "label": np.zeros(len(fitted))}

    def stopped(epoch: int) -> None:
        set_fields(RegressionView, epoch=LAST if epoch == last else epoch)

    at = int(course.epochs[row])
    stilled(FILM_KEY, film, at, points, stopped, on_focus=stopped)
