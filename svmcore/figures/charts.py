"""The small charts beside the hero: the cost as training went on, and who carries the weight."""

from __future__ import annotations

from typing import Any

import numpy as np

from svmcore.arrays import Array
from svmcore.figures.theme import Figure
from svmcore.run import Run

MAX_BARS = 80


def cost_figure(run: Run) -> Figure:
    """The cost over the iterations: what is minimised, and below it how far from proved it was.

    A dual solver shows the primal and the dual value, which meet at the optimum; a primal one the
    total cost and its two terms. A dotted line is the optimum, where the solver missed it.
    """
    if run.solution is None:
        return empty_figure("Cost as it was trained", "no machine to train")
    trace = run.solution.trace
    x = trace.iteration
    if run.experiment.formulation == "dual":
        curves = [
            _curve(x, trace.primal, "primal", "$ink", "solid"),
            _curve(x, trace.dual, "dual", "$muted", "dash"),
        ]
    else:
        curves = [
            _curve(x, trace.primal, "total", "$ink", "solid"),
            _curve(x, trace.loss_term, "loss", "$muted", "dash") | {"name": "C Σ ξ"},
            _curve(x, trace.margin_term, "margin", "$muted", "dot") | {"name": "½‖w‖²"},
        ]
    if run.floor is not None:
        floor = np.full(2, run.floor)
        curves.append(_curve(np.array([x[0], x[-1]]), floor, "optimum", "$good", "dot"))
    # below: the gap, which is a bound; without Mercer's condition only the violation means much
    bound = run.model is not None and run.model.kernel.psd
    error, name = (trace.gap, "gap") if bound else (trace.violation, "violation")
    error = np.where(error > 0.0, error, np.nan)
    curves.append(_curve(x, error, name, "$ink", "solid") | {"yaxis": "y2", "showlegend": False})
    layout = _layout("Cost as it was trained", trace.unit)
    layout["yaxis"] |= {"domain": [0.42, 1.0]} | _scale(trace.primal)
    layout["yaxis2"] = _axis() | {
        "domain": [0.0, 0.3],
        "type": "log",
        "dtick": _decades(error),
        "tickformat": ".0e",
    }
    layout["annotations"] = [
        _note(name, 1.0, 0.3) | {"xref": "paper", "yref": "paper", "xanchor": "right"}
    ]
    layout["xaxis"]["anchor"] = "y2"
    layout["legend"] = {
        "orientation": "h",
        "x": 0,
        "y": 1.0,
        "yanchor": "bottom",
        "font": {"size": 12, "color": "$ink"},
        "bgcolor": "rgba(0,0,0,0)",
    }
    layout["showlegend"] = True
    if sum(curve.get("showlegend", True) for curve in curves) > 3:  # the legend takes two rows
        layout["margin"]["t"] += 18
    return {"data": curves, "layout": layout}


def alpha_figure(run: Run) -> Figure:
    """The multipliers in falling order, coloured by class, and the ceiling C."""
    if run.model is None:
        return empty_figure("Who carries the weight (α)", "no machine, no multipliers")
    order = np.argsort(-run.alpha, kind="stable")
    held = order[run.support[order]]
    order = held[:MAX_BARS]
    some = f"the {MAX_BARS} largest of {len(held)}" if len(held) > MAX_BARS else "largest first"
    layout = _layout("Who carries the weight (α)", f"support vectors, {some}")
    layout["bargap"] = 0.25 if len(order) < 40 else 0.0
    layout["xaxis"] |= {"showticklabels": False, "range": [-0.6, max(len(order), 8) - 0.4]}
    layout["yaxis"] |= {"rangemode": "tozero"}
    if run.experiment.margin == "soft":
        C = run.experiment.C
        layout["yaxis"]["range"] = [0.0, 1.12 * max(C, float(run.alpha.max()))]
        layout["shapes"] = [
            {
                "type": "line",
                "xref": "paper",
                "x0": 0,
                "x1": 1,
                "y0": C,
                "y1": C,
                "line": {"color": "$muted", "width": 1.5, "dash": "4px,3px"},
            }
        ]
        layout["annotations"] = [_note("C", 1.0, C) | {"xref": "paper", "xanchor": "right"}]
    bars = {
        "type": "bar",
        "uid": "alpha",
        "x": np.arange(len(order)),
        "y": run.alpha[order],
        "marker": {"color": [f"$class{int(run.data.y[i] > 0)}" for i in order]},
        "hovertemplate": "α = %{y:.4g}<extra></extra>",
    }
    return {"data": [bars], "layout": layout}


def empty_figure(title: str, text: str) -> Figure:
    """A chart with nothing to show, which says why."""
    layout = _layout(title, "")
    layout["xaxis"]["visible"] = layout["yaxis"]["visible"] = False
    layout["annotations"] = [
        _note(text, 0.5, 0.6) | {"xref": "paper", "yref": "paper", "xanchor": "center"}
    ]
    return {"data": [], "layout": layout}


def _curve(x: Array, y: Array, name: str, color: str, dash: str) -> dict[str, Any]:
    return {
        "type": "scatter",
        "uid": name,
        "name": name,
        "mode": "lines",
        "x": x,
        "y": y,
        "line": {"color": color, "width": 2.2, "dash": dash},
        "hovertemplate": f"{name} %{{y:.5g}}<extra></extra>",
    }


def _scale(values: Array) -> dict[str, Any]:
    """A log axis where the cost falls to less than an eighth, else a linear one from 0."""
    known = values[np.isfinite(values) & (values > 0.0)]
    if known.size and known.max() > 8.0 * known[-1]:
        return {"type": "log", "tickformat": "~g", "dtick": 1}
    top = float(known.max()) if known.size else 1.0
    return {"range": [0.0, 1.06 * top]}


def _decades(values: Array) -> int:
    known = values[np.isfinite(values)]
    decades = np.log10(known.max() / known.min()) if known.size else 1.0
    return max(1, int(np.ceil(decades / 2.0)))


def _note(text: str, x: float, y: float) -> dict[str, Any]:
    return {
        "text": text,
        "x": x,
        "y": y,
        "showarrow": False,
        "yanchor": "bottom",
        "font": {"size": 13, "color": "$muted"},
    }


def _axis() -> dict[str, Any]:
    return {
        "zeroline": False,
        "gridcolor": "$line",
        "tickfont": {"size": 12, "color": "$muted"},
        "nticks": 4,
        "automargin": False,
    }


def _layout(title: str, unit: str) -> dict[str, Any]:
    below = {"text": unit, "font": {"size": 12, "color": "$muted"}, "standoff": 4}
    return {
        "title": {
            "text": f"<b>{title}</b>",
            "font": {"size": 14, "color": "$ink"},
            "x": 0,
            "xref": "container",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 4},
        },
        "xaxis": _axis() | {"title": below, "showgrid": False},
        "yaxis": _axis(),
        "margin": {"l": 44, "r": 8, "t": 50, "b": 36},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hovermode": "x",
        "hoverlabel": {"bgcolor": "$page", "bordercolor": "$line", "font": {"color": "$ink"}},
    }
