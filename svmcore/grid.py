"""The decision surface on a rectangle, and the lines where it has a given value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import contourpy
import numpy as np

from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.kernels import GridKernel
from svmcore.model import Model

Extent = tuple[float, float, float, float]  # x0, x1, y0, y1

# nodes a side; odd, so that every other node of the fine grid is one of the coarse
FINE, COARSE, COARSEST = 201, 101, 51
BUDGET = 2_000_000  # kernel values for one picture, about 20 ms, where there is no short cut


@dataclass(frozen=True, eq=False)
class DecisionGrid:
    """Decision surface on a grid: f at the nodes (x_a, y_b), values[b, a], (len(y), len(x))."""

    x: Array
    y: Array
    values: Array

    def at(self, points: Array) -> Array:
        """f at points inside the rectangle, interpolated in their cells; NaN outside it."""
        size = [self.x[1] - self.x[0], self.y[1] - self.y[0]]
        cells = (points - [self.x[0], self.y[0]]) / size
        last = np.array([len(self.x) - 2, len(self.y) - 2])
        outside = ((cells < 0.0) | (cells > last + 1)).any(axis=1)
        corner = np.clip(np.floor(cells), 0, last).astype(np.intp)
        (u, v), (a, b), f = (cells - corner).T, corner.T, self.values
        lower = (1.0 - u) * f[b, a] + u * f[b, a + 1]
        upper = (1.0 - u) * f[b + 1, a] + u * f[b + 1, a + 1]
        return np.where(outside, np.nan, (1.0 - v) * lower + v * upper)

    def shades(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        """127 tanh(f) in whole numbers on at most COARSE nodes a side: what a heat map needs."""
        step = max(1, (len(self.x) - 1) // (COARSE - 1))
        return np.rint(127.0 * np.tanh(self.values[::step, ::step])).astype(np.int8)


def decision_grid(model: Model, extent: Extent, nodes: int | None = None) -> DecisionGrid:
    """Evaluate f on `nodes` x `nodes` nodes over `extent`.

    A kernel that knows a short cut for rectangles (`GridKernel`) uses it; the others are
    evaluated node by node, as coarsely as the budget asks unless `nodes` is given.
    """
    active = model.coef != 0.0
    if nodes is None and isinstance(model.kernel, GridKernel):
        nodes = FINE
    elif nodes is None:
        nodes = COARSE if COARSE**2 * int(active.sum()) <= BUDGET else COARSEST
    xs = np.linspace(extent[0], extent[1], nodes)
    ys = np.linspace(extent[2], extent[3], nodes)
    if isinstance(model.kernel, GridKernel):
        values = model.kernel.grid(xs, ys, model.X[active], model.coef[active]) + model.intercept
    else:
        a, b = np.meshgrid(xs, ys)
        values = model(np.column_stack([a.ravel(), b.ravel()])).reshape(nodes, nodes)
    return DecisionGrid(read_only(xs), read_only(ys), read_only(values))


def level_lines(
    grid: DecisionGrid, levels: Sequence[float], f: Callable[[Array], Array]
) -> tuple[Array, ...]:
    """Level lines: for each level where f = level, as polylines parted by rows of NaN, (m, 2).

    Marching squares interpolates along the edges of the cells, which is off by the square of
    their size: several pixels for a narrow kernel. So each vertex is moved along its edge, where
    f - level changes sign, by two secant steps; all levels together, for f has a price per call.
    """
    generator = contourpy.contour_generator(
        grid.x, grid.y, grid.values, line_type=contourpy.LineType.ChunkCombinedNan
    )
    found = [generator.lines(level)[0][0] for level in levels]
    lines = [np.empty((0, 2)) if line is None else np.array(line, dtype=float) for line in found]
    every = np.concatenate(lines)
    level = np.repeat(levels, [len(line) for line in lines])
    real = ~np.isnan(every[:, 0])
    every[real] = _onto_level(grid, level[real], f, every[real])
    return tuple(np.split(every, np.cumsum([len(line) for line in lines])[:-1]))


def filled(grid: DecisionGrid, f: Callable[[Array], Array]) -> Array:
    """Where f > 0, as polygons parted by rows of NaN: (m, 2); holes turn the other way.

    Their corners inside the rectangle are moved onto f = 0 as those of `level_lines` are.
    """
    generator = contourpy.contour_generator(
        grid.x, grid.y, grid.values, fill_type=contourpy.FillType.ChunkCombinedOffset
    )
    points, offsets = (part[0] for part in generator.filled(0.0, np.inf))
    if points is None or offsets is None:
        return np.empty((0, 2))
    corners = np.array(points, dtype=float)
    # the frame of the rectangle belongs to a polygon too, and stays where it is
    on_level = np.abs(grid.at(corners)) <= 1e-9 * max(1.0, float(np.abs(grid.values).max()))
    corners[on_level] = _onto_level(grid, np.zeros(int(on_level.sum())), f, corners[on_level])
    breaks = np.asarray(offsets)[1:-1].astype(np.intp)
    return np.insert(corners, breaks, np.nan, axis=0)


def _onto_level(
    grid: DecisionGrid, level: Array, f: Callable[[Array], Array], points: Array
) -> Array:
    # in units of cells; on one axis a vertex is at a node but for rounding
    cells = (points - [grid.x[0], grid.y[0]]) / [grid.x[1] - grid.x[0], grid.y[1] - grid.y[0]]
    off_node = np.abs(cells - np.rint(cells))
    moves_in_y = off_node[:, 0] < off_node[:, 1]
    a = _node_before(cells[:, 0], moves_in_y, len(grid.x))
    b = _node_before(cells[:, 1], ~moves_in_y, len(grid.y))
    low = np.column_stack([grid.x[a], grid.y[b]])
    edge = np.column_stack([grid.x[a + ~moves_in_y], grid.y[b + moves_in_y]]) - low
    length = edge.sum(1)
    t0, f0 = np.zeros(len(points)), grid.values[b, a] - level
    t1 = (points - low).sum(1) / length

    def off_level(t: Array) -> Array:
        return np.asarray(f(low + t[:, None] * edge) - level)

    t, _ = secant(off_level, t0, f0, t1, 2)
    return np.asarray(low + t[:, None] * edge)


def secant(
    f: Callable[[Array], Array], t0: Array, f0: Array, t1: Array, steps: int
) -> tuple[Array, Array]:
    """Roots of many functions of t in [0, 1] at once, and what f is there.

    From (t0, f(t0)) and a guess t1 on, `steps` secant steps each; of the last two places the
    better one is the answer.
    """
    f1 = f(t1)
    for _ in range(steps):
        change = f1 - f0
        step = np.divide(f1 * (t1 - t0), change, out=np.zeros_like(f1), where=change != 0.0)
        t0, f0, t1 = t1, f1, np.clip(t1 - step, 0.0, 1.0)
        f1 = f(t1)
    better = np.abs(f1) <= np.abs(f0)
    return np.where(better, t1, t0), np.where(better, f1, f0)


def _node_before(cells: Array, at_node: Bools, nodes: int) -> Indices:
    """The node that a vertex is at; where it lies inside an edge, the node before it."""
    index = np.where(at_node, np.rint(cells), np.floor(cells)).astype(np.intp)
    return np.clip(index, 0, nodes - 2 + at_node)
