"""The sidebar, in the order of thought: data, machine, kernel.

Every widget is drawn from the desk and answers to it. A parameter that a dataset, a kernel or a
solver declares gets its slider here without a line of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.ui.picker import picker
from pages.ui.session import Desk, desk
from svmcore.datasets import DATASETS
from svmcore.experiment import LOSS, Experiment
from svmcore.figures.decision import SHOWN
from svmcore.figures.thumbnail import thumbnail
from svmcore.kernels import KERNELS
from svmcore.params import Parameter, parameters
from svmcore.report import number
from svmcore.solvers import SOLVERS

STOPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)  # of a decade on a log slider
MACHINE_TITLES = {
    "soft": "Soft margin",
    "hard": "Hard margin",
    "primal": "Primal",
    "dual": "Dual",
}
SHOW_TITLES = {
    "regions": "regions",
    "margins": "margins",
    "support": "support vectors",
    "slack": "slack",
    "weights": "w and width",
}
OWN = {p.name: p for p in parameters(Experiment)}


def sidebar(desk: Desk) -> None:
    """All controls of an experiment."""
    desk.shown = desk.experiment
    data(desk)
    _machine(desk)
    kernel(desk)
    with st.expander("More settings"):
        more_of_data(desk)
        slider(desk, OWN["tol"])
        slider(desk, OWN["max_iter"], typed=True)


def data(desk: Desk) -> None:
    """The choice of the sample and its parameters."""
    experiment = desk.experiment
    heading("Data")
    cards = {name: (cls.title, cls.help, thumbnail(name)) for name, cls in DATASETS.items()}
    picker("dataset", cards, experiment.dataset, lambda name: desk.choose(dataset=name))
    if experiment.dataset == "own":
        st.caption("Your own points: click on the picture to place them.")
        return
    slider(desk, OWN["n_samples"])
    for parameter in experiment.parameters()["dataset"]:
        slider(desk, parameter)
    left, right = st.columns(2, gap="small")
    left.button(
        "New sample",
        help="Other points from the same recipe; points placed by hand stay.",
        on_click=_new_sample,
        args=(desk,),
        width="stretch",
    )
    right.button(
        "Keep as mine",
        help="Make all these points your own: no slider will change them any more.",
        on_click=desk.keep,
        width="stretch",
    )


def more_of_data(desk: Desk) -> None:
    """What is seldom changed about a sample."""
    if desk.experiment.dataset != "own":
        slider(desk, OWN["balance"])
        slider(desk, OWN["seed"], typed=True)


def _new_sample(desk: Desk) -> None:
    high = int(OWN["seed"].high)
    desk.choose(seed=(desk.experiment.seed + 1) % (high + 1))


def _machine(desk: Desk) -> None:
    experiment = desk.experiment
    choices = experiment.choices()
    heading("Machine")
    only = len(choices["formulation"]) == 1
    segments(desk, "margin", _titles("hard", "soft"), disabled=only)
    if experiment.margin == "soft":
        slider(desk, OWN["C"])
    segments(desk, "formulation", _titles("primal", "dual"), disabled=only)
    if only:
        st.caption(
            f"The {KERNELS[experiment.kernel].title.lower()} kernel is not positive semi-definite "
            "with these parameters: only the dual of the soft margin is defined for it."
        )
    missing = [
        cls.title
        for name, cls in SOLVERS.items()
        if LOSS in cls.losses and name not in choices["solver"]
    ]
    select(
        desk,
        "solver",
        choices["solver"],
        lambda name: SOLVERS[name].title,
        f"Not for this margin, formulation and kernel: {', '.join(missing)}." if missing else "",
    )
    for parameter in experiment.parameters()["solver"]:
        slider(desk, parameter)


def kernel(desk: Desk) -> None:
    """The choice of the kernel and its parameters."""
    experiment = desk.experiment
    heading("Kernel")
    segments(desk, "kernel", {name: cls.title for name, cls in KERNELS.items()})
    for parameter in experiment.parameters()["kernel"]:
        slider(desk, parameter)
    notes = [experiment.build_kernel().formula]
    if experiment.kernel == "rbf":
        notes.append(f"σ = {(0.5 / experiment['gamma']) ** 0.5:.3g}, γ = 1/(2σ²)")
    st.caption("  \n".join(notes))


def _titles(*words: str) -> dict[str, str]:
    return {word: MACHINE_TITLES[word] for word in words}


def show_popover(desk: Desk) -> None:
    """What the picture shows, as switches behind a button."""
    with st.popover("Show", key="show"):
        _show(desk)


def _show(desk: Desk) -> None:
    def changed(chosen: list[str]) -> None:
        desk.show = tuple(name for name in SHOWN if name in chosen)
        desk.touched = True  # the address may be older than the desk

    st.pills(
        "Show",
        SHOWN,
        selection_mode="multi",
        format_func=SHOW_TITLES.__getitem__,
        label_visibility="collapsed",
        **bound("w_show", list(desk.show), changed),
    )
    st.caption(
        "Rings are support vectors: heavy on the margin, thin with a dot at α = C "
        "(as long as training is not finished: inside the margin)."
    )


def slider(desk: Desk, parameter: Parameter, *, typed: bool = False) -> None:
    """A parameter's own slider: its label, range, scale and help stand in its declaration."""
    value = desk[parameter.name]
    common = controlled(desk, parameter.name, value) | {
        "label": parameter.label or parameter.name,
        "help": parameter.help or None,
    }
    if typed:
        st.number_input(min_value=int(parameter.low), max_value=int(parameter.high), **common)
    elif parameter.log:
        places = stops(parameter.low, parameter.high, value, whole=parameter.integer)
        st.select_slider(options=places, format_func=number, **common)
    elif parameter.integer:
        st.slider(min_value=int(parameter.low), max_value=int(parameter.high), **common)
    else:
        step = 0.05 if parameter.high - parameter.low <= 2.0 else 0.1
        st.slider(min_value=parameter.low, max_value=parameter.high, step=step, **common)


def stops(low: float, high: float, value: float, *, whole: bool = False) -> list[float]:
    """Round numbers from low to high, 6 a decade, and the present value among them.

    No two of them read alike: Streamlit knows a stop by what is written at it.
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
    desk: Desk,
    name: str,
    titles: Mapping[str, str],
    *,
    disabled: bool = False,
    help: str | None = None,
) -> None:
    """A choice among a few words side by side."""
    st.segmented_control(
        options=tuple(titles),
        format_func=titles.__getitem__,
        help=help,
        label=name.capitalize(),
        required=True,
        disabled=disabled,
        label_visibility="collapsed",
        width="stretch",
        **controlled(desk, name, desk[name]),
    )


def select(
    desk: Desk,
    name: str,
    options: tuple[str, ...],
    title: Callable[[str], str],
    help: str = "",
    label: str = "",
) -> None:
    """A choice in a menu."""
    st.selectbox(
        label=label or name.capitalize(),
        options=options,
        format_func=title,
        help=help or None,
        **controlled(desk, name, desk[name]),
    )


def controlled(desk: Desk, name: str, value: Any) -> dict[str, Any]:
    """Key and callback of a widget that shows a value of the desk's and changes it there."""
    return bound(f"w_{name}", value, lambda chosen: desk.choose(**{name: chosen}))


def bound(key: str, value: Any, change: Callable[[Any], None]) -> dict[str, Any]:
    """Key and callback of a widget that shows `value` and hands what is chosen to `change`.

    It is told its value when the visitor comes to the page, and then only where it shows another:
    a widget that is told one forgets what was pressed on it meanwhile.
    """
    told = desk().told
    if key not in told or key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value
        told.add(key)

    def changed() -> None:
        chosen = st.session_state[key]
        if chosen is not None:
            change(chosen)

    return {"key": key, "on_change": changed}


def heading(text: str) -> None:
    """The name of a group of controls."""
    st.html(f'<h2 class="svm-heading">{text}</h2>')
