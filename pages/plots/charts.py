"""The small charts beside the picture: the cost during training, and the multipliers."""

from typing import Any

import numpy as np

from pages.plots.layout_sizes import LEGEND_ROW
from pages.plots.theme import Figure
from pages.plots.traces import (
    axis,
    bar_layout,
    bars,
    chart_layout,
    curve,
    decades,
    empty_figure,
    legend,
    marks,
    note,
    on_paper,
    rule,
    with_cost_scale,
)
from pages.state.model.run import Run
from pages.state.text.number_format import number
from svmcore.arrays import Array

MAX_BARS = 80


def cost_figure(run: Run, frozen: Run | None = None) -> Figure:
    """The cost over the iterations, and below it the duality gap or the violation.

    A dual solver shows the primal and the dual value, which meet at the optimum; a primal one the
    total cost and its two terms. A dotted line is the optimum, where the solver missed it. The
    cost of the run `frozen`, A, is a grey curve behind them, where it is counted in the same unit.
    """
    if run.solution is None:
        return empty_figure("Cost during training", "no model to train")
    trace = run.solution.trace
    x = trace.iteration
    if run.experiment.formulation == "dual":
        curves = [
            curve(x, trace.primal, "primal", "$ink", "solid"),
            curve(x, trace.dual, "dual", "$muted", "dash"),
        ]
    else:
        curves = [
            curve(x, trace.primal, "total", "$ink", "solid"),
            curve(x, trace.loss_term, "loss", "$muted", "dash") | {"name": "C Σ ξ"},
            curve(x, trace.margin_term, "margin", "$muted", "dot") | {"name": "½‖w‖²"},
        ]
    if run.floor is not None:
        floor = np.full(2, run.floor)
        curves.append(curve(np.array([x[0], x[-1]]), floor, "optimum", "$good", "dot"))
    # below: the gap, which is a bound; without Mercer's condition only the violation means much
    bound = run.model is not None and run.model.kernel.psd
    error, name = (trace.gap, "gap") if bound else (trace.violation, "KKT violation")
    layout = chart_layout("Cost during training", trace.unit)
    other = frozen.solution.trace if frozen and frozen.solution else None
    if other is None or other.unit != trace.unit:
        return over_error(layout, curves, trace.primal, error, name)
    behind = curve(other.iteration, other.primal, "A", "$grey", "solid") | {"uid": "frozen"}
    both = np.concatenate([other.primal, trace.primal])
    figure = over_error(layout, [*curves, behind], both, error, name)
    return {**figure, "data": sorted(figure["data"], key=lambda one: one["uid"] != "frozen")}


def over_error(
    layout: Figure, curves: list[dict[str, Any]], cost: Array, error: Array, name: str
) -> Figure:
    """Curves of the cost, whose scale `cost` sets, above a chart of the error.

    `error` has a place for every x of the curves; it is drawn where it is above 0 and finite.
    """
    x = curves[0]["x"]
    drawable = np.where((error > 0.0) & np.isfinite(error), error, np.nan)
    curves = [curve for curve in curves if np.isfinite(curve["y"]).any()]
    layout["yaxis"] |= {"domain": [0.42, 1.0]}
    layout = with_cost_scale(layout, cost, np.concatenate([curve["y"] for curve in curves]))
    lower = curve(x, drawable, name, "$ink", "solid") | {"yaxis": "y2", "showlegend": False}
    lower["uid"] = name.split()[-1]  # plotly.js makes class names of uids: one word
    curves.append(lower)
    layout["yaxis2"] = axis() | {"domain": [0.0, 0.3], "type": "log"} | decades(drawable, 2)
    layout["annotations"] = [on_paper(name, 1.0, 0.3, "right")]
    if np.isnan(drawable).all():
        layout["yaxis2"] |= {"showticklabels": False, "showgrid": False}
        why = "infinite at first, then 0" if np.isinf(error).any() else "0 throughout"
        if np.isinf(error).all():
            why = "infinite throughout"
        layout["annotations"].append(on_paper(why, 0.5, 0.08, "center"))
    layout["xaxis"]["anchor"] = "y2"
    layout |= legend()
    if sum(curve.get("showlegend", True) for curve in curves) > 3:  # the legend takes two rows
        layout["margin"]["t"] += LEGEND_ROW
    return {"data": curves, "layout": layout}


def alpha_figure(run: Run, asked: int | None = None, frozen: Run | None = None) -> Figure:
    """The multipliers in falling order, coloured and hatched by class, and the ceiling C.

    The bar of the point number `asked` is framed. Those of the run `frozen`, A, are grey bars
    behind, in falling order too; the scale is that of `run` even where theirs are higher.
    """
    if run.model is None:
        return empty_figure("Multipliers α", "no model, no multipliers")
    order, n_support = bar_order(run), int(run.support.sum())
    some = f"the {MAX_BARS} largest of {n_support}" if n_support > MAX_BARS else "largest first"
    others = frozen.alpha[bar_order(frozen)] if frozen and frozen.model else np.empty(0)
    unit = f"support vectors, {some}"
    if len(others):
        unit += f"; A in grey, up to {number(float(others[0]))}"
    layout = bar_layout("Multipliers α", unit, max(len(order), len(others)))
    layout["yaxis"] |= {"rangemode": "tozero"}
    if run.experiment.margin == "soft":
        top = float(run.alpha.max())
        if run.data.weighed:  # every bar has a ceiling of its own
            layout["yaxis"] |= {"range": [0.0, 1.12 * max(top, 1e-300)]}
        else:
            layout["yaxis"] |= _ceiling(layout, float(run.C[0]), top)
    x, class_of = np.arange(len(order)), (run.data.y[order] > 0).astype(int)
    width = [3.0 if i == asked else 0.0 for i in order]
    look = {"color": [f"$class{c}" for c in class_of], "line": {"color": "$ink", "width": width}}
    # without colours, too: the bars of the second class are hatched
    hatch = {"shape": ["/" if c else "" for c in class_of], "size": 5}
    look["pattern"] = hatch | {"bgcolor": "$page", "solidity": 0.7}
    hover = "α = %{y:.4g}<extra></extra>"
    traces = [bars("alpha", x, run.alpha[order], look, hovertemplate=hover)]
    if run.experiment.margin == "soft" and run.data.weighed:  # a short line at the C of each bar
        line = {"symbol": "line-ew", "size": 9, "line": {"color": "$muted", "width": 1.5}}
        hover = "C × weight = %{y:.4g}<extra></extra>"
        traces.append(marks("ceilings", x, run.C[order], line, hovertemplate=hover))
    if len(others):
        grey, hover = {"color": "$grey"}, "A: α = %{y:.4g}<extra></extra>"
        behind = bars("frozen", np.arange(len(others)), others, grey, hovertemplate=hover)
        traces.insert(0, behind | {"width": 1.0})
        layout["barmode"] = "overlay"
    return {"data": traces, "layout": layout}


def bar_order(run: Run) -> list[int]:
    """The support vectors that have a bar, the largest multiplier first."""
    order = np.argsort(-run.alpha, kind="stable")
    return [int(i) for i in order[run.support[order]][:MAX_BARS]]


def _ceiling(layout: Figure, C: float, top: float) -> dict[str, Any]:
    """Draw the line of C, or a note where C is more than 8 times the tallest bar."""
    if 0.0 < top < C / 8.0:
        above = on_paper(f"C = {C:g} is far above", 1.0, 1.0, "right")
        layout["annotations"] = [above | {"yanchor": "top"}]
        return {"range": [0.0, 1.3 * top]}  # the note stands above the bars
    layout["shapes"] = [rule("y", C, "$muted", 1.5, "4px,3px")]
    layout["annotations"] = [note("C", 1.0, C) | {"xref": "paper", "xanchor": "right"}]
    return {"range": [0.0, 1.12 * max(C, top)]}
