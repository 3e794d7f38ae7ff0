"""The cost of a descent for several classes over its epochs, its two terms, and the optimum."""

import numpy as np

from pages.classes.model import MulticlassCourse
from pages.plots.parts import (
    chart_layout,
    curve,
    empty_figure,
    legend,
    marks,
    rule,
    with_cost_scale,
)
from pages.plots.theme import Figure

TITLE = "Cost"
RINGS = 32  # of all points they would say nothing


def course_figure(found: MulticlassCourse, epoch: int, update: int = 0) -> Figure:
    """J after every epoch with its penalty and its loss; the dotted line is the optimum, if proved.

    The upright line stands at the update that is looked at.
    """
    run = found.run
    if run is None:
        return empty_figure(TITLE, "There is no run yet.")
    x, (part, m) = run.epoch, found.at(epoch, update)
    place = float(part.update[m] / run.plan.per_epoch)
    ends = np.array([0.0, max(float(x[-1]), 1.0)])
    curves = [
        curve(x, run.total, "cost", "$ink", "solid"),
        curve(x, run.loss, "loss", "$muted", "dash"),
        curve(x, run.margin, "penalty", "$muted", "dot"),
    ]
    if found.floor is not None:
        curves.append(curve(ends, np.full(2, found.floor), "optimum", "$good", "dot"))
    layout = chart_layout(TITLE, "epoch", t=56, b=30)
    layout = with_cost_scale(layout, run.total, np.append(run.total, found.floor or []))
    # one row where the chart is as narrow as beside the picture
    layout |= legend()
    layout["legend"] |= {"itemwidth": 30, "x": -0.1, "font": {"size": 11, "color": "$ink"}}
    layout["xaxis"]["range"] = ends.tolist()
    layout["shapes"] = [rule("x", place, "$ink", 1)]
    if layout["yaxis"].get("type") == "log":  # which has no zeros: the penalty of the start is 0
        curves = [line | {"y": np.where(line["y"] > 0.0, line["y"], np.nan)} for line in curves]
    return {"data": curves, "layout": layout}


def with_seen(figure: Figure, found: MulticlassCourse, epoch: int, update: int = 0) -> Figure:
    """The picture with a ring around the points that an update of the epoch saw, up to 32.

    The thickest is around the point that its words speak of, the first of the batch.
    """
    why = found.explained(epoch, update)
    if why is None or len(why.points) > RINGS:
        return figure
    there = found.data.X[why.points]
    ring = {"symbol": "circle-open", "size": 24, "color": "$ink"}
    ring["line"] = {"width": [3.5] + [1.2] * (len(there) - 1), "color": "$ink"}
    return figure | {
        "data": [*figure["data"], marks("seen", there[:, 0], there[:, 1], ring, showlegend=False)]
    }
