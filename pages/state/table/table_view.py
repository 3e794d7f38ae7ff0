"""The window of a table's picture."""

import numpy as np

from pages.datasets.limits import Extent
from pages.state.model.scene import ASPECTS, cover
from pages.state.table.table_plan import TablePlan

ROOM = 0.06  # around the points, as a share of their spread


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


def covered(plan: TablePlan, view: Extent) -> Extent:
    """What is drawn where `view` is seen: more, as a window may have any shape."""
    return cover(view) if plan.equal else _around(view)


def _around(view: Extent) -> Extent:
    """The view, widened as `cover` does, where the axes have units of their own."""
    x0, x1, y0, y1 = view
    more_x, more_y = 0.5 * (ASPECTS[1] - 1.0) * (x1 - x0), 0.25 * (y1 - y0)
    more_x = max(more_x, 0.25 * (x1 - x0))
    return (x0 - more_x, x1 + more_x, y0 - more_y, y1 + more_y)
