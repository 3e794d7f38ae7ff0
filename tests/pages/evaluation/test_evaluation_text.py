"""What is said of a curve is what is in it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.evaluation.text import learning_text
from svmcore.model_selection.candidate import Candidate
from svmcore.model_selection.curves import ScoreCurve, growing
from svmcore.model_selection.splits import k_fold

LINEAR = Candidate(kernel="linear", parameters=())


def curve(train, validation):
    """A learning curve of one place, 40 points."""
    scores = (np.array([train]), np.array([validation]))
    return ScoreCurve(np.array([40.0]), *scores, np.array([9.0]))


def test_noise_in_the_labels_is_not_blamed_on_the_kernel():
    """Every fourth label is turned round: the line is the best there is, and 75 % its score."""
    X = np.random.default_rng(0).normal(size=(300, 2))
    y = (X[:, 0] > 0.0).astype(int)
    y[::4] = 1 - y[::4]
    *_, last = growing(LINEAR, X, y, k_fold(y, 5), "learning")
    said = learning_text(last.found)
    assert last.found.validation[-1].mean() == pytest.approx(0.75, abs=0.02)
    assert "more points would change little" in said
    assert "or from noise in the labels, which no kernel removes" in said
    assert "another kernel" not in said


def test_the_gap_is_that_of_the_printed_numbers_and_judged_by_its_error():
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(300):
        train = rng.uniform(0.8, 1.0, 4)
        validation = train - rng.uniform(-0.05, 0.1, 4)
        said = learning_text(curve(train, validation))
        assert said.startswith("With 40 training points: ")
        right, other = map(float, re.findall(r"([\d.]+) % (?:train|valid)", said))
        assert right == pytest.approx(100.0 * train.mean(), abs=0.051)
        assert other == pytest.approx(100.0 * validation.mean(), abs=0.051)
        error = 100.0 * (train - validation).std(ddof=1) / 2.0
        wide = right - other > round(error, 1)
        seen.add(wide)
        assert ("more than its standard error" in said) == wide
        if wide:
            points = float(re.search(r"gap of ([\d.]+) percentage", said)[1])
            assert points == pytest.approx(right - other, abs=1e-9)
            assert "a smaller γ or a smaller C" in learning_text(
                curve(train, validation), gamma=True
            )
            assert "γ" not in said
    assert seen == {True, False}


def test_without_errors_nothing_is_explained_and_without_a_curve_nothing_is_said():
    right = learning_text(curve([1.0, 1.0], [1.0, 1.0]))
    assert (
        right == "With 40 training points: 100 % training accuracy and 100 % validation accuracy."
    )
    assert learning_text(None) == ""
