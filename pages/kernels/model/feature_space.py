"""The model that is linear in the coordinates of a map, and what it cuts out of the plane."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from pages.kernels.model.support import bound_of, support_of
from pages.state.model.feature_maps import Lift, cut
from pages.state.model.grid import FINE, DecisionGrid, level_lines
from pages.state.model.run import Data, Run
from pages.state.model.scene import LEVELS, cover, fit_view, simplify_polyline
from svmcore.arrays import Array, Bools, read_only
from svmcore.engine import FeatureSpace, classification, hard_margin, train
from svmcore.problems.certificate import Status
from svmcore.problems.separation import Separability

SHEET = 25  # nodes a side of the plane's image
ROOM = 0.08  # around the points, as a share of their range
AROUND = 0.25  # the same in a picture along other directions
SAME = 1e-9  # range of f over the points below which it is one value but for rounding
FLAT = "The optimal f is constant: these coordinates do not separate the classes."
FAINT = "f differs by less than 1e-9 between the points: choose a larger C or another map."


@dataclass(frozen=True, eq=False, kw_only=True)
class Lifted:
    """The model f(x) = <w, phi(x)> + b, linear in a lift's coordinates, on a run's points.

    phi : the points' coordinates, (n, D)
    coef : y alpha, (n,), w = coef' phi; support : alpha > 0; C : (n,), the bounds of alpha
    low, high : a box around the points and the sheet, (D,) each
    sheet : the image of a piece of the plane around the points, (m, m, D); of the line, (m, D)
    planes : where f = -1, 0, +1 cut the box: corners in order, (k, 3) with k from 3 to 6, in
        three dimensions, ends of a segment, (2, 2), in two; empty where it is not met or D > 3
    grid, lines : f over the input plane, and the polylines f = -1, 0, +1 there
    why : a sentence that says why there is no model, or that it is the same everywhere; else
        empty
    """

    lift: Lift
    data: Data
    phi: Array
    low: Array
    high: Array
    sheet: Array
    w: Array | None = None
    b: float = 0.0
    coef: Array | None = None
    C: Array | float = np.inf
    status: Status | None = None
    planes: tuple[Array, ...] = ()
    grid: DecisionGrid | None = None
    lines: tuple[Array, ...] = ()
    why: str = ""

    @property
    def support(self) -> Bools:
        """The points with alpha > 0."""
        return support_of(self.coef, len(self.data))

    @property
    def bound(self) -> Bools:
        """The points with alpha = C."""
        return bound_of(self.coef, self.C, len(self.data))

    def __call__(self, X: Array) -> Array:
        """f at points of the input plane, (n,).

        Raises ValueError if there is no model.
        """
        if self.w is None:
            raise ValueError(f"there is no model: {self.why}")
        return np.asarray(self.lift.map(X) @ self.w + self.b)


@lru_cache(maxsize=16)
def lifted(run: Run, lift: Lift) -> Lifted:
    """The model with the run's points, their weights, margin and C in the coordinates of `lift`.

    Where the lift has a kernel this is the model of that kernel, and w = sum_i coef_i phi(x_i).
    """
    data = run.data
    phi = lift.map(data.X)
    sheet = _sheet(lift, data)
    every = np.vstack([phi, sheet.reshape(-1, phi.shape[1])])
    low, high = read_only(every.min(axis=0)), read_only(every.max(axis=0))
    bare = Lifted(
        lift=lift, data=data, phi=read_only(phi), low=low, high=high, sheet=read_only(sheet)
    )
    if len(set(data.y.tolist())) < 2:
        return replace(bare, why="A model needs points of both classes.")
    space = FeatureSpace(phi)
    if run.experiment.margin == "hard":
        parted, answer = hard_margin(space, data.y)
        if answer is None:
            return replace(bare, why=_why(lift, parted.verdict))
    else:
        answer = train(space, classification(data.y, run.C))
    coef, C = data.y * answer.alpha, np.inf if run.experiment.margin == "hard" else run.C
    w = coef @ phi if answer.w is None else answer.w  # its own w has more digits for a large C
    b = float(answer.v[0])
    why = ""
    if float(np.ptp(phi @ w)) <= SAME:  # rounding errors would draw lines of their own
        why = FLAT if _cancels(phi, coef, w) else FAINT
        w, b = np.zeros_like(w), b if abs(b) > SAME else 0.0
    extent = cover(fit_view(data))
    xs, ys = np.linspace(*extent[:2], FINE), np.linspace(*extent[2:], FINE)
    here, there = np.meshgrid(xs, ys)
    coef, w = read_only(coef), read_only(w)
    f = replace(bare, w=w, b=b, coef=coef, C=C, status=answer.status, why=why)
    values = f(np.column_stack([here.ravel(), there.ravel()])).reshape(FINE, FINE)
    grid = DecisionGrid(read_only(xs), read_only(ys), read_only(values))
    lines = tuple(simplify_polyline(line, extent) for line in level_lines(grid, LEVELS, f))
    planes = tuple(cut(w, level - b, low, high) for level in LEVELS)
    return replace(f, planes=planes, grid=grid, lines=lines)


@dataclass(frozen=True, eq=False)
class Projected:
    """A lifted model along three directions; planes and a box as in `Lifted`.

    phi : (n, 3); sheet : (m, m, 3), NaN where it leaves the box
    names : what the directions are
    turned : whether they are not the map's own coordinates
    """

    names: tuple[str, ...]
    turned: bool
    phi: Array
    sheet: Array
    low: Array
    high: Array
    planes: tuple[Array, ...]


def projected(lifted: Lifted) -> Projected:
    """Three coordinates as they are; of more, f itself and two directions across w.

    The first is f = <w, u> + b, the others are <v1, u> and <v2, u> with orthonormal v1, v2 across
    w, those in which the sheet varies most. A plane <w, u> + b = level contains all directions
    across w, so it is seen edge on, wholly and exactly, at f = level: no picture in three of the
    map's own coordinates could show it. Without a w there are the three in which the sheet varies
    most.
    """
    d = lifted.phi.shape[1]
    if d == 3:
        own = (lifted.phi, lifted.sheet, lifted.low, lifted.high, lifted.planes)
        return Projected(lifted.lift.names, False, *own)
    flat = lifted.sheet.reshape(-1, d)
    w = np.zeros(d) if lifted.w is None else lifted.w
    if not w.any():
        turn, offset = widest(flat, 3, np.eye(d)), np.zeros(3)
        names: tuple[str, ...] = ("v₁", "v₂", "v₃")
    else:
        across = np.linalg.svd(w[None])[2][1:].T  # (d, d - 1), orthonormal
        turn = np.column_stack([w, widest(flat, 2, across)])
        offset = np.array([lifted.b, 0.0, 0.0])
        names = ("f", "v₁", "v₂")
    phi, sheet = lifted.phi @ turn + offset, lifted.sheet @ turn + offset
    low, high = _box(phi, sheet.reshape(-1, 3))
    beyond = np.logical_or(sheet < low, sheet > high).any(axis=2)
    sheet[beyond] = np.nan
    first = np.array([1.0, 0.0, 0.0])
    planes = tuple(cut(first, level, low, high) for level in LEVELS) if w.any() else ()
    return Projected(names, True, phi, sheet, low, high, planes)


def _box(phi: Array, sheet: Array) -> tuple[Array, Array]:
    """Around the points with some room: corners of the sheet are too far out to see them beside."""
    low, high = sheet.min(axis=0), sheet.max(axis=0)
    if not len(phi):
        return low, high
    first, last = phi.min(axis=0), phi.max(axis=0)
    room = np.maximum(AROUND * (last - first), 0.05 * (high - low))
    return first - room, last + room


def widest(points: Array, count: int, among: Array) -> Array:
    """Orthonormal directions in which points, (n, d), vary most: (d, count).

    Only those in the span of the orthonormal columns of `among`, (d, m), are looked at. Each has
    the sign that makes its largest entry positive.
    """
    away = (points - points.mean(axis=0)) @ among
    found = among @ np.linalg.svd(away, full_matrices=False)[2][:count].T
    largest = found[np.abs(found).argmax(axis=0), np.arange(count)]
    return np.asarray(found * np.sign(largest))


def _cancels(phi: Array, coef: Array, w: Array) -> bool:
    """Whether w = sum_i coef_i phi_i is 0 but for rounding, not small because its terms are."""
    away = phi - phi.mean(axis=0)
    terms = np.abs(coef) @ np.linalg.norm(away, axis=1)
    return bool(np.linalg.norm(w) <= SAME * terms)


def _sheet(lift: Lift, data: Data) -> Array:
    """The image of a rectangle around the points, or of a piece of the line."""
    X = data.X if len(data) else np.array([[-1.0, -1.0], [1.0, 1.0]])
    low, high = X.min(axis=0), X.max(axis=0)
    room = np.maximum(ROOM * (high - low), 0.05)
    low, high = low - room, high + room
    if lift.flat:
        xs = np.linspace(low[0], high[0], 8 * SHEET)
        return lift.map(np.column_stack([xs, np.zeros(len(xs))]))
    a, b = np.meshgrid(*np.linspace(low, high, SHEET).T)
    return lift.map(np.column_stack([a.ravel(), b.ravel()])).reshape(SHEET, SHEET, -1)


def _why(lift: Lift, verdict: Separability) -> str:
    if verdict is Separability.TOO_CLOSE:
        return (
            "In these coordinates the classes are too close for a hard margin in double "
            "precision: choose the soft margin."
        )
    plane = "line" if len(lift.names) == 2 else "plane"
    return (
        f"No {plane} separates the classes in these coordinates: choose the soft margin or "
        "another map."
    )
