"""The figures of the page as files, which the browser makes: PNG, SVG and HTML.

    pictures("svm-playground_dual_moons_rbf_C1", "Dual · Moons · RBF, C = 1", link.link())

The server is asked for nothing but plotly.js, once, for the first HTML file: a canvas has its
figure, and draws it once more off the screen, without anything of the interface.
"""

from functools import cache
from pathlib import Path

import streamlit as st

from pages.ui.canvas.assets import plotly_address
from pages.ui.es_modules import bundle

__all__ = ["pictures"]

_HERE = Path(__file__).parent


def pictures(stem: str, title: str, link: str) -> None:
    """List the figures of the page with the files that each can leave as.

    Parameters
    ----------
    stem
        What the name of every file begins with; the figure and the type follow.
    title
        Of the screen: it stands above a board's picture.
    link
        That opens the screen again.
    """
    data = {"stem": stem, "title": title, "link": link, "plotly": plotly_address()}
    _component()(key="pictures", height="content", data=data)


@cache
def _component() -> "st.components.v2.types.ComponentRenderer":
    return st.components.v2.component(
        "svm_pictures",
        html='<div class="svm-pictures"></div>',
        css=(_HERE / "pictures.css").read_text(encoding="utf-8"),
        js=bundle(_HERE / "js" / "pictures.js"),
        isolate_styles=False,
    )
