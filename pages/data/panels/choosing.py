"""What is learnt from the table: the class, the columns, what happens to gaps and scales."""

import numpy as np
import streamlit as st

from pages.data.panels.common import current_plan
from pages.data.panels.source import complaint
from pages.data.text import (
    BALANCE_HELP,
    BALANCE_LABEL,
    FEATURES_HELP,
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
from pages.state.table_settings import (
    LEARN,
    OFFERED,
    PLANES,
    TableSettings,
    offered,
    places_of,
    weighing,
)
from pages.ui.session import choices, set_fields, value
from pages.ui.table_session import own
from pages.ui.widgets import bound, heading, menu, segments, slider, toggle
from svmcore.datasets.limits import MAX_CLASSES
from svmcore.datasets.table.columns import distinct
from svmcore.datasets.table.treating import changed
from svmcore.kernels import KERNELS
from svmcore.params import parameters

OWN = {p.name: p for p in parameters(TableSettings)}


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
        _switch(MEDIAN_LABEL, "halves", MEDIAN_HELP)
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
        _segments(MISSING_LABEL, MISSING, "missing")
    _switch("Standardise", "standardise", STANDARDISE_HELP)
    complaint("columns")


def machine() -> None:
    """What the model sees, and its kernel."""
    settings: TableSettings = value(TableSettings)
    heading("Model")
    _segments("Features", LEARN, "learn", FEATURES_HELP)
    if settings.learn == "all":
        _segments(PLANE_LABEL, PLANES, "plane")
    if settings.learn == "columns" or (settings.learn == "all" and settings.plane == "columns"):
        _pair()
    segments(choices(TableSettings), "kernel", OFFERED, key="w_t_kernel")
    for name in ("C", "reach", "held", "lot"):
        if name != "reach" or parameters(KERNELS[settings.kernel]):
            slider(choices(TableSettings), OWN[name])
    _switch(BALANCE_LABEL, "balanced", BALANCE_HELP)


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
        held = bound(key, pair[axis], lambda name, axis=axis: changed(axis, name))
        menu(label, {name: name for name in names}, **held)


def _switch(label: str, word: str, help: str) -> None:
    toggle(choices(TableSettings), word, label, help, key=f"w_t_{word}")


def _segments(label: str, titles: dict[str, str], word: str, help: str = "") -> None:
    segments(
        choices(TableSettings),
        word,
        titles,
        label=label,
        key=f"w_t_{word}",
        help=help or None,
        label_visibility="visible",
    )
