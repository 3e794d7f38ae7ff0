"""The frames of a film of kernel models: a surface in int8 and exact contour lines."""

from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.state.model.grid import DecisionGrid, level_lines
from pages.state.model.scene import LEVELS, simplify_polyline
from svmcore.arrays import Array, Indices
from svmcore.kernels import Kernel
from svmcore.model import Model

NODES = 51  # a side of a frame's surface
LARGE = 1e37  # beyond this float32 knows only infinity


def frames(kernel: Kernel, X: Array, coef: Array, b: Array, extent: Extent) -> dict[str, Any]:
    """The pictures of F models over `extent`: f = sum_i coef_i K(x_i, .) + b.

    X : (n, d). coef : (F, n). b : (F,)

    The result holds k, the nodes a side; shades, 127 tanh(f) as int8 of shape (F, k k), row by row
    of y; lines_xy, the points of all polylines f = -1, 0, +1, parted by NaN; and lines_at, int32
    (F, 4): the lines of level l of frame m are lines_xy[lines_at[m, l] : lines_at[m, l + 1]].
    """
    xs = np.linspace(extent[0], extent[1], NODES)
    ys = np.linspace(extent[2], extent[3], NODES)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    surfaces = np.asarray(coef @ kernel(X, nodes) + b[:, None])
    lines, ends = [], np.zeros((len(surfaces), 4), dtype=np.int32)
    known = 0
    for frame, surface in enumerate(surfaces):
        ends[frame, 0] = known
        grid = DecisionGrid(xs, ys, surface.reshape(NODES, NODES))
        f = Model(kernel, X, coef[frame], float(b[frame]))
        found = level_lines(grid, LEVELS, f) if f.coef.any() else [np.empty((0, 2))] * 3
        for level, line in enumerate(found):
            lines.append(simplify_polyline(line, extent))
            known += len(lines[-1])
            ends[frame, level + 1] = known
    return {
        "k": NODES,
        "extent": list(extent),
        "shades": np.rint(127.0 * np.tanh(surfaces)).astype(np.int8),
        "lines_xy": small(np.concatenate(lines)),
        "lines_at": ends,
    }


def frames_of(pictures: dict[str, Any], kept: Indices) -> dict[str, Any]:
    """The frames of some of the models: what `frames` returns for these alone."""
    first, last = pictures["lines_at"][kept, 0], pictures["lines_at"][kept, -1]
    shift = np.cumsum(last - first) - last  # where its lines end now, less where they ended
    xy = pictures["lines_xy"]
    return pictures | {
        "shades": pictures["shades"][kept],
        "lines_xy": np.concatenate([xy[a:b] for a, b in zip(first, last, strict=True)]),
        "lines_at": (pictures["lines_at"][kept] + shift[:, None]).astype(np.int32),
    }


def small(values: Array) -> Array:
    """The values in float32, or unchanged where float32 would overflow."""
    numbers = np.asarray(values)
    large = np.abs(numbers[np.isfinite(numbers)]).max(initial=0.0) > LARGE
    return numbers if large else numbers.astype(np.float32)
