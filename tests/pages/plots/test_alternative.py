"""The text alternative of a chart is computed from what is drawn."""

import numpy as np
import pytest

from pages.plots.alternative import chart_words
from pages.plots.traces import empty_figure


def figure(*traces: dict, **layout: object) -> dict:
    return {"data": list(traces), "layout": {"title": {"text": "<b>Cost</b>"}, **layout}}


def line(y: list, x: object = None, **more: object) -> dict:
    places = np.arange(float(len(y))) if x is None else x
    trace = {"type": "scatter", "mode": "lines", "name": "primal", "x": places, "y": np.array(y)}
    return trace | more


STEPS = {"title": {"text": "step"}}
POWERS = {"tickvals": [-1, 0, 1], "ticktext": ["0.1", "1", "10"]}


@pytest.mark.parametrize(
    ("y", "axis", "said"),
    [
        ([9.0, 4.0, 1.0], STEPS, "Cost. Horizontal axis: step. primal: 9 at 0, 1 at 2"),
        (
            [9.0, 0.5, 12.0, 1.0],
            {},
            "Cost. primal: 9 at 0, 1 at 3, least 0.5 at 1, greatest 12 at 2",
        ),
        ([2.0, 2.0, 2.0], {}, "Cost. primal: 2"),
        ([3.0, np.nan, -7.0], {}, "Cost. primal: between −7 and 3"),
        ([5.0, 6.0, 8.0], POWERS, "Cost. primal: 5 at 1, 8 at 100"),
        ([np.nan, np.nan], {}, "Cost"),
    ],
)
def test_a_curve_by_its_ends_and_extremes(y, axis, said):
    assert chart_words(figure(line(y), xaxis=axis)) == said


def test_an_upright_line_by_its_place_and_no_decoration():
    upright = line([0.0, 5.0], np.array([3.0, 3.0]))
    silent = line([1.0, 2.0], name="") | {"hoverinfo": "skip"}
    mute = {"type": "bar", "x": [1], "y": [2], "hovertemplate": "%{y}", "hoverinfo": "skip"}
    assert chart_words(figure(upright, silent, mute)) == "Cost. primal: at 3"


def test_few_entries_are_read_one_by_one_and_many_by_their_range():
    bars = {"type": "bar", "x": [4.4, 32.25], "y": ["SV / N", "ξα"], "text": ["4.4 %", "32.2 %"]}
    bars |= {"orientation": "h", "hovertemplate": "%{y}: %{text}<extra></extra>"}
    assert chart_words(figure(bars)) == "Cost. SV / N: 4.4 %; ξα: 32.2 %"
    many = {"type": "bar", "x": np.arange(20), "y": np.linspace(-1.0, 0.5, 20)}
    many |= {"hovertemplate": "α = %{y:.4g}<extra></extra>"}
    noted = figure(many, annotations=[{"text": "sum = 3"}, {"text": "C"}])
    assert chart_words(noted) == "Cost. 20 bars, from −1 to 0.5. sum = 3"
    means = {"type": "scatter", "mode": "markers", "x": [94.44], "y": ["F1"], "customdata": ["1.8"]}
    means |= {"hovertemplate": "%{x:.1f} % ± %{customdata} %"}
    assert chart_words(figure(means)) == "Cost. F1: 94.4 % ± 1.8 %"
    one = {"type": "scatter", "mode": "markers", "x": [0.5], "y": [2.0], "hovertemplate": "optimum"}
    assert chart_words(figure(one)) == "Cost. optimum at 0.5, 2"


def test_cells_and_what_a_trace_says_itself():
    cells = {"type": "heatmap", "z": [[0.9, 0.1]], "x": ["−1", "+1"], "y": ["−1"]}
    cells |= {"hovertemplate": "%{y} as %{x}<br>%{z:.1%}<extra></extra>"}
    assert chart_words(figure(cells)) == "Cost. −1 as −1, 90.0 %; −1 as +1, 10.0 %"
    square = {"type": "heatmap", "z": np.arange(16.0).reshape(4, 4)}
    assert chart_words(figure(square)) == "Cost. 4 by 4 values, from 0 to 15"
    levels = square | {"type": "contour", "customdata": 5.0 + square["z"]}
    assert chart_words(figure(levels)) == "Cost. 4 by 4 values, from 5 to 20"
    own = {"type": "scatter", "mode": "markers", "x": [1], "y": [1], "meta": "best cell<br>C = 1"}
    assert chart_words(figure(own)) == "Cost. best cell, C = 1"


def test_an_empty_chart_says_why():
    assert chart_words(empty_figure("Scores", "no place")) == "Scores. no place"
