"""What the primal and the dual cost as the points or the dimensions grow: a small log-log plot."""

from collections.abc import Sequence

import numpy as np

from pages.dual.model.primal_vs_dual import FIXED, CostRow
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, curve, decades, empty_figure, legend

UNITS = {
    "points": f"points N, in {FIXED['points']} dimensions",
    "dimensions": f"dimensions d, of {FIXED['dimensions']} points",
}
TITLE = "Training time (ms)"


def growth_figure(by: str, rows: Sequence[CostRow]) -> Figure:
    """Milliseconds of the primal and of the dual over "points" or "dimensions", as measured."""
    if not rows:
        return empty_figure(TITLE, "nothing measured yet")
    x = np.array([getattr(row, by) for row in rows], dtype=float)
    curves = []
    for name, color, dash in (("primal", "$ink", "solid"), ("dual", "$muted", "dash")):
        ms, steps = ([getattr(row, f"{name}_{of}") for row in rows] for of in ("ms", "steps"))
        line = curve(x, np.array(ms), name, color, dash) | {"mode": "lines+markers"}
        words = f"{name} %{{y:.3g}} ms, %{{customdata}} Newton steps<extra></extra>"
        curves.append(line | {"customdata": list(steps), "hovertemplate": words})
    layout = chart_layout(TITLE, UNITS[by]) | legend()
    every = x[:: 1 + len(x) // 6]
    layout["xaxis"] |= {
        "type": "log",
        "tickvals": every,
        "ticktext": [f"{size:g}" for size in every],
    }
    drawn = np.concatenate([line["y"] for line in curves])
    layout["yaxis"] |= {"type": "log"} | decades(drawn, 4, plain=True)
    return {"data": curves, "layout": layout}
