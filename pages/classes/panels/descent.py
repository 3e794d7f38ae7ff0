"""The view Descent: the cost over the epochs, the model after each, and why an update."""

from html import escape

import streamlit as st

from pages.classes.figures import RINGS, course_figure, with_seen
from pages.classes.model import (
    MulticlassCourse,
    MulticlassDescent,
    multiclass_descent,
)
from pages.classes.panels import common
from pages.classes.settings import ClassesView
from pages.classes.text import (
    BATCH_TITLES,
    EPOCH_HELP,
    STOPPING,
    STOPPING_HELP,
    STOPPING_LABEL,
    course_badge,
    course_figures,
    course_sentence,
    rings_text,
)
from pages.plots.multiclass import multiclass_figure
from pages.state.multiclass_scene import multiclass_scene
from pages.state.multiclass_verdict import place_report
from pages.ui import display
from pages.ui.page_shell import derivation_link
from pages.ui.range import range_input
from pages.ui.session import Session, choices, session_of, set_fields, value
from pages.ui.widgets import heading, segments, select, slider
from svmcore.multiclass.loss import OBJECTIVES, SCORE_LOSSES
from svmcore.params import parameters
from svmcore.sgd.schedule import SCHEDULES

CHART = 225  # pixels: the chart, the slider, the cards and the words are on the first screen


def show(session: Session) -> None:
    """The picture of the model after an epoch; the cost, and what the last update did."""
    asked: MulticlassDescent = value(MulticlassDescent)
    found = multiclass_descent(session.experiment, asked)
    run, view = found.shown(asked.epoch), value(ClassesView)
    report = None if view.place is None else place_report(run, view.place)
    left, right = display.columns()
    with left:
        drawn = multiclass_scene(run, session.view)
        shown, fits = session_of().show, str(session.fits)
        figure = multiclass_figure(drawn, session.home, show=shown, place=view.place, revision=fits)
        sentence = report.sentence if report else course_sentence(found, asked.epoch)
        figure = with_seen(figure, found, asked.epoch)
        common.board_canvas(session, figure, run, sentence, course_badge(found, asked.epoch))
    with right:
        common.choose()
        display.chart("course", course_figure(found, asked.epoch), CHART)
        if found.last:
            _epochs(found, asked)
        display.show_cards(*course_figures(found, asked.epoch))
        _why(found, asked)
        derivation_link("classes")


def _epochs(found: MulticlassCourse, asked: MulticlassDescent) -> None:
    """Which epoch is looked at; the last one is -1 in the link, so that it stays the last."""

    def changed(epoch: int) -> None:
        set_fields(MulticlassDescent, epoch=-1 if epoch == found.last else epoch)

    range_input(
        "w_epoch",
        "Epoch",
        found.moment(asked.epoch),
        low=0,
        high=found.last,
        change=changed,
        initial=found.last,
        whole=True,
        help=EPOCH_HELP,
    )


def _why(found: MulticlassCourse, asked: MulticlassDescent) -> None:
    why = found.explained(asked.epoch)
    if why is None:
        return
    heading("Why this update?")
    rings = rings_text(why.update, why.points, RINGS)
    st.html(f'<div class="svm-agreement"><p>{escape(" ".join(why.words) + rings)}</p></div>')


def sidebar() -> None:
    """What is to be small, and how to go down."""
    asked, chosen = value(MulticlassDescent), choices(MulticlassDescent)
    losses = {name: cls.title for name, cls in SCORE_LOSSES.items()}
    help = "  \n".join(f"**{cls.title}**: {cls.formula}" for cls in SCORE_LOSSES.values())
    select(chosen, "loss", losses, help, key="w_course_loss")
    way = OBJECTIVES[asked.way]
    titles = {name: each.title for name, each in OBJECTIVES.items()}
    help = f"{way.seen} {way.formula}"
    select(chosen, "way", titles, help, label="Written as", key="w_course_way")
    segments(chosen, "batch", BATCH_TITLES, label="Batch size", key="w_course_batch")
    schedules = {name: cls.title for name, cls in SCHEDULES.items()}
    segments(chosen, "schedule", schedules, key="w_course_schedule")
    for parameter in parameters(MulticlassDescent):
        if parameter.name == "step" and asked.schedule == "pegasos":
            continue  # its rate is 1 / (rho t)
        slider(chosen, parameter)
    select(
        chosen,
        "tol",
        STOPPING,
        STOPPING_HELP,
        label=STOPPING_LABEL,
        key="w_course_tol",
    )
