"""The apps of the browser tests as pages of one, the first at its root: compiled once."""

import streamlit as st

NAMES = ("answers", "canvas", "film", "turns")

st.navigation([st.Page(f"{name}_app.py", url_path=name) for name in NAMES], position="hidden").run()
