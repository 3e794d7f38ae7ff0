"""A gamma that counts in units of its training part, as gamma="scale"; and how far the work is."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import svm
from sklearn.datasets import make_moons
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.cross_validation import cross_validate, cross_validating
from svmcore.model_selection.curves import growing
from svmcore.model_selection.grid_search import Grid, calls_of
from svmcore.model_selection.splits import Split, k_fold, leave_one_out
from tests.helpers.evaluation_samples import leave_each_out

X, Y = make_moons(30, noise=0.3, random_state=1)
X = X * [1.0, 7.0]
PARTS = k_fold(Y, 3)


@pytest.mark.parametrize("scaling", ["none", "inside"])
def test_it_is_the_rule_of_scikit_learn_in_every_part(scaling):
    machine = Candidate(parameters=(("gamma", 1.0),), C=2.0, relative=True, scaling=scaling)
    scores, wrong = np.empty(30), []
    for train, test in PARTS:
        first = [StandardScaler()] if scaling == "inside" else []
        theirs = make_pipeline(*first, svm.SVC(C=2.0, tol=1e-8)).fit(X[train], Y[train])
        scores[test] = theirs.decision_function(X[test])
        wrong.append(1.0 - theirs.score(X[test], Y[test]))
    np.testing.assert_allclose(cross_validate(machine, X, Y, PARTS).scores, scores, atol=1e-5)
    calls = calls_of(machine, X, Y, PARTS, Grid((2.0,), (1.0,), "gamma"))[1:]
    np.testing.assert_allclose([one.function(*one.arguments).errors[0] for one in calls], wrong)


def test_no_point_is_spared_in_leaving_each_out():
    machine = Candidate(parameters=(("gamma", 1.0),), relative=True)
    found, each = leave_each_out(machine, X, Y), leave_one_out(Y)
    assert found.saved == 0
    np.testing.assert_allclose(found.scores, cross_validate(machine, X, Y, each).scores)


def test_folds_and_squares_of_points_say_how_far_the_work_is():
    shares = [one.share for one in cross_validating(Candidate(), X, Y, PARTS)]
    np.testing.assert_allclose(shares, [1 / 3, 2 / 3, 1.0])
    uneven = [Split(np.arange(10), np.arange(10, 30)), Split(np.arange(20), np.arange(20, 30))]
    steps = list(growing(Candidate(), X, Y, uneven, "C", (1.0, 2.0)))
    done = np.cumsum([0, 100, 400, 900, 100, 400, 900])
    np.testing.assert_allclose([one.share for one in steps], done / 2800)
    assert [one.done for one in steps] == [0, 0, 0, 1, 1, 1, 2]
