"""The sidebar where a table is judged: the settings of the page Data, one place of truth."""

from collections.abc import Callable

import streamlit as st

from pages.evaluation.panels.chosen import source
from pages.evaluation.settings import EvaluationSettings
from pages.evaluation.text.table import (
    OPEN_DATA,
    drawn_sentence,
    sample_sentence,
    table_model,
    table_size,
)
from pages.state.text.markdown import unmarked
from pages.ui.controls import table_controls
from pages.ui.controls.widgets import heading
from pages.ui.visit.visit import value


def sidebar(split: Callable[[], None] | None) -> None:
    """The split, of the page Data or by folds; the table and its model."""
    of = source()
    if of.table is None:
        st.caption(unmarked(of.why))
    else:
        told = (table_size(of.table.plan), sample_sentence(of.table), drawn_sentence(of.table))
        st.caption(unmarked(" ".join(filter(None, told))))
    st.page_link("pages/data/page.py", label=OPEN_DATA)
    if split is None:
        heading("Split")
        table_controls.split()
    elif value(EvaluationSettings).view != "leave_one_out":
        split()
    heading("Model")
    if of.table is not None:
        st.caption(unmarked(table_model(of.table.plan, split=split is None)))
    table_controls.features()
    table_controls.kernel()
    table_controls.balance()
