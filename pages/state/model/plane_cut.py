"""Where a plane cuts a box."""

import numpy as np

from svmcore.arrays import Array


def cut(w: Array, level: float, low: Array, high: Array) -> Array:
    """Where <w, u> = level cuts the box from `low` to `high`, each (D,): the corners in order.

    (k, 3) for D = 3 with k from 3 to 6, (2, 2) for D = 2; empty where nothing is cut, w is 0 or
    D is another number.
    """
    d = len(w)
    if d not in (2, 3):
        return np.empty((0, d))
    corners = np.array(np.meshgrid(*[(0.0, 1.0)] * d, indexing="ij")).reshape(d, -1).T
    size = high - low
    values = (low + corners * size) @ w - level
    first, second = np.triu_indices(2**d, 1)
    edges = np.abs(corners[first] - corners[second]).sum(axis=1) == 1.0
    changes = (values[first] >= 0.0) != (values[second] >= 0.0)
    i, j = first[edges & changes], second[edges & changes]
    if not len(i):
        return np.empty((0, d))
    t = values[i] / (values[i] - values[j])
    unit = corners[i] + t[:, None] * (corners[j] - corners[i])  # every axis counts alike
    if d == 3:
        normal = w * size
        across = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
        away = unit - unit.mean(axis=0)
        angle = np.arctan2(away @ np.cross(normal, across) / np.linalg.norm(normal), away @ across)
        unit = unit[angle.argsort()]
    return np.asarray(low + unit * size)
