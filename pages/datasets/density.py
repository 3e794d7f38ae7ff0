"""The class densities p(x | y) of the generators of two-class samples, where they are known.

All of them are mixtures of products of one factor a coordinate: p(x) = sum_k w_k g_k(x_1) h_k(x_2).
So a grid costs one product of matrices.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import log_ndtr, logsumexp

from pages.datasets.limits import Extent
from pages.datasets.two_class import (
    Blobs,
    Circles,
    Dataset,
    Imbalanced,
    Line,
    Mixture,
    Moons,
    Outlier,
    RandomLabels,
    Spirals,
    Xor,
)
from svmcore.arrays import Array, as_points

LEAST = 0.05  # standard deviation of a noise whose density a grid still resolves
TAIL = 6.0  # standard deviations beyond which a density counts as 0
ARC_NODES = 128  # of the integral along a curve: less than a standard deviation from one another


@dataclass(frozen=True, eq=False)
class ProductMixture(ABC):
    """p(x) = sum_k w_k g_k(x_1) h_k(x_2).

    weights : (K,), their sum is 1. sd : the standard deviation of the noise around each part.
    """

    weights: Array
    sd: float

    @abstractmethod
    def log_factor(self, values: Array, axis: int) -> Array:
        """log g_k (axis 0) or log h_k (1) at m values: shape (K, m)."""

    @property
    @abstractmethod
    def spans(self) -> Array:
        """The least and the largest coordinate of each part without its noise: (K, 2 axes, 2)."""

    def log(self, X: npt.ArrayLike) -> Array:
        """log p at the rows of X, (m, 2): shape (m,). Finite far away, where p is 0 in floats."""
        points = as_points(X)
        logs = self.log_factor(points[:, 0], 0) + self.log_factor(points[:, 1], 1)
        return np.asarray(logsumexp(logs, axis=0, b=self.weights[:, None]))

    def on_grid(self, xs: Array, ys: Array) -> Array:
        """p at the nodes (x_a, y_b), as values[b, a]: shape (len(ys), len(xs))."""
        g, h = np.exp(self.log_factor(xs, 0)), np.exp(self.log_factor(ys, 1))
        return np.asarray((h * self.weights[:, None]).T @ g)

    @cached_property
    def extent(self) -> Extent:
        """The box that holds all but about 1e-8 of p."""
        low, high = self.spans[:, :, 0].min(0), self.spans[:, :, 1].max(0)
        reach = TAIL * self.sd
        return (low[0] - reach, high[0] + reach, low[1] - reach, high[1] + reach)


@dataclass(frozen=True, eq=False)
class GaussianMixture(ProductMixture):
    """sum_k w_k N(x; means_k, sd^2 I). means : (K, 2)."""

    means: Array

    def log_factor(self, values: Array, axis: int) -> Array:
        """-1/2 ((x - m_k) / sd)^2 - log(sd sqrt(2 pi))."""
        z = (values - self.means[:, axis, None]) / self.sd
        return np.asarray(-0.5 * z**2 - np.log(self.sd * np.sqrt(2.0 * np.pi)))

    @property
    def spans(self) -> Array:
        """The means themselves."""
        return np.repeat(self.means[:, :, None], 2, axis=2)


@dataclass(frozen=True, eq=False)
class BoxMixture(ProductMixture):
    """Uniform in boxes, plus Gaussian noise: each factor is a difference of two normal cdfs,

        g(x) = (Phi((x - low) / sd) - Phi((x - high) / sd)) / (high - low).

    boxes : (K, 2 axes, 2), low and high.
    """

    boxes: Array

    def log_factor(self, values: Array, axis: int) -> Array:
        """log g, by the smaller tail of the two."""
        low, high = (self.boxes[:, axis, k, None] for k in (0, 1))
        a, b = (values - low) / self.sd, (values - high) / self.sd  # a > b
        right = b > 0.0
        a, b = np.where(right, -b, a), np.where(right, -a, b)
        large, small = log_ndtr(a), log_ndtr(b)
        return np.asarray(large + np.log1p(-np.exp(small - large)) - np.log(high - low))

    @property
    def spans(self) -> Array:
        """The boxes."""
        return self.boxes


ClassDensities = tuple[ProductMixture, ProductMixture]  # of class -1 and of class +1


def class_densities(dataset: Dataset, seed: int) -> ClassDensities:
    """The densities of the classes -1 and +1 from which `pages.datasets.two_class.sample` draws.

    seed : that of the sample; the mixture draws its means from it.

    Raises ValueError, with the reason in one sentence, where there is no density to compute with.
    """
    for kind, why in UNKNOWN.items():
        if isinstance(dataset, kind):
            raise ValueError(why)
    for kind, make in KNOWN.items():
        if isinstance(dataset, kind):
            found = make(dataset, seed)
            if min(part.sd for part in found) < LEAST:
                raise ValueError(
                    "The noise is too small: without noise the points lie on curves or in boxes "
                    "with sharp edges, and the density is not a smooth function of the plane."
                )
            return found
    raise ValueError(f"The density of {dataset.title} is not known.")


UNKNOWN: dict[type, str] = {
    Line: "The classes of Linear do not overlap: the Bayes error is 0, and every boundary that "
    "stays inside the gap has it.",
    RandomLabels: "Both classes have the same density: no classifier does better than to predict "
    "the larger class for every point.",
    Outlier: "The outlier is put at a fixed place: this sample has no density.",
}


def _along(curve: Callable[[Array], Array], rate: Callable[[Array], Array], sd: float) -> Any:
    """Gaussian noise around a curve of t in [0, 1], whose t has the density `rate`.

    Gauss-Legendre quadrature. curve : from (K,) to (K, 2).
    """
    nodes, weights = np.polynomial.legendre.leggauss(ARC_NODES)
    t = 0.5 * (nodes + 1.0)
    return GaussianMixture(0.5 * weights * rate(t), sd, curve(t))


def _blobs(dataset: Blobs, seed: int) -> ClassDensities:
    sd = float(np.hypot(0.4, dataset.noise))
    below, above = (GaussianMixture(np.ones(1), sd, y * np.array([[1.3, 0.7]])) for y in (-1, 1))
    return below, above


def _imbalanced(dataset: Imbalanced, seed: int) -> ClassDensities:
    below, above = (
        GaussianMixture(np.ones(1), float(np.hypot(spread, 0.5 * dataset.noise)), np.array([mean]))
        for spread, mean in ((0.85, (-0.4, -0.2)), (0.25, (1.2, 0.9)))
    )
    return below, above


def _mixture(dataset: Mixture, seed: int) -> ClassDensities:
    # the means are the first numbers that `sample` draws from its generator
    share, sd = np.full(10, 0.1), dataset.variance**0.5
    below, above = dataset.means(np.random.default_rng(seed))
    return GaussianMixture(share, sd, below), GaussianMixture(share, sd, above)


def _moons(dataset: Moons, seed: int) -> ClassDensities:
    def arc(y: float) -> GaussianMixture:
        def place(t: Array) -> Array:
            c, s = np.cos(np.pi * t), np.sin(np.pi * t)
            return np.asarray(y * np.column_stack([0.75 - 1.5 * c, 0.4 - 1.5 * s]))

        found: GaussianMixture = _along(place, np.ones_like, dataset.noise)
        return found

    return arc(-1.0), arc(1.0)


def _circles(dataset: Circles, seed: int) -> ClassDensities:
    angle = 2.0 * np.pi * np.arange(2 * ARC_NODES) / (2 * ARC_NODES)
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    share = np.full(len(angle), 1.0 / len(angle))  # the trapezoidal rule, exact on a circle
    outer, inner = (GaussianMixture(share, dataset.noise, r * circle) for r in (2.0, 0.9))
    return outer, inner


def _spirals(dataset: Spirals, seed: int) -> ClassDensities:
    def arm(y: float) -> GaussianMixture:
        def place(turn: Array) -> Array:
            angle = 3.0 * np.pi * turn
            circle = np.column_stack([np.cos(angle), np.sin(angle)])
            return np.asarray((0.15 + 2.1 * turn * y)[:, None] * circle)

        # turn is the square root of a uniform number
        found: GaussianMixture = _along(place, lambda turn: 2.0 * turn, 0.3 * dataset.noise)
        return found

    return arm(-1.0), arm(1.0)


def _xor(dataset: Xor, seed: int) -> ClassDensities:
    near, far = 0.35, 1.9
    plus, minus = (near, far), (-far, -near)

    def corners(y: int) -> BoxMixture:
        sides = ((plus, minus), (minus, plus)) if y > 0 else ((plus, plus), (minus, minus))
        return BoxMixture(np.full(2, 0.5), dataset.noise, np.array(sides))

    return corners(-1), corners(1)


KNOWN: dict[type, Callable[[Any, int], ClassDensities]] = {
    Blobs: _blobs,
    Moons: _moons,
    Circles: _circles,
    Xor: _xor,
    Spirals: _spirals,
    Imbalanced: _imbalanced,
    Mixture: _mixture,
}
