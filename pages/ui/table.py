"""The table of pages, and the way into the app from any of them."""

from __future__ import annotations

import streamlit as st

from pages.ui.session import Desk, desk
from pages.ui.sheets import MAIN


def table() -> list[st.Page]:
    """All pages, in the order of the menu."""
    return [
        st.Page("pages/playground.py", title="Playground", default=True),
        st.Page("pages/descent.py", title="Descent"),
        st.Page("pages/race.py", title="Race"),
        st.Page("pages/dual.py", title="Dual"),
        st.Page("pages/kernels.py", title="Kernels"),
        st.Page("pages/classes.py", title="Classes"),
        st.Page("pages/regression.py", title="Regression"),
        st.Page("pages/nu.py", title="ν"),
        st.Page("pages/data.py", title="Data"),
        st.Page("pages/evaluation.py", title="Evaluation"),
        st.Page("pages/mathematics.py", title="Mathematics"),
        st.Page("pages/guide.py", title="Guide"),
    ]


def desk_of_page(sheet: str = MAIN) -> Desk:
    """The desk with one of the sheets, for a page's own script.

    A server that has not run app.py yet takes `pages/` for Streamlit's older kind of pages: opened
    by its address, a page then runs alone, without all that app.py sets up. Naming the pages ends
    that for good, and the next run goes through app.py.
    """
    if not desk().page:
        st.navigation(table(), position="hidden")
        st.rerun()
    return desk(sheet)
