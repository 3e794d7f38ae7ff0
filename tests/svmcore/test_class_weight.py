"""Factors of classes are scikit-learn's, and weights of points count as repeated points."""

import numpy as np
import pytest
from sklearn.utils import class_weight as theirs

from svmcore.class_weight import compute_class_weight, compute_sample_weight

Y = np.array(["b", "a", "b", "c", "b", "a", "b"])
CLASSES, INDEX = np.unique(Y, return_inverse=True)


@pytest.mark.parametrize("asked", [None, "balanced", {"a": 2.0, "b": 0.5, "c": 3.0}], ids=str)
def test_agrees_with_scikit_learn(asked):
    expected = theirs.compute_class_weight(asked, classes=CLASSES, y=Y)
    np.testing.assert_allclose(compute_class_weight(asked, CLASSES, INDEX), expected)
    expected = theirs.compute_sample_weight(asked, Y)
    np.testing.assert_allclose(compute_sample_weight(asked, Y), expected)


def test_balanced_classes_have_the_same_weight_in_all():
    w = np.array([1.0, 2.0, 0.5, 4.0, 1.0, 1.0, 3.0])
    factors = compute_sample_weight("weighted_balanced", Y, w)
    sums = np.bincount(INDEX, factors * w)
    np.testing.assert_allclose(sums, w.sum() / 3)
    whole = np.array([1, 2, 3, 1, 1, 2, 1])
    repeated = compute_class_weight("balanced", CLASSES, np.repeat(INDEX, whole))
    np.testing.assert_allclose(
        compute_class_weight("weighted_balanced", CLASSES, INDEX, whole), repeated
    )


def test_a_class_without_a_key_has_the_factor_1():
    np.testing.assert_array_equal(compute_class_weight({"b": 5.0}, CLASSES, INDEX), [1, 5, 1])
    more = {"a": 2.0, "b": 3.0, "c": 4.0, "d": 5.0}
    np.testing.assert_array_equal(compute_class_weight(more, CLASSES, INDEX), [2, 3, 4])


@pytest.mark.parametrize(
    ("asked", "law"),
    [
        ("even", "a dict, 'balanced', 'weighted_balanced' or None, got 'even'"),
        ([1.0, 2.0, 3.0], "a dict, 'balanced', 'weighted_balanced' or None"),
        ({"x": 1.0}, "must name the classes of y, got 'x'"),
        ({"a": 0.0}, "of 'a' must be > 0 and finite, got 0.0"),
        ({"a": np.inf}, "> 0 and finite"),
        ({"a": np.nan}, "> 0 and finite"),
        ({"a": True}, "> 0 and finite"),
        ({"a": "2"}, "> 0 and finite"),
    ],
    ids=str,
)
def test_what_is_refused(asked, law):
    with pytest.raises(ValueError, match=law):
        compute_class_weight(asked, CLASSES, INDEX)
