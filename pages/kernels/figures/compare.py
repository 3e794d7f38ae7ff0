"""The kernels compared: a dot for the mean accuracy of each, with its standard error."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.plots.parts import chart_layout, empty_figure
from pages.plots.theme import Figure
from svmcore.model_selection.kernel_choice import KernelChoice, best_of

TITLE = "Accuracy on points not learnt from"


def choice_figure(choices: Sequence[KernelChoice]) -> Figure:
    """A row a kernel, simplest on top: its accuracy on each fold, their mean, its standard error.

    The dotted line is one standard error below the best mean: the simplest kernel to the right of
    it is as good as any.
    """
    if not choices:
        return empty_figure(TITLE, "nothing compared yet")
    names = [choice.title for choice in choices]
    folds = {
        "type": "scatter",
        "uid": "folds",
        "mode": "markers",
        "x": 100.0 * np.concatenate([choice.scores for choice in choices]),
        "y": [name for name, c in zip(names, choices, strict=True) for _ in c.scores],
        "marker": {"color": "$muted", "size": 6, "symbol": "line-ns-open"},
        "hovertemplate": "a fold: %{x:.1f} %<extra></extra>",
    }
    means = {
        "type": "scatter",
        "uid": "means",
        "mode": "markers",
        "x": 100.0 * np.array([choice.accuracy for choice in choices]),
        "y": names,
        "marker": {"color": "$ink", "size": 10},
        "error_x": {
            "type": "data",
            "array": 100.0 * np.array([choice.error for choice in choices]),
            "color": "$ink",
            "thickness": 1.5,
            "width": 5,
        },
        "customdata": [said(choice) for choice in choices],
        "hovertemplate": "%{x:.1f} %<br>%{customdata}<extra></extra>",
    }
    best = best_of(choices)
    least = 100.0 * (best.accuracy - best.error)
    layout = chart_layout(TITLE, "percent right")
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False, "type": "category"}
    layout["margin"] |= {"l": 84, "t": 30}
    layout["hovermode"] = "closest"
    layout["shapes"] = [
        {
            "type": "line",
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "x0": least,
            "x1": least,
            "line": {"color": "$muted", "width": 1.5, "dash": "dot"},
        }
    ]
    return {"data": [folds, means], "layout": layout}


def said(choice: KernelChoice) -> str:
    """The best settings and what they come to: "C = 1, γ = 0.5; 38 support vectors"."""
    words = {"gamma": "γ"}
    settings = ", ".join(f"{words.get(name, name)} = {value:g}" for name, value in choice.settings)
    return f"{settings}; {choice.n_support} support vectors"
