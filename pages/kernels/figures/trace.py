"""What a model that lives in other coordinates cuts out of the plane of the points."""

from pages.kernels.model.feature_space import Lifted
from pages.plots.decision import hero_layout, level, regions
from pages.plots.points import points_figure
from pages.plots.theme import Figure
from pages.state.scene import cover
from svmcore.grid import Extent


def shadow_figure(lifted: Lifted, view: Extent, revision: str = "") -> Figure:
    """The hero of a lifted model: its regions, boundary, margins and support vectors."""
    if lifted.grid is None:
        extent = cover(view)
        figure = points_figure(lifted.data, [], extent, view, revision)
        return {**figure, "layout": hero_layout(extent, view, revision, framed=True)}
    grid = lifted.grid
    extent = (float(grid.x[0]), float(grid.x[-1]), float(grid.y[0]), float(grid.y[-1]))
    figure = points_figure(lifted.data, [], extent, view, revision)
    [points] = figure["data"]
    marker = dict(points["marker"])
    held = lifted.support.tolist()
    marker["size"] = [12.0 if ring else 9.0 for ring in held]
    marker["line"] = {
        "color": ["$ink" if ring else "$page" for ring in held],
        "width": [3.0 if ring else 1.0 for ring in held],
    }
    lines = [level(lifted.lines[k], k) for k in (0, 2, 1)]
    traces = [regions(grid, extent), *lines, {**points, "marker": marker}]
    return {**figure, "data": traces}
