"""A numeric control: a track to drag, and the value as text; answered while it is dragged.

    range_input("w_C", "C", 1.0, low=1e-3, high=1e4, log=True, change=lambda C: choose(C=C))

Beside a canvas that takes values (`canvas`, its key) they travel with its edits, see
`canvas/js/channel.js`; elsewhere a run of the script answers. Keys move along `stops` (or by
`step`), a double click sets the default `initial`, Escape takes a drag back.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from pages.ui.component import component
from pages.ui.page.layout import control_place
from pages.ui.server.observed import callback
from pages.ui.visit.widget_state import widget_state

_component = component("range", '<div class="svm-range"></div>')


def range_input(
    key: str,
    label: str,
    value: float,
    *,
    low: float,
    high: float,
    change: Callable[[Any], None],
    initial: float | None = None,
    log: bool = False,
    whole: bool = False,
    step: float = 1.0,
    stops: Sequence[float] = (),
    help: str = "",
    off: str = "",
    page_keys: bool = False,
    canvas: str = "main",
) -> None:
    """Draw the control; `change` is told a value from `low` to `high`, an int where `whole`.

    `change` may be told the same value twice, and must not mind. A control that does not apply
    keeps its place: `off` is written at it instead of the value, and it cannot be moved.
    With `page_keys` the keys minus and plus move it wherever the focus is.
    """

    def changed(wanted: object) -> None:
        if off or isinstance(wanted, bool) or not isinstance(wanted, int | float):
            return
        if low <= wanted <= high:  # nor NaN; a whole number may be too large for a float
            change(round(wanted) if whole else float(wanted))

    def reported() -> None:
        message = st.session_state.get(key, {}).get("message")  # none left by another page
        if isinstance(message, Mapping):
            changed(message.get("value"))

    widget_state().controls[key] = changed
    with control_place(key):
        _component(
            key=key,
            height="content",
            data={
                "name": key,
                "label": label,
                "help": help,
                "value": value,
                "initial": value if initial is None else initial,
                "low": low,
                "high": high,
                "log": log,
                "whole": whole,
                "step": step,
                "fine": step if whole else step / 5.0,
                "stops": list(stops),
                "off": off,
                "pageKeys": page_keys,
                "canvas": canvas,
            },
            on_message_change=callback(
                reported
            ),  # Streamlit calls nothing for a state named "value"
        )
