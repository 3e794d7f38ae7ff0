"""A Streamlit component from a folder of this package: its script and style sheet bear its name."""

from pathlib import Path

import streamlit as st

from pages.ui.es_modules import bundle
from pages.ui.streamlit_internals import ComponentRenderer
from pages.ui.styles import style_of


def component(name: str, html: str, *, isolate_styles: bool = False) -> ComponentRenderer:
    """The component of the folder `pages/ui/<name>`, which begins as `html`."""
    file = Path(__file__).parent / name / name
    return st.components.v2.component(
        f"svm_{name}",
        html=html,
        css=style_of(file.with_suffix(".css")),
        js=bundle(file.with_suffix(".js")),
        isolate_styles=isolate_styles,
    )
