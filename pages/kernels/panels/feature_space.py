"""The kernel trick to be turned: the points lifted up, the plane that parts them, and its trace."""

from dataclasses import dataclass, field
from html import escape

import streamlit as st

from pages.kernels.figures.feature_space import (
    kernel_pca_figure,
    lift_figure,
    shadow_figure,
    surface_figure,
)
from pages.kernels.model.approximation import MapCostRow, counted, measured
from pages.kernels.model.feature_space import Lifted, lifted
from pages.kernels.model.gram import gram_view
from pages.kernels.panels import common
from pages.kernels.settings import SPACES, KernelsView, MapCostSettings
from pages.kernels.text.kernel_trick import (
    COST,
    COST_TEXT,
    HEADS,
    MEASURE,
    MEASURE_HELP,
    TRICK,
    cells,
    cost_text,
    table_text,
)
from pages.kernels.text.views import TWO_POINTS, lifted_text
from pages.plots.decision import ringed
from pages.plots.layout_sizes import LIFT_CHART, SPACE_CHART
from pages.state.board.inspected import Inspected
from pages.state.model.feature_maps import LIFTS, agreement, written_out
from pages.state.model.run import run
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.controls.widgets import controlled, menu, slider
from pages.ui.page.page_shell import derivation_link
from pages.ui.page.views import view_switch
from pages.ui.visit.visit import choices, remembered, value
from svmcore.params import parameters


def show(board: BoardState) -> None:
    """The plane on the left, the space on the right; what parts the points is the same."""
    space = value(KernelsView).lift
    left, right = display.columns()
    if space in LIFTS:
        found = lifted(run(dual_experiment(board)), LIFTS[space])
        with left:
            _shadow(board, found)
        with right:
            view_switch()
            _choose_space()
            display.main_chart("lift", lift_figure(found, str(board.fits)), LIFT_CHART)
            _agreement(board)
            st.caption(TRICK)
            derivation_link("trick")
            _cost()
        return
    drawn = common.machine(board)
    with left:
        common.board_canvas(board, drawn)
    with right:
        common.beside(board, drawn)
        _choose_space()
        if space == "surface":
            display.main_chart(
                "lift", surface_figure(drawn, board.home, str(board.fits)), SPACE_CHART
            )
        else:
            view = gram_view(board.experiment, "given")
            display.main_chart("lift", kernel_pca_figure(view, str(board.fits)), SPACE_CHART)


def _shadow(board: BoardState, found: Lifted) -> None:
    """The plane of the points, as the model of the lifted ones divides it."""
    text = lifted_text(found, board.experiment.build_kernel())
    figure = shadow_figure(found, board.home, str(board.fits))
    for point in (value(Inspected).point, value(Inspected).other):
        if point in found.data.ids:
            figure = ringed(figure, found.data.X[found.data.ids.index(point)])
    display.inspection_picture(board, figure, found.data, None, text)


def _choose_space() -> None:
    menu(
        "Space",
        SPACES,
        label_visibility="collapsed",
        **controlled(choices(KernelsView), "lift"),
    )


def _agreement(board: BoardState) -> None:
    """Both sides of K = phi phi for the two points that were asked about last."""
    data = run(dual_experiment(board)).data
    both = [
        data.ids.index(i) for i in (value(Inspected).other, value(Inspected).point) if i in data.ids
    ]
    if len(both) < 2:
        st.caption(TWO_POINTS)
        return
    lift = LIFTS[value(KernelsView).lift]
    [found] = agreement(lift, data.X[both[0]], data.X[both[1]])
    lines = "".join(f"<p>{escape(line)}</p>" for line in written_out(found) if line)
    st.html(f'<div class="svm-agreement">{lines}</div>')


@dataclass
class MapCosts:
    """What was measured, by the degree and the number of features."""

    measured: dict[tuple[int, int], tuple[MapCostRow, ...]] = field(default_factory=dict)


def _cost() -> None:
    """How many coordinates phi has and how many multiplications K needs, counted and timed."""
    chosen = value(MapCostSettings)
    with st.expander(COST):
        st.caption(COST_TEXT)
        for parameter in parameters(MapCostSettings):
            slider(choices(MapCostSettings), parameter, key=f"w_cost_{parameter.name}")
        measurements, case = remembered(MapCosts).measured, (chosen.degree, chosen.features)
        if st.button(MEASURE, key="measure_map", help=MEASURE_HELP):
            measurements[case] = measured(*case)
        rows = measurements.get(case) or counted(*case)
        own = next(row for row in rows if row.features == chosen.features)
        st.html(f'<p class="svm-cost">{escape(cost_text(chosen.degree, own))}</p>')
        head = "".join(f"<th>{escape(name)}</th>" for name in HEADS)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells(row))}</tr>" for row in rows
        )
        st.html(
            '<table class="svm-numbers svm-costs"><thead><tr>'
            f"{head}</tr></thead><tbody>{body}</tbody></table>"
        )
        st.caption(table_text(rows))
