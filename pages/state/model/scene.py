"""What there is to draw of a run, in numbers: surface, lines, slacks, street; nothing painted."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy.spatial import ConvexHull

from pages.datasets.limits import Extent
from pages.datasets.two_class import WINDOW
from pages.state.model.grid import (
    COARSE,
    DecisionGrid,
    decision_grid,
    is_exact,
    level_lines,
    secant,
    simplified,
    work_of,
)
from pages.state.model.run import Data, Run
from svmcore.arrays import Array, Bools, read_only
from svmcore.kernels import Linear
from svmcore.model import Model
from svmcore.problems.separation import Separability

LEVELS = (-1.0, 0.0, 1.0)
# of the picture's smaller side: a longer w is drawn this long, and the street is as far from w
LONGEST_NORMAL, STREET_ASIDE = 0.3, 0.28
ASPECTS = (0.9, 1.7)  # width / height of the pictures that a first surface must cover
PARTS = (16, 48, 112)  # where a search along rays stops for those that have met the margin
_NONE = np.empty((0, 2))
SLACK_BUDGET = 6_000_000  # elementary kernel values, as `BUDGET` of pages/state/model/grid.py
ROUNDING = 1e-15  # of the largest sum of |coef_j K|: what is smaller than this is not part of f


@dataclass(frozen=True, eq=False, kw_only=True)
class Scene:
    """Geometry in data units. Polylines are (m, 2) arrays, parted by rows of NaN.

    extent : where the surface is known
    lines : the polylines f = -1, 0, +1
    view : the box that is shown, where there are slacks to look for
    normal : from the boundary along w, in true length unless that leaves the picture
    street : a segment across the street, from f = -1 to f = +1
    hulls : the outlines of the classes' convex hulls, closed, where there is a `meeting`
    meeting : a point in both classes' convex hulls, when a line was asked for and none exists
    coarse : whether it is less exact than others, as its exact lines would take too long
    seconds : what it took to find out
    """

    run: Run
    extent: Extent
    grid: DecisionGrid | None = None
    lines: tuple[Array, ...] = (_NONE, _NONE, _NONE)
    view: Extent | None = None
    normal: Array | None = None
    normal_shortened: bool = False
    street: Array | None = None
    hulls: tuple[Array, ...] = ()
    meeting: Array | None = None
    coarse: bool = False
    seconds: float = 0.0

    @cached_property
    def slacks(self) -> Array:
        """From each point inside its margin straight up the slope of y f to the margin."""
        if self.view is None or self.grid is None:
            return _NONE
        return _slacks(self.run, self.grid, self.view)


@lru_cache(maxsize=64)
def scene(run: Run, view: Extent) -> Scene:
    """The geometry of a run for a picture that shows `view`."""
    start = time.perf_counter()
    extent = cover(view)
    if run.model is None:
        meeting = _meeting(run)
        hulls = () if meeting is None else _hulls(run)
        return Scene(run=run, extent=extent, hulls=hulls, meeting=meeting)
    grid = decision_grid(run.model, extent)
    level = _plain(run, grid)
    if level is not None:
        plain = DecisionGrid(grid.x, grid.y, read_only(np.full_like(grid.values, level)))
        return Scene(run=run, extent=extent, grid=plain, seconds=time.perf_counter() - start)
    work = work_of(run.model)
    lines = level_lines(grid, LEVELS, run.model, tolerance(extent), work)
    normal, shortened, street = _street(run, view)
    return Scene(
        run=run,
        extent=extent,
        grid=grid,
        lines=lines,
        coarse=len(grid.x) < COARSE or not is_exact(lines, work),
        view=view,
        normal=normal,
        normal_shortened=shortened,
        street=street,
        seconds=time.perf_counter() - start,
    )


def _plain(run: Run, grid: DecisionGrid) -> float | None:
    """The one value of a model that is the same everywhere, None for all others.

    Such a model is a sum whose terms cancel but for rounding errors, and the lines of those
    would fill the picture. Equal scores prove w = 0 only where the kernel has a w and the
    multipliers balance.
    """
    model, values = run.model, grid.values
    if model is None:
        return None
    x0, x1, y0, y1 = grid.x[0], grid.x[-1], grid.y[0], grid.y[-1]
    places = np.array([[x0, y0], [x0, y1], [x1, y0], [x1, y1], model.X[0]])
    largest = np.abs(model.kernel(places, model.X)).max() * np.abs(model.coef).sum()
    noise = ROUNDING * float(largest)
    flat = run.constant and run.finished and model.kernel.psd
    if not flat and float(np.ptp(values)) > noise:
        return None
    level = float(values.mean())
    return level if abs(level) > noise else 0.0


def fit_view(data: Data) -> Extent:
    """The window, widened until it shows every point that is not absurdly far away.

    A point further from the median than 8 times the spread of the middle half would shrink all
    others to a dot; it is left outside, and the page says so.
    """
    x0, x1, y0, y1 = WINDOW
    if not len(data):
        return WINDOW
    middle = np.median(data.X, axis=0)
    ordered, quarter = np.sort(data.X, axis=0), len(data) // 4  # of four points one may be far
    spread = (ordered[len(data) - 1 - quarter] - ordered[quarter]).max()
    near = np.abs(data.X - middle).max(axis=1) <= 8.0 * max(spread, 0.5)
    points = data.X[near]
    at_home = (np.abs(points) < [x1, y1]).all(axis=1).any()  # the window is where they live
    if at_home:
        points = np.vstack([points, [x0, y0], [x1, y1]])
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.maximum(high - low, max(0.5 * float((high - low).max()), 1e-3))  # no thin strip
    room = 0.5 * (1.12 * size - (high - low))
    inside = at_home & (low >= [x0, y0]) & (high <= [x1, y1])
    low, high = np.where(inside, low, low - room), np.where(inside, high, high + room)
    return (float(low[0]), float(high[0]), float(low[1]), float(high[1]))


def outside(data: Data, view: Extent) -> int:
    """How many points the view does not show."""
    x, y = data.X.T
    return int(((x < view[0]) | (x > view[1]) | (y < view[2]) | (y > view[3])).sum())


def cover(view: Extent) -> Extent:
    """The view, widened to the pictures of every usual shape in which it is shown whole."""
    x0, x1, y0, y1 = view
    half_x, half_y = 0.5 * (x1 - x0), 0.5 * (y1 - y0)
    half_x, half_y = max(half_x, ASPECTS[1] * half_y), max(half_y, half_x / ASPECTS[0])
    x, y = 0.5 * (x0 + x1), 0.5 * (y0 + y1)
    return (x - half_x, x + half_x, y - half_y, y + half_y)


def tolerance(extent: Extent) -> float:
    """By how much a line may be off in a picture: 0.1 pixels where 1,000 or less show the extent.

    That is four times what a pass of `simplified` may drop.
    """
    return 2.5e-5 * max(extent[1] - extent[0], extent[3] - extent[2])


def simplify_polyline(line: Array, extent: Extent) -> Array:
    """Drop the vertices of a polyline without which it looks the same: see `tolerance`."""
    return simplified(line, tolerance(extent))


def _slacks(run: Run, grid: DecisionGrid, view: Extent) -> Array:
    """Straight segments, parted by NaN, from each point with slack to where y f first reaches 1.

    For the linear kernel that is the perpendicular to the margin, of length slack / |w|. For the
    others the segment follows the slope of f at the point; where it meets no margin within half
    a picture, none is drawn.
    """
    model, inside = run.model, run.margins < 1.0 - 1e-6
    if model is None or not inside.any():
        return _NONE
    start, sign, f = run.data.X[inside], run.data.y[inside], run.scores[inside]
    f_at, h = _affordable(model, grid, len(start))
    slope = rise(f_at, start, h) / (2.0 * h)
    norm = np.hypot(slope[:, 0], slope[:, 1])
    steep = norm > 1e-12  # on a plateau of f no direction leads to the margin
    start, sign, f, norm = start[steep], sign[steep], f[steep], norm[steep]
    way = sign[:, None] * slope[steep] / norm[:, None]
    if isinstance(model.kernel, Linear):
        length, met = (1.0 - sign * f) / norm, np.ones(len(start), dtype=bool)
    else:
        length, met = _first_crossing(f_at, grid, start, sign, way, 0.5 * (view[1] - view[0]))
    end = (start + length[:, None] * way)[met]
    gap = np.full_like(end, np.nan)
    return np.stack([start[met], end, gap], axis=1).reshape(-1, 2)


def _affordable(
    model: Model, grid: DecisionGrid, points: int
) -> tuple[Callable[[Array], Array], float]:
    """What slacks are measured on, and a step for its slope: f, or the surface where f is costly.

    The slope takes four evaluations a point, the search along its ray five.
    """
    if 9 * work_of(model) * points > SLACK_BUDGET:
        return grid.at, 0.5 * float(grid.x[1] - grid.x[0])
    return model, 1e-6 * float(grid.x[-1] - grid.x[0])


def _first_crossing(
    f: Callable[[Array], Array],
    grid: DecisionGrid,
    start: Array,
    sign: Array,
    way: Array,
    reach: float,
) -> tuple[Array, Bools]:
    """How far along `way` y f first reaches 1, and whether it does.

    The crossing is looked for on the surface that is known already, in steps of half a cell of
    it, and then found on the true f, whose price is that of a few points a ray.
    """
    step = 0.5 * float(grid.x[1] - grid.x[0])
    steps = np.arange(step, reach, step)
    length = np.full(len(start), np.nan)
    for some in np.split(steps, [k for k in PARTS if k < len(steps)]):  # most rays end soon
        rays = np.flatnonzero(np.isnan(length))
        places = start[rays, None] + some[:, None] * way[rays, None]
        surface = grid.at(places.reshape(-1, 2)).reshape(len(rays), len(some))
        over = sign[rays, None] * surface >= 1.0
        hit = over.any(axis=1)
        length[rays[hit]] = some[over.argmax(axis=1)[hit]]
    met = np.flatnonzero(~np.isnan(length))
    # the surface is interpolated: the true f may cross a step earlier or later
    low, high = np.maximum(length[met] - 2.0 * step, 0.0), length[met] + step

    def over_margin(t: Array) -> Array:
        along = low + t * (high - low)
        return np.asarray(sign[met] * f(start[met] + along[:, None] * way[met]) - 1.0)

    zero = np.zeros(len(met))
    t, off = secant(over_margin, zero, over_margin(zero), (length[met] - low) / (high - low), 4)
    length[met] = low + t * (high - low)
    exact = np.zeros(len(start), dtype=bool)
    exact[met] = np.abs(off) < 0.01
    return length, exact


def rise(f: Callable[[Array], Array], X: Array, h: float) -> Array:
    """By how much f rises over 2 h in x and in y around the points X, shape (n, 2)."""
    shifts = np.array([[h, 0.0], [-h, 0.0], [0.0, h], [0.0, -h]])
    there = f((X[None] + shifts[:, None]).reshape(-1, 2)).reshape(4, -1)
    return np.column_stack([there[0] - there[1], there[2] - there[3]])


def _street(run: Run, view: Extent) -> tuple[Array | None, bool, Array | None]:
    """For the linear kernel: w as an arrow, and the segment across the street."""
    w = run.model.weights if run.model else None
    if run.model is None or w is None or not w.any():
        return None, False, None
    square = float(w @ w)
    x0, x1, y0, y1 = view
    along = np.array([-w[1], w[0]]) / np.sqrt(square)
    # the boundary point nearest to the middle of the picture, and one a little along the street
    middle = np.array([0.5 * (x0 + x1), 0.5 * (y0 + y1)])
    foot = middle - (w @ middle + run.model.intercept) / square * w
    aside = foot + STREET_ASIDE * min(x1 - x0, y1 - y0) * along
    street = np.array([aside - w / square, aside + w / square])
    longest = LONGEST_NORMAL * min(x1 - x0, y1 - y0)
    length = np.sqrt(square)
    tip = foot + w * min(1.0, longest / length)
    return np.array([foot, tip]), bool(length > longest), street


def _meeting(run: Run) -> Array | None:
    parted = run.separation
    proved = parted is not None and parted.verdict is Separability.INSEPARABLE
    if parted is None or not proved or run.experiment.kernel != "linear":
        return None
    positive = run.data.y > 0
    return np.asarray(parted.weights[positive] @ run.data.X[positive])


def _hulls(run: Run) -> tuple[Array, ...]:
    """The closed outline of each class; of points on one line there and back, by its ends."""
    outlines = []
    for sign in (-1.0, 1.0):
        X = np.unique(run.data.X[run.data.y == sign], axis=0)  # sorted by x, then y
        spread = X - X[0]
        flat = len(X) < 3 or np.linalg.matrix_rank(spread, tol=1e-9 * np.abs(spread).max()) < 2
        corners = X[[0, -1]] if flat else X[ConvexHull(X).vertices]
        outlines.append(read_only(np.vstack([corners, corners[:1]])))
    return tuple(outlines)
