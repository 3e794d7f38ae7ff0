"""What is in a Plotly figure."""

from __future__ import annotations

import json
import re

import plotly.graph_objects as go

from pages.plots.theme import resolve
from pages.ui.canvas.wire import to_json


def traces(figure) -> dict[str, dict]:
    """The traces by their uid, of which no two are the same."""
    found = {trace["uid"]: trace for trace in figure["data"]}
    assert len(found) == len(figure["data"])
    return found


def accepted(figure) -> None:
    """Assert that Plotly accepts every property and that the theme knows every colour."""
    go.Figure(resolve(figure, "light"))
    for uid in traces(figure):
        assert re.fullmatch("[a-z]+", uid), "plotly.js makes class names of them"
    assert "$" not in json.dumps(resolve(json.loads(to_json(figure)), "light"))
