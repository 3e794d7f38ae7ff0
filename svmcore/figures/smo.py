"""The chart of a record of SMO: both values, which meet at the optimum, and the gap between."""

from __future__ import annotations

import numpy as np

from svmcore.figures.parts import (
    axis,
    chart_layout,
    cost_scale,
    curve,
    decades,
    empty_figure,
    legend,
    note,
)
from svmcore.figures.theme import Figure
from svmcore.smo_record import Record

TITLE = "Values as SMO went on"


def progress_figure(record: Record | None) -> Figure:
    """The primal and the dual value after every kept step, and below it their gap on a log axis.

    Where a kernel is not positive semi-definite the gap bounds nothing, and the violation stands
    in its place. The primal of the hard margin is infinite at first, and drawn from where it is a
    number. Without a record the chart says that there is none.
    """
    if record is None:
        return empty_figure(TITLE, "no machine to train")
    x = record.update.astype(np.float64)
    curves = [
        curve(
            x,
            np.where(np.isfinite(record.primal), record.primal, np.nan),
            "primal",
            "$ink",
            "solid",
        ),
        curve(x, record.dual, "dual", "$muted", "dash"),
    ]
    bound = record.kernel.psd
    error, name = (record.primal - record.dual, "gap") if bound else (record.left, "violation")
    drawable = np.where((error > 0.0) & np.isfinite(error), error, np.nan)
    curves = [drawn for drawn in curves if np.isfinite(drawn["y"]).any()]
    layout = chart_layout(TITLE, "step")
    layout["yaxis"] |= {"domain": [0.42, 1.0]}
    layout["yaxis"] |= cost_scale(record.primal, np.concatenate([drawn["y"] for drawn in curves]))
    lower = curve(x, drawable, name, "$ink", "solid") | {"yaxis": "y2", "showlegend": False}
    curves.append(lower)
    layout["yaxis2"] = axis() | {"domain": [0.0, 0.3], "type": "log"} | decades(drawable, 2)
    on_paper = {"xref": "paper", "yref": "paper"}
    layout["annotations"] = [note(name, 1.0, 0.3) | on_paper | {"xanchor": "right"}]
    if np.isnan(drawable).all():
        layout["yaxis2"] |= {"showticklabels": False, "showgrid": False}
        why = "infinite all along" if np.isinf(error).all() else "0 all along"
        if np.isinf(error).any() and not np.isinf(error).all():
            why = "infinite at first, then 0"
        layout["annotations"].append(note(why, 0.5, 0.08) | on_paper | {"xanchor": "center"})
    layout["xaxis"]["anchor"] = "y2"
    layout["legend"] = legend()
    layout["showlegend"] = True
    return {"data": curves, "layout": layout}
