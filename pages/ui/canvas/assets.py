"""The browser's half of the canvas: one module and one style sheet, read once."""

import functools
from pathlib import Path

import plotly.offline
import streamlit as st
from streamlit.components.v1 import declare_component

from pages.ui.es_modules import bundle

_HERE = Path(__file__).parent
_PACKAGE = Path(plotly.__file__).parent / "package_data"
_CHUNKS = Path(st.__file__).parent / "static" / "static" / "js"

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
    sheets = [_HERE / name for name in ("canvas.css", "tools.css", "table.css")]
    lines = [line for sheet in sheets for line in sheet.read_text(encoding="utf-8").splitlines()]
    return "\n".join(line.strip() for line in lines)


@functools.cache
def chunk() -> str:
    """The file name of Streamlit's own plotly.js; its hash changes with every release."""
    return next((path.name for path in sorted(_CHUNKS.glob("PlotlyChart.*.js"))), "")


@functools.cache
def plotly_source() -> str:
    """plotly.js as plotly.py ships it, for the day Streamlit's chunk is not where it was."""
    return plotly.offline.get_plotlyjs()


@functools.cache
def plotly_address() -> str:
    """Where Streamlit serves plotly.py's plotly.js, seen from the address of the app.

    It serves the files of a component that is declared, whether it is shown or not.
    """
    return f"component/{declare_component('plotly', path=_PACKAGE).name}/plotly.min.js"
