"""What the browser's half of the canvas needs beside its modules: style sheets and plotly.js."""

import functools
from pathlib import Path

import plotly.offline

from pages.ui.page.styles import style_of
from pages.ui.static.files import address_of

_HERE = Path(__file__).parent


@functools.cache
def style() -> str:
    """The style sheets' source, without indentation."""
    return "".join(style_of(_HERE / f"{name}.css") for name in ("canvas", "tools", "table"))


@functools.cache
def plotly_source() -> str:
    """plotly.js as plotly.py ships it, for a browser that cannot ask for `plotly_address`."""
    source: str = plotly.offline.get_plotlyjs()
    return source


@functools.cache
def plotly_address() -> str:
    """Where it is served."""
    return address_of("plotly", plotly_source().encode())
