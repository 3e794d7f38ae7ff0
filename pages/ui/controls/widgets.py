"""Widgets that show a chosen value and change it there."""

import math
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

import streamlit as st

from pages.state.text.number_format import number
from pages.ui.range.range import range_input
from pages.ui.server.observed import callback
from pages.ui.streamlit_internals import DeltaGenerator
from pages.ui.visit.widget_state import widget_state
from svmcore.params import Parameter

UNDER_WAY = 1.5  # seconds that a message of the browser's may take
Width = Literal["content", "stretch"]
STOPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)  # of a decade on a log slider


class Holder(Protocol):
    """What holds the values that widgets show: a board's experiment, or a registered value."""

    def __getitem__(self, name: str) -> Any: ...
    def choose(self, **changes: Any) -> None:
        """A widget was moved."""
        ...


def slider(
    holder: Holder,
    parameter: Parameter,
    *,
    typed: bool = False,
    step: float | None = None,
    off: str = "",
    key: str = "",
) -> None:
    """A parameter's own slider: its label, range, scale and help stand in its declaration.

    `off` as in `range_input`; `key` where another slider of the page has the parameter's name.
    """
    name, label = parameter.name, parameter.label or parameter.name
    if typed:
        st.number_input(
            label,
            help=parameter.help or None,
            min_value=int(parameter.low),
            max_value=int(parameter.high),
            **controlled(holder, name, initial="value"),
        )
        return
    whole, low, high = parameter.integer, parameter.low, parameter.high
    step = step or (1 if whole else 0.05 if high - low <= 2.0 else 0.1)
    range_input(
        key or f"w_{name}",
        label,
        holder[name],
        low=low,
        high=high,
        change=lambda new: holder.choose(**{name: new}),
        initial=parameter.default,
        log=parameter.log,
        whole=whole,
        step=step,
        stops=stops(low, high, holder[name], whole=whole) if parameter.log else (),
        help=parameter.help,
        off=off,
        page_keys=name == "C",
    )


def stops(low: float, high: float, value: float, *, whole: bool = False) -> list[float]:
    """Round numbers from low to high, 6 a decade, and the present value among them.

    No two of them are written alike.
    """
    decade, found = 10.0 ** math.floor(math.log10(low)), set[float]()
    while decade <= high * 1.000001:
        found.update(float(f"{decade * stop:.6g}") for stop in STOPS)
        decade *= 10.0
    if whole:
        found = {int(stop) for stop in found if stop.is_integer()}
    inside = {stop for stop in found if low <= stop <= high and number(stop) != number(value)}
    return sorted(inside | {value})


def segments(
    holder: Holder,
    name: str,
    titles: Mapping[str, str],
    *,
    label: str = "",
    key: str = "",
    **look: Any,
) -> None:
    """A segmented control of a held value; `look` as in `choice`."""
    of = controlled(holder, name, key)
    choice(label or name.capitalize(), titles, **of, **look)


def choice(label: str, titles: Mapping[str, str], *, width: Width = "stretch", **more: Any) -> None:
    """A segmented control; `more` has its key, callback and initial value, as from `bound`."""
    st.segmented_control(
        label,
        tuple(titles),
        format_func=titles.__getitem__,
        required=True,
        width=width,
        wrap=True,
        **{"label_visibility": "collapsed"} | more,
    )


def select(
    holder: Holder,
    name: str,
    titles: Mapping[str, str],
    help: str = "",
    *,
    label: str = "",
    key: str = "",
) -> None:
    """A select box of a held value."""
    menu(label or name.capitalize(), titles, help, **controlled(holder, name, key))


def menu(label: str, titles: Mapping[Any, str], help: str = "", **more: Any) -> None:
    """A select box; `more` has its key, callback and initial value, as from `bound`."""
    index = list(titles).index(more.pop("default", next(iter(titles))))
    st.selectbox(
        label,
        tuple(titles),
        index=index,
        format_func=titles.__getitem__,
        help=help or None,
        **more,
    )


def switches(
    key: str,
    label: str,
    titles: Mapping[str, str],
    shown: list[str],
    change: Callable[[list[str]], None],
    help: str = "",
) -> None:
    """Pills of which those of `shown` are on; the label is seen where there is a help text."""
    # the browser's are in the order of the clicks: given in another one, they are given anew
    held = st.session_state.get(key)
    if held is not None and sorted(held) == sorted(shown):
        shown = held
    st.pills(
        label,
        tuple(titles),
        selection_mode="multi",
        format_func=titles.__getitem__,
        label_visibility="visible" if help else "collapsed",
        help=help or None,
        **bound(key, shown, change),
    )


def toggle(holder: Holder, name: str, label: str, help: str, key: str = "") -> None:
    """A switch."""
    st.toggle(label, help=help, **controlled(holder, name, key, "value"))


def controlled(
    holder: Holder, name: str, key: str = "", initial: str = "default"
) -> dict[str, Any]:
    """What a widget needs that shows a held value and changes it there; `initial` as in `bound`."""
    return bound(
        key or f"w_{name}", holder[name], lambda new: holder.choose(**{name: new}), initial
    )


def bound(
    key: str, value: Any, change: Callable[[Any], None], initial: str = "default"
) -> dict[str, Any]:
    """What a widget needs that shows `value` and hands what is chosen to `change`.

    It is given its value when the visitor comes to the page, and then only where it shows another:
    a widget that is given one forgets what was pressed on it meanwhile. In all other runs the value
    is what it begins with, under the name `initial` that the widget has for that: a browser that
    has loaded a widget's code only now knows nothing of the run that gave the value.

    Every message of the browser says what all widgets show. One that was under way when the visit
    changed still says what this one showed before, which Streamlit takes for a choice: it is not.
    Nor is it one when the next message says again what the widget was given.
    """
    known, late = widget_state().known, widget_state().late
    given = key not in known or key not in st.session_state or st.session_state[key] != value
    if given:
        if key in known and key in st.session_state:
            late[key] = (st.session_state[key], time.monotonic() + UNDER_WAY)
        st.session_state[key] = value
    known[key] = value

    @callback
    def changed() -> None:
        chosen = st.session_state[key]
        before, until = late.get(key, (None, 0.0))
        if chosen in (None, known.get(key)) or (chosen == before and time.monotonic() < until):
            return
        known[key] = chosen
        change(chosen)

    return {"key": key, "on_change": changed} | ({} if given else {initial: value})


def heading(text: str) -> None:
    """The name of a group of controls."""
    st.html(f'<h2 class="svm-heading">{text}</h2>')


def one_stop(key: str, **layout: Any) -> DeltaGenerator:
    """A container whose links and buttons are one tab stop: see `canvas/js/roving.js`."""
    return st.container(key=f"one_stop_{key}", **layout)
