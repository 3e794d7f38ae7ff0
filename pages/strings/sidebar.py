"""The controls of the page Strings: words, kernel, C."""

import streamlit as st

from pages.plots.layout_sizes import WORD_LIST
from pages.strings.model import EXAMPLES
from pages.strings.remembered import choose_example, typed
from pages.strings.settings import KERNELS, StringSettings
from pages.strings.text import (
    FORMULAS,
    KERNEL,
    LIST_HELP,
    MINUS,
    MODEL,
    NORMALISED,
    PLUS,
    WORDS,
)
from pages.ui.controls.widgets import heading, segments, slider
from pages.ui.server.observed import callback
from pages.ui.visit.visit import choices, value
from svmcore.params import parameters

OWN = {p.name: p for p in parameters(StringSettings)}


def sidebar() -> None:
    """Both lists with their examples, the kernel with its parameters, and C."""
    heading(WORDS)
    for name, label in (("minus", MINUS), ("plus", PLUS)):
        words, complain = typed(name)
        st.text_area(label, height=WORD_LIST, help=LIST_HELP, **words)
        complain()
    for name, example in EXAMPLES.items():
        st.button(
            example.title,
            key=f"example_{name}",
            on_click=callback(choose_example),
            args=(example.minus, example.plus),
            width="stretch",
        )
    heading(KERNEL)
    chosen, kind = choices(StringSettings), value(StringSettings).kernel
    segments(chosen, "kernel", KERNELS, label=KERNEL, key="w_s_kernel")
    slider(chosen, OWN["length"])
    if kind == "subsequence":
        slider(chosen, OWN["decay"])
    st.caption(f"{FORMULAS[kind]} {NORMALISED}")
    heading(MODEL)
    slider(chosen, OWN["C"])
