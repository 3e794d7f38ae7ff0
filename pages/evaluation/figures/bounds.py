"""The leave-one-out error beside its bounds, as bars."""

from collections.abc import Sequence

from pages.evaluation.text.leave_one_out import ErrorBar
from pages.model_selection.kernel_choice import percent
from pages.plots.theme import Figure
from pages.plots.traces import bars, chart_layout, empty_figure


def bounds_figure(rows: Sequence[ErrorBar]) -> Figure:
    """A bar for the error, in ink, and for each bound, in grey; one above 100 % is cut there."""
    title = "Leave-one-out error and bounds (%)"
    if not rows:
        return empty_figure(title, "not computed yet")
    shares = [100.0 * min(row.share, 1.0) for row in rows]
    names = [row.name for row in rows]
    words = [percent(row.share) for row in rows]
    look = {"color": ["$ink" if row.exact else "$grey" for row in rows]}
    trace = bars("bounds", shares, names, look, hovertemplate="%{y}: %{text}<extra></extra>")
    trace |= {"orientation": "h", "text": words, "textposition": "outside", "cliponaxis": False}
    trace["textfont"] = {"size": 12, "color": "$ink"}
    layout = chart_layout(title, "percent of the points", "closest", t=28, l=96, r=50)
    layout["bargap"] = 0.35
    layout["xaxis"] |= {"range": [0.0, 100.0], "nticks": 5}
    layout["yaxis"] |= {"autorange": "reversed", "type": "category", "showgrid": False}
    layout["yaxis"] |= {"nticks": len(rows), "ticks": "outside", "ticklen": 5}
    layout["yaxis"] |= {"tickcolor": "rgba(0,0,0,0)"}
    return {"data": [trace], "layout": layout}
