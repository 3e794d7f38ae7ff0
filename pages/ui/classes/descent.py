"""The view Descent: the cost over the epochs, the machine after each, and why an update."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.ui import page
from pages.ui.classes import parts
from pages.ui.session import Desk, ask, desk, value
from pages.ui.widgets import bound, choice, heading, select_value, slider_of
from svmcore.descent.plan import SCHEDULES
from svmcore.figures.many import many_figure
from svmcore.figures.many_course import RINGS, course_figure, with_seen
from svmcore.many_course import BATCHES, TOLS, ManyCourse, ManyDescent, many_descent
from svmcore.many_course_report import course_badge, course_figures, course_sentence
from svmcore.many_report import said_at
from svmcore.many_scene import many_scene
from svmcore.multiclass.cost import WAYS
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.params import Parameter, parameters
from svmcore.report import number

MARK = "cd_"
CHART = 225  # pixels: the chart, the slider, the cards and the words are on the first screen
STOPPING = {
    name: "Never" if tol is None else f"{number(100.0 * tol)} %" for name, tol in TOLS.items()
}


def show(here: Desk) -> None:
    """The picture of the machine after an epoch; the cost, and what the last update did."""
    asked: ManyCourse = value(MARK)
    found = many_descent(here.experiment, asked)
    run, look = found.shown(asked.epoch), value("v_")
    said = None if look.place is None else said_at(run, look.place)
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        drawn = many_scene(run, here.view)
        figure = many_figure(
            drawn, here.home, show=desk().show, place=look.place, revision=str(here.fits)
        )
        sentence = said.sentence if said else course_sentence(found, asked.epoch)
        figure = with_seen(figure, found, asked.epoch)
        parts.hero(here, figure, run, sentence, course_badge(found, asked.epoch))
    with right:
        parts.choose()
        page.chart("course", course_figure(found, asked.epoch), CHART)
        if found.last:
            _epochs(found, asked)
        page.show(*course_figures(found, asked.epoch))
        _why(found, asked)


def _epochs(found: ManyDescent, asked: ManyCourse) -> None:
    """Which epoch is looked at; the last one is -1 in the link, so that it stays the last."""

    def changed(epoch: int) -> None:
        ask(MARK, epoch=-1 if epoch == found.last else epoch)

    st.slider(
        "Epoch",
        0,
        found.last,
        help="The machine after this epoch is drawn; 0 is the start, where all scores are 0.",
        **bound("w_epoch", found.moment(asked.epoch), changed),
    )


def _why(found: ManyDescent, asked: ManyCourse) -> None:
    why = found.explained(asked.epoch)
    if why is None:
        return
    heading("Why this update?")
    whose = f" The ring in the picture is around the point that update {why.update} saw."
    if len(why.points) > 1:
        whose = (
            f" The rings are what update {why.update} saw, the thickest is point {why.points[0]}."
        )
    if len(why.points) > RINGS:
        whose = ""
    st.html(f'<div class="svm-agreement"><p>{escape(" ".join(why.words) + whose)}</p></div>')


def sidebar() -> None:
    """What is to be small, and how to go down."""
    asked: ManyCourse = value(MARK)
    losses = {name: cls.title for name, cls in SCORE_LOSSES.items()}
    select_value(
        "Loss",
        losses,
        "w_course_loss",
        asked.loss,
        lambda name: ask(MARK, loss=name),
        help="  \n".join(f"**{cls.title}**: {cls.formula}" for cls in SCORE_LOSSES.values()),
    )
    way = WAYS[asked.way]
    titles = {name: each.title for name, each in WAYS.items()}
    select_value(
        "Written as",
        titles,
        "w_course_way",
        asked.way,
        lambda name: ask(MARK, way=name),
        help=f"{way.seen} {way.formula}",
    )
    choice(
        "Points an update sees",
        {name: f"{name} points" if name != "1" else "1 point" for name in BATCHES} | {"all": "all"},
        "w_course_batch",
        asked.batch,
        lambda name: ask(MARK, batch=name),
        "stretch",
    )
    choice(
        "Schedule",
        {name: cls.title for name, cls in SCHEDULES.items()},
        "w_course_schedule",
        asked.schedule,
        lambda name: ask(MARK, schedule=name),
        "stretch",
    )
    for parameter in parameters(ManyCourse):
        if parameter.name == "step" and asked.schedule == "pegasos":
            continue  # its rate is 1 / (rho t)
        _slider(parameter, getattr(asked, parameter.name))
    select_value(
        "Stop when the cost falls by less than",
        STOPPING,
        "w_course_tol",
        asked.tol,
        lambda name: ask(MARK, tol=name),
        help="In five epochs in turn, compared with the least cost before.",
    )


def _slider(parameter: Parameter, value: float) -> None:
    slider_of(parameter, value, lambda chosen: ask(MARK, **{parameter.name: chosen}))
