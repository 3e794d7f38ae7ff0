"""The charts beside probabilities: P over f, and the reliability diagram."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.model_selection.calibration import Calibration, Reliability
from pages.model_selection.kernel_choice import percent
from pages.plots.layout_sizes import SMALL_TITLE, TICK_TYPE
from pages.plots.theme import SYMBOLS, Figure
from pages.plots.traces import axis, chart_layout, curve, marks, rule

PLACES = 201  # of the curve
ROWS = (-0.06, 1.06)  # where the points of the two classes stand
LARGEST = 20.0  # pixels of the mark of the fullest bin
SMALLEST = 6.0


def sigmoid_figure(found: Calibration, numbers: Sequence[int], names: Sequence[str]) -> Figure:
    """P over f; below and above it the held-out scores that it was fitted to, by class."""
    layout = chart_layout(
        f"P(class {names[1]}) over f", "held-out f", "closest", t=SMALL_TITLE, l=34
    )
    y = found.trial.y[found.trial.split.train]
    ends = found.scores.min(), found.scores.max()
    reach = 0.05 * (ends[1] - ends[0]) or 1.0
    f = np.linspace(ends[0] - reach, ends[1] + reach, PLACES)
    line = curve(f, found.sigmoid(f), "P", "$ink", "solid")
    line["hovertemplate"] = "f = %{x:.3g}<br>P = %{y:.3f}<extra></extra>"
    traces = [line]
    for c in (0, 1):
        own = found.scores[y == c]
        look = {"color": f"$class{numbers[c]}", "symbol": SYMBOLS[numbers[c]], "size": 7}
        look |= {"opacity": 0.7, "line": {"width": 0}}
        words = f"class {names[c]}<br>f = %{{x:.3g}}<br>P = %{{customdata:.3f}}<extra></extra>"
        uid = ("negative", "positive")[c]
        place = np.full(len(own), ROWS[c])
        chance = found.sigmoid(own)
        traces.append(marks(uid, own, place, look, customdata=chance, hovertemplate=words))
    layout["shapes"] = [rule("y", 0.5, "$line", 1)]
    layout["xaxis"] |= {"range": [f[0], f[-1]], "nticks": 7}
    layout["yaxis"] |= axis() | {"range": [-0.14, 1.14], "tickvals": [0, 0.5, 1]}
    return {"data": traces, "layout": layout}


def reliability_figure(found: Reliability, name: str) -> Figure:
    """The share of the class in each bin over the mean probability there, and how many points.

    The dotted diagonal is where both are equal; a bar is two standard errors of that share long if
    the mean probability is right: sqrt(p (1 - p) / n) to either side of p.
    """
    layout = chart_layout("Reliability, test", "mean P of a bin", "closest", t=SMALL_TITLE, l=34)
    ends = np.array([0.0, 1.0])
    diagonal = curve(ends, ends, "reliable", "$muted", "dot")
    diagonal |= {"hoverinfo": "skip", "hovertemplate": None}
    rows = np.flatnonzero(found.counts)
    p, share, n = found.predicted[rows], found.observed[rows], found.counts[rows]
    error = np.sqrt(p * (1.0 - p) / n)
    chance: dict[str, Any] = marks(
        "chance",
        p,
        p,
        {"size": 1, "color": "$muted"},
        error_y={"type": "data", "array": error, "color": "$muted", "thickness": 1.5, "width": 4},
    )
    size = np.maximum(SMALLEST, LARGEST * np.sqrt(n / n.max()))
    words = [
        f"{k} point{'' if k == 1 else 's'}<br>mean P {percent(a)}<br>{percent(b)} are class {name}"
        for k, a, b in zip(n.tolist(), p.tolist(), share.tolist(), strict=True)
    ]
    look = {"color": "$ink", "size": size.round(1).tolist(), "opacity": 1.0}
    look["line"] = {"color": "$page", "width": 1}
    bins = marks(
        "bins",
        p,
        share,
        look,
        customdata=words,
        hovertemplate="%{customdata}<extra></extra>",
    )
    layout["xaxis"] |= axis() | {"range": [-0.12, 1.12], "showgrid": False}
    layout["yaxis"] |= axis() | {"range": [-0.14, 1.14]}
    return {"data": [diagonal, chance, bins], "layout": layout}


def counts_figure(found: Reliability) -> Figure:
    """How many test points each bin has."""
    layout = chart_layout("Points in each bin", "P", "closest", t=SMALL_TITLE, l=34)
    k = len(found.counts)
    centers = (np.arange(k) + 0.5) / k
    bar = {
        "type": "bar",
        "uid": "counts",
        "x": centers,
        "y": found.counts,
        "width": 0.9 / k,
        "marker": {"color": "$muted"},
        "text": [str(n) if n else "" for n in found.counts.tolist()],
        "textposition": "outside",
        "textfont": {"size": TICK_TYPE, "color": "$ink"},
        "hovertemplate": "%{y} points<extra></extra>",
    }
    layout["xaxis"] |= {"range": [-0.12, 1.12]}
    layout["yaxis"] |= {"range": [0, 1.3 * float(found.counts.max())], "nticks": 3}
    return {"data": [bar], "layout": layout}
