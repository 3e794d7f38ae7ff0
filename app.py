"""The door: page settings, the choice of the page, and what is loaded once for everybody."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.ui.session import desk
from pages.ui.table import table
from pages.ui.warm import warm_up

UI = Path(__file__).parent / "pages" / "ui"

st.set_page_config(page_title="SVM Playground", page_icon=str(UI / "icon.svg"), layout="wide")
warm_up()
st.html(UI / "style.css")
page = st.navigation(table(), position="top")
desk().arrive(page.title)
page.run()
