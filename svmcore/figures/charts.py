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
    drawable = np.where((error > 0.0) & np.isfinite(error), error, np.nan)
    curves = [curve for curve in curves if np.isfinite(curve["y"]).any()]
    layout = _layout("Cost as it was trained", trace.unit)
    layout["yaxis"] |= {"domain": [0.42, 1.0]}
    layout["yaxis"] |= _scale(trace.primal, np.concatenate([curve["y"] for curve in curves]))
    lower = _curve(x, drawable, name, "$ink", "solid") | {"yaxis": "y2", "showlegend": False}
    curves.append(lower)
    layout["yaxis2"] = _axis() | {"domain": [0.0, 0.3], "type": "log"} | _decades(drawable, 2)
    on_paper = {"xref": "paper", "yref": "paper"}
    layout["annotations"] = [_note(name, 1.0, 0.3) | on_paper | {"xanchor": "right"}]
    if np.isnan(drawable).all():
        layout["yaxis2"] |= {"showticklabels": False, "showgrid": False}
        why = "infinite at first, then 0" if np.isinf(error).any() else "0 all along"
        if np.isinf(error).all():
            why = "infinite all along"
        layout["annotations"].append(_note(why, 0.5, 0.08) | on_paper | {"xanchor": "center"})
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
        layout["yaxis"] |= _ceiling(layout, run.experiment.C, float(run.alpha.max()))
    bars = {
        "type": "bar",
        "uid": "alpha",
        "x": np.arange(len(order)),
        "y": run.alpha[order],
        "marker": {"color": [f"$class{int(run.data.y[i] > 0)}" for i in order]},
        "hovertemplate": "α = %{y:.4g}<extra></extra>",
    }
    return {"data": [bars], "layout": layout}


def _ceiling(layout: Figure, C: float, top: float) -> dict[str, Any]:
    """Draw the line of C, unless it is so far above all bars that they would vanish below it."""
    right = {"xref": "paper", "xanchor": "right"}
    if 0.0 < top < C / 8.0:
        note = _note(f"C = {C:g} is far above", 1.0, 1.0) | {"yref": "paper", "yanchor": "top"}
        layout["annotations"] = [note | right]
        return {"range": [0.0, 1.3 * top]}  # the note stands above the bars
    style = {"color": "$muted", "width": 1.5, "dash": "4px,3px"}
    layout["shapes"] = [
        {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": C, "y1": C, "line": style}
    ]
    layout["annotations"] = [_note("C", 1.0, C) | right]
    return {"range": [0.0, 1.12 * max(C, top)]}


def empty_figure(title: str, text: str) -> Figure:
    """A chart with nothing to show, which says why."""
    layout = _layout(title, "")
    layout["xaxis"]["visible"] = layout["yaxis"]["visible"] = False
    layout["annotations"] = [
        _note(text, 0.5, 0.6) | {"xref": "paper", "yref": "paper", "xanchor": "center"}
    ]
    return {"data": [], "layout": layout}


def _curve(x: Array, y: Array, name: str, color: str, dash: str) -> dict[str, Any]:
    alone = np.isfinite(y).sum() == 1  # a line through one moment would not be seen
    return {
        "type": "scatter",
        "uid": name,
        "name": name,
        "mode": "markers" if alone else "lines",
        "marker": {"color": color, "size": 7},
        "x": x,
        "y": y,
        "line": {"color": color, "width": 2.2, "dash": dash},
        "hovertemplate": f"{name} %{{y:.5g}}<extra></extra>",
    }


def _scale(cost: Array, drawn: Array) -> dict[str, Any]:
    """A log axis where the cost falls to less than an eighth, else a linear one from 0."""
    known = cost[np.isfinite(cost) & (cost > 0.0)]
    if known.size and known.max() > 8.0 * known[-1]:
        return {"type": "log"} | _decades(drawn, 4, plain=True)
    known = drawn[np.isfinite(drawn) & (drawn > 0.0)]
    top = float(known.max()) if known.size else 1.0
    return {"range": [0.0, 1.06 * top]}


def _decades(drawn: Array, steps: int, *, plain: bool = False) -> dict[str, Any]:
    """Ticks of a log axis: at most steps + 1 of them, all in one format.

    `plain` writes 0.01 and 100 as long as no tick needs an exponent.
    """
    known = drawn[np.isfinite(drawn) & (drawn > 0.0)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.1, 1.0)
    short = plain and low >= 1e-3 and high < 1e5
    each = max(1, int(np.ceil(np.log10(high / low) / steps)))
    return {"dtick": each, "tickformat": "~g" if short else ".0e"}


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
        "yaxis": _axis() | {"exponentformat": "e"},
        "margin": {"l": 44, "r": 8, "t": 50, "b": 36},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hovermode": "x",
        "hoverlabel": {"bgcolor": "$page", "bordercolor": "$line", "font": {"color": "$ink"}},
    }
