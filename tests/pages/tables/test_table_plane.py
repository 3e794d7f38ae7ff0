"""The plane one looks at, and the points on the board."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from sklearn.decomposition import PCA

from pages.state.board.board import FIRST_PLACED_ID, LIMIT, MAX_POINTS
from pages.state.table.table_points import powers, to_board
from pages.tables.columns import guess
from pages.tables.plane import DataPlane, column_plane, pca_plane
from pages.tables.prepared import Prepared
from pages.tables.preparing import prepare
from pages.tables.real import real
from pages.tables.record import TableError


def points(X, y=None) -> Prepared:
    """Prepared points that were not standardised."""
    X = np.asarray(X, dtype=float)
    y = np.arange(len(X)) % 2 if y is None else np.asarray(y)
    names = tuple(f"c{k}" for k in range(X.shape[1]))
    words = tuple("abcdefghij"[: y.max() + 1])
    zero = np.zeros(X.shape[1])
    return Prepared("t", X, y, words, names, zero, zero + 1.0, np.arange(len(X)), np.ones(len(X)))


RNG = np.random.default_rng(4)
CLOUD = points(RNG.normal(size=(40, 5)) @ RNG.normal(size=(5, 5)) + 3.0)
SETS = {name: prepare(real(name), guess(real(name))) for name in ("iris", "wine")}
SETS["cloud"] = CLOUD


@pytest.mark.parametrize("name", SETS)
def test_the_widest_directions(name: str):
    X = SETS[name].X
    plane = pca_plane(SETS[name])
    for axis in plane.axes:
        assert axis[np.abs(axis).argmax()] > 0.0
    assert plane.origin == pytest.approx(X.mean(0), abs=1e-12)
    theirs = PCA(2, svd_solver="full").fit(X)
    assert plane.explained == pytest.approx(theirs.explained_variance_ratio_, rel=1e-9)
    ours = np.abs(plane.coordinates(X))
    assert ours == pytest.approx(np.abs(theirs.transform(X)), abs=1e-7)


@pytest.mark.parametrize("name", SETS)
def test_there_and_back(name: str):
    X = SETS[name].X
    U = np.random.default_rng(1).normal(size=(30, 2))
    for plane in (pca_plane(SETS[name]), column_plane(SETS[name], 3, 1)):
        there = plane.points(U)
        assert plane.coordinates(there) == pytest.approx(U, abs=1e-10)
        assert plane.axes @ plane.axes.T == pytest.approx(np.eye(2), abs=1e-12)
        # what is left of a point is at right angles to the plane: no place in it is nearer
        left = X - plane.points(plane.coordinates(X))
        assert left @ plane.axes.T == pytest.approx(0.0, abs=1e-9)
        base = plane.coordinates(plane.origin[None])
        assert base == pytest.approx(0.0, abs=1e-12)


def test_a_plane_of_columns_holds_the_others_at_their_medians():
    X = CLOUD.X
    plane = column_plane(CLOUD, 3, 1)
    assert np.array_equal(plane.coordinates(X), X[:, [3, 1]])
    there = plane.points(np.array([[7.0, -2.0]]))[0]
    medians = np.median(X, axis=0)
    assert there.tolist() == [medians[0], -2.0, medians[2], 7.0, medians[4]]
    assert plane.names == ("c3", "c1")


def test_what_stands_on_the_picture():
    for d, words in ((2, "both columns"), (3, "c2 is held at its median 0.0"), (8, "other 6")):
        assert words in column_plane(points(np.diag(np.arange(float(d)))), 0, 1).description
    share = 100 * sum(pca_plane(SETS["wine"]).explained)
    assert f"hold {share:.0f} % of the variance; the model has 13" in (
        pca_plane(SETS["wine"]).description
    )
    nearly = points([[1, 0, 0], [0, 1, 0], [-1, 0, 1e-4], [0, -1, 0]])
    assert "more than 99 %" in pca_plane(nearly).description
    flat = points([[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0.0]])
    assert "hold 100 %" in pca_plane(flat).description


@pytest.mark.parametrize("size", [1e-90, 1e90])
def test_directions_do_not_depend_on_units(size: float):
    plane, other = pca_plane(CLOUD), pca_plane(points(CLOUD.X * size))
    assert other.axes == pytest.approx(plane.axes, abs=1e-9)
    assert other.explained == pytest.approx(plane.explained)
    assert other.origin == pytest.approx(plane.origin * size)


def test_no_plane():
    line = points(np.arange(4.0)[:, None])
    for act in (
        lambda: pca_plane(line),
        lambda: column_plane(line, 0, 0),
        lambda: column_plane(CLOUD, 2, 2),
        lambda: column_plane(CLOUD, 0, 5),
        lambda: column_plane(CLOUD, -1, 0),
        lambda: to_board(CLOUD, (1, 1)),
    ):
        with pytest.raises(TableError, match=r"^A plane needs two different columns\.$"):
            act()


@pytest.mark.parametrize("name", SETS)
def test_points_on_the_board(name: str):
    made = SETS[name]
    for where in (pca_plane(made), (1, 0)):
        placed, notes = to_board(made, where)
        U = where.coordinates(made.X) if isinstance(where, DataPlane) else made.X[:, [1, 0]]
        assert [[p.x, p.y] for p in placed] == (U.round(4) + 0.0).tolist()
        assert [p.label for p in placed] == made.y.tolist()
        assert [p.id for p in placed] == list(range(FIRST_PLACED_ID, FIRST_PLACED_ID + len(U)))
        if isinstance(where, DataPlane):
            assert "in which the" in notes[0]
        elif (made.scale != 1.0).any():
            assert "The coordinates are standardised" in notes[0]


@given(some.lists(some.integers(1, 900), min_size=2, max_size=10))
def test_a_sample_keeps_the_shares(counts: list[int]):
    y = np.repeat(np.arange(len(counts)), counts)
    rng = np.random.default_rng(0)
    order = rng.permutation(len(y))
    made = points(rng.normal(size=(len(y), 2)), y[order])
    placed, notes = to_board(made, (0, 1))
    assert len(placed) == min(len(y), MAX_POINTS)
    many = np.bincount([p.label for p in placed], minlength=len(counts))
    assert (many >= 1).all()
    exact = np.array(counts) * len(placed) / len(y)
    small = int((exact < 1.0).sum())  # each of these takes a place that is not its due
    assert np.abs(many - exact).max() < 1.0 + small
    if len(y) > MAX_POINTS:
        assert notes[0] == (
            f"600 of the {len(y):,} points are shown, in proportion to the classes."
        )
        assert placed == to_board(made, (0, 1))[0]
        there = {
            (x, z, k) for (x, z), k in zip(made.X.round(4).tolist(), made.y.tolist(), strict=True)
        }
        assert all((p.x, p.y, p.label) in there for p in placed)


@pytest.mark.parametrize("exponent", [-9, -3, 5, 80])
def test_units_the_board_cannot_hold(exponent: int):
    X = RNG.normal(size=(50, 2))
    U = X * [10.0**exponent, 1.0]
    placed, notes = to_board(points(U), (0, 1))
    first, second = powers(U)
    assert second == 0
    there = np.array([[p.x, p.y] for p in placed])
    assert there[:, 0] == pytest.approx(U[:, 0] * 10.0**first, abs=0.5001e-4)
    assert there[:, 1] == pytest.approx(U[:, 1], abs=0.5001e-4)
    assert np.abs(there).max() < LIMIT
    assert np.ptp(there[:, 0]) >= 0.1  # a thousand steps of the board
    assert (first != 0) == (exponent != 5)
    assert list(notes) == [f"The board shows 'c0' times 10^{first}."] * (first != 0)


def test_what_rounding_takes_away_is_said():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [1.00001, 1.0], [1.00002, 1.0], [2.0, 2.0]])
    assert to_board(points(X), (0, 1))[1] == ("Rounded to 4 decimals, 2 points fall on another.",)
    far = np.array([[1e15, 0.0], [1e15 + 1.0, 1.0], [1e15 + 2.0, 2.0]])
    placed, notes = to_board(points(far), (0, 1))
    assert len({p.x for p in placed}) == 1
    assert placed[0].x == pytest.approx(1e15 * 10.0 ** powers(far)[0])  # and not clipped
    assert "On the board 'c0' is the same everywhere: it varies too little." in notes
    twins = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    assert to_board(points(twins), (0, 1))[1] == ()
