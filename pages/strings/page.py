"""A classifier of words: string kernels, kernel PCA, leave-one-out, a new word."""

import streamlit as st

from pages.strings import panels
from pages.strings.export import strings_export
from pages.strings.settings import StringSettings
from pages.strings.sidebar import sidebar
from pages.ui import display
from pages.ui.observed import fragment
from pages.ui.page_shell import carry_link, parts_button, show_sources
from pages.ui.visit import value


@fragment
def stage() -> None:
    """The picture of the words; beside it a new word, which reruns only this, and the numbers."""
    model, new = panels.trained()
    left, right = display.columns(talk=True)
    with left:
        panels.picture(model, new)
    with right:
        panels.beside(model, new)
    carry_link()


with st.sidebar:
    sidebar()
    show_sources()
stage()
parts_button(
    ("boundary", "sentence", "cards", "charts", "controls"),
    shared=True,
    exports=lambda _: strings_export(value(StringSettings)),
)
