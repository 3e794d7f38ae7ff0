"""Subgradient descent to the same f: its cost, and the curve of any of its epochs."""

from __future__ import annotations

from itertools import cycle

import streamlit as st

from pages.ui import page
from pages.ui.regression import parts
from pages.ui.session import Desk, ask, value
from pages.ui.tube_look import LAST
from pages.ui.widgets import bound, choice, select_value, slider_of
from svmcore.descent.plan import SCHEDULES
from svmcore.figures.tube_charts import NO_MACHINE, course_figure
from svmcore.regression.asked import (
    course_cards,
    course_sentence,
    said_at_on_the_way,
    said_of_point_on_the_way,
)
from svmcore.regression.descent import Course, Steps, descend
from svmcore.regression.drawing import Tube, tube, tube_of_course
from svmcore.regression.fit import fit
from svmcore.regression.fitted import Fitted

BATCHES = {"one": "One point", "some": "Some", "all": "All points"}
CHART, ROW = 292, 78  # pixels, of the chart and of a row of sliders
ON_THE_MOVE = 50_000  # updates that a moving point need not wait for
WAITS = "waits until you let go"


def show(here: Desk) -> None:
    """The curve of an epoch with the exact one behind it; the descent's choices and its cost."""
    fitted = fit(here.experiment)
    course = _course(here, fitted)
    row = 0 if course is None else _row(course)
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        if course is None:
            parts.hero(here, tube(fitted, here.view))
        else:
            drawn = tube_of_course(course, row, here.view)
            parts.hero(here, drawn, said=_sentence(course, row, drawn))
    with right:
        parts.choose()
        _steps(value("rs_"), course, row)
        rows = (len(value("rs_").parameters()) + 1) // 2 - 1  # of sliders, beyond two
        waits = fitted.model is not None and here.live
        figure = course_figure(course, row, WAITS if waits else NO_MACHINE)
        page.chart("course", figure, CHART - ROW * rows)
        if course is not None:
            page.show(*course_cards(course, row))


def _sentence(course: Course, row: int, drawn: Tube) -> str:
    """What is asked about, or else how far the descent has come."""
    k, place = parts.asked(course.fitted), value("rv_").place
    if k is not None:
        return said_of_point_on_the_way(drawn, k)
    if place is not None:
        return said_at_on_the_way(course, row, place[0])
    return course_sentence(course, row)


def _course(here: Desk, fitted: Fitted) -> Course | None:
    steps: Steps = value("rs_")
    if fitted.model is None:
        return None
    if int(fitted.learned.sum()) * steps.epochs <= ON_THE_MOVE:
        return descend(here.experiment, steps)
    if here.live:
        return None
    with st.spinner("descending"):
        return descend(here.experiment, steps)


def _row(course: Course) -> int:
    last, epoch = len(course.epochs) - 1, value("rv_").epoch
    return last if epoch == LAST else min(epoch, last)


def _steps(steps: Steps, course: Course | None, row: int) -> None:
    """Which points an update sees, how far it goes, how long all goes on; the epoch to be seen."""
    choice("Batch", BATCHES, "w_tube_batch", steps.batch, lambda b: ask("rs_", batch=b), "stretch")
    left, right = st.columns(2, gap="small")
    with left:
        select_value(
            "Learning rate",
            {name: cls.title for name, cls in SCHEDULES.items()},
            "w_tube_schedule",
            steps.schedule,
            lambda name: ask("rs_", schedule=name),
            help="How far an update goes, by its number t.",
        )
    cells, many = cycle((right, left)), len(steps.parameters())
    for parameter in steps.parameters():
        name = parameter.name
        with next(cells):
            slider_of(
                parameter, getattr(steps, name), lambda chosen, n=name: ask("rs_", **{n: chosen})
            )
    with next(cells) if many % 2 == 0 else st.container():  # no hole beside it
        _epoch(course, row)


def _epoch(course: Course | None, row: int) -> None:
    """Which epoch's curve is drawn."""
    if course is None or len(course.epochs) < 2:
        return
    last = len(course.epochs) - 1
    st.slider(
        "Epoch in the picture",
        min_value=0,
        max_value=last,
        help="The solid curve is f after this epoch, the dotted grey one the exact f.",
        **bound(
            "w_tube_epoch",
            row,
            lambda chosen: ask("rv_", epoch=LAST if chosen == last else int(chosen)),
        ),
    )
