"""Nested cross-validation against loops over scikit-learn's fits, and what it is for."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn import svm
from sklearn.datasets import make_moons

from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.grid_search import Grid, GridCell
from svmcore.model_selection.nested import Nested, Outer, nested
from svmcore.model_selection.splits import k_fold

GRID = Grid((0.1, 1.0, 10.0), (0.1, 1.0, 10.0))


def last(*arguments, **words):
    *_, progress = nested(*arguments, **words)
    return progress.found


def test_each_outer_fold_chooses_and_is_judged_alone():
    X, y = make_moons(60, noise=0.35, random_state=2)
    outer = k_fold(y, 3, seed=1)
    found = last(Candidate(), X, y, outer, GRID, folds=3, seed=5)
    for fold, (train, test) in zip(found.folds, outer, strict=True):
        inner = k_fold(y[train], 3, train.tolist(), seed=5)
        best = (-1.0,)
        for C in GRID.Cs:
            for gamma in GRID.values:
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
    with pytest.raises(ValueError, match="2 outer folds"):
        nested(Candidate(), X, y, k_fold(y, 2)[:1], GRID)
    with pytest.raises(ValueError, match="Each class needs 15"):
        nested(Candidate(), X, y, k_fold(y, 2), GRID, folds=15)
