"""What a picture shows of a trial: f on a plane, cut at a threshold, or the regions of classes."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.datasets.extent import Extent
from pages.model_selection.holdout import Trial
from pages.model_selection.multiclass_model import MulticlassModel
from pages.model_selection.multiclass_record import multiclass_record
from pages.state.model.grid import COARSE, DecisionGrid, filled, level_lines
from pages.state.model.scene import simplify_polyline
from pages.state.multiclass.multiclass_scene import insides
from pages.tables import DataPlane
from svmcore.arrays import Array, read_only

NODES = 81  # a side, for several classes


# of points that have two coordinates: these are the picture's
FLAT = DataPlane(read_only(np.zeros(2)), read_only(np.eye(2)), ("", ""), "columns")


@dataclass(frozen=True, eq=False)
class Cut:
    """Polylines (m, 2), parted by NaN: f = t, and the margins f = -1 and f = +1 (or -+delta).

    depth : f - t at the nodes.
    """

    t: float
    depth: DecisionGrid
    boundary: Array
    margins: tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class Areas:
    """Of each class the polygons (m, 2) where it is predicted, and their outlines."""

    regions: tuple[Array, ...]
    edges: tuple[Array, ...]


def cut(trial: Trial, ground: DataPlane, extent: Extent, t: float) -> Cut:
    """A trial with two classes over a rectangle of the picture, cut at the threshold t."""
    grid, margin = _surface(trial, ground, extent), trial.machine.margin
    lines = level_lines(grid, (t, -margin, margin), lambda U: trial.fitted.scores(ground.points(U)))
    boundary, below, above = (simplify_polyline(line, extent) for line in lines)
    depth = DecisionGrid(grid.x, grid.y, read_only(grid.values - t))
    return Cut(t, depth, boundary, (below, above))


@lru_cache(maxsize=8)
def _surface(trial: Trial, ground: DataPlane, extent: Extent) -> DecisionGrid:
    """f of a trial with two classes at the nodes of a rectangle."""
    xs, ys, U = plane_nodes(extent, COARSE)
    values = trial.fitted.scores(ground.points(U)).reshape(len(ys), len(xs))
    return DecisionGrid(xs, ys, read_only(values))


@lru_cache(maxsize=8)
def areas(trial: Trial, ground: DataPlane, extent: Extent) -> Areas:
    """The regions of a trial with several classes: where each of them is called."""
    xs, ys, U = plane_nodes(extent, NODES)
    many = multiclass_of(trial)

    def depths(U: Array) -> Array:
        return insides(many, many.values(trial.fitted.scale(ground.points(U))))

    depth = depths(U).reshape(len(ys), len(xs), many.k)
    regions, edges = [], []
    for c in range(many.k):
        grid = DecisionGrid(xs, ys, read_only(depth[..., c]))

        def inside(U: Array, c: int = c) -> Array:
            return np.asarray(depths(U)[..., c])

        regions.append(filled(grid, inside))
        edges.append(simplify_polyline(level_lines(grid, (0.0,), inside)[0], extent))
    return Areas(tuple(regions), tuple(edges))


@lru_cache(maxsize=8)
def multiclass_of(trial: Trial) -> MulticlassModel:
    """The model of several classes in one record, over the points that were learnt from."""
    rows = trial.split.train
    return multiclass_record(trial.machine, trial.fitted, trial.X[rows], trial.y[rows])


def plane_nodes(extent: Extent, nodes: int) -> tuple[Array, Array, Array]:
    """A grid over a rectangle: its x, its y, and all its nodes, (nodes^2, 2), row by row."""
    xs = read_only(np.linspace(extent[0], extent[1], nodes))
    ys = read_only(np.linspace(extent[2], extent[3], nodes))
    a, b = np.meshgrid(xs, ys)
    return xs, ys, np.column_stack([a.ravel(), b.ravel()])
