"""The buttons at the lower edge of a phone, and the drawer that they open.

Streamlit's sidebar covers most of a narrow window. `dock.css` makes it a drawer of which no more
than 45 % of the window is taken, below the picture or beside it; it shows the controls or the list
of pages, each behind a button of its own.
"""

import streamlit as st

from pages.ui.component import component
from pages.ui.page.layout import layout

_component = component("dock", '<nav class="svm-dock" aria-label="Controls and pages"></nav>')


def dock() -> None:
    """Draw the buttons, seen where the window is narrow; a lecture and a frame have none.

    Their place is there in any case: what stands below must not move up when a lecture begins, as
    Streamlit would build it anew.
    """
    with st.container(key="dock_place"):
        if not layout().picture_only:
            _component(key="dock", height="content")
