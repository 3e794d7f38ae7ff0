"""Weights of points in the map, nested and in curves, against scikit-learn with sample_weight."""

import numpy as np
import pytest
from sklearn import svm
from sklearn.datasets import make_blobs, make_moons

from pages.model_selection.candidate import Candidate
from pages.model_selection.grid_search import Grid, sweep
from pages.model_selection.nested import nested
from pages.model_selection.splits import k_fold
from tests.helpers.evaluation_samples import curve_of

X, Y = make_moons(60, noise=0.35, random_state=3)
THREE = make_blobs([20, 18, 16], random_state=4, cluster_std=2.5, center_box=(-3, 3))
GRID = Grid((0.1, 1.0, 10.0), (0.1, 1.0, 10.0))


def lot(n, seed=0):
    """Weights from 0.1 to 10, and every seventh point without any."""
    w = np.exp(np.random.default_rng(seed).uniform(np.log(0.1), np.log(10.0), n))
    w[::7] = 0.0
    return w


def wrong(C, gamma, data, train, test, w):
    """The share of wrong points, and the support vectors, by scikit-learn."""
    points, y = data
    one = svm.SVC(C=C, gamma=gamma, tol=1e-7)
    one.fit(points[train], y[train], sample_weight=w[train])
    return float((one.predict(points[test]) != y[test]).mean()), int(one.n_support_.sum())


@pytest.mark.parametrize("data", [(X, Y), THREE], ids=["two", "three"])
def test_the_map_learns_from_points_by_their_weights(data):
    points, y = data
    w, parts = lot(len(y)), k_fold(y, 3)
    *_, last = sweep(Candidate(), points, y, parts, GRID, w=w)
    everyone = np.arange(len(y))
    assert last.found.gap <= 1e-6
    for cell in last.found.cells:
        error, held = wrong(cell.C, cell.value, data, everyone, everyone, w)
        folds = [wrong(cell.C, cell.value, data, *part, w)[0] for part in parts]
        assert cell.train_error == pytest.approx(error)
        assert abs(cell.n_support - held) <= 1
        assert cell.cv_error == pytest.approx(np.mean(folds))
    *_, plain = sweep(Candidate(), points, y, parts, GRID)
    assert plain.found.cells != last.found.cells


def test_nested_chooses_and_is_judged_with_the_weights():
    w, outer = lot(len(Y)), k_fold(Y, 3, seed=1)
    *_, last = nested(Candidate(), X, Y, outer, GRID, folds=3, seed=5, w=w)
    for fold, (train, test) in zip(last.found.folds, outer, strict=True):
        inner = k_fold(Y[train], 3, train.tolist(), seed=5)
        data, best = (X[train], Y[train]), (2.0,)
        for C in GRID.Cs:
            for gamma in GRID.values:
                error = np.mean([wrong(C, gamma, data, *part, w[train])[0] for part in inner])
                best = min(best, (error, C, gamma)) if error < best[0] - 1e-12 else best
        assert (1.0 - fold.inner, fold.chosen.C, fold.chosen.value) == pytest.approx(best)
        assert 1.0 - fold.score == pytest.approx(wrong(*best[1:], (X, Y), train, test, w)[0])


@pytest.mark.parametrize("bad", [np.ones(3), np.full(len(Y), -1.0), np.full(len(Y), np.nan)])
def test_weights_that_are_none_are_refused_at_once(bad):
    parts = k_fold(Y, 3)
    for call in (
        lambda: sweep(Candidate(), X, Y, parts, GRID, w=bad),
        lambda: nested(Candidate(), X, Y, parts, GRID, w=bad),
        lambda: curve_of(Candidate(), X, Y, parts, "gamma", [1.0], w=bad),
        lambda: curve_of(Candidate(), X, Y, parts, "learning", [20], w=bad),
    ):
        with pytest.raises(ValueError, match="weights must"):
            call()
