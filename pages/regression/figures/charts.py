"""The small charts of a regression: residuals, multipliers, a descent's cost, a sweep."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.charts import MAX_BARS, over_error
from pages.plots.theme import Figure
from pages.plots.traces import (
    bar_layout,
    bars,
    chart_layout,
    curve,
    decades,
    empty_figure,
    legend,
    marks,
    note,
    rule,
)
from pages.regression.model.descent import TubeDescent
from pages.regression.model.drawing import TubeDrawing
from pages.regression.model.fitted import RegressionFit
from pages.regression.model.sweep import MEASURES, Sweep, declared
from svmcore.arrays import Array, Bools

NO_MODEL = "no model"


def residual_figure(drawn: TubeDrawing, view: Extent) -> Figure:
    """z - f over x, the points that f was trained on filled, the others hollow; the band is +-eps.

    Only what lies within `view` from left to right is seen.
    """
    title, fitted = "Residuals z − f", drawn.fitted
    if fitted.model is None:
        return empty_figure(title, NO_MODEL)
    layout = chart_layout(title, "x", "closest")
    layout["xaxis"] |= {"range": [view[0], view[1]]}
    seen = (fitted.x >= view[0]) & (fitted.x <= view[1])
    r, epsilon = drawn.residuals, fitted.epsilon
    top = 1.15 * max(float(np.abs(r[seen]).max(initial=0.0)), 1.3 * epsilon, 1e-9)
    layout["yaxis"] |= {"range": [-top, top]}
    layout["shapes"] = [_band(-epsilon, epsilon), rule("y", 0.0, "$muted", 1.2)]
    traces = [
        _residuals(fitted, r, fitted.learned, "train", "circle"),
        _residuals(fitted, r, fitted.test, "test", "circle-open"),
    ]
    return {"data": [trace for trace in traces if len(trace["x"])], "layout": layout | legend()}


def _residuals(
    fitted: RegressionFit, r: Array, chosen: Bools, name: str, symbol: str
) -> dict[str, Any]:
    return marks(
        name,
        fitted.x[chosen],
        r[chosen],
        {"symbol": symbol, "color": "$ink", "size": 6, "line": {"color": "$ink", "width": 1.3}},
        name=name,
        hovertemplate=f"{name}: x = %{{x:.4g}}<br>z − f = %{{y:.4g}}<extra></extra>",
    )


def _band(low: float, high: float) -> dict[str, Any]:
    return {
        "type": "rect",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": low,
        "y1": high,
        "fillcolor": "$line",
        "opacity": 0.6,
        "line": {"width": 0},
        "layer": "below",
    }


def multiplier_figure(fitted: RegressionFit, asked: int | None = None) -> tuple[Figure, list[int]]:
    """alpha upwards and alpha* downwards, from left to right as the points lie, and whose bars.

    Of more than MAX_BARS support vectors those with the largest multipliers. The bar of the point
    number `asked` is framed.
    """
    title = "Multipliers α (up) and α* (down)"
    if fitted.model is None:
        return empty_figure(title, "no model, no multipliers"), []
    order = _bar_order(fitted)
    n_support = int(fitted.support.sum())
    some = f", the {MAX_BARS} largest of {n_support}" if n_support > MAX_BARS else ""
    layout = bar_layout(title, f"support vectors from left to right{some}", len(order))
    if not order:
        return empty_figure(title, "all multipliers are 0: f is flat"), []
    layout["barmode"] = "overlay"
    layout["shapes"] = [rule("y", 0.0, "$muted", 1.2)]
    largest = float(np.maximum(fitted.alpha, fitted.alpha_star).max())
    C = fitted.regression.C
    top = 1.15 * largest
    if not fitted.weighed and largest > C / 8.0:
        top = 1.15 * C
        layout["shapes"] += [rule("y", side * C, "$muted", 1.2, "4px,3px") for side in (1, -1)]
        right = {"xref": "paper", "xanchor": "right"}
        layout["annotations"] = [note("C", 1.0, C) | right]
    layout["yaxis"] |= {"range": [-top, top]}
    width = [3.0 if i == asked else 0.0 for i in order]
    sides = (
        ("alpha", "α", fitted.alpha[order], 1.0, "$ink"),
        ("alphastar", "α*", fitted.alpha_star[order], -1.0, "$muted"),
    )
    traces = [
        bars(
            uid,
            np.arange(len(order)),
            sign * values,
            {"color": color, "line": {"color": "$ink", "width": width}},
            name=name,
            customdata=values,
            hovertemplate=f"{name} = %{{customdata:.4g}}<extra></extra>",
        )
        for uid, name, values, sign, color in sides
    ]
    return {"data": traces, "layout": layout}, order


def _bar_order(fitted: RegressionFit) -> list[int]:
    pull = np.maximum(fitted.alpha, fitted.alpha_star)
    falling = np.argsort(-pull, kind="stable")
    chosen = falling[fitted.support[falling]][:MAX_BARS]
    return [int(i) for i in chosen[np.argsort(fitted.x[chosen], kind="stable")]]


def course_figure(course: TubeDescent | None, why: str = NO_MODEL) -> Figure:
    """The cost after every epoch and its two terms, the exact optimum as a line; below it how far
    above the optimum it is. The film draws the upright line of the epoch that is looked at. Without
    a course the chart says `why`.
    """
    title = "Cost of the descent"
    if course is None:
        return empty_figure(title, why)
    x, terms = course.epochs.astype(np.float64), course.terms
    curves = [
        curve(x, terms.total, "cost", "$ink", "solid"),
        curve(x, terms.loss, "loss", "$muted", "dash") | {"name": "C Σ slack"},
        curve(x, terms.margin, "margin", "$muted", "dot") | {"name": "½‖w‖²"},
    ]
    above = course.above
    if course.least is not None:
        ends = np.array([x[0], x[-1]])
        curves.append(curve(ends, np.full(2, course.least), "optimum", "$good", "dot"))
    unknown = np.zeros(len(x)) if above is None else above
    layout = chart_layout(title, "epoch")
    figure = over_error(layout, curves, terms.total, unknown, "above the optimum, relative")
    if above is None:
        figure["layout"]["annotations"] = []
    return figure


def sweep_figure(found: Sweep | None, measure: str, now: float, word: str) -> Figure:
    """The error on the training and on the test points over a number, the present one marked.

    Without `found` the chart says that nothing was measured yet.
    """
    p = declared(word)
    name, label = MEASURES[measure], p.label or word
    title = f"{name} over {label}"
    if found is None:
        return empty_figure(title, "not measured yet")
    x = np.array(found.values)
    train, test = found.errors("train", measure), found.errors("test", measure)
    if not np.isfinite(train).any():
        return empty_figure(title, NO_MODEL)
    layout = chart_layout(title, label)
    curves = [curve(x, train, "train", "$muted", "dash")]
    if np.isfinite(test).any():
        curves.append(curve(x, test, "test", "$ink", "solid"))
        k = found.best(measure)
        assert k is not None
        star = {"symbol": "star", "size": 12, "color": "$good"}
        hover = "least test error %{y:.4g}<extra></extra>"
        best = marks("best", [float(x[k])], [float(test[k])], star, hovertemplate=hover)
        curves.append(best | {"name": "least test", "cliponaxis": False})
    drawn = np.concatenate([train, test])
    layout["yaxis"] |= {"range": [0.0, 1.1 * float(np.nanmax(drawn))]}
    if p.log:
        layout["xaxis"] |= {"type": "log"} | decades(x, 4, plain=True)
        layout["xaxis"]["range"] = np.log10([x[0], x[-1]]).tolist()
    else:
        layout["xaxis"]["range"] = [float(x[0]), float(x[-1])]
    layout["shapes"] = [rule("x", now, "$ink", 1.2, "2px,3px")]
    return {"data": curves, "layout": layout | legend()}
