"""What phi costs and what K costs, for the kernel (1 + <x, z>)^p of d features."""

from time import perf_counter
from typing import NamedTuple

import numpy as np

from pages.state.model.feature_maps import dimension, multiplications, polynomial_map
from svmcore.arrays import Array

FEATURES = (2, 5, 10, 20, 50, 100)
WRITTEN = 200_000  # coordinates: phi is written out up to so many
REPEATS = 3  # the shortest time counts


class MapCostRow(NamedTuple):
    """d features: the coordinates of phi, the multiplications in K, and the measured seconds.

    map_seconds : to write phi(x) and phi(z) out and multiply them; None where phi has more than
    `WRITTEN` coordinates, or before it is measured. kernel_seconds : of K(x, z).
    """

    features: int
    coordinates: int
    multiplications: int
    map_seconds: float | None = None
    kernel_seconds: float | None = None


def counted(degree: int, features: int) -> tuple[MapCostRow, ...]:
    """The rows of the table, without times: usual numbers of features, and this one."""
    return tuple(
        MapCostRow(d, dimension(d, degree), multiplications(d, degree))
        for d in sorted({*FEATURES, features})
    )


def measured(degree: int, features: int) -> tuple[MapCostRow, ...]:
    """The same rows with times, each of one pair of points."""
    return tuple(
        row._replace(
            map_seconds=_map_seconds(row, degree), kernel_seconds=_kernel_seconds(row, degree)
        )
        for row in counted(degree, features)
    )


def _pair(features: int) -> Array:
    """Two points of length 1, so that no power is too large."""
    points = np.random.default_rng(0).standard_normal((2, features))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def _map_seconds(row: MapCostRow, degree: int) -> float | None:
    if row.coordinates > WRITTEN:
        return None
    points, times = _pair(row.features), []
    for _ in range(REPEATS):
        begun = perf_counter()
        first, second = polynomial_map(points, degree)
        float(first @ second)
        times.append(perf_counter() - begun)
    return min(times)


def _kernel_seconds(row: MapCostRow, degree: int) -> float:
    (x, z), times = _pair(row.features), []
    for _ in range(REPEATS):
        begun = perf_counter()
        float((1.0 + x @ z) ** degree)
        times.append(perf_counter() - begun)
    return min(times)
