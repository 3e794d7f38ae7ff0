"""Metrics by their definitions, on random data with ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as theirs

from pages.model_selection.scoring import judged, ranking


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


def over(part, whole):
    return part / whole if whole else 0.0


@given(answers())
def test_what_points_say_of_predictions(data):
    k, y, predicted = data
    found = judged(y, predicted, k)
    matrix = [[((y == i) & (predicted == j)).sum() for j in range(k)] for i in range(k)]
    np.testing.assert_array_equal(found.matrix, matrix)
    assert found.accuracy == pytest.approx((y == predicted).mean())
    each = []
    for c in [1] if k == 2 else range(k):
        right = ((y == c) & (predicted == c)).sum()
        called, there = (predicted == c).sum(), (y == c).sum()
        each.append((over(right, called), over(right, there), over(2 * right, called + there)))
    np.testing.assert_allclose(found[2:], np.mean(each, axis=0))


def test_no_points_say_nothing():
    none = np.empty(0, dtype=np.intp)
    assert judged(none, none, 3).matrix.tolist() == [[0] * 3] * 3
    assert judged(none, none, 2)[1:] == (0.0, 0.0, 0.0, 0.0)


@given(scored())
def test_curves_and_their_areas(data):
    y, scores = data
    found = ranking(y, scores)
    (roc,), (precision,) = found.roc, found.precision_recall
    expected = [np.inf, *np.unique(scores)[::-1]]
    np.testing.assert_array_equal(roc.thresholds, expected)
    np.testing.assert_array_equal(precision.thresholds, expected)
    called = [scores >= t for t in expected]
    recall = [(one & (y == 1)).sum() / (y == 1).sum() for one in called]
    np.testing.assert_allclose(roc.x, [(one & (y == 0)).sum() / (y == 0).sum() for one in called])
    np.testing.assert_allclose(roc.y, recall)
    np.testing.assert_allclose(precision.x, recall)
    np.testing.assert_allclose(precision.y, [1.0, *(y[one].mean() for one in called[1:])])
    apart = np.subtract.outer(scores[y == 1], scores[y == 0])
    assert pytest.approx(((apart > 0) + 0.5 * (apart == 0)).mean()) == found.AUC
    assert pytest.approx(np.diff(recall) @ precision.y[1:]) == found.AP


@given(scored(), st.floats(-3.0, 3.0) | st.integers(-5, 5).map(lambda i: i / 2.0))
def test_a_slider_finds_the_vertex_of_its_predictions(data, t):
    y, scores = data
    said = scores >= t
    up = theirs.recall_score(y, said)
    across = 1.0 - theirs.recall_score(y, said, pos_label=0)
    right = theirs.precision_score(y, said, zero_division=0.0)
    (roc,), (precision,) = ranking(y, scores)[:2]
    for curve, x, height in ((roc, across, up), (precision, up, right)):
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
    np.testing.assert_allclose([theirs.auc(curve.x, curve.y) for curve in found.roc], each)
    assert pytest.approx(np.mean(each)) == found.AUC
    precise = [theirs.average_precision_score(y == c, scores[:, c]) for c in range(3)]
    assert pytest.approx(np.mean(precise)) == found.AP
    assert ranking(np.minimum(y, 1), scores) is None
