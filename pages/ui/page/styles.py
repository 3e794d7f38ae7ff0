"""Style sheets of a page, each with its rules for what Streamlit draws.

Those of every page, and of the components, are one file, which a browser keeps. Where files are not
served they are sent with the page.
"""

from functools import cache
from pathlib import Path

import streamlit as st

from pages.ui.static import files
from pages.ui.streamlit_internals import streamlit_style

_UI = Path(__file__).parents[1]
# a later one decides where two say something else of the same: a page decides about its components
OF_EVERY_PAGE = tuple(
    _UI / f"{name}.css"
    for name in (
        "page/sizes",
        *("canvas/canvas", "canvas/tools", "canvas/table", "timeline/timeline", "range/range"),
        *("dock/dock", "drop/drop", "rows/rows", "pictures/pictures"),
        *("page/style", "page/explained", "page/accessible", "page/touch", "page/large"),
    )
)
_on_page = False


def are_on_page() -> bool:
    """Whether the pages of this process have the style sheets of all components."""
    return _on_page


def show_page_styles() -> None:
    """Add the style sheets of every page and of all components."""
    global _on_page
    _on_page = True
    if files.are_served():
        st.html(f'<style>@import url("{page_style_address()}");</style>')
    else:
        show_styles(*OF_EVERY_PAGE)


def show_styles(*sheets: Path) -> None:
    """Add style sheets to the page, in one message; none for none."""
    if sheets:
        st.html(f"<style>{''.join(map(style_of, sheets))}</style>")


@cache
def page_style_address() -> str:
    """Where the style sheets of every page are served."""
    return files.address_of("page", "".join(map(style_of, OF_EVERY_PAGE)).encode(), "css")


def with_sizes(css: str) -> str:
    """A style sheet with the sizes that it uses, for where those of every page are not."""
    return style_of(_UI / "page/sizes.css") + css


@cache
def style_of(sheet: Path) -> str:
    """A style sheet, and the rules of the same name for what Streamlit draws."""
    lines = (sheet.read_text(encoding="utf-8") + streamlit_style(sheet.stem)).splitlines()
    return "".join(f"{line.strip()}\n" for line in lines)
