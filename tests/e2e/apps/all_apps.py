"""The apps of the browser tests as pages of one, the first at its root: compiled once."""

import streamlit as st
from starlette.middleware import Middleware

from pages.ui.static.serving import Serving

NAMES = ("answers", "canvas", "film", "turns")

if __name__ == "__main__":
    pages = [st.Page(f"{name}_app.py", url_path=name) for name in NAMES]
    st.navigation(pages, position="hidden").run()
else:
    app = st.App(__file__, middleware=[Middleware(Serving)])
