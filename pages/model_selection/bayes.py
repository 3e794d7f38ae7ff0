"""The Bayes classifier of two known densities, and the true error of any classifier.

With the share pi of class +1 the Bayes classifier predicts +1 where pi p(x | +1) is larger than
(1 - pi) p(x | -1). Its error is the smallest that any classifier can have:

    integral of min(pi p(x | +1), (1 - pi) p(x | -1)).

Source: Hastie, Tibshirani, Friedman, The elements of statistical learning (2009), 2.4,
https://hastie.su.domains/ElemStatLearn/
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.interpolate import RectBivariateSpline

from pages.datasets.density import ClassDensities
from pages.datasets.limits import Extent
from svmcore.arrays import Array, read_only

NODES = 241  # a side of the grid on which f is asked
FINER = 3  # times as fine is the grid of the quadrature, to which f is interpolated
NO_MASS = 1e-12  # of a node: f is not asked there


@dataclass(frozen=True, eq=False)
class Population:
    """Where the points of two classes come from: densities of -1 and +1, and the share of +1.

    Raises ValueError if the share is not between 0 and 1.
    """

    densities: ClassDensities
    share: float

    def __post_init__(self) -> None:
        if not 0.0 < self.share < 1.0:
            raise ValueError(f"the share of class +1 must be between 0 and 1, got {self.share:g}")

    def log_odds(self, X: npt.ArrayLike) -> Array:
        """log(pi p(x | +1)) - log((1 - pi) p(x | -1)), (m,): the Bayes classifier is its sign."""
        below, above = (part.log(X) for part in self.densities)
        return np.asarray(above - below + np.log(self.share) - np.log1p(-self.share))

    @cached_property
    def extent(self) -> Extent:
        """The box that holds all but about 1e-8 of both classes."""
        boxes = np.array([part.extent for part in self.densities])
        low, high = boxes.min(0), boxes.max(0)
        return float(low[0]), float(high[1]), float(low[2]), float(high[3])

    def axes(self, finer: int = 1) -> tuple[Array, Array]:
        """The nodes in x and in y, so many times as fine."""
        x0, x1, y0, y1 = self.extent
        nodes = finer * (NODES - 1) + 1
        return read_only(np.linspace(x0, x1, nodes)), read_only(np.linspace(y0, y1, nodes))

    def masses(self) -> tuple[Array, Array]:
        """The share of all points of class -1, and of +1, around each node of the fine grid.

        Both together sum to 1 but for rounding and the tails.
        """
        xs, ys = self.axes(FINER)
        area = (xs[1] - xs[0]) * (ys[1] - ys[0])
        below, above = (part.on_grid(xs, ys) * area for part in self.densities)
        return (1.0 - self.share) * below, self.share * above

    @cached_property
    def bayes_error(self) -> float:
        """The smallest error that a classifier can have."""
        return float(np.minimum(*self.masses()).sum())

    def true_error(self, f: Callable[[Array], Array]) -> float:
        """The probability that a new point is misclassified by f >= 0; f : (m, 2) to (m,).

        Quadrature on a grid, to which f is interpolated by cubic splines from every third node with
        any mass. A cell that the boundary crosses counts on both sides: by the share of it where f,
        taken as linear there, is positive.
        """
        below, above = self.masses()
        xs, ys = self.axes()
        a, b = np.meshgrid(xs, ys)
        there = (below + above)[::FINER, ::FINER] > NO_MASS
        coarse = np.zeros(there.shape)
        coarse[there] = f(np.column_stack([a[there], b[there]]))
        fine = self.axes(FINER)
        values = RectBivariateSpline(ys, xs, coarse)(fine[1], fine[0])
        slope = sum(np.abs(np.gradient(values, axis=axis)) for axis in (0, 1))
        share = np.clip(0.5 + values / np.maximum(slope, 1e-300), 0.0, 1.0)
        return float((below * share + above * (1.0 - share)).sum())
