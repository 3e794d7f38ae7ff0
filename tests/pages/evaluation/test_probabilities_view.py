"""The view Probabilities: its surface, its charts and its sentences, recomputed."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.svm import SVC

from pages.evaluation.figures.probabilities import counts_figure, reliability_figure
from pages.evaluation.text.probabilities import sigmoid_sentence
from pages.model_selection.calibration import Calibration, calibrated, reliability
from pages.model_selection.candidate import Candidate
from pages.model_selection.splits import k_fold, train_test
from svmcore.probability import PlattSigmoid
from tests.helpers.evaluation_app import DATA, X, Y, cards, opened, with_table
from tests.helpers.opened import sent, verdict


def test_the_picture_and_the_cards_are_those_of_scikit_learn():
    app = opened(view="probabilities")
    split = train_test(Y, DATA.ids, share=0.3)
    rows = split.train
    own = [DATA.ids[i] for i in rows]
    folds = [(part.train, part.test) for part in k_fold(Y[rows], 5, own)]
    svm = SVC(gamma=0.5, tol=1e-9)
    other = CalibratedClassifierCV(svm, method="sigmoid", cv=folds, ensemble=False)
    other.fit(X[rows], Y[rows])
    figure, p = sent(app)["main"], other.predict_proba(X)[:, 1]
    for uid, wanted in (("boundary", 0.5), ("below", 0.1), ("above", 0.9)):
        line = np.column_stack([figure.trace(uid)[axis] for axis in "xy"]).astype(float)
        line = line[np.isfinite(line[:, 0])]
        assert len(line) > 10
        np.testing.assert_allclose(other.predict_proba(line)[:, 1], wanted, atol=2e-3)
    shades = figure.trace("regions")
    z = np.asarray(shades["z"])
    b, a = 30, 70
    node = [[shades["x0"] + a * shades["dx"], shades["y0"] + b * shades["dy"]]]
    assert z[b, a] == pytest.approx(127 * (2 * other.predict_proba(node)[0, 1] - 1), abs=1.0)
    told = figure.trace("points")["customdata"][7]
    assert f"P(class +1) = {p[7]:.3f}" in told
    cross = figure.trace("wrong")
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), X[(p >= 0.5) != Y])
    shown, test = cards(app), split.test
    assert shown["Log loss"][0] == pytest.approx(log_loss(Y[test], p[test]), abs=6e-4)
    assert shown["Brier score"][0] == pytest.approx(brier_score_loss(Y[test], p[test]), abs=6e-5)
    assert "dashed: P = 10 % and 90 %" in verdict(app)
    points = [sent(app)["sigmoid"].trace(uid) for uid in ("negative", "positive")]
    assert [len(one["x"]) for one in points] == np.bincount(Y[rows]).tolist()


def test_several_classes_have_no_sigmoid_and_say_so():
    app = with_table("iris", view="probabilities")
    assert any("for two classes" in one.value for one in app.get("html"))
    assert set(sent(app)) == {"main_table"}


def test_the_diagram_has_a_mark_for_each_bin_with_points():
    found = reliability([0.05, 0.06, 0.07, 0.9], [0, 0, 1, 1], 5)
    _, chance, bins = reliability_figure(found, "+1")["data"]
    np.testing.assert_allclose(bins["x"], [0.06, 0.9])
    np.testing.assert_allclose(bins["y"], [1 / 3, 1.0])
    np.testing.assert_allclose(
        chance["error_y"]["array"], np.sqrt([0.06 * 0.94 / 3, 0.9 * 0.1 / 1])
    )
    assert bins["customdata"][0] == "3 points<br>mean P 6 %<br>33.3 % are class +1"
    assert bins["customdata"][1].startswith("1 point<br>")
    [bar] = counts_figure(found)["data"]
    assert list(bar["y"]) == [3, 0, 0, 0, 1]
    assert bar["text"] == ["3", "", "", "", "1"]


def test_scores_that_do_not_rank_say_so():
    found = calibrated(Candidate(parameters=(("gamma", 0.5),)), X, Y, train_test(Y, share=0.3))
    upside = PlattSigmoid(0.5, 0.1, 1.0, 3, True)
    told = sigmoid_sentence(Calibration(found.trial, 5, found.scores, upside), "+1", 0.9)
    assert "exp(0.5 f + 0.1)" in told
    assert "does not mean a larger probability" in told
    assert "Boundary: P = 50 %" in sigmoid_sentence(found, "+1", 0.9)
