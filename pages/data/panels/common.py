"""What the parts of the page Data have in common: the plan, and the names of classes."""

from html import escape

import streamlit as st

from pages.data.text import LOST
from pages.plots.theme import PALETTE
from pages.state.table.table_plan import TablePlan
from pages.tables.record import TableError
from pages.ui.table import table_model
from pages.ui.table.visitor_table import GIVEN_BACK, own

MARKS = "●◆■▲✚★⬟▼⬢✖"  # the shapes of the classes, as in `SYMBOLS`


def current_plan() -> TablePlan | None:
    """What is learnt from the table as it was chosen; None, and why, if nothing can be."""
    here = own()
    if here.table is None:
        here.wrong["plan"] = here.wrong.get("real") or (GIVEN_BACK if here.lost else LOST)
        return None
    try:
        plan = table_model.current_plan()
    except TableError as error:
        here.wrong["plan"] = str(error)
        return None
    here.wrong.pop("plan", None)
    return plan


def legend(plan: TablePlan) -> None:
    """The classes' marks and names, in one line as long as they fit."""
    light, dark = PALETTE["light"], PALETTE["dark"]
    items = "".join(
        f'<span style="white-space:nowrap;margin-right:0.9rem">'
        f'<span aria-hidden="true" style="color:light-dark({light[f"class{c}"]},'
        f'{dark[f"class{c}"]})">{MARKS[c]}</span> {escape(name[:40])}</span>'
        for c, name in enumerate(plan.prepared.class_names)
    )
    st.html(f'<div class="svm-names">{items}</div>')
