"""The plane through a table's points as it is drawn: regions of the model where the plane is.

f is asked at the points of the plane, in as many dimensions as the model sees. So the regions
are exact there, and say nothing of places off the plane.
"""

from dataclasses import dataclass

import numpy as np

from pages.state.multiclass_scene import RegionMap, Values, region_map
from pages.state.scene import ASPECTS, cover
from pages.state.table_plan import TablePlan
from pages.state.table_run import TableRun
from svmcore.arrays import read_only
from svmcore.grid import Extent

NODES = 101  # a side
FEWER = 61  # where a picture would take longer than half a second
BUDGET = 8_000_000  # kernel values for a picture
ROOM = 0.06  # around the points, as a share of their spread


@dataclass(frozen=True, eq=False, kw_only=True)
class TableScene(RegionMap):
    """The regions on the plane.

    home : the box that shows the points. far : how many points lie outside it.
    """

    run: TableRun
    home: Extent
    far: int


def home_of(plan: TablePlan) -> tuple[Extent, int]:
    """The box that shows the points, and how many lie outside it.

    A point further from the median than 8 times the spread of the middle half is left outside.
    Where both axes have one unit the box is no thin strip.
    """
    U = plan.U
    middle = np.median(U, axis=0)
    quarters = np.ptp(np.quantile(U, (0.25, 0.75), axis=0), axis=0)
    if plan.equal:
        quarters = np.full(2, quarters.max())
    reach = np.where(quarters > 0.0, 8.0 * quarters, np.inf)
    near = (np.abs(U - middle) <= reach).all(axis=1)
    low, high = U[near].min(axis=0), U[near].max(axis=0)
    size = high - low
    size = np.maximum(size, 0.5 * size.max() if plan.equal else 0.0)
    size = np.where(size > 0.0, size, 1.0)
    room = (0.5 + ROOM) * size - 0.5 * (high - low)
    (x0, y0), (x1, y1) = (low - room).tolist(), (high + room).tolist()
    return (x0, x1, y0, y1), int((~near).sum())


def table_scene(run: TableRun, view: Extent | None = None) -> TableScene:
    """The geometry of a run in `view`, by default where its points are."""
    plan, many = run.plan, run.many
    home, far = home_of(plan)
    extent = cover(view or home) if plan.equal else _around(view or home)
    values_at = _on_plane(run)
    held = 1 if plan.linear else max(1, len(many.support))
    nodes = NODES if NODES**2 * held <= BUDGET else FEWER
    xs, ys = (read_only(np.linspace(*side, nodes)) for side in (extent[:2], extent[2:]))
    a, b = np.meshgrid(xs, ys)
    values = values_at(np.column_stack([a.ravel(), b.ravel()])).reshape(nodes, nodes, -1)
    found = region_map(many, values_at, xs, ys, values, extent)
    return TableScene(run=run, home=home, far=far, **vars(found))


def _on_plane(run: TableRun) -> Values:
    """The values of all components, (q, m), at places of the plane, (q, 2).

    Of a linear model they are those of w, shape (m, d), which a hundred thousand points share.
    """
    many, plane, scale = run.many, run.plan.plane, run.model.scale
    if run.plan.linear:
        w = many.coef[:, many.support] @ many.X[many.support]
        return lambda U: np.asarray(scale(plane.points(U)) @ w.T + many.intercept)
    return lambda U: many.values(scale(plane.points(U)))


def _around(view: Extent) -> Extent:
    """The view, widened as `cover` does, where the axes have units of their own."""
    x0, x1, y0, y1 = view
    more_x, more_y = 0.5 * (ASPECTS[1] - 1.0) * (x1 - x0), 0.25 * (y1 - y0)
    more_x = max(more_x, 0.25 * (x1 - x0))
    return (x0 - more_x, x1 + more_x, y0 - more_y, y1 + more_y)
