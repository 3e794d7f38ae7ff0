"""A table's points on a plane: regions, points or how dense they lie, and the columns' scales."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pages.data.model import TableScene
from pages.plots.decision import board_layout, crosses, weight_sizes
from pages.plots.layout_sizes import TITLE_ALONE
from pages.plots.multiclass import ground
from pages.plots.table_axes import axis_names, free_axes
from pages.plots.theme import Figure
from pages.plots.traces import bars, chart_layout, class_points, decades, shades
from pages.state.table.table_run import TableRun
from svmcore.arrays import Array, Bools

SHOWN = ("regions", "zones", "support")
TICK_LETTERS, NAME_LETTERS = 17, 200  # of a column beside its bar, and on hover
CELLS = 60  # of a histogram, a side
MOST_TICKS = 6  # of that chart's axis: more of them would run into each other
MOST_BARS = 8


def table_figure(
    scene: TableScene, *, show: tuple[str, ...] = SHOWN, density: bool = False, revision: str = ""
) -> Figure:
    """A Plotly figure of a scene, in theme colours; the points are the trace of uid "points".

    Filled marks were learnt from, open ones were not. A ring in ink is a support vector, a cross a
    row that is given another class than its own. `density` shows all rows as shades, and no marks.
    """
    traces = ground(scene, show, 3.0)
    if density:
        traces += _densities(scene)
    else:
        plan, points = scene.run.plan, _points(scene, "support" in show)
        wrong = scene.run.drawn_given != plan.prepared.y[plan.drawn]
        traces += [crosses(points, wrong), points]
    layout = board_layout(scene.extent, scene.home, revision, framed=False)
    if not scene.run.plan.equal:
        free_axes(layout)
    layout["annotations"] = axis_names(scene.run.plan.axes)
    return {"data": traces, "layout": layout}


def _points(scene: TableScene, show_support: bool) -> dict[str, Any]:
    run = scene.run
    plan, rows = run.plan, run.plan.drawn
    labels = plan.prepared.y[rows]
    learnt_from = np.isin(rows, run.rows)
    held = np.isin(rows, run.support) & show_support
    small = 0.75 if len(rows) > 400 else 1.0
    weight = plan.prepared.weight
    heavy = np.array(weight_sizes(weight[rows] / weight.mean()))
    apart, places, hollow = ~learnt_from, plan.U[rows], 1.8
    words = _hover_texts(run, learnt_from)
    return class_points(places, words, labels, held, apart, heavy=small * heavy, hollow=hollow)


def _hover_texts(run: TableRun, learnt_from: Bools) -> list[str]:
    prepared, held = run.plan.prepared, set(run.support.tolist())
    names = run.plan.class_labels
    return [
        f"row {prepared.rows[row] + 1:,}: {names[prepared.y[row]]}"
        + ("" if given == prepared.y[row] else f", predicted {names[given]}")
        + (f", weight {prepared.weight[row]:.4g}" if prepared.weighed else "")
        + ("" if known else "<br>not used for training")
        + ("<br>support vector" if row in held else "")
        for row, given, known in zip(
            run.plan.drawn.tolist(),
            run.drawn_given.tolist(),
            learnt_from.tolist(),
            strict=True,
        )
    ]


def _densities(scene: TableScene) -> list[dict[str, Any]]:
    """How many rows of each class lie in each cell, as shades of its colour; all rows count."""
    plan = scene.run.plan
    x0, x1, y0, y1 = scene.home
    x, y = 0.5 * (x1 - x0) / CELLS, 0.5 * (y1 - y0) / CELLS
    middles = (x0 + x, x1 - x, y0 + y, y1 - y)  # of the outer cells
    traces: list[dict[str, Any]] = []
    for c in range(len(plan.prepared.class_names)):
        counts = counted(plan.U[plan.prepared.y == c], scene.home)
        z = np.sqrt(counts / max(1.0, counts.max())).astype(np.float32)
        colors = ("rgba(0,0,0,0)", f"$class{c}")
        traces.append(shades(f"density{'abcdefghij'[c]}", z, middles, (0.0, 1.0), colors))
    return traces


def counted(U: Array, box: tuple[float, float, float, float]) -> Array:
    """How many places lie in each cell of a box, shape (CELLS, CELLS), rows along y."""
    x0, x1, y0, y1 = box
    counts, _, _ = np.histogram2d(U[:, 1], U[:, 0], bins=CELLS, range=[[y0, y1], [x0, x1]])
    return np.asarray(counts)


def scales_figure(names: Sequence[str], ticks: Sequence[str], spreads: Array) -> Figure:
    """How widely the columns spread, on a log axis: the widest first, at most MOST_BARS.

    names, ticks : of the columns, and what of them fits beside the axis, both as `plotted`.
    """
    order = np.argsort(-spreads, kind="stable")
    cut = len(order) > MOST_BARS
    kept = order if not cut else np.concatenate([order[: MOST_BARS - 1], order[-1:]])
    title = f"Standard deviation: the {MOST_BARS - 1} widest columns, the narrowest"
    title = title if cut else "Standard deviation of each column"
    layout = chart_layout(title, "", "closest", l=132, t=TITLE_ALONE, b=24) | {"bargap": 0.3}
    layout["xaxis"] |= {"type": "log", "showgrid": True} | decades(spreads, MOST_TICKS, plain=True)
    layout["yaxis"] |= {
        "tickvals": list(range(len(kept))),
        "ticktext": [ticks[k] for k in kept],
        "autorange": "reversed",
        "showgrid": False,
        "nticks": len(kept),
    }
    widths = bars(
        "scales",
        spreads[kept],
        list(range(len(kept))),
        {"color": "$muted"},
        orientation="h",
        customdata=[names[k] for k in kept],
        hovertemplate="%{customdata}: %{x:.4g}<extra></extra>",
    )
    return {"data": [widths], "layout": layout}
