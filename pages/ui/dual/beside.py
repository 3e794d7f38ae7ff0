"""The primal beside the dual: one machine, found in two ways."""

from __future__ import annotations

from html import escape

import streamlit as st
from svmcore.beside import Beside, beside, cost_of_growth
from svmcore.figures.beside_dual import growth_figure

from pages.ui import page
from pages.ui.dual import parts
from pages.ui.session import Desk
from svmcore.figures.decision import decision_figure
from svmcore.report import badge, number, sentence
from svmcore.run import run
from svmcore.scene import scene

GROWTH = {"points": "more points", "dimensions": "more dimensions"}


def show(here: Desk) -> None:
    """The picture of both, a table of what each one looks for, and what growth costs."""
    result = run(parts.solved(here))
    figure = decision_figure(
        scene(result, here.view), here.home, show=here.show, revision=str(here.fits)
    )
    left, right = st.columns(parts.WIDTHS, gap="medium")
    with left:
        alt = f"{badge(result).text}. {sentence(result)}"
        page.hero(here, "main", figure, result.data, alt)
        page.picture_first()
        page.verdict(result, here.home)
    with right:
        parts.choose(here)
        found = beside(parts.solved(here))
        if found is not None:
            _table(found)
        _growth()


def _table(found: Beside) -> None:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(primal)}</td><td>{escape(dual)}</td></tr>"
        for name, primal, dual in found.rows()
    )
    st.html(
        '<table class="svm-numbers svm-beside"><thead><tr><th></th><th>primal</th><th>dual</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>"
        f"<small>{escape(found.said())}</small>"
    )


def _growth() -> None:
    by = st.segmented_control(
        "What grows",
        tuple(GROWTH),
        format_func=GROWTH.__getitem__,
        default="points",
        required=True,
        key="w_growth",
        label_visibility="collapsed",
    )
    if st.button("Measure", key="measure", help="Trains both on this machine, for some seconds."):
        slot, measured = st.empty(), []
        for row in cost_of_growth(by):
            measured.append(row)
            slot.caption(f"measured up to {number(row.size, 4)}")
        slot.empty()
        st.session_state[f"growth_{by}"] = tuple(measured)
    known = st.session_state.get(f"growth_{by}", ())
    page.chart("growth", growth_figure(by, known), 210)
