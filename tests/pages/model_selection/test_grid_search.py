"""The map against scikit-learn's fits, cell by cell; and that it can be broken off."""

from __future__ import annotations

import os
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn import svm
from sklearn.datasets import make_blobs, make_moons
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from pages.evaluation.text.views import corners, named, verdict
from pages.model_selection.candidate import ESTIMATORS, Candidate, fitted
from pages.model_selection.grid_column import ColumnTask, GridColumn, column
from pages.model_selection.grid_search import (
    Grid,
    GridCell,
    Map,
    calls_of,
    column_of_fits,
    map_of,
    sweep,
)
from pages.model_selection.multiclass_record import multiclass_record
from pages.model_selection.nested import Nested, Outer, nested
from pages.model_selection.parallel import LOCAL
from pages.model_selection.splits import k_fold
from pages.model_selection.warm_start_path import ladder
from svmcore.engine import GramSpace
from svmcore.kernels import RBF
from svmcore.multiclass import JOINT
from tests.helpers.refusals import refuses

MOONS = make_moons(80, noise=0.3, random_state=1)
BLOBS = make_blobs([24, 18, 15], random_state=4, cluster_std=2.0, center_box=(-3, 3))
GRID = Grid((0.1, 1.0, 10.0, 100.0), (0.05, 0.5, 5.0, 50.0))
SMALL = Grid((0.1, 1.0, 100.0), (0.05, 5.0))
CASES = [
    (Candidate(), MOONS, SMALL),
    (Candidate(scaling="inside", weights=(1.0, 2.5)), MOONS, SMALL),
    (Candidate(), BLOBS, SMALL),
    (Candidate(kernel="linear", parameters=()), MOONS, Grid(GRID.Cs)),
    (
        Candidate(kernel="poly", parameters=(("degree", 3), ("gamma", 1.0), ("coef0", 1.0))),
        MOONS,
        Grid((0.1, 1.0, 10.0), (2, 3), "degree"),
    ),
]


def theirs(machine, C, kernel_words):
    weights = dict(enumerate(machine.weights)) or None
    words = dict(machine.parameters) | kernel_words
    one = svm.SVC(C=C, kernel=machine.kernel, class_weight=weights, tol=1e-6, **words)
    return make_pipeline(StandardScaler(), one) if machine.scaling == "inside" else one


def last(*arguments, **words):
    *_, progress = sweep(*arguments, **words)
    return progress.found


@pytest.mark.parametrize(("machine", "data", "grid"), CASES, ids=range(len(CASES)))
def test_every_cell_is_what_scikit_learn_fits(machine, data, grid):
    """Errors and support vectors, and of predictions all but those of points on the line."""
    X, y = data
    parts = k_fold(y, 4)
    found = last(machine, X, y, parts, grid)
    assert found.gap <= 1e-6
    assert found.pids == {os.getpid()}
    calls = calls_of(machine, X, y, parts, grid)
    everyone = np.arange(len(y))
    for j, value in enumerate(grid.values or (np.nan,)):
        ours = [call.function(*call.arguments) for call in calls[5 * j : 5 * j + 5]]
        for i, C in enumerate(grid.Cs):
            cell = found.cells[j * len(grid.Cs) + i]
            wrong = []
            for one, (train, test) in zip(ours, ((everyone, everyone), *parts), strict=True):
                other = theirs(machine, C, {grid.name: value} if grid.values else {})
                other.fit(X[train], y[train])
                f = np.abs(other.decision_function(X[test])).reshape(len(test), -1).min(1)
                same = one.predicted[i] == other.predict(X[test])
                assert len(set(y)) > 2 or (f[~same] < 1e-2).all()
                assert same.mean() > 0.9 if len(set(y)) > 2 else True
                wrong.append(float((one.predicted[i] != y[test]).mean()))
                if one is ours[0]:
                    machine_of_all = other[-1] if machine.scaling == "inside" else other
                    assert abs(cell.n_support - machine_of_all.n_support_.sum()) <= 1
            spread = np.std(wrong[1:], ddof=1)
            expected = (C, value, wrong[0], np.mean(wrong[1:]), spread, spread / 2.0)
            np.testing.assert_allclose(cell[:6], expected, atol=1e-12)


@pytest.mark.parametrize("gamma", [0.05, 1.0, 100.0])
@pytest.mark.parametrize("repeated", [False, True])
def test_every_rung_of_the_ladder_is_optimal(gamma, repeated):
    """By K, y and C alone: dual and primal value meet, and the conditions hold point by point."""
    X, y = MOONS[0], np.where(MOONS[1] > 0, 1.0, -1.0)
    if repeated:
        X, y = np.vstack([X, X[:20]]), np.concatenate([y, y[:20]])
    K = np.exp(-gamma * ((X[:, None] - X) ** 2).sum(2))
    factors, Cs = np.where(y > 0.0, 2.0, 1.0), np.geomspace(1e-2, 1e4, 9)
    found = ladder(GramSpace(RBF(gamma)(X, X), X=X), y, Cs, factors)
    for a, b, C in zip(found.alpha, found.b, Cs, strict=True):
        f = K @ (a * y) + b
        top = C * factors
        loss, square = top @ np.maximum(0.0, 1.0 - y * f), (a * y) @ K @ (a * y)
        assert abs(a @ y) <= 1e-9 * a.sum()
        assert 0.5 * square + loss - (a.sum() - 0.5 * square) <= 1e-6 * a.sum()
        assert (a >= 0.0).all()
        assert (a <= top * (1.0 + 1e-12)).all()
        assert (y * f)[a == 0.0].min(initial=np.inf) >= 1.0 - 2e-5
        assert (y * f)[a >= top * (1.0 - 1e-9)].max(initial=-np.inf) <= 1.0 + 2e-5


def test_what_the_ladder_does_not_know_is_trained_cell_by_cell():
    """A kernel that is not positive semi-definite; and where both ways exist, they agree."""
    X, y = MOONS
    parts, grid = k_fold(y, 4), Grid((0.1, 1.0), (0.1,))
    odd = Candidate(kernel="sigmoid", parameters=(("gamma", 0.1), ("coef0", 0.0)))
    assert {call.function for call in calls_of(odd, X, y, parts, grid)} == {column_of_fits}
    found = last(odd, X, y, parts, grid)
    other = svm.SVC(C=1.0, kernel="sigmoid", gamma=0.1, tol=1e-6).fit(X, y)
    assert found.cells[1].train_error == pytest.approx(1.0 - other.score(X, y))
    machine = Candidate(parameters=(("gamma", 2.0),))
    train, test = parts[0]
    work = ColumnTask(RBF(2.0), False, X, y, train, test, np.array([0.1, 10.0]), np.ones(2))
    one, another = column(work), column_of_fits(machine, work)
    np.testing.assert_array_equal(one.predicted, another.predicted)
    np.testing.assert_array_equal(one.support, another.support)
    np.testing.assert_allclose(one.errors, another.errors)


def test_a_sweep_counts_what_is_done_and_one_that_is_broken_off_leaves_nobody_working():
    X, y = MOONS
    parts = k_fold(y, 4)
    running = sweep(Candidate(), X, y, parts, GRID, workers=2)
    other = sweep(Candidate(), X, y, parts, GRID, workers=2)
    steps = [next(other)]
    pids = next(running).pids
    assert all(alive(pid) for pid in pids)
    running.close()
    steps += other  # somebody else's run is not broken off with it
    assert [step.done for step in steps] == list(range(4, 84, 4))
    assert {step.total for step in steps} == {80}
    lengths = [len(step.cells) for step in steps]
    assert lengths == sorted(lengths)
    assert set(lengths) <= {0, 4, 8, 12, 16}
    found = steps[-1].found
    assert [step.found for step in steps[:-1]] == [None] * 19
    alone = last(Candidate(), X, y, parts, GRID)
    assert found.cells == alone.cells
    assert os.getpid() not in found.pids
    assert 1 <= len(found.pids) <= 2
    assert LOCAL.runs == 0
    assert not any(alive(pid) for pid in pids | found.pids)
    sweep(Candidate(), X, y, parts, GRID, workers=2).close()  # before it began
    assert LOCAL.runs == 0


def alive(pid):
    return os.path.exists(f"/proc/{pid}")


def test_what_has_no_map_is_refused_at_once():
    X, y = MOONS
    parts = k_fold(y, 4)
    refuses("needs at least 2 folds", lambda: sweep(Candidate(), X, y, parts[:1], GRID))
    refuses("larger than the one before", lambda: Grid((1.0, 1.0)))
    refuses("positive and finite", lambda: Grid((1.0, np.inf)))
    one = parts[0]._replace(train=np.flatnonzero(y == 0))
    refuses("no point of one of the classes", lambda: sweep(Candidate(), X, y, (one, one), GRID))
    with pytest.raises(TypeError):
        sweep(Candidate(), X, y, parts, replace(GRID, name="width"))


CHOICES = Grid((0.1, 1.0, 10.0), (0.1, 1.0, 10.0))


def nested_end(*arguments, **words):
    *_, progress = nested(*arguments, **words)
    return progress.found


def test_each_outer_fold_chooses_and_is_judged_alone():
    X, y = make_moons(60, noise=0.35, random_state=2)
    outer = k_fold(y, 3, seed=1)
    found = nested_end(Candidate(), X, y, outer, CHOICES, folds=3, seed=5)
    for fold, (train, test) in zip(found.folds, outer, strict=True):
        inner = k_fold(y[train], 3, train.tolist(), seed=5)
        best = (-1.0,)
        for C in CHOICES.Cs:
            for gamma in CHOICES.values:
                one = svm.SVC(C=C, gamma=gamma, tol=1e-6)
                score = np.mean(
                    [
                        one.fit(X[train][a], y[train][a]).score(X[train][b], y[train][b])
                        for a, b in inner
                    ]
                )
                if score > best[0] + 1e-12:
                    best = (score, C, gamma)
        assert (fold.chosen.C, fold.chosen.value) == best[1:]
        assert fold.inner == pytest.approx(best[0])
        one = svm.SVC(C=best[1], gamma=best[2], tol=1e-6).fit(X[train], y[train])
        assert fold.score == pytest.approx(one.score(X[test], y[test]))
    assert found.honest == pytest.approx(np.mean([fold.score for fold in found.folds]))
    assert found.optimism == pytest.approx(found.best - found.honest)


def made(*pairs):
    cell = GridCell(1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1)
    return Nested(tuple(Outer(cell, inner, score) for inner, score in pairs))


def test_the_difference_is_that_of_the_printed_numbers():
    """40.84 and 42.46 differ by 1.62, but 40.8 and 42.5 are what is read."""
    said = made((0.5916, 0.5754), (0.5916, 0.5754)).sentence
    assert "40.8 % error" in said
    assert "42.5 % ± 0 %" in said
    assert said.endswith("look 1.7 percentage points too small.")
    rng = np.random.default_rng(0)
    for _ in range(300):
        said = made(*rng.uniform(0.5, 0.6, (5, 2))).sentence
        chosen, honest, error = map(float, re.findall(r"([\d.]+) %", said))
        found = re.search(r"([\d.]+) percentage points", said)
        points = float(found[1]) if found else 0.0
        assert points == pytest.approx(abs(honest - chosen), abs=1e-9)
        assert ("within the standard error" in said) == (0.0 < points <= error)
        assert ("more" in said) == (honest > chosen and points <= error)


def test_what_cannot_be_nested_is_refused_at_once():
    X, y = make_moons(40, noise=0.35, random_state=2)
    refuses("2 outer folds", lambda: nested(Candidate(), X, y, k_fold(y, 2)[:1], CHOICES))
    with pytest.raises(ValueError, match="Each class needs 15"):
        nested(Candidate(), X, y, k_fold(y, 2), CHOICES, folds=15)


def map_of_cells(*rows):
    """A map of C = 1, 10 and gamma = 1, 2 with (train, cv, error) of its cells."""
    grid = Grid((1.0, 10.0), (1.0, 2.0))
    settings = [(C, gamma) for gamma in grid.values for C in grid.Cs]
    cells = [
        GridCell(*there, train, cv, 2.0 * error, error, 9 - number)
        for number, (there, (train, cv, error)) in enumerate(zip(settings, rows, strict=True))
    ]
    return Map(grid, tuple(cells), 0.0, frozenset())


def test_corners_are_named_in_sentences():
    found = map_of_cells((0.4, 0.45, 0.02), (0.08, 0.1, 0.05), (0.1, 0.15, 0.01), (0.0, 0.3, 0.1))
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
    flat = map_of_cells(*[(0.1, 0.1, 0.01)] * 4)
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
    found = map_of_cells((0.4, 0.45, 0.02), (0.08, 0.1, 0.05), (0.1, 0.15, 0.01), (0.0, 0.3, 0.1))
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
