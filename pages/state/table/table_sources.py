"""Tables that come from no file: the points of a board, and a few rows to begin with."""

from collections.abc import Sequence

import numpy as np

from pages.state.board.board import Placed
from pages.tables.record import Column, Table, TableError
from svmcore.arrays import read_only

WEIGHT = "point weight"  # as no column of a visitor's own is called: theirs may weigh people


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
