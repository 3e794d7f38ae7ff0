"""Planes through data of more than two features: a slice of two columns, or PCA."""

from dataclasses import dataclass, field

import numpy as np

from pages.tables.prepared import Prepared
from pages.tables.record import TableError, shown
from svmcore.arrays import Array, read_only

_MAX_SPELT = 4  # columns whose medians are written out
_TIE = 1e-9  # loadings that differ by less are equally large


@dataclass(frozen=True, eq=False)
class DataPlane:
    """A plane through data of d features: the points origin + u axes, in units of `Prepared.X`.

    origin, axes : (d,) and (2, d), orthonormal
    names : what stands at the axes of the picture
    kind : "columns" or "pca"
    explained : the share of the variance in each direction, for "pca"; else 0
    fixed : the columns at one value, and that value, in the units of the table
    """

    origin: Array = field(repr=False)
    axes: Array = field(repr=False)
    names: tuple[str, str]
    kind: str
    explained: tuple[float, float] = (0.0, 0.0)
    fixed: tuple[tuple[str, float], ...] = field(default=(), repr=False)

    def coordinates(self, X: Array) -> Array:
        """Where each row of X, shape (n, d), falls on the plane; shape (n, 2)."""
        return np.asarray((X - self.origin) @ self.axes.T)

    def points(self, U: Array) -> Array:
        """The points, shape (m, d), at the places U of the plane, shape (m, 2)."""
        return np.asarray(self.origin + U @ self.axes)

    @property
    def description(self) -> str:
        """The sentence that stands on the picture: what is seen, and what is not."""
        d = self.axes.shape[1]
        if self.kind == "pca":
            share = f"The two widest directions hold {self.variance_share} of the variance"
            if d == 2:
                return f"{share}, which is everything: the model has these 2 columns."
            where = "is shown where the others are at their mean"
            return f"{share}; the model has {d} columns and {where}."
        names = [shown(name)[1:-1] for name, _ in self.fixed]
        values = [str(float(f"{value:.4g}")) for _, value in self.fixed]
        if not names:
            return "The picture shows both columns of the model."
        if len(names) == 1:
            return f"A slice: {names[0]} is held at its median {values[0]}."
        if len(names) > _MAX_SPELT:
            return f"A slice: the other {len(names)} columns are held at their medians."
        return f"A slice: {_listed(names)} are held at their medians {_listed(values)}."

    @property
    def variance_share(self) -> str:
        """How much of the variance lies in a plane of "pca", in percent; 100 for all of it only."""
        share = sum(self.explained)
        rounded = f"{100.0 * share:.0f}"
        return "more than 99 %" if rounded == "100" and share < 1.0 - 1e-12 else f"{rounded} %"


def column_plane(prepared: Prepared, i: int, j: int) -> DataPlane:
    """The plane of the columns i and j, with all others at their medians.

    Raises TableError if there are no two such columns.
    """
    d = len(prepared.feature_names)
    if i == j or not (0 <= i < d and 0 <= j < d):
        raise TableError("A plane needs two different columns.")
    origin = np.median(prepared.X, axis=0)
    raw = prepared.mean + prepared.scale * origin
    origin[[i, j]] = 0.0
    names = prepared.feature_names
    fixed = tuple((names[k], float(raw[k])) for k in range(d) if k not in (i, j))
    axes = np.eye(d)[[i, j]]
    return DataPlane(
        read_only(origin), read_only(axes), (names[i], names[j]), "columns", (0.0, 0.0), fixed
    )


def pca_plane(prepared: Prepared) -> DataPlane:
    """PCA plane: through the mean, along the two directions in which the points spread most.

    Of a direction and its opposite, the one whose largest loading is positive.

    Raises TableError if there is one column only.

    Source: Jolliffe, Principal Component Analysis (2002), https://doi.org/10.1007/b98835
    """
    X = prepared.X
    if X.shape[1] < 2:
        raise TableError("A plane needs two different columns.")
    size = float(np.abs(X).max())
    units = X / size
    mean = units.mean(axis=0)
    # R of a QR factorisation has the same singular values and is small
    _, values, directions = np.linalg.svd(np.linalg.qr(units - mean, mode="r"))
    axes = np.array([_upright(direction) for direction in directions[:2]])
    share = np.append(values**2, 0.0)[:2] / (values**2).sum()
    return DataPlane(
        read_only(mean * size),
        read_only(axes),
        ("direction 1", "direction 2"),
        "pca",
        (float(share[0]), float(share[1])),
    )


def _upright(direction: Array) -> Array:
    """The direction or its opposite; among equally large loadings the first one decides."""
    large = np.abs(direction)
    first = np.flatnonzero(large >= large.max() * (1.0 - _TIE))[0]
    return direction if direction[first] > 0.0 else -direction


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
