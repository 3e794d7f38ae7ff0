"""Style sheets of a page, each with its rules for the elements that Streamlit draws."""

from functools import cache
from pathlib import Path

import streamlit as st

from pages.ui.streamlit_internals import streamlit_style


def show_styles(*sheets: Path) -> None:
    """Add style sheets to the page, in one message."""
    st.html(f"<style>{''.join(map(style_of, sheets))}</style>")


@cache
def style_of(sheet: Path) -> str:
    """A style sheet, and the rules of the same name for what Streamlit draws."""
    lines = (sheet.read_text(encoding="utf-8") + streamlit_style(sheet.stem)).splitlines()
    return "".join(f"{line.strip()}\n" for line in lines)
