"""Metrics against scikit-learn's, on random data with ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as theirs

from svmcore.model_selection import metrics
from svmcore.model_selection.scoring import ranking


@st.composite
def answers(draw):
    """Classes and predictions of some points; a class may be missing on either side."""
    k = draw(st.integers(2, 4))
    n = draw(st.integers(1, 30))
    numbers = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    return k, np.array(draw(numbers)), np.array(draw(numbers))


@st.composite
def scored(draw):
    """Two classes, both there, and scores with many ties."""
    n = draw(st.integers(2, 30))
    y = np.array(draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    y[:2] = 0, 1
    few = st.lists(st.integers(-4, 4), min_size=n, max_size=n)
    return y, np.array(draw(few)) / 2.0


@given(answers())
def test_what_follows_from_the_confusion_matrix(data):
    k, y, predicted = data
    matrix = metrics.confusion(y, predicted, k)
    names = list(range(k))
    np.testing.assert_array_equal(matrix, theirs.confusion_matrix(y, predicted, labels=names))
    assert metrics.accuracy(matrix) == pytest.approx(theirs.accuracy_score(y, predicted))
    each = theirs.precision_recall_fscore_support(y, predicted, labels=names, zero_division=0)
    ours = (metrics.precision(matrix), metrics.recall(matrix), metrics.f1(matrix))
    np.testing.assert_allclose(ours, each[:3])
    mean = theirs.f1_score(y, predicted, labels=names, average="macro", zero_division=0)
    assert metrics.macro(ours[2]) == pytest.approx(mean)


@given(scored())
def test_curves_are_scikit_learns(data):
    y, scores = data
    x, up, thresholds = theirs.roc_curve(y, scores, drop_intermediate=False)
    curve = metrics.roc(y, scores)
    np.testing.assert_allclose((curve.x, curve.y), (x, up))
    np.testing.assert_array_equal(curve.thresholds, thresholds)
    assert metrics.auc(curve) == pytest.approx(theirs.roc_auc_score(y, scores))
    share, found, thresholds = theirs.precision_recall_curve(y, scores)
    curve = metrics.precision_recall(y, scores)
    np.testing.assert_allclose((curve.x, curve.y), (found[::-1], share[::-1]))
    np.testing.assert_array_equal(curve.thresholds[1:], thresholds[::-1])
    assert metrics.average_precision(curve) == pytest.approx(
        theirs.average_precision_score(y, scores)
    )


@given(scored(), st.floats(-3.0, 3.0) | st.integers(-5, 5).map(lambda i: i / 2.0))
def test_a_slider_finds_the_vertex_of_its_predictions(data, t):
    y, scores = data
    said = scores >= t
    up = theirs.recall_score(y, said)
    across = 1.0 - theirs.recall_score(y, said, pos_label=0)
    right = theirs.precision_score(y, said, zero_division=0.0)
    for curve, x, height in (
        (metrics.roc(y, scores), across, up),
        (metrics.precision_recall(y, scores), up, right),
    ):
        vertex = curve.nearest(t)
        assert curve.thresholds[vertex.number] == vertex.threshold >= t
        assert (scores >= vertex.threshold).tolist() == said.tolist()
        assert vertex.x == pytest.approx(x)
        assert vertex.y == pytest.approx(height if said.any() or curve.y[0] == 0.0 else 1.0)


def test_many_classes_one_against_the_rest():
    rng = np.random.default_rng(0)
    y, scores = rng.integers(0, 3, 60), np.round(rng.normal(size=(60, 3)), 1)
    each = [theirs.roc_auc_score(y == c, scores[:, c]) for c in range(3)]
    found = ranking(y, scores)
    np.testing.assert_allclose([metrics.auc(curve) for curve in found.roc], each)
    assert pytest.approx(np.mean(each)) == found.AUC
    precise = [theirs.average_precision_score(y == c, scores[:, c]) for c in range(3)]
    assert pytest.approx(np.mean(precise)) == found.AP
    assert ranking(np.minimum(y, 1), scores) is None


def test_what_has_no_curve_is_refused():
    with pytest.raises(ValueError, match="no negative"):
        metrics.roc([1, 1], [0.0, 1.0])
    with pytest.raises(ValueError, match="positive points"):
        metrics.precision_recall([0, 0], [0.0, 1.0])
    with pytest.raises(ValueError, match="one score a point"):
        metrics.roc([0, 1], [0.0])
    with pytest.raises(ValueError, match="finite"):
        metrics.roc([0, 1], [0.0, np.nan])
    with pytest.raises(ValueError, match="0 to 1"):
        metrics.confusion([0, 2], [0, 1], 2)
    with pytest.raises(ValueError, match="one prediction"):
        metrics.confusion([0, 1], [0], 2)
