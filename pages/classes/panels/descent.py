"""The view Descent: the cost over the epochs, the model after each, and why an update."""

from html import escape

import streamlit as st

from pages.classes.figures import RINGS, course_figure, with_seen
from pages.classes.model import (
    COST,
    MulticlassCourse,
    MulticlassDescent,
    multiclass_descent,
)
from pages.classes.panels import common
from pages.classes.settings import ClassesView
from pages.classes.text import (
    BATCH_TITLES,
    EPOCH_HELP,
    FORGOTTEN,
    RANDOM,
    START,
    STARTS,
    STEPS,
    STOPPING,
    STOPPING_HELP,
    STOPPING_LABEL,
    UPDATE,
    UPDATE_HELP,
    constant_text,
    course_badge,
    course_figures,
    course_sentence,
    gradient_text,
    rings_text,
)
from pages.plots.multiclass import multiclass_figure
from pages.state.multiclass_run import multiclass_sample_C
from pages.state.multiclass_scene import multiclass_scene
from pages.state.multiclass_verdict import place_report
from pages.state.run import data_of
from pages.ui import display
from pages.ui.page_shell import derivation_link
from pages.ui.range import range_input
from pages.ui.session import Session, choices, session_of, set_fields, value
from pages.ui.widgets import heading, segments, select, slider
from svmcore.multiclass.loss import OBJECTIVES, SCORE_LOSSES
from svmcore.params import parameters
from svmcore.sgd.schedule import SCHEDULES

SEEN = {"label_visibility": "visible"}
CHART = 190  # pixels: the chart, the slider, the cards and the words are on the first screen


def show(session: Session) -> None:
    """The picture of the model after an epoch; the cost, and what the last update did."""
    asked: MulticlassDescent = value(MulticlassDescent)
    found = multiclass_descent(session.experiment, asked)
    at = asked.epoch, asked.update
    run, view = found.shown(*at), value(ClassesView)
    report = None if view.place is None else place_report(run, view.place)
    left, right = display.columns()
    with left:
        drawn = multiclass_scene(run, session.view)
        shown, fits = session_of().show, str(session.fits)
        figure = multiclass_figure(drawn, session.home, show=shown, place=view.place, revision=fits)
        sentence = report.sentence if report else course_sentence(found, *at)
        figure = with_seen(figure, found, *at)
        common.board_canvas(session, figure, run, sentence, course_badge(found, *at))
    with right:
        common.choose()
        display.main_chart("course", course_figure(found, *at), CHART)
        if found.last:
            _epochs(found, asked)
            _updates(found, asked)
        display.show_cards(*course_figures(found, *at))
        _why(found, asked)
        derivation_link("classes")


def _epochs(found: MulticlassCourse, asked: MulticlassDescent) -> None:
    """Which epoch is looked at; the last one is -1 in the link, so that it stays the last."""

    def changed(epoch: int) -> None:
        set_fields(MulticlassDescent, epoch=-1 if epoch == found.last else epoch, update=0)

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


def _updates(found: MulticlassCourse, asked: MulticlassDescent) -> None:
    """Which update of the epoch is looked at, and buttons that go one on or back."""
    most = found.updates(asked.epoch)
    slider, *steps = st.columns([5.0, 1.0, 1.0], gap="small", vertical_alignment="bottom")
    with slider:
        range_input(
            "w_update",
            UPDATE,
            asked.update if 0 < asked.update < most else most,
            low=min(1, most),
            high=most,
            change=lambda update: set_fields(MulticlassDescent, update=update % most),
            initial=most,
            whole=True,
            help=UPDATE_HELP,
            off="" if most > 1 else f"{most}",
        )
    for column, (by, (sign, title)) in zip(steps, STEPS.items(), strict=True):
        there = found.neighbour(asked.epoch, asked.update, by)
        key, off = f"update_{by}", not there
        column.button(sign, key=key, help=title, on_click=_go, args=(there,), disabled=off)


def _go(there: tuple[int, int]) -> None:
    set_fields(MulticlassDescent, epoch=there[0], update=there[1])


def _why(found: MulticlassCourse, asked: MulticlassDescent) -> None:
    why = found.explained(asked.epoch, asked.update)
    if why is None:
        return
    heading("Why this update?")
    rings = rings_text(why.update, why.points, RINGS)
    words = f"{' '.join(why.words)} {gradient_text(why, found.classes.tolist())}{rings}"
    st.html(f'<div class="svm-agreement"><p>{escape(words)}</p></div>')


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
        if parameter.name == "update":
            continue  # it stands beside the picture
        if parameter.name == "step" and asked.schedule == "pegasos":
            continue  # its rate is 1 / (rho t)
        if parameter.name == "delta" and not asked.joint:
            continue  # the margins of one class vs. rest are at -1 and +1
        if parameter.name in {"cost_tol", "start_lot"}:
            continue  # they stand with what they belong to
        slider(chosen, parameter)
    select(
        chosen,
        "tol",
        STOPPING,
        STOPPING_HELP,
        label=STOPPING_LABEL,
        key="w_course_tol",
    )
    own = {parameter.name: parameter for parameter in parameters(MulticlassDescent)}
    if asked.tol == COST:
        slider(chosen, own["cost_tol"])
    segments(chosen, "start", STARTS, label=START, key="w_course_start", **SEEN)
    if asked.start == "random":
        slider(chosen, own["start_lot"])
        st.caption(FORGOTTEN if asked.schedule == "pegasos" else RANDOM)


def constant(session: Session) -> None:
    """The cost in the chosen words, with its constant in numbers, below C."""
    experiment = session.experiment
    mass = float(multiclass_sample_C(experiment, data_of(experiment)).sum()) / experiment.C
    st.caption(constant_text(value(MulticlassDescent).way, experiment.C, mass))
