"""What is learnt from the table: the class, the columns, what happens to gaps and scales."""

from functools import partial

import numpy as np
import streamlit as st

from pages.data.panels.common import current_plan
from pages.data.panels.source import complaint
from pages.data.text import (
    MEDIAN_HELP,
    MEDIAN_LABEL,
    MISSING,
    MISSING_LABEL,
    NO_CHOICE,
    NO_WEIGHTS,
    PLANE_LABEL,
    STANDARDISE_HELP,
    WEIGHTS_HELP,
    columns_label,
)
from pages.datasets.limits import MAX_CLASSES
from pages.state.table.table_settings import (
    PLANES,
    TableSettings,
    offered,
    places_of,
    weighing,
)
from pages.tables.columns import distinct
from pages.tables.treating import changed
from pages.ui.controls import table_controls
from pages.ui.controls.widgets import bound, heading, menu
from pages.ui.table.visitor_table import own
from pages.ui.visit.visit import set_fields, value


def columns() -> None:
    """The class and the coordinates."""
    here, settings = own(), value(TableSettings)
    table, chosen = here.table, here.choice
    if table is None or chosen is None:
        return
    table = changed(table, chosen.changes)
    words = {"features": "", "first": "", "second": "", "halves": False}
    held = bound(
        f"w_t_label{here.version}",
        chosen.label,
        lambda name: set_fields(TableSettings, label=name, **words),
    )
    menu("Class", {name: name for name in table.names}, **held)
    label = table.column(chosen.label)
    if not label.words and (distinct(label) > MAX_CLASSES or settings.halves):
        table_controls.switch(MEDIAN_LABEL, "halves", MEDIAN_HELP)
    known = offered(table, chosen.label)
    with st.expander(columns_label(len(chosen.features), len(known))):
        st.multiselect(
            "Coordinates",
            known,
            label_visibility="collapsed",
            placeholder=NO_CHOICE,
            **bound(
                f"w_t_features{here.version}_{chosen.label}",
                list(chosen.features),
                lambda names: set_fields(TableSettings, features=places_of(table, names)),
            ),
        )
        menu(
            "Weights",
            {"": NO_WEIGHTS} | {name: name for name in weighing(table, chosen.label)},
            WEIGHTS_HELP,
            **bound(
                f"w_t_weight{here.version}_{chosen.label}",
                chosen.weight,
                lambda name: set_fields(TableSettings, weight=name),
            ),
        )
    gaps = any(np.isnan(table.column(name).values).any() for name in chosen.features)
    if gaps:
        table_controls.titled(MISSING_LABEL, MISSING, "missing")
    table_controls.switch("Standardise", "standardise", STANDARDISE_HELP)
    complaint("columns")


def machine() -> None:
    """What the model sees, and its kernel."""
    settings: TableSettings = value(TableSettings)
    heading("Model")
    table_controls.features()
    if settings.learn == "all":
        table_controls.titled(PLANE_LABEL, PLANES, "plane")
    if settings.learn == "columns" or (settings.learn == "all" and settings.plane == "columns"):
        _pair()
    table_controls.kernel()
    table_controls.split()
    table_controls.balance()


def _pair() -> None:
    """The two columns of the picture; one that is chosen twice changes places with the other."""
    here, plan = own(), current_plan()
    if plan is None:
        return
    names = plan.prepared.feature_names
    pair = [names[k] for k in plan.pair]

    def changed(axis: int, name: str) -> None:
        new = list(pair)
        if name == pair[1 - axis]:
            new.reverse()
        new[axis] = name
        set_fields(TableSettings, first=new[0], second=new[1])

    for axis, label in enumerate(("Across", "Up")):  # below each other: names may be long
        key = f"w_t_axis{axis}_{here.version}"
        held = bound(key, pair[axis], partial(changed, axis))
        menu(label, {name: name for name in names}, **held)
