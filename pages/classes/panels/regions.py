"""The regions of all classes, one of the models on demand, and what all say of a place."""

import streamlit as st

from pages.classes.panels import common
from pages.classes.settings import ClassesView
from pages.classes.text import COMPONENT, COMPONENT_HELP, UNCALIBRATED, WHERE, component_titles
from pages.plots.layout_sizes import NUMBERED_CHART
from pages.plots.multiclass import multiclass_figure, scores_figure
from pages.state.multiclass.multiclass_run import MulticlassRun
from pages.state.multiclass.multiclass_scene import component, multiclass_scene
from pages.state.multiclass.multiclass_verdict import multiclass_metrics, place_report
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.controls.widgets import bound, menu
from pages.ui.page.page_shell import derivation_link
from pages.ui.page.views import view_switch
from pages.ui.visit.visit import set_fields, shown_layers, value


def show(board: BoardState) -> None:
    """The picture, who says what at a place, and the cards."""
    run = common.trained(board)
    drawn, view = multiclass_scene(run, board.view), value(ClassesView)
    report = None if view.place is None else place_report(run, view.place)
    left, right = display.columns()
    with left:
        figure = multiclass_figure(
            drawn,
            board.home,
            show=shown_layers(),
            component=component(run, view.first, view.second, drawn.extent),
            place=view.place,
            revision=str(board.fits),
        )
        common.board_canvas(board, figure, run, report.sentence if report else "")
    with right:
        view_switch()
        _components(run)
        display.main_chart("scores", scores_figure(report), NUMBERED_CHART)
        st.caption(UNCALIBRATED if report else WHERE)
        display.show_cards(*multiclass_metrics(run, drawn))
        derivation_link("classes")


def _components(run: MulticlassRun) -> None:
    """Which model's boundary and margins are drawn."""
    many = run.many
    if many is None:
        return
    titles = component_titles([int(c) for c in many.classes], rest=many.scheme == "ovr")
    view = value(ClassesView)
    # a link may name the pair the other way round
    pair = sorted((view.first, view.second))
    shown = f"{view.first}" if view.second == -1 else f"{pair[0]} {pair[1]}"

    def changed(chosen: str) -> None:
        first, _, second = chosen.partition(" ")
        set_fields(ClassesView, first=int(first or -1), second=int(second or -1))

    menu(
        COMPONENT,
        titles,
        COMPONENT_HELP,
        **bound("w_component", shown if shown in titles else "", changed),
    )
