"""What there is to draw of a regression, in numbers: f as a polyline, its tube, the residuals."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from pages.datasets.limits import Extent
from pages.regression.model.descent import TubeDescent
from pages.regression.model.fitted import RegressionFit
from svmcore.arrays import Array, Bools, read_only

WIDER = 0.25  # of the view: how far f is known beyond each of its edges
SCREEN = 1000.0  # pixels of the picture for which f is refined
OFF = 0.03  # pixels that f may be off its polyline
SHORT = 0.02  # pixels: a piece that is not divided further
PIECES, MOST = 128, 8000  # of the polyline at first, and in the end
_NONE = read_only([])


@dataclass(frozen=True, eq=False)
class TubeDrawing:
    """A curve to draw over the points of `fitted`: its f, or that of a descent on the way to it.

    extent : the box in which the curve is known, wider than the view
    x, f : (m,), the polyline; without entries where there is no model
    scores : (n,), the drawn curve at the points
    ghost : the exact f, (x, f), where the drawn curve is another one
    epoch : of the descent that the curve belongs to; None for the exact f
    """

    fitted: RegressionFit
    extent: Extent
    x: Array = field(default_factory=lambda: _NONE)
    f: Array = field(default_factory=lambda: _NONE)
    scores: Array = field(default_factory=lambda: _NONE)
    ghost: tuple[Array, Array] | None = None
    epoch: int | None = None

    @property
    def exact(self) -> bool:
        """Whether the curve is the exact f."""
        return self.epoch is None

    @property
    def residuals(self) -> Array:
        """z_i minus the drawn curve, (n,)."""
        return np.asarray(self.fitted.z - self.scores)

    @property
    def slacks(self) -> Array:
        """What each point sticks out of the drawn tube, (n,)."""
        return np.asarray(np.maximum(np.abs(self.residuals) - self.fitted.epsilon, 0.0))

    @property
    def outside(self) -> Bools:
        """Strictly outside the drawn tube, (n,); nobody without a model."""
        if self.fitted.model is None:
            return np.zeros(len(self.fitted), dtype=bool)
        return np.asarray(self.slacks > self.fitted.slight)

    @property
    def sticks(self) -> Array:
        """The segment from the tube to each point that is outside of it and that f was trained on:
        x, the edge of the tube, z, (3, k).
        """
        out = self.outside & self.fitted.learned
        edge = self.scores + np.sign(self.residuals) * self.fitted.epsilon
        return np.asarray([self.fitted.x[out], edge[out], self.fitted.z[out]])


@lru_cache(maxsize=32)
def tube(fitted: RegressionFit, view: Extent) -> TubeDrawing:
    """f and its tube for a picture that shows `view`."""
    extent = widened(view)
    if fitted.model is None:
        return TubeDrawing(fitted, extent, scores=fitted.scores)
    x, f = refined(fitted, fitted.x[fitted.coef != 0.0], extent, view)
    return TubeDrawing(fitted, extent, x, f, fitted.scores)


@lru_cache(maxsize=32)
def tube_of_course(course: TubeDescent, row: int, view: Extent) -> TubeDrawing:
    """The curve of one row of a descent, with the exact one as a ghost."""
    fitted = course.fitted
    known = tube(fitted, view)

    def curve(x: Array) -> Array:
        return np.asarray(course.curves(x, [row])[0])

    x, f = refined(curve, fitted.x[fitted.learned], known.extent, view)
    ghost = (known.x, known.f)
    return TubeDrawing(fitted, known.extent, x, f, curve(fitted.x), ghost, int(course.epochs[row]))


def widened(view: Extent) -> Extent:
    """The view with a quarter of it more on each side."""
    x0, x1, y0, y1 = view
    a, b = WIDER * (x1 - x0), WIDER * (y1 - y0)
    return (x0 - a, x1 + a, y0 - b, y1 + b)


def refined(
    f: Callable[[Array], Array], knots: Array, extent: Extent, view: Extent
) -> tuple[Array, Array]:
    """x and f(x), shape (m,), of a polyline that f leaves by less than a tenth of a pixel.

    On a screen on which `view` has SCREEN pixels both ways. A piece is divided as long as f is off
    it at a quarter, a half or three quarters of its length. `knots` are places that f may have a
    corner or a narrow bump at. Far above and below the extent f is cut off: nobody sees it there.
    """
    x0, x1, y0, y1 = extent
    pixel = np.array([view[1] - view[0], view[3] - view[2]]) / SCREEN
    low, high = y0 - (y1 - y0), y1 + (y1 - y0)

    def cut(x: Array) -> Array:
        return np.asarray(np.clip(f(x), low, high))

    inside = knots[(knots > x0) & (knots < x1)]
    x = np.unique(np.concatenate([np.linspace(x0, x1, PIECES + 1), inside]))
    y = cut(x)
    shares = np.array([0.25, 0.5, 0.75])[:, None]
    start, end = np.stack([x[:-1], y[:-1]]), np.stack([x[1:], y[1:]])
    kept = [np.stack([x, y])]
    total = len(x)
    while start.shape[1]:
        between = start[0] + shares * (end[0] - start[0])
        height = cut(between.ravel()).reshape(between.shape)
        chord = (end - start) / pixel[:, None]
        away = (between - start[0]) / pixel[0], (height - start[1]) / pixel[1]
        length = np.hypot(chord[0], chord[1])
        off = (np.abs(chord[0] * away[1] - chord[1] * away[0]) / length).max(axis=0)
        bent = (off > OFF) & (chord[0] > SHORT)
        total += 3 * int(bent.sum())
        if total > MOST:  # rounding errors of a huge kernel, which no number of pieces follows
            break
        parts = np.stack([between[:, bent], height[:, bent]])  # (2, 3, k)
        kept.append(parts.reshape(2, -1))
        ends = np.concatenate([start[:, None, bent], parts, end[:, None, bent]], axis=1)
        start, end = ends[:, :-1].reshape(2, -1), ends[:, 1:].reshape(2, -1)
    places, values = np.concatenate(kept, axis=1)
    order = places.argsort(kind="stable")
    return read_only(places[order]), read_only(values[order])
