"""What is in a Plotly figure."""

from __future__ import annotations


def traces(figure) -> dict[str, dict]:
    """The traces by their uid, of which no two are the same."""
    found = {trace["uid"]: trace for trace in figure["data"]}
    assert len(found) == len(figure["data"])
    return found
