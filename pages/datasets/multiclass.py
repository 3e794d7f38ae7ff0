"""Samples of k classes: generalisations of some datasets of `pages.datasets.two_class`.

Adding one: a function and a line in `GENERATORS`, under the name of the dataset that it continues.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from pages.datasets.limits import DECIMALS
from pages.datasets.two_class import DATASETS, Dataset, sample
from svmcore.arrays import Array, Indices, read_only

REACH = 1.75  # how far from the middle the clouds stand
Generator = Callable[[Any, Indices, int, np.random.Generator], Array]


def _blobs(dataset: Any, labels: Indices, k: int, rng: np.random.Generator) -> Array:
    """A ring of round clouds, the first one to the upper left, the others clockwise."""
    angle = 0.75 * np.pi - 2.0 * np.pi * labels / k
    spread = np.hypot(0.25, dataset.noise) * min(1.0, 4.0 / k)
    cloud = spread * rng.standard_normal((len(labels), 2))
    return np.asarray(REACH * np.column_stack([np.cos(angle), np.sin(angle)]) + cloud)


def _moons(dataset: Any, labels: Indices, k: int, rng: np.random.Generator) -> Array:
    """Curved arms that start near the middle."""
    along = 0.35 + 1.9 * rng.random(len(labels))
    angle = 0.75 * np.pi - 2.0 * np.pi * labels / k - 0.75 * along
    arm = along[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    spread = 0.4 * dataset.noise * min(1.0, 4.0 / k)
    return np.asarray(arm + spread * rng.standard_normal(arm.shape))


def _circles(dataset: Any, labels: Indices, k: int, rng: np.random.Generator) -> Array:
    """Rings around each other, the last class innermost."""
    angle = 2.0 * np.pi * rng.random(len(labels))
    radius = 2.2 * (k - labels) / k
    ring = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    spread = dataset.noise * min(1.0, 2.0 / k)
    return np.asarray(ring + spread * rng.standard_normal(ring.shape))


def _spirals(dataset: Any, labels: Indices, k: int, rng: np.random.Generator) -> Array:
    """Arms wound around each other, fewer turns where there are more of them."""
    turn = np.sqrt(rng.random(len(labels)))
    angle = 6.0 * np.pi * turn / k + 2.0 * np.pi * labels / k
    arm = (0.15 + 2.1 * turn)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return np.asarray(arm + 0.3 * dataset.noise * rng.standard_normal(arm.shape))


def _strips(dataset: Any, labels: Indices, k: int, rng: np.random.Generator) -> Array:
    """Slanted strips side by side, with the empty street between each two."""
    along = rng.uniform(-2.2, 2.2, len(labels))
    gap = min(dataset.gap, 3.0 / k)  # the strips keep some width
    wide = (4.2 - gap * (k - 1)) / k
    across = -2.1 + labels * (wide + gap) + wide * rng.random(len(labels))
    cosine, sine = 0.8, 0.6  # an exact rotation, the same on every machine
    return np.column_stack([across * cosine - along * sine, across * sine + along * cosine])


GENERATORS: dict[str, Generator] = {
    "blobs": _blobs,
    "moons": _moons,
    "circles": _circles,
    "spirals": _spirals,
    "linear": _strips,
    "random": lambda dataset, labels, k, rng: dataset(labels, rng),
}


def multiclass_sample(
    name: str, dataset: Any, n_samples: int, k: int, balance: float, seed: int
) -> tuple[Array, Indices]:
    """The points X, shape (n_samples, 2), and labels 0 .. k - 1 of a dataset for k > 2 classes.

    From one class to the next the number of points grows by one factor, so that the last class
    has balance / (1 - balance) times the points of the first: with two classes `balance` is the
    share of the second. Each class gets a point as long as there are enough; nothing but the
    arguments decides the result.
    """
    shares = (balance / (1.0 - balance)) ** (np.arange(k) / (k - 1))
    ends = np.rint(np.cumsum(shares) / shares.sum() * n_samples).astype(np.intp)
    sizes = np.diff(ends, prepend=0)
    for c in np.flatnonzero(sizes == 0):
        if sizes.max() > 1:
            sizes[sizes.argmax()] -= 1
            sizes[c] = 1
    labels = np.repeat(np.arange(k), sizes)
    rng = np.random.default_rng(seed)
    X = GENERATORS[name](dataset, labels, k, rng).round(DECIMALS) + 0.0  # + 0.0: no negative zeros
    order = rng.permutation(n_samples)
    return read_only(X[order]), labels[order]


def possible_datasets(classes: int) -> tuple[str, ...]:
    """The samples that exist for so many classes, in the menu's order."""
    return tuple(name for name in DATASETS if classes == 2 or name in GENERATORS or name == "own")


def generated(
    name: str, dataset: Dataset, n_samples: int, classes: int, balance: float, seed: int
) -> tuple[Array, Indices]:
    """Points and their labels from 0; of two classes, 0 is -1 and 1 is +1. See
    `multiclass_sample`."""
    if classes > 2 and name in GENERATORS:
        return multiclass_sample(name, dataset, n_samples, classes, balance, seed)
    X, y = sample(dataset, n_samples, balance, seed)
    return X, (y > 0.0).astype(np.intp)
