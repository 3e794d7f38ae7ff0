"""The browser's half of the canvas: one module and one style sheet, read once."""

import functools
from pathlib import Path

import plotly.offline

from pages.ui.es_modules import bundle
from pages.ui.files import address_of
from pages.ui.styles import style_of

_HERE = Path(__file__).parent

# Streamlit sends a component's module with every message. Once a browser has answered, it has
# the module, and this one is enough: 60 kB less for every canvas and every step of a drag.
SHORT_SCRIPT = "export default (component) =>\n  globalThis.svmCanvasRun(component);"


@functools.cache
def script() -> str:
    """The canvas's module."""
    return bundle(_HERE / "js" / "mount.js")


@functools.cache
def style() -> str:
    """The style sheets' source, without indentation."""
    return "".join(style_of(_HERE / f"{name}.css") for name in ("canvas", "tools", "table"))


@functools.cache
def plotly_source() -> str:
    """plotly.js as plotly.py ships it, for a browser that cannot ask for `plotly_address`."""
    return plotly.offline.get_plotlyjs()


@functools.cache
def plotly_address() -> str:
    """Where it is served."""
    return address_of("plotly", plotly_source().encode())
