"""One Plotly chart and nothing else: the least that a page with a picture takes."""

import streamlit as st

st.plotly_chart({"data": [{"x": [0, 1, 2], "y": [0, 1, 0]}], "layout": {}})
