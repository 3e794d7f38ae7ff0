"""The browser's half of the canvas: one module and one style sheet, read once."""

from __future__ import annotations

import functools
import os
from pathlib import Path

import plotly.offline
import streamlit as st

_HERE = Path(__file__).parent
# One after the other they are one module, so a later file may use what an earlier one declares.
_PARTS = (
    "films",
    "store",
    "plotly",
    "theme",
    "geometry",
    "overlay",
    "light",
    "selection",
    "notice",
    "film",
    "film_regions",
    "film_machine",
    "film_charts",
    "view",
    "gestures",
    "handles",
    "pointer",
    "keyboard",
    "toolbar",
    "mount",
)
# What the modules of the timeline and of its panel have in common with the canvas.
SHARED = (_HERE / "js" / "films.js", _HERE / "js" / "theme.js")
# Which points are lit, for what is linked to them.
LIGHT = _HERE / "js" / "light.js"
_CHUNKS = Path(st.__file__).parent / "static" / "static" / "js"

# Names a chunk that does not exist, to see the canvas live on plotly.py's own copy.
NO_CHUNK = "SVM_CANVAS_NO_CHUNK"


# Streamlit sends a component's module with every message. Once a browser has answered, it has
# the module, and this one is enough: 60 kB less for every canvas and every step of a drag.
SHORT_SCRIPT = "export default (component) =>\n  globalThis.svmCanvasRun(component);"


@functools.cache
def script() -> str:
    """The canvas's module."""
    return module(*(_HERE / "js" / f"{part}.js" for part in _PARTS))


def module(*files: Path) -> str:
    """The files as one module, without indentation and comment lines."""
    lines = (line.strip() for file in files for line in _source(file).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _source(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@functools.cache
def style() -> str:
    """The style sheet's source, without indentation."""
    lines = (_HERE / "canvas.css").read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines)


@functools.cache
def chunk() -> str:
    """The file name of Streamlit's own plotly.js; its hash changes with every release."""
    if os.environ.get(NO_CHUNK):
        return "PlotlyChart.missing.js"
    return next((path.name for path in sorted(_CHUNKS.glob("PlotlyChart.*.js"))), "")


@functools.cache
def plotly_source() -> str:
    """plotly.js as plotly.py ships it, for the day Streamlit's chunk is not where it was."""
    return plotly.offline.get_plotlyjs()
