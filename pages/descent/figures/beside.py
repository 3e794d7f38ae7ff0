"""The charts of what is carried out beside a descent, and the picture of its folds."""

import numpy as np

from pages.descent.model.beside import Bound, MirrorPair, NormDescent
from pages.descent.model.film import Film
from pages.descent.model.folds import FoldScores
from pages.plots.decision import polyline
from pages.plots.layout_sizes import EPOCHS_BELOW, TITLE_ALONE, TITLE_AND_LEGEND
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, class_points, curve, decades, legend, with_cost_scale
from pages.state.model.run import data_of
from pages.state.model.scene import fit_view
from svmcore.arrays import Array

SILENT = {"hoverinfo": "skip", "hovertemplate": None}


def mirror_figure(film: Film, pair: MirrorPair) -> Figure:
    """The costs of mirror descent and of stochastic descent, one on the other."""
    x = film.epoch
    below = curve(x, pair.sgd, "stochastic, η = 1/(ρt)", "$grey", "solid")
    below["line"] |= {"width": 7}
    above = curve(x, pair.mirror, "mirror", "$ink", "dot")
    layout = with_cost_scale(
        chart_layout("Cost of both", "epoch", t=TITLE_AND_LEGEND, b=EPOCHS_BELOW),
        pair.sgd,
        pair.sgd,
    )
    return _with_names(layout, [below, above], x)


def bound_figure(film: Film, found: Bound) -> Figure:
    """The bound, and below it what was measured; log axes."""
    known = film.update > 0
    x = film.epoch[known]
    bound, measured = found.bound[known], np.maximum(found.measured[known], 1e-300)
    curves = [
        curve(x, bound, "bound", "$muted", "dash"),
        curve(x, measured, "measured", "$ink", "solid"),
    ]
    layout = chart_layout(
        "Above the optimum: mean of the models", "epoch", t=TITLE_AND_LEGEND, b=EPOCHS_BELOW
    )
    layout["yaxis"] |= {"type": "log"} | decades(np.concatenate([bound, measured]), 4)
    layout = _with_names(layout, curves, x)
    layout["layout"]["xaxis"] |= {"type": "log", "dtick": 1, "tickformat": "~g"}
    layout["layout"]["xaxis"]["range"] = np.log10([x[0], x[-1]]).tolist()
    return layout


def norm_figure(found: NormDescent) -> Figure:
    """The cost with |w| over the epochs, and its optimum."""
    x = found.epoch
    ends, least = np.array([x[0], x[-1]]), np.full(2, found.least)
    curves = [
        curve(x, found.cost, "‖w‖ + C/N Σ loss", "$ink", "solid"),
        curve(ends, least, "optimum", "$good", "dot") | SILENT,
    ]
    layout = chart_layout("Cost with ‖w‖ not squared", "epoch", t=TITLE_AND_LEGEND, b=EPOCHS_BELOW)
    layout = with_cost_scale(layout, found.cost, np.append(found.cost, found.least))
    return _with_names(layout, curves, x)


def fold_figure(film: Film, found: FoldScores, fold: int) -> Figure:
    """The thin boundaries of all folds; the points, boundary and margins of fold 1, 2, ..."""
    data = data_of(film.experiment)
    view, labels = fit_view(data), (data.y > 0.0).astype(int)
    apart = np.zeros(len(data), dtype=bool)
    apart[found.parts[fold - 1].test] = True
    texts = np.where(apart, "test point", "training point").tolist()
    points = class_points(data.X, texts, labels, np.zeros_like(apart), apart, heavy=0.6, hollow=1.2)
    traces = [points | {"uid": "samples"}]
    assert found.models is not None
    for k, model in enumerate(found.models.tolist(), start=1):
        if k != fold:
            thin = {"color": "$muted", "width": 1}
            traces.append(polyline(_line(model, 0.0, view), f"fold{'abcde'[k - 1]}", thin))
    chosen = found.models[fold - 1].tolist()
    for level, uid in ((-1.0, "below"), (1.0, "above")):
        dashed = {"color": "$ink", "width": 1.2, "dash": "7px,5px"}
        traces.append(polyline(_line(chosen, level, view), uid, dashed))
    traces.append(polyline(_line(chosen, 0.0, view), "boundary", {"color": "$ink", "width": 2}))
    layout = chart_layout(f"Fold {fold}", "", "closest", t=TITLE_ALONE, l=34, b=24)
    layout["xaxis"] |= {"range": [view[0], view[1]], "constrain": "domain"}
    layout["yaxis"] |= {"range": [view[2], view[3]], "scaleanchor": "x", "scaleratio": 1}
    layout["yaxis"] |= {"showgrid": False, "constrain": "domain"}
    return {"data": traces, "layout": layout}


def _line(model: list[float], level: float, view: tuple[float, float, float, float]) -> Array:
    """Where w·x + b is `level`, from beyond one side of the view to beyond the other."""
    w, b = np.array(model[:2]), model[2]
    square = float(w @ w)
    if square == 0.0:
        return np.full((2, 2), np.nan)
    middle = np.array([view[0] + view[1], view[2] + view[3]]) / 2.0
    foot = middle - (float(w @ middle) + b - level) / square * w
    along = np.array([-w[1], w[0]]) / np.sqrt(square)
    reach = (view[1] - view[0]) + (view[3] - view[2])
    return np.array([foot - reach * along, foot + reach * along])


def _with_names(layout: Figure, curves: list[Figure], x: Array) -> Figure:
    layout |= legend()
    layout["xaxis"]["range"] = [float(x[0]), float(x[-1])]
    return {"data": curves, "layout": layout}
