"""What there is to draw of several classes: whose region is where, and where that is not clear.

How far inside a class's region a place is, is a number that is continuous, positive where the class
is predicted and negative elsewhere. So regions have the exact edges that marching squares and
secant steps find (`pages.state.model.grid`); the same holds for the zones.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from pages.datasets.limits import Extent
from pages.model_selection.kernel_grid import has_short_cut
from pages.model_selection.multiclass_model import MulticlassModel
from pages.state.model.grid import (
    COARSE,
    COARSEST,
    DecisionGrid,
    decision_grid,
    filled,
    level_lines,
)
from pages.state.model.scene import LEVELS, ROUNDING, cover, simplify_polyline
from pages.state.multiclass.multiclass_run import MulticlassRun
from svmcore.arrays import Array, read_only
from svmcore.model import Model

NODES = 161  # a side, for kernels that know a short cut for rectangles
BUDGET = 4_000_000  # values of components and kernels for one picture
EQUAL_SCORES = (
    1e-6  # of the margin: scores that are the same everywhere may differ by what is left of b
)
VISIBLE = 1e-9  # of the range of the values: a rounding error that nobody could see
_NONE = np.empty((0, 2))

Values = Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class Zone:
    """Where it is not clear who wins: `kind` is tie, nobody or several; polygons (m, 2)."""

    kind: str
    area: Array


@dataclass(frozen=True, eq=False, kw_only=True)
class RegionMap:
    """Geometry in data units; polygons and polylines are (m, 2), parted by rows of NaN.

    classes : the numbers of the classes that take part, as all tuples here are ordered.
    regions : where each class is predicted, but nobody's where the values of several are equal but
    for rounding. deep : the part of it where it wins by a whole margin.
    edges : the outlines of the regions. zones : see `Zone`. grid : the place of the winner in
    `classes`, at the nodes.
    """

    extent: Extent
    classes: tuple[int, ...] = ()
    regions: tuple[Array, ...] = field(default=(), repr=False)
    deep: tuple[Array, ...] = field(default=(), repr=False)
    edges: tuple[Array, ...] = field(default=(), repr=False)
    zones: tuple[Zone, ...] = field(default=(), repr=False)
    grid: DecisionGrid | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False, kw_only=True)
class MulticlassScene(RegionMap):
    """The regions of a run, and the seconds that it took to find them."""

    run: MulticlassRun
    seconds: float = 0.0


@dataclass(frozen=True, eq=False)
class ComponentLines:
    """The lines f = -1, 0, +1 of one machine among several (or -delta, 0, delta), and its name."""

    name: str
    lines: tuple[Array, ...] = field(default=(_NONE, _NONE, _NONE))


@lru_cache(maxsize=32)
def multiclass_scene(run: MulticlassRun, view: Extent) -> MulticlassScene:
    """The geometry of a run for a picture that shows `view`."""
    start = time.perf_counter()
    extent = cover(view)
    many = run.many
    if many is None:
        return MulticlassScene(run=run, extent=extent)
    xs, ys, values = _surface(many, extent)
    noise = rounding(run, extent, values)
    found = region_map(many, many.values, xs, ys, values, extent, noise)
    return MulticlassScene(run=run, seconds=time.perf_counter() - start, **vars(found))


def region_map(
    many: MulticlassModel,
    f: Values,
    xs: Array,
    ys: Array,
    values: Array,
    extent: Extent,
    noise: float = 0.0,
) -> RegionMap:
    """The regions and zones of a model.

    f(Z) are the values of its components, (q, m), at places Z of the picture, (q, 2); `values`,
    (ny, nx, m), those at the nodes (xs, ys). `noise` is what rounding leaves of equal values.
    """

    def in_class(depth: Callable[[MulticlassModel, Array], Array], c: int) -> Values:
        return lambda Z: np.asarray(depth(many, f(Z))[..., c])

    def in_zone(kind: str) -> Values:
        return lambda Z: zone_depths(many, f(Z))[kind]

    depths, wide = settled(insides(many, values), noise), leads(many, values)
    regions, deep, edges, zones = [], [], [], []
    for c in range(many.k):
        grid = DecisionGrid(xs, ys, depths[..., c])
        regions.append(filled(grid, in_class(insides, c)))
        (line,) = level_lines(grid, (0.0,), in_class(insides, c))
        edges.append(simplify_polyline(line, extent))
        deep.append(filled(DecisionGrid(xs, ys, wide[..., c]), in_class(leads, c)))
    for kind, depth in zone_depths(many, values).items():
        area = filled(DecisionGrid(xs, ys, settled(depth, noise)), in_zone(kind))
        zones += [Zone(kind, area)] if len(area) else []
    return RegionMap(
        extent=extent,
        classes=tuple(many.classes.tolist()),
        regions=tuple(regions),
        deep=tuple(deep),
        edges=tuple(edges),
        zones=tuple(zones),
        grid=DecisionGrid(xs, ys, read_only(depths.argmax(axis=-1))),
    )


def _surface(many: MulticlassModel, extent: Extent) -> tuple[Array, Array, Array]:
    """The nodes and the values of all components there, shape (ny, nx, m)."""
    nodes = NODES
    if not has_short_cut(many.kernel):
        each = max(1, len(many.support)) + len(many.coef)
        nodes = COARSE if COARSE**2 * each <= BUDGET else COARSEST
    xs = np.linspace(extent[0], extent[1], nodes)
    ys = np.linspace(extent[2], extent[3], nodes)
    return read_only(xs), read_only(ys), many.on_grid(xs, ys)


def rounding(run: MulticlassRun, extent: Extent, values: Array) -> float:
    """What rounding may leave of equal values in the picture, whose `values` (.., m) are handed in.

    0 where that bound says nothing: far from the origin large terms cancel, and exactly enough.
    """
    many = run.many
    assert many is not None
    x0, x1, y0, y1 = extent
    there = many.X[many.support]
    places = np.vstack([[(x0, y0), (x0, y1), (x1, y0), (x1, y1)], there[:1]])
    largest = float(np.abs(many.kernel(places, there)).max(initial=0.0))
    sizes = largest * np.abs(many.coef).sum(1) + np.abs(many.intercept)
    bound = 4.0 * ROUNDING * float(sizes.max())
    even = EQUAL_SCORES * many.delta
    # a kernel without a w may be the same everywhere too: on one place, where the terms cancel
    flat = bound <= even and float(np.ptp(values.reshape(-1, len(sizes)), axis=0).max()) <= bound
    if run.constant or flat:
        return max(bound, even)
    return bound if bound <= VISIBLE * float(np.ptp(values)) else 0.0


def settled(depths: Array, noise: float) -> Array:
    """Depths without signs that rounding errors alone decide: a sign in every cell otherwise."""
    return np.where(np.abs(depths) <= noise, 0.0, depths)


def insides(many: MulticlassModel, values: Array) -> Array:
    """How far inside each class's region places are, (.., k), from the values (.., m).

    With one score a class that is its lead over the best other score. With votes a class has v of
    them or more where the v-th largest of its models' values is positive. So it wins with v
    votes where that is positive, no earlier class has v and no later one has v + 1: of classes
    with equal votes the first wins. The best of that over all v.
    """
    if many.scheme != "ovo":
        return _lead(values)
    ranked = _ranked(many, values)
    never = np.full_like(ranked[..., :1, :], -np.inf)
    more = np.concatenate([ranked[..., 1:], np.full_like(ranked[..., :1], -np.inf)], axis=-1)
    earlier = np.maximum.accumulate(np.concatenate([never, ranked[..., :-1, :]], axis=-2), axis=-2)
    backwards = np.concatenate([never, more[..., :0:-1, :]], axis=-2)
    later = np.maximum.accumulate(backwards, axis=-2)[..., ::-1, :]
    return np.asarray(np.minimum(ranked, -np.maximum(earlier, later)).max(axis=-1))


def leads(many: MulticlassModel, values: Array) -> Array:
    """By how much more than the margin each class wins, (.., k), negative where it does not.

    The margin is delta between scores that were trained together, 1 for a machine for two.
    """
    if many.joint:
        return _lead(values) - many.delta
    if many.scheme == "ovr":
        return np.minimum(_lead(values), values - 1.0)
    return np.asarray(_ranked(many, values)[..., -1] - 1.0)


def _lead(scores: Array) -> Array:
    """By how much each score is above the best of the others."""
    ordered = np.sort(scores, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    return np.asarray(scores - np.where(scores == best, second, best))


def _ranked(many: MulticlassModel, values: Array) -> Array:
    """The values of each class's models, towards it, the largest first: (.., k, k - 1)."""
    towards = np.empty((*values.shape[:-1], many.k, many.k - 1))
    for m, (i, j) in enumerate(many.pairs):
        towards[..., i, j - 1] = values[..., m]
        towards[..., j, i] = -values[..., m]
    return np.asarray(-np.sort(-towards, axis=-1))


def zone_depths(many: MulticlassModel, values: Array) -> dict[str, Array]:
    """How far inside the zones that are not clearly one class's places are, by kind: (..,) each.

    tie: several classes share the most votes. nobody: every model says no. several: more than
    one machine says yes, of which the largest value wins.
    """
    if many.scheme == "ovr":
        ordered = np.sort(values, axis=-1)
        return {"nobody": np.asarray(-ordered[..., -1]), "several": np.asarray(ordered[..., -2])}
    if many.scheme != "ovo" or many.k == 2:
        return {}
    # with v votes alone: the v-th largest value is positive, and no other class's is
    ranked = np.sort(_ranked(many, values), axis=-2)
    alone = np.minimum(ranked[..., -1, :], -ranked[..., -2, :]).max(axis=-1)
    return {"tie": np.asarray(-alone)}


def component(run: MulticlassRun, first: int, second: int, extent: Extent) -> ComponentLines | None:
    """The lines of the model that tells the class `first` from `second`, or from the rest (-1).

    The classes are numbers of the board. None where there is no such model.
    """
    many = run.many
    if many is None or first not in many.classes:
        return None
    i = int(np.flatnonzero(many.classes == first)[0])
    if second == -1:
        if many.scheme != "ovr":
            return None
        return _lines(many, many.model(i), f"{first} vs. rest", 1.0, extent)
    if second not in many.classes or second == first or many.scheme == "ovr":
        return None
    j = int(np.flatnonzero(many.classes == second)[0])
    name = f"{first} vs. {second}"
    margin = many.delta if many.joint else 1.0
    return _lines(many, many.pair(i, j), name, margin, extent)


def _lines(
    many: MulticlassModel, model: Model, name: str, margin: float, extent: Extent
) -> ComponentLines:
    plain = decision_grid(model, extent)
    grid = DecisionGrid(plain.x, plain.y, read_only(plain.values / margin))
    lines = level_lines(grid, LEVELS, lambda Z: model(Z) / margin)
    return ComponentLines(name, tuple(simplify_polyline(line, extent) for line in lines))
