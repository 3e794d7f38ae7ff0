"""The chart of a record of SMO: both values, which meet at the optimum, and the gap between."""

import numpy as np

from pages.dual.model.smo_record import SmoRecord
from pages.plots.charts import over_error
from pages.plots.parts import chart_layout, curve, empty_figure
from pages.plots.theme import Figure

TITLE = "Values as SMO went on"


def progress_figure(record: SmoRecord | None) -> Figure:
    """The primal and the dual value after every kept step, and below it their gap on a log axis.

    Where a kernel is not positive semi-definite the gap bounds nothing, and the violation stands
    in its place. The primal of the hard margin is infinite at first, and drawn from where it is a
    number. Without a record the chart says that there is none.
    """
    if record is None:
        return empty_figure(TITLE, "no machine to train")
    states = record.states
    x, primal = record.update.astype(np.float64), states.primal
    curves = [
        curve(x, np.where(np.isfinite(primal), primal, np.nan), "primal", "$ink", "solid"),
        curve(x, states.dual, "dual", "$muted", "dash"),
    ]
    bound = record.kernel.psd
    error, name = (primal - states.dual, "gap") if bound else (record.steps.left, "violation")
    return over_error(chart_layout(TITLE, "step"), curves, primal, error, name)
