"""A text so long that Streamlit would send it once and refer to it afterwards."""

import streamlit as st


@st.fragment
def answer() -> None:
    """Two buttons, and the text of the one that was pressed."""
    short, long = st.button("Short"), st.button("Long")
    st.text("short" if short else "long " * 4000 if long else "nothing")


answer()
