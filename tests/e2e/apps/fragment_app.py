"""A button in a fragment and nothing else: the least that a run of Streamlit takes."""

import streamlit as st

st.fragment(st.button)("Run")
