"""What is said of the cells of a map: its corners, the best one, the smallest one."""

from __future__ import annotations

import numpy as np
import pytest

from pages.evaluation.text import corners, named, verdict
from svmcore.model_selection.candidate import ESTIMATORS, Candidate, fitted
from svmcore.model_selection.grid_column import GridColumn
from svmcore.model_selection.grid_search import Grid, GridCell, Map, map_of
from svmcore.model_selection.multiclass_record import multiclass_record
from svmcore.multiclass import JOINT


def made(*rows):
    """A map of C = 1, 10 and gamma = 1, 2 with (train, cv, error) of its cells."""
    grid = Grid((1.0, 10.0), (1.0, 2.0))
    settings = [(C, gamma) for gamma in grid.values for C in grid.Cs]
    cells = [
        GridCell(*there, train, cv, 2.0 * error, error, 9 - number)
        for number, (there, (train, cv, error)) in enumerate(zip(settings, rows, strict=True))
    ]
    return Map(grid, tuple(cells), 0.0, frozenset())


def test_corners_are_named_in_sentences():
    found = made((0.4, 0.45, 0.02), (0.08, 0.1, 0.05), (0.1, 0.15, 0.01), (0.0, 0.3, 0.1))
    named_cells = corners(found)
    assert [verdict(found, cell) for cell in found.cells] == ["underfits", "", "", "overfits"]
    assert named_cells[:4] == (found.cells[0], found.cells[3], found.cells[1], found.cells[2])
    assert named_cells.sentences == (
        "C = 1, γ = 1 underfits: 40 % training error and 45 % cross-validation error.",
        "C = 10, γ = 2 overfits: 0 % training error, but 30 % cross-validation error.",
        "C = 10, γ = 1 is best: 10 % ± 5 % (standard error) cross-validation error, with 8 "
        "support vectors.",
        "C = 1, γ = 2 has the smallest C, then the smallest γ, within one standard error of it: "
        "15 % cross-validation error, with 7 support vectors.",
    )
    flat = made(*[(0.1, 0.1, 0.01)] * 4)
    plain = corners(flat)
    assert plain[:4] == (None, None, flat.cells[0], flat.cells[0])
    assert plain.sentences[0] == "No cell of this map underfits."
    assert plain.sentences[1] == "No cell of this map overfits."
    two = Map(Grid((1.0, 10.0)), tuple(map(replace_value, found.cells[2:])), 0.0, frozenset())
    assert corners(two).sentences[3] == (
        "No cell with a smaller C is within one standard error of it."
    )
    assert named(two, two.cells[0]) == "C = 1"


def replace_value(cell):
    return cell._replace(value=np.nan)


def test_of_equal_cells_the_smallest_C_is_the_best_and_then_the_smallest_gamma():
    """Cells stand column by column, by gamma and then by C."""
    grid, errors = Grid((1.0, 10.0), (1.0, 2.0)), (0.3, 0.1, 0.1, 0.1)
    places = [(C, gamma) for gamma in grid.values for C in grid.Cs]
    cells = (GridCell(*at, 0.0, cv, 0.4, 0.2, 3) for at, cv in zip(places, errors, strict=True))
    found = Map(grid, tuple(cells), 0.0, frozenset())
    assert (found.best.C, found.best.value) == (1.0, 2.0)
    # 0.1 + 0.2 is one standard error, 0.1 + 0.4 would be the spread of the folds
    assert (found.simplest.C, found.simplest.value) == (1.0, 1.0)
    worse = Map(grid, (found.cells[0]._replace(cv_error=0.4), *found.cells[1:]), 0.0, frozenset())
    assert (worse.simplest.C, worse.simplest.value) == (1.0, 2.0)


def test_the_gap_of_a_map_is_the_largest():
    one = GridColumn(np.array([0.5]), np.array([2]), np.zeros((1, 1), dtype=int), 1e-9, 7)
    found = map_of(Grid((1.0,)), [one, one._replace(gap=3e-8, pid=8), one._replace(gap=2e-8)])
    assert found.gap == 3e-8
    assert found.pids == {7, 8}


def test_a_table_has_a_row_for_each_gamma():
    found = made((0.4, 0.45, 0.02), (0.08, 0.1, 0.05), (0.1, 0.15, 0.01), (0.0, 0.3, 0.1))
    np.testing.assert_array_equal(found.table("cv_error"), [[0.45, 0.1], [0.15, 0.3]])
    np.testing.assert_array_equal(found.table("C"), [[1.0, 10.0], [1.0, 10.0]])
    np.testing.assert_array_equal(found.table("value"), [[1.0, 1.0], [2.0, 2.0]])
    assert len(Grid.square().Cs) == len(Grid.square().values) == 20
    assert Grid.square("linear").values == ()


RNG = np.random.default_rng(1)
Y = np.repeat([0, 1, 2], [12, 15, 9])
X = RNG.normal(size=(36, 2)) + 1.5 * np.eye(3, 2)[Y]
W = RNG.uniform(0.5, 2.0, 36)
W[::6] = 0.0
NAMES = {
    ("svc", 2): ("0 vs. 1",),
    ("svc", 3): ("0 vs. 1", "0 vs. 2", "1 vs. 2"),
    ("ovr", 2): ("0 vs. rest", "1 vs. rest"),
}


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("scheme", ESTIMATORS)
def test_it_says_what_the_candidate_says(scheme, k):
    x, y, w = X[k > Y], Y[k > Y], W[k > Y]
    machine = Candidate(scheme, C=2.0, weights=(2.0, 0.5, 1.0)[:k], scaling="inside")
    found = fitted(machine, x, y, w)
    record = multiclass_record(machine, found, x, y, w)
    Z = RNG.normal(size=(50, 2))
    there = found.scale(Z)
    np.testing.assert_array_equal(record.predict(there), found.predict(Z))
    values = record.values(there)
    if k == 2:  # f of class 1, and where each class has its own, less that of class 0
        f = -values[:, 0] if scheme == "svc" else values[:, 1] - values[:, 0] * (scheme in JOINT)
        np.testing.assert_allclose(f, found.scores(Z), atol=1e-12)
    elif scheme == "svc":
        votes = found.estimator.set_params(decision_function_shape="ovo")
        np.testing.assert_allclose(values, votes.decision_function(there), atol=1e-12)
    else:
        np.testing.assert_allclose(values, found.scores(Z), atol=1e-12)
    np.testing.assert_allclose(record.C, 2.0 * np.array([2.0, 0.5, 1.0])[y] * w)
    assert record.names == NAMES.get((scheme, k), tuple(record.names))
    assert record.certificate.relative_gap <= 1e-6
    assert (np.abs(record.coef) <= record.C * (1.0 + 1e-9)).all() or scheme in JOINT
