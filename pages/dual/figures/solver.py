"""The record of a solver as a film, and the multipliers of a film of the dual as bars."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.dual.figures.smo import bar_figure, crossed, surfaces
from pages.dual.model.solver_record import SolverRecord
from pages.plots.charts import over_error
from pages.plots.frames import small
from pages.plots.theme import Figure
from pages.plots.traces import chart_layout, curve
from svmcore.kernels import Linear


def solver_film(
    record: SolverRecord, name: str, extent: Extent, live: bool = False
) -> dict[str, Any]:
    """The record under a name, as `smo_dict` has it, without pairs and boxes."""
    alpha, total = record.alpha, record.total
    values: dict[str, Any] = {
        "process": "solver",
        "id": name,
        "total": total,
        "per_epoch": 1.0,
        "update": record.update.astype(np.int32),
        "marks": np.unique(np.rint(np.linspace(0, total, 11))).astype(np.int32),
        "live": live,
        "status": "",
        "batch": 0,
        "alpha": small(alpha),
        "case": (alpha > 0.0).astype(np.int8) + record.at_bound.astype(np.int8),
        "crossed": crossed(record.data, record.kernel, record.coef, record.b),
        "b": small(record.b),
        "order": bar_figure(alpha, record.data.y, record.bound)[1],
    }
    if isinstance(record.kernel, Linear):
        return values | {"kind": "linear", "w": small(record.coef @ record.data.X)}
    pictures = surfaces(
        record.kernel, record.data.X, record.coef, record.b, record.update, record.focus, extent
    )
    return values | {"kind": "kernel"} | pictures


def solver_figure(record: SolverRecord, title: str, unit: str) -> Figure:
    """The primal and the dual value of every kept iterate, and below them their gap."""
    x = record.update.astype(np.float64)
    primal = np.where(np.isfinite(record.primal), record.primal, np.nan)
    curves = [
        curve(x, primal, "primal", "$ink", "solid"),
        curve(x, record.dual, "dual", "$muted", "dash"),
    ]
    psd = record.kernel.psd
    error = record.primal - record.dual if psd else record.violation
    name = "gap" if psd else "KKT violation"
    return over_error(chart_layout(title, unit), curves, record.primal, error, name)
