"""Samples of two classes in the plane, as in scikit-learn's generated data sets:
https://scikit-learn.org/stable/datasets/sample_generators.html

Adding one: a frozen dataclass with `__call__` and a line in `DATASETS`. Its parameters become
sliders and words in the link by themselves, and its thumbnail is drawn from itself.

The plane's window is about [-3, 3] x [-2.4, 2.4]. Coordinates are rounded to `DECIMALS` digits,
so that the last bit of a machine's sine or logarithm cannot make two machines disagree.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from pages.datasets.limits import DECIMALS
from svmcore.arrays import Array, read_only
from svmcore.params import Parametrized, param

WINDOW = (-3.0, 3.0, -2.4, 2.4)  # x0, x1, y0, y1: what a page shows of a fresh sample


class Dataset(Protocol):
    """Generator of a sample: points, shape (n, 2), for labels y, shape (n,), +1 ones first."""

    title: ClassVar[str]
    help: ClassVar[str]

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        """Points for the labels y in {-1, +1}, shape (len(y), 2)."""


@dataclass(frozen=True)
class Noisy(Parametrized):
    """Generator with Gaussian noise."""

    noise: float = param(
        0.3, 0.0, 1.0, label="Noise", help="Standard deviation of the noise added to every point."
    )


@dataclass(frozen=True)
class Blobs(Noisy):
    """Two Gaussian clouds, one for each class."""

    title: ClassVar[str] = "Blobs"
    help: ClassVar[str] = "Two round clouds; more noise makes them overlap."

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        spread = np.hypot(0.4, self.noise)
        cloud = np.outer(y, [1.3, 0.7]) + spread * rng.standard_normal((len(y), 2))
        return np.asarray(cloud)


@dataclass(frozen=True)
class Moons(Noisy):
    """Two interleaved half circles with Gaussian noise."""

    title: ClassVar[str] = "Moons"
    help: ClassVar[str] = "Two half circles that no straight line can separate."

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        angle = np.pi * rng.random(len(y))
        arc = np.column_stack([y * (0.75 - 1.5 * np.cos(angle)), y * (0.4 - 1.5 * np.sin(angle))])
        return np.asarray(arc + self.noise * rng.standard_normal(arc.shape))


@dataclass(frozen=True)
class Circles(Noisy):
    """Two concentric circles with Gaussian noise."""

    title: ClassVar[str] = "Circles"
    help: ClassVar[str] = (
        "One ring inside the other: without noise a degree-2 kernel separates them; noise can make "
        "them overlap."
    )

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        angle = 2.0 * np.pi * rng.random(len(y))
        radius = np.where(y > 0, 0.9, 2.0)
        ring = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
        return np.asarray(ring + self.noise * rng.standard_normal(ring.shape))


@dataclass(frozen=True)
class Xor(Noisy):
    """XOR: opposite quadrants have the same class."""

    title: ClassVar[str] = "XOR"
    help: ClassVar[str] = "Opposite corners share a class: the classic problem that no line solves."

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        side = rng.choice([-1.0, 1.0], len(y))
        corner = np.column_stack([side, side * -y])
        corner *= 0.35 + 1.55 * rng.random(corner.shape)
        return np.asarray(corner + self.noise * rng.standard_normal(corner.shape))


@dataclass(frozen=True)
class Spirals(Noisy):
    """Two spiral arms that wind around each other."""

    title: ClassVar[str] = "Spirals"
    help: ClassVar[str] = "Two arms wound around each other; only a flexible kernel follows them."

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        turn = np.sqrt(rng.random(len(y)))  # even density along the arm
        angle = 3.0 * np.pi * turn
        arm = (0.15 + 2.1 * turn * y)[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
        return np.asarray(arm + 0.3 * self.noise * rng.standard_normal(arm.shape))


@dataclass(frozen=True)
class Line(Parametrized):
    """Uniform points on both sides of a slanted line, with a gap of chosen width between."""

    title: ClassVar[str] = "Linear"
    help: ClassVar[str] = "Separable by a line, with a gap of the chosen width between."

    gap: float = param(0.6, 0.0, 2.0, label="Gap", help="Width of the gap between the classes.")

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        along = rng.uniform(-2.2, 2.2, len(y))
        across = y * (0.5 * self.gap + 1.4 * rng.random(len(y)))
        cosine, sine = 0.8, 0.6  # an exact rotation, the same on every machine
        return np.column_stack([across * cosine - along * sine, across * sine + along * cosine])


@dataclass(frozen=True)
class Outlier(Noisy):
    """Two separable clouds and one point of class +1 deep on the other side."""

    title: ClassVar[str] = "Outlier"
    help: ClassVar[str] = "Two separable clouds and one outlier: see how C sets its influence."

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        cloud = np.outer(y, [1.6, 0.8]) + self.noise * rng.standard_normal((len(y), 2))
        cloud[0] = [-0.6, -0.9]
        return cloud


@dataclass(frozen=True)
class Imbalanced(Noisy):
    """A large cloud and a few points at its edge: `share` of the balance asked for."""

    title: ClassVar[str] = "Imbalanced"
    help: ClassVar[str] = (
        "A few points against many: accuracy is high even for a useless classifier. Class +1 "
        "gets a "
        "fifth of the class balance: at 0.5 a tenth of the points."
    )

    share: ClassVar[float] = 0.2

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        few = y > 0
        centre = np.where(few[:, None], [1.2, 0.9], [-0.4, -0.2])
        spread = np.where(few, 0.25, 0.85)[:, None]
        cloud = centre + np.hypot(spread, 0.5 * self.noise) * rng.standard_normal((len(y), 2))
        return np.asarray(cloud)


@dataclass(frozen=True)
class Mixture:
    """Gaussian mixtures: the means of 10 clusters a class are drawn, then the points around them.

    Class -1 draws its means m_k from N((1, 0), I), class +1 from N((0, 1), I); each point is drawn
    from N(m_k, I/5) with a random k.

    Source: Hastie, Tibshirani, Friedman, The elements of statistical learning (2009), 2.3.3,
    https://hastie.su.domains/ElemStatLearn/; the random numbers are not those of the book.
    """

    title: ClassVar[str] = "Mixture"
    help: ClassVar[str] = (
        "Ten clusters a class around random means, by the recipe of The Elements of Statistical "
        "Learning: the classes overlap."
    )
    variance: ClassVar[float] = 0.2

    def means(self, rng: np.random.Generator) -> Array:
        """The means of class -1, then of class +1: shape (2, 10, 2)."""
        return np.array([[[1.0, 0.0]], [[0.0, 1.0]]]) + rng.standard_normal((2, 10, 2))

    def around(self, means: Array, y: Array, rng: np.random.Generator) -> Array:
        """Points for the labels y around given means, shape (len(y), 2)."""
        own = means[(y > 0.0).astype(np.intp), rng.integers(10, size=len(y))]
        return np.asarray(own + np.sqrt(self.variance) * rng.standard_normal(own.shape))

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        return self.around(self.means(rng), y, rng)


@dataclass(frozen=True)
class RandomLabels:
    """Uniform points with random labels."""

    title: ClassVar[str] = "Random labels"
    help: ClassVar[str] = "Nothing to learn: whatever structure appears is overfitting."

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        return rng.uniform([-2.6, -2.0], [2.6, 2.0], (len(y), 2))


@dataclass(frozen=True)
class OwnPoints:
    """No generated points: the board holds the visitor's own."""

    title: ClassVar[str] = "My own"
    help: ClassVar[str] = "No sample: the board holds only the points you place yourself."
    share: ClassVar[float] = 0.0

    def __call__(self, y: Array, rng: np.random.Generator) -> Array:
        return np.empty((len(y), 2))


DATASETS: dict[str, type[Dataset]] = {
    "blobs": Blobs,
    "moons": Moons,
    "circles": Circles,
    "xor": Xor,
    "spirals": Spirals,
    "linear": Line,
    "outlier": Outlier,
    "imbalanced": Imbalanced,
    "mixture": Mixture,
    "random": RandomLabels,
    "own": OwnPoints,
}


def sample(dataset: Dataset, n_samples: int, balance: float, seed: int) -> tuple[Array, Array]:
    """Draw a sample: points X, (n_samples, 2), and labels y in {-1, +1}, of a dataset.

    `balance` is the share of class +1 (times the dataset's own `share`, for one about
    imbalance); both classes get at least one point. Nothing but (dataset, n_samples, balance,
    seed) decides the result.
    """
    if isinstance(dataset, OwnPoints):
        return read_only(np.empty((0, 2))), read_only([])
    share = balance * getattr(dataset, "share", 1.0)
    positive = min(max(round(n_samples * share), 1), n_samples - 1)
    y = np.where(np.arange(n_samples) < positive, 1.0, -1.0)
    rng = np.random.default_rng(seed)
    X = dataset(y, rng).round(DECIMALS) + 0.0  # + 0.0: no negative zeros
    order = rng.permutation(n_samples)
    return read_only(X[order]), read_only(y[order])
