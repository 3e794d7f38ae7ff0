"""Prepared points on the drawing board, few enough and in units it can hold.

And tables that come from no file: the points of a board, and two rows to begin with.
"""

from collections.abc import Sequence

import numpy as np

from pages.datasets.limits import DECIMALS
from pages.state.board.board import (
    FIRST_PLACED_ID,
    HEAVIEST,
    LIGHTEST,
    LIMIT,
    MAX_POINTS,
    Placed,
    quantise,
    weighed,
)
from pages.tables.plane import DataPlane, column_plane
from pages.tables.prepared import Prepared
from pages.tables.record import SEED, Column, Table, TableError, shown
from svmcore.arrays import Array, Indices, read_only

WEIGHT = "point weight"  # as no column of a visitor's own is called: theirs may weigh people
_FINE = 1000.0  # steps of the board that the points of an axis should spread over


def to_board(
    prepared: Prepared, where: DataPlane | tuple[int, int]
) -> tuple[tuple[Placed, ...], tuple[str, ...]]:
    """The points as a board holds them, and a note on everything that this changed.

    At most MAX_POINTS, each class with its share and at least one, with their weights as far as a
    board has such. Coordinates are those of the plane (a `DataPlane`, or two columns), times the
    powers of ten of `powers`, rounded as the board does. Labels are the class numbers.

    Raises TableError if there are no two such columns.
    """
    plane = where if isinstance(where, DataPlane) else column_plane(prepared, *where)
    rows = stratified(prepared.y, MAX_POINTS)
    notes = []
    if len(rows) < len(prepared.y):
        notes.append(
            f"{len(rows)} of the {len(prepared.y):,} points are shown, in proportion to the "
            "classes."
        )
    U = plane.coordinates(prepared.X)[rows]
    tens = powers(U, together=plane.kind == "pca")
    scaled = U * 10.0 ** np.array(tens)
    notes.extend(_on_units(prepared, plane))
    notes.extend(_on_powers(plane, tens))
    placed = tuple(
        Placed(quantise(x) + 0.0, quantise(y) + 0.0, int(label), FIRST_PLACED_ID + k, weighed(w))
        for k, ((x, y), label, w) in enumerate(
            zip(
                scaled.tolist(),
                prepared.y[rows].tolist(),
                prepared.weight[rows].tolist(),
                strict=True,
            )
        )
    )
    notes.extend(_on_losses(plane, scaled, placed))
    notes.extend(_on_weights(prepared.weight[rows], placed))
    return placed, tuple(notes)


def _on_weights(weight: Array, placed: tuple[Placed, ...]) -> list[str]:
    """How many weights were too small or too large for a board."""
    other = np.array([p.weight for p in placed])
    changed = int((np.abs(other - weight) > 0.01 * weight).sum())
    if not changed:
        return []
    return [f"A point of a board weighs {LIGHTEST:g} to {HEAVIEST:g}: {changed} were clipped."]


def powers(U: Array, *, together: bool = False) -> tuple[int, int]:
    """The powers of ten by which the axes of U, shape (n, 2), are multiplied for the board.

    0 where its coordinates fit: not beyond LIMIT, and spread over a thousand of its steps. Else
    the power that brings the spread to [1, 10), or less, so that nothing lies beyond LIMIT.
    `together`: the same for both axes, so that the picture keeps its angles.
    """
    if together:
        both = _power(float(np.ptp(U, axis=0).max()), float(np.abs(U).max()))
        return both, both
    first, second = (_power(float(np.ptp(axis)), float(np.abs(axis).max())) for axis in U.T)
    return first, second


def stratified(y: Indices, most: int) -> Indices:
    """The rows of a sample of at most `most`, in their order: each class with its share.

    Shares are rounded down, but to one at least; what is left goes to the largest remainders.
    """
    if len(y) <= most:
        return np.arange(len(y))
    rng = np.random.default_rng(SEED)
    counts = np.bincount(y)
    share = counts * (most / len(y))
    many = np.where(counts > 0, np.maximum(np.floor(share), 1.0), 0.0).astype(np.intp)
    for k in np.argsort(many - share, kind="stable"):
        if many.sum() < most and many[k] < counts[k]:
            many[k] += 1
    while many.sum() > most:  # where small classes were given their one
        many[np.argmax(many)] -= 1
    chosen = [
        rng.choice(np.flatnonzero(y == k), many[k], replace=False) for k in range(len(counts))
    ]
    return np.sort(np.concatenate(chosen))


def _power(spread: float, largest: float) -> int:
    step = 10.0**-DECIMALS
    if spread == 0.0 and largest <= LIMIT:
        return 0
    if largest <= LIMIT and spread >= _FINE * step:
        return 0
    power = -int(np.floor(np.log10(spread))) if spread > 0.0 else 0
    room = int(np.floor(np.log10(LIMIT) - np.log10(largest)))
    return min(power, room)


def _on_units(prepared: Prepared, plane: DataPlane) -> list[str]:
    """What a coordinate is where it is not what stands in the table."""
    if plane.kind == "pca":
        units = " standardised" if prepared.standardised else ""
        return [f"The axes are the two directions in which the{units} columns spread most."]
    if not prepared.standardised:
        return []
    places = map(prepared.feature_names.index, plane.names)
    means = [
        f"{shown(prepared.feature_names[k])} minus {prepared.mean[k]:.4g}, "
        f"divided by {prepared.scale[k]:.4g}"
        for k in places
    ]
    return [f"The coordinates are standardised: {' and '.join(means)}."]


def _on_powers(plane: DataPlane, tens: tuple[int, int]) -> list[str]:
    """What the numbers at an axis mean where they are not the table's own."""
    if plane.kind == "pca" and tens[0]:
        return [f"The board shows both directions times 10^{tens[0]}."]
    return [
        f"The board shows {shown(name)} times 10^{ten}."
        for name, ten in zip(plane.names, tens, strict=True)
        if ten
    ]


def _on_losses(plane: DataPlane, scaled: Array, placed: tuple[Placed, ...]) -> list[str]:
    """What rounding to the board's steps took away."""
    notes = []
    there = np.array([(p.x, p.y) for p in placed])
    for name, exact, rounded in zip(plane.names, scaled.T, there.T, strict=True):
        if np.ptp(exact) > 0.0 and np.ptp(rounded) == 0.0:
            notes.append(
                f"On the board {shown(name)} is the same everywhere: it varies too little."
            )
    lost = len(np.unique(scaled, axis=0)) - len(np.unique(there, axis=0))
    if lost:
        points = "1 point falls" if lost == 1 else f"{lost} points fall"
        notes.append(f"Rounded to {DECIMALS} decimals, {points} on another.")
    return notes


def of_board(points: Sequence[Placed], title: str) -> Table:
    """The points of a board as a table: x, y, the class, and the weights where they differ from 1.

    These stand in the column `WEIGHT`.

    Raises TableError if there are no points.
    """
    if not points:
        raise TableError("That board is empty: there are no points to take.")
    columns: dict[str, list[float]] = {
        "x": [p.x for p in points],
        "y": [p.y for p in points],
        WEIGHT: [p.weight for p in points],
        "class": [p.label for p in points],
    }
    if set(columns[WEIGHT]) == {1.0}:
        del columns[WEIGHT]
    arrays = {name: np.array(values, dtype=np.float64) for name, values in columns.items()}
    return Table(title, tuple(Column(n, read_only(a)) for n, a in arrays.items()))


def typed() -> Table:
    """Two points of two classes, to be changed and continued by hand."""
    return Table(
        "Typed table",
        (
            Column("x", read_only(np.array([-1.0, 1.0]))),
            Column("y", read_only(np.array([0.0, 0.5]))),
            Column("class", read_only(np.array([0.0, 1.0])), ("a", "b")),
        ),
    )
