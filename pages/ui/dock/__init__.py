"""The buttons at the lower edge of a phone, and the drawer that they open.

Streamlit's sidebar covers most of a narrow window. `dock.css` makes it a drawer of which no more
than 45 % of the window is taken, below the picture or beside it; it shows the controls or the list
of pages, each behind a button of its own.
"""

from pathlib import Path

import streamlit as st

from pages.state.presentation import Presentation
from pages.ui.es_modules import bundle
from pages.ui.session import value

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "svm_dock",
    html='<nav class="svm-dock" aria-label="Controls and pages"></nav>',
    css=(_HERE / "dock.css").read_text(encoding="utf-8"),
    js=bundle(_HERE / "dock.js"),
    isolate_styles=False,
)


def dock() -> None:
    """Draw the buttons, seen where the window is narrow; a lecture and a frame have none.

    Their place is there in any case: what stands below must not move up when a lecture begins, as
    Streamlit would build it anew.
    """
    with st.container(key="dock_place"):
        if not (value(Presentation).lecture or st.context.is_embedded):
            _component(key="dock", height="content")
