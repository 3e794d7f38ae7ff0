"""The view Descent: the cost over the epochs, the model after each, and why an update."""

from html import escape

import streamlit as st

from pages.classes.figures import RINGS, course_figure, course_film, with_seen
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
    FILM_HELP,
    FORGOTTEN,
    RANDOM,
    START,
    STARTS,
    STOPPING,
    STOPPING_HELP,
    STOPPING_LABEL,
    constant_text,
    course_badge,
    course_figures,
    course_sentence,
    gradient_text,
    rings_text,
)
from pages.plots.layout_sizes import CHART
from pages.plots.multiclass import multiclass_figure
from pages.state.descent.multiclass_descent import OBJECTIVES
from pages.state.model.run import data_of
from pages.state.model.scene import cover
from pages.state.multiclass.multiclass_run import multiclass_sample_C
from pages.state.multiclass.multiclass_scene import multiclass_scene
from pages.state.multiclass.multiclass_verdict import place_report
from pages.state.text.conventions import WRITTEN
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.filmed import SHOWN, stilled
from pages.ui.canvas.options import NO_FILM, FollowedFilm
from pages.ui.controls.widgets import heading, segments, select, slider
from pages.ui.page.page_shell import derivation_link
from pages.ui.page.screen_parts import is_shown
from pages.ui.page.views import view_switch
from pages.ui.timeline.timeline import algorithm, name_of
from pages.ui.visit.visit import choices, set_fields, shown_layers, value
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.params import parameters
from svmcore.sgd.schedule import SCHEDULES

SEEN = {"label_visibility": "visible"}
FILM_KEY = "course_film"


def show(board: BoardState) -> None:
    """The picture of the model after an epoch; the cost, and what the last update did."""
    asked: MulticlassDescent = value(MulticlassDescent)
    course = multiclass_descent(board.experiment, asked)
    at = asked.epoch, asked.update
    run, view = course.shown(*at), value(ClassesView)
    report = None if view.place is None else place_report(run, view.place)
    left, right = display.columns()
    with left:
        drawn = multiclass_scene(run, board.view)
        shown, fits = shown_layers(), str(board.fits)
        figure = multiclass_figure(drawn, board.home, show=shown, place=view.place, revision=fits)
        sentence = report.sentence if report else course_sentence(course, *at)
        figure = with_seen(figure, course, *at)
        film = NO_FILM
        if course.last:
            layers = [part for part in SHOWN if part in shown or is_shown(part)]
            still = (_name(board, course), course.number(*at))
            film = FollowedFilm(FILM_KEY, "classes", layers, still)
        common.board_canvas(board, figure, run, sentence, course_badge(course, *at), film)
    with right:
        view_switch()
        if course.last:
            _timeline(board, course, asked)
        film = FollowedFilm(FILM_KEY if course.last else "")
        display.main_chart("course", course_figure(course), CHART, film=film)
        display.show_cards(*course_figures(course, *at))
        if course.last:
            algorithm("classes_algorithm", FILM_KEY)
        _why(course, asked)
        derivation_link("classes")


def _timeline(board: BoardState, course: MulticlassCourse, asked: MulticlassDescent) -> None:
    """The timeline of all updates; where it was stopped is the epoch and the update of the link."""
    at, name = course.number(asked.epoch, asked.update), _name(board, course)
    film = course_film(course, at, name, cover(board.view), board.live) | {"help": FILM_HELP}
    data = course.data
    points = {"x": data.X[:, 0], "y": data.X[:, 1], "label": course.labels}

    def stopped(number: int) -> None:
        epoch, update = course.place(number)
        set_fields(MulticlassDescent, epoch=epoch, update=update)

    stilled(FILM_KEY, film, at, points, stopped, on_focus=stopped)


def _name(board: BoardState, course: MulticlassCourse) -> str:
    return name_of((course.experiment, course.course), board.live)


def _why(course: MulticlassCourse, asked: MulticlassDescent) -> None:
    why = course.explained(asked.epoch, asked.update)
    if why is None:
        return
    heading("Why this update?")
    rings = rings_text(why.update, why.points, RINGS)
    words = f"{' '.join(why.words)} {gradient_text(why, course.classes.tolist())}{rings}"
    st.html(f'<div class="svm-agreement"><p>{escape(words)}</p></div>')


def sidebar() -> None:
    """What is to be small, and how to go down."""
    asked, chosen = value(MulticlassDescent), choices(MulticlassDescent)
    losses = {name: cls.title for name, cls in SCORE_LOSSES.items()}
    help = "  \n".join(f"**{cls.title}**: {cls.formula}" for cls in SCORE_LOSSES.values())
    select(chosen, "loss", losses, help, key="w_course_loss")
    way = WRITTEN[asked.way]
    titles = {name: WRITTEN[name].title for name in OBJECTIVES}
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


def constant(board: BoardState) -> None:
    """The cost in the chosen words, with its constant in numbers, below C."""
    experiment = board.experiment
    mass = float(multiclass_sample_C(experiment, data_of(experiment)).sum()) / experiment.C
    st.caption(constant_text(value(MulticlassDescent).way, experiment.C, mass))
