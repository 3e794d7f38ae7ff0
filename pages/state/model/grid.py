"""The decision surface on a rectangle, and the lines where it has a given value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import NamedTuple

import contourpy
import numpy as np

from pages.datasets.limits import Extent
from pages.model_selection.kernel_formula import plain
from pages.model_selection.kernel_grid import has_short_cut, on_grid
from svmcore.arrays import Array, Bools, Indices, read_only
from svmcore.kernels import Kernel, Product
from svmcore.kernels.algebra import Composite
from svmcore.model import Model

# nodes a side; odd, so that every other node of the fine grid is one of the coarse
FINE, COARSE, COARSEST = 201, 101, 51
ROUGH = 41  # for products of a dozen kernels
MOST_STEPS = 3  # evaluations of f that move a vertex onto its level
NEAR = 0.02  # of a cell: a secant step that is no longer leaves an error that nobody sees
# elementary kernel values of one picture, of 5 to 10 ns by benchmarks/bench_pictures.py:
BUDGET = 2_000_000  # of the surface, where there is no short cut
ROUGH_BUDGET = 12_000_000  # of the surface on COARSEST nodes a side
LINE_BUDGET = 4_000_000  # of the steps that move its lines onto f


@dataclass(frozen=True, eq=False)
class DecisionGrid:
    """Decision surface on a grid: f at the nodes (x_a, y_b), values[b, a], (len(y), len(x))."""

    x: Array
    y: Array
    values: Array

    @cached_property
    def corner(self) -> Array:
        """The first node, (2,)."""
        return np.array([self.x[0], self.y[0]])

    @cached_property
    def cell(self) -> Array:
        """The size of a cell, (2,)."""
        return np.array([self.x[1] - self.x[0], self.y[1] - self.y[0]])

    def at(self, points: Array) -> Array:
        """f at points inside the rectangle, interpolated in their cells; NaN outside it."""
        rows, columns = self.values.shape
        (u, v), f = ((points - self.corner) / self.cell).T, self.values.ravel()
        outside = (u < 0.0) | (u > columns - 1) | (v < 0.0) | (v > rows - 1)
        a, b = _cell_of(u, columns), _cell_of(v, rows)
        u, v, node = u - a, v - b, b * columns + a
        lower = (1.0 - u) * f[node] + u * f[node + 1]
        upper = (1.0 - u) * f[node + columns] + u * f[node + columns + 1]
        return np.where(outside, np.nan, (1.0 - v) * lower + v * upper)

    def shades(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
        """127 tanh(f) in whole numbers on at most COARSE nodes a side: what a heat map needs."""
        step = max(1, (len(self.x) - 1) // (COARSE - 1))
        return np.rint(127.0 * np.tanh(self.values[::step, ::step])).astype(np.int8)


def _cell_of(place: Array, nodes: int) -> Indices:
    """The cell of each place on an axis in units of cells; the nearest one of those outside."""
    with np.errstate(invalid="ignore"):  # NaN lies nowhere, and is answered as NaN
        return np.minimum(np.maximum(np.floor(place), 0.0), nodes - 2.0).astype(np.intp)


def decision_grid(model: Model, extent: Extent, nodes: int | None = None) -> DecisionGrid:
    """Evaluate f on `nodes` x `nodes` nodes over `extent`.

    A kernel that knows a short cut for rectangles (`has_short_cut`) uses it; the others are
    evaluated node by node, as coarsely as the budget asks unless `nodes` is given.
    """
    active = model.coef != 0.0
    if nodes is None and has_short_cut(model.kernel):
        nodes = FINE
    elif nodes is None:
        work = work_of(model)
        nodes = COARSE if COARSE**2 * work <= BUDGET else COARSEST
        nodes = nodes if nodes**2 * work <= ROUGH_BUDGET else ROUGH
    xs = np.linspace(extent[0], extent[1], nodes)
    ys = np.linspace(extent[2], extent[3], nodes)
    if has_short_cut(model.kernel):
        values = on_grid(model.kernel, xs, ys, model.X[active], model.coef[active])
        values += model.intercept
    else:
        a, b = np.meshgrid(xs, ys)
        values = model(np.column_stack([a.ravel(), b.ravel()])).reshape(nodes, nodes)
    return DecisionGrid(read_only(xs), read_only(ys), read_only(values))


def price(kernel: Kernel) -> int:
    """How many elementary kernels are evaluated for one value of a kernel."""
    kernel = plain(kernel)
    if isinstance(kernel, Product):
        return sum(price(part) for part, _ in groupby(kernel.parts))
    return sum(map(price, kernel.parts)) if isinstance(kernel, Composite) else 1


def work_of(model: Model) -> int:
    """Elementary kernel values for f at one point."""
    return price(model.kernel) * int(np.count_nonzero(model.coef))


def is_exact(lines: Sequence[Array], work: int) -> bool:
    """Whether the budget allows that the vertices of lines are moved onto f: see `level_lines`."""
    return MOST_STEPS * work * sum(map(len, lines)) <= LINE_BUDGET


def level_lines(
    grid: DecisionGrid,
    levels: Sequence[float],
    f: Callable[[Array], Array],
    tolerance: float = 0.0,
    work: int = 0,
) -> tuple[Array, ...]:
    """Level lines: for each level where f = level, as polylines parted by rows of NaN, (m, 2).

    Marching squares interpolates along the edges of the cells, which is off by the square of
    their size: several pixels for a narrow kernel. So each vertex is moved along its edge to where
    a cubic through four nodes has the value, which costs no f. Vertices without which the line
    changes by less than `tolerance` go. The others are moved on by steps on f itself, all levels
    together, for f has a price per call.

    work : `work_of` f. Where three evaluations for each vertex are more than `LINE_BUDGET`, there
        is one, and where that is more, none. 0 for no limit.
    """
    generator = _contours(grid.values)
    pause = np.full((1, 2), np.nan)
    found = [generator.lines(level)[0][0] for level in levels]
    lines = [pause if line is None else np.concatenate([line, pause]) for line in found]
    every = np.concatenate(lines)
    level = np.repeat(levels, [len(line) for line in lines])
    ends = np.repeat(np.arange(len(levels)), [len(line) for line in lines])
    real = ~np.isnan(every[:, 0])
    edges = _edges(grid, every[real]).on_cubic(grid, level[real])
    every[real] = edges.points
    if tolerance > 0.0:
        kept = _needed(every, tolerance)
        edges = edges.at(np.flatnonzero(kept[real]))
        every, level, ends, real = every[kept], level[kept], ends[kept], real[kept]
    steps = LINE_BUDGET // (work * len(edges.t)) if work and len(edges.t) else MOST_STEPS
    if steps:
        every[real] = edges.on_level(grid, level[real], f, again=steps >= MOST_STEPS).points
    else:
        every[real] = edges.points
    parts = np.split(every, np.flatnonzero(np.diff(ends)) + 1)
    return tuple(part[:-1] for part in parts)


def _contours(values: Array) -> contourpy.ContourGenerator:
    """What finds lines and regions of the values on a grid, in units of cells."""
    # without `contour_generator`, which takes as long to look at its arguments as for one line
    return contourpy.SerialContourGenerator(
        *_nodes(values.shape),
        values,
        ~np.isfinite(values),
        corner_mask=True,
        line_type=contourpy.LineType.ChunkCombinedNan,
        fill_type=contourpy.FillType.ChunkCombinedOffset,
        quad_as_tri=False,
        z_interp=contourpy.ZInterp.Linear,
    )


@lru_cache(maxsize=8)
def _nodes(shape: tuple[int, int]) -> tuple[Array, Array]:
    """The numbers of the nodes in x and in y, each of the shape of a grid's values."""
    x, y = np.meshgrid(np.arange(float(shape[1])), np.arange(float(shape[0])))
    return read_only(x), read_only(y)


def simplified(line: Array, tolerance: float) -> Array:
    """Drop the vertices of a polyline that are less than `tolerance` from their neighbours' chord.

    Each of four passes may drop every other vertex; what is left stays exactly where it was.
    """
    return line[_needed(line, tolerance)]


def _needed(line: Array, tolerance: float) -> Bools:
    """Which vertices `simplified` keeps."""
    kept = np.arange(len(line))
    for _ in range(4):
        if len(kept) < 3:
            break
        points = line[kept]
        before, here = points[:-2:2], points[1:-1:2]
        chord, away = points[2::2] - before, here - before
        across = np.abs(chord[:, 0] * away[:, 1] - chord[:, 1] * away[:, 0])
        # NaN, the pause between two polylines, compares as needed
        needless = across < tolerance * np.maximum(np.hypot(*chord.T), 1e-300)
        kept = np.delete(kept, 1 + 2 * np.flatnonzero(needless))
    found = np.zeros(len(line), dtype=bool)
    found[kept] = True
    return found


def filled(grid: DecisionGrid, f: Callable[[Array], Array]) -> Array:
    """Where f > 0, as polygons parted by rows of NaN: (m, 2); holes turn the other way.

    Their corners inside the rectangle are moved onto f = 0 as those of `level_lines` are.
    """
    points, offsets = (part[0] for part in _contours(grid.values).filled(0.0, np.inf))
    if points is None or offsets is None:
        return np.empty((0, 2))
    corners = np.array(points, dtype=float) * grid.cell + grid.corner
    # the frame of the rectangle belongs to a polygon too, and stays where it is
    on_level = np.abs(grid.at(corners)) <= 1e-9 * max(1.0, float(np.abs(grid.values).max()))
    edges = _edges(grid, (corners[on_level] - grid.corner) / grid.cell)
    corners[on_level] = edges.on_level(grid, np.zeros(len(edges.t)), f).points
    breaks = np.asarray(offsets)[1:-1].astype(np.intp)
    return np.insert(corners, breaks, np.nan, axis=0)


class _Edges(NamedTuple):
    """The edges of the cells that vertices lie on: from node (a, b), at `low`, by `size`, (m, 2).

    t : how far along it a vertex lies. in_y : whether the edge is one in y.
    """

    a: Indices
    b: Indices
    low: Array
    size: Array
    t: Array
    in_y: Bools

    @property
    def points(self) -> Array:
        """The vertices, (m, 2)."""
        return np.asarray(self.low + self.t[:, None] * self.size)

    def at(self, rows: Indices) -> "_Edges":
        """Some of them."""
        a, b, low, size, t, in_y = self
        return _Edges(a[rows], b[rows], low[rows], size[rows], t[rows], in_y[rows])

    def on_cubic(self, grid: DecisionGrid, level: Array) -> "_Edges":
        """Each vertex where the cubic through the four nodes around its edge has the level."""
        node = np.where(self.in_y, self.b, self.a)
        last = np.where(self.in_y, len(grid.y), len(grid.x)) - 4
        first = np.clip(node - 1, 0, last)
        k = first + np.arange(4)[:, None]
        f0, f1, f2, f3 = grid.values[np.where(self.in_y, k, self.b), np.where(self.in_y, self.a, k)]
        d1, d2, d3 = f1 - f0, 0.5 * (f2 - 2.0 * f1 + f0), (f3 - 3.0 * (f2 - f1) - f0) / 6.0
        start = node - first
        u = start + self.t
        for _ in range(2):  # Newton's steps
            value = f0 - level + u * (d1 + (u - 1.0) * (d2 + (u - 2.0) * d3))
            slope = d1 + (2.0 * u - 1.0) * d2 + (3.0 * u * u - 6.0 * u + 2.0) * d3
            step = np.divide(value, slope, out=np.zeros_like(u), where=slope != 0.0)
            u = np.minimum(np.maximum(u - step, start), start + 1.0)
        return self._replace(t=u - start)

    def on_level(
        self,
        grid: DecisionGrid,
        level: Array,
        f: Callable[[Array], Array],
        *,
        again: bool = True,
    ) -> "_Edges":
        """Each vertex where f has the level, by the secant through the node before it.

        Where that leads no further than `NEAR`, or not `again`, there is no second step.
        """
        t1, f0 = self.t, grid.values[self.b, self.a] - level
        f1 = f(self.points) - level
        t = _secant_step(np.zeros_like(t1), f0, t1, f1)
        far = np.flatnonzero(np.abs(t - t1) > NEAR)
        if again and len(far):
            there, wanted = self.at(far), level[far]

            def off_level(t: Array) -> Array:
                return np.asarray(f(there._replace(t=t).points) - wanted)

            t[far], _ = secant(off_level, t1[far], f1[far], t[far], 1)
        return self._replace(t=t)


def _edges(grid: DecisionGrid, cells: Array) -> _Edges:
    """The edges of vertices, (m, 2), in units of cells."""
    # on one axis a vertex is at a node but for rounding
    off_node = np.abs(cells - np.rint(cells))
    in_y = off_node[:, 0] < off_node[:, 1]
    a = _node_before(cells[:, 0], in_y, len(grid.x))
    b = _node_before(cells[:, 1], ~in_y, len(grid.y))
    low = np.column_stack([grid.x[a], grid.y[b]])
    size = np.column_stack([grid.x[a + ~in_y], grid.y[b + in_y]]) - low
    t = np.where(in_y, cells[:, 1] - b, cells[:, 0] - a)
    return _Edges(a, b, low, size, t, in_y)


def secant(
    f: Callable[[Array], Array], t0: Array, f0: Array, t1: Array, steps: int
) -> tuple[Array, Array]:
    """Roots of many functions of t in [0, 1] at once, and what f is there.

    From (t0, f(t0)) and a guess t1 on, `steps` secant steps each; of the last two places the
    better one is the answer.
    """
    f1 = f(t1)
    for _ in range(steps):
        t0, f0, t1 = t1, f1, _secant_step(t0, f0, t1, f1)
        f1 = f(t1)
    better = np.abs(f1) <= np.abs(f0)
    return np.where(better, t1, t0), np.where(better, f1, f0)


def _secant_step(t0: Array, f0: Array, t1: Array, f1: Array) -> Array:
    change = f1 - f0
    step = np.divide(f1 * (t1 - t0), change, out=np.zeros_like(f1), where=change != 0.0)
    return np.clip(t1 - step, 0.0, 1.0)


def _node_before(cells: Array, at_node: Bools, nodes: int) -> Indices:
    """The node that a vertex is at; where it lies inside an edge, the node before it."""
    index = np.where(at_node, np.rint(cells), np.floor(cells)).astype(np.intp)
    return np.clip(index, 0, nodes - 2 + at_node)
