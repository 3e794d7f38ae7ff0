"""The plane through a table's points as it is drawn: regions of the model where the plane is.

f is asked at the points of the plane, in as many dimensions as the model sees. So the regions
are exact there, and say nothing of places off the plane.
"""

from dataclasses import dataclass

import numpy as np

from pages.datasets.limits import Extent
from pages.state.multiclass.multiclass_scene import RegionMap, Values, region_map
from pages.state.table.table_plan import covered, home_of
from pages.state.table.table_run import TableRun
from svmcore.arrays import read_only

NODES = 101  # a side
FEWER = 61  # where a picture would take longer than half a second
BUDGET = 8_000_000  # kernel values for a picture


@dataclass(frozen=True, eq=False, kw_only=True)
class TableScene(RegionMap):
    """The regions on the plane.

    home : the box that shows the points. far : how many points lie outside it.
    """

    run: TableRun
    home: Extent
    far: int


def table_scene(run: TableRun, view: Extent | None = None) -> TableScene:
    """The geometry of a run in `view`, by default where its points are."""
    plan, many = run.plan, run.many
    home, far = home_of(plan)
    extent = covered(plan, view or home)
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
