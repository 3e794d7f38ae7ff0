"""The primal beside the dual: one machine, compared in two ways."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape

import streamlit as st

from pages.dual.figures.primal_vs_dual import growth_figure
from pages.dual.model.primal_vs_dual import (
    CostRow,
    PrimalDualComparison,
    Side,
    comparison,
    growing,
    obstacle,
)
from pages.dual.settings import GROWTH, DualView
from pages.dual.text.views import MEASURE, MEASURE_HELP, agreement, growth_text
from pages.plots.layout_sizes import NUMBERED_CHART
from pages.state.model.run import run
from pages.state.model.scene import scene
from pages.state.text.number_format import number
from pages.ui.board import display
from pages.ui.board.board_state import BoardState
from pages.ui.board.inspected_point import dual_experiment
from pages.ui.controls.widgets import segments
from pages.ui.page.page_shell import derivation_link
from pages.ui.page.views import view_switch
from pages.ui.visit.visit import choices, remembered, value


def show(board: BoardState) -> None:
    """The picture of both, a table of what each one looks for, and what growth costs."""
    left, right = display.columns()
    with left:
        display.model_canvas(board, scene(run(dual_experiment(board)), board.view))
    with right:
        view_switch()
        compared = comparison(dual_experiment(board))
        if compared is None:
            st.caption(obstacle(board.experiment))
        else:
            _table(compared)
        _growth()


def _table(compared: PrimalDualComparison) -> None:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(primal)}</td><td>{escape(dual)}</td></tr>"
        for name, primal, dual in _rows(compared)
    )
    st.html(
        '<table class="svm-numbers svm-beside"><thead><tr><td></td><th>primal</th><th>dual</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>"
    )
    st.caption(agreement(compared))
    derivation_link("soft")


def _rows(compared: PrimalDualComparison) -> list[tuple[str, str, str]]:
    sides = (compared.primal, compared.dual)

    def row(name: str, words: Callable[[Side], str]) -> tuple[str, str, str]:
        primal, dual = map(words, sides)
        return name, primal, dual

    rows = [
        row("variables", lambda side: ", ".join(f"{many} {name}" for name, many in side.variables)),
        row("number of variables", lambda side: str(side.n_variables)),
        row("constraints", lambda side: "\n".join(name for name, _ in side.constraints)),
        row("number of constraints", lambda side: str(side.n_constraints)),
        row("value", lambda side: number(side.value, 6)),
        row("b", lambda side: number(side.b, 4)),
    ]
    if compared.w is not None:
        rows.insert(
            -1, row("w", lambda side: f"({', '.join(number(v, 4) for v in side.w.tolist())})")
        )
    return rows


@dataclass
class GrowthMemory:
    """The times that were measured, by what grew."""

    measured: dict[str, tuple[CostRow, ...]] = field(default_factory=dict)


def _growth() -> None:
    with st.container(horizontal=True, gap="small"):
        segments(choices(DualView), "growth", GROWTH, label="Growing", width="content")
        pressed = st.button(MEASURE, key="measure", help=MEASURE_HELP)
    by = value(DualView).growth
    measurements = remembered(GrowthMemory).measured
    if pressed:
        waiting, measured = st.empty(), []
        for row in growing(by):
            measured.append(row)
            waiting.caption(f"{row.points} points in {row.dimensions} dimensions")
        waiting.empty()
        measurements[by] = tuple(measured)
    rows = measurements.get(by, ())
    display.chart("growth", growth_figure(by, rows), NUMBERED_CHART)
    st.caption(growth_text(by, rows))
