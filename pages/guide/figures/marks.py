"""The marks of the app's pictures, each alone in a small picture."""

from functools import lru_cache
from typing import Any

import numpy as np

from pages.plots.decision import crosses, level, polyline, ringed_points
from pages.plots.svg import data_uri, svg
from pages.plots.traces import marks, shades
from svmcore.arrays import Array

SIZE = (56.0, 30.0)  # units of a picture: 10 to one of its axes
MIDDLE = np.array([[2.8, 1.5]])
ACROSS = np.array([[0.0, 1.5], [5.6, 1.5]])
LARGER = 1.2  # than in the app: a mark alone


def _point(*, support: bool = False, bound: bool = False) -> dict[str, Any]:
    """A point of class -1 as the Playground draws it."""
    flags = (np.array([support]), np.array([bound]))
    return ringed_points(MIDDLE, [""], np.array([0]), *flags, np.array([0.5]))


def _classes() -> list[dict[str, Any]]:
    nobody = np.zeros(2, dtype=bool)
    places = MIDDLE + np.array([[-1.2, 0.0], [1.2, 0.0]])
    return [ringed_points(places, ["", ""], np.array([0, 1]), nobody, nobody, np.zeros(2))]


def _segment(ends: Array, color: str = "$ink") -> dict[str, Any]:
    return polyline(ends, "line", {"color": color, "width": 2})


def _shades() -> list[dict[str, Any]]:
    values = np.linspace(-127.0, 127.0, 41)[None].repeat(2, axis=0)
    colors = ("$region0", "$page", "$region1")
    return [shades("regions", values, (0.0, 5.6, -1.0, 4.0), (-127, 127), colors)]


def _slack() -> list[dict[str, Any]]:
    ends = np.array([[1.2, 1.5], [4.4, 1.5]])
    margin = level(np.array([[4.4, 0.0], [4.4, 3.0]]), 0)
    point = _point(support=True, bound=True)
    return [_segment(ends, "$wrong"), margin, point | {"x": ends[:1, 0]}]


def _arrow() -> list[dict[str, Any]]:
    head = {"symbol": "arrow", "color": "$ink"}
    arrow = _segment(np.array([[0.6, 2.1], [5.0, 2.1]])) | {"mode": "lines+markers"}
    gap = [np.nan, np.nan]
    ends = [[0.6, 0.4], [0.6, 1.2], gap, [5.0, 0.4], [5.0, 1.2]]
    width = np.array([[0.6, 0.8], [5.0, 0.8], gap, *ends])
    return [arrow | {"marker": head}, _segment(width)]


def _hollow() -> list[dict[str, Any]]:
    line = {"color": "$class0", "width": 2.0}
    look = {"symbol": "circle-open", "color": "$class0", "size": 9.0, "line": line}
    return [marks("points", MIDDLE[:, 0], MIDDLE[:, 1], look)]


TRACES = {
    "classes": _classes,
    "boundary": lambda: [level(ACROSS, 1)],
    "margins": lambda: [level(ACROSS, 0)],
    "shades": _shades,
    "free": lambda: [_point(support=True)],
    "bound": lambda: [_point(support=True, bound=True)],
    "plain": lambda: [_point()],
    "wrong": lambda: [crosses(_point(), np.array([0])), _point()],
    "slack": _slack,
    "normal": _arrow,
    "hollow": _hollow,
}


@lru_cache(maxsize=32)
def mark(name: str) -> str:
    """The address of the picture of a mark, a key of `TRACES`."""
    axes = {"xaxis": {"range": [0.0, 5.6]}, "yaxis": {"range": [0.0, 3.0]}}
    return data_uri(svg({"data": TRACES[name](), "layout": axes}, SIZE, LARGER))
