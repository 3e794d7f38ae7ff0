"""What is said of a curve is what is in it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.evaluation.figures.grid_map import is_on_map
from pages.evaluation.text.views import error_sentence, learning_text
from pages.model_selection.candidate import Candidate
from pages.model_selection.curves import ScoreCurve, growing
from pages.model_selection.grid_search import Grid
from pages.model_selection.holdout import Predictions
from pages.model_selection.splits import Split, k_fold

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
    for _ in range(50):
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
                curve(train, validation), gamma="γ"
            )
            assert "γ" not in said
    assert seen == {True, False}


def test_without_errors_nothing_is_explained_and_without_a_curve_nothing_is_said():
    right = learning_text(curve([1.0, 1.0], [1.0, 1.0]))
    assert (
        right == "With 40 training points: 100 % training accuracy and 100 % validation accuracy."
    )
    assert learning_text(None) == ""


@pytest.mark.parametrize(
    ("test", "train", "said"),
    [
        (2, 0, "7.1 % ± 4.9 % (standard error), training error 0 %: the gap exceeds the standard"),
        (2, 2, "7.1 % ± 4.9 % (standard error), training error 3.2 %: the gap may be chance."),
        (1, 0, "3.6 % ± 3.5 % (standard error), training error 0 %: the gap may be chance."),
        (1, 3, "3.6 % ± 3.5 % (standard error), training error 4.8 %: no sign of overfitting"),
        (0, 0, "0 %, training error 0 %: no sign of overfitting"),
    ],
)
def test_the_errors_of_a_split_are_compared_with_their_chance(test: int, train: int, said: str):
    """28 points of 90 test: the standard error of 2/28 is sqrt(2/28 * 26/28 / 28) = 4.87 %."""
    y, rows = np.zeros(90, dtype=int), np.arange(90)
    predicted = y.copy()
    predicted[[*range(test), *range(28, 28 + train)]] = 1
    text = error_sentence(Predictions(0.0, predicted, y, Split(rows[28:], rows[:28])))
    assert text.startswith(f"Test error {said}")
    assert ("a sign of overfitting" in text) == ((test, train) == (2, 0))
    assert "One test point more or less is 3.6 percentage points: Folds" in text
    rows = np.arange(5_010)
    many = Predictions(0.0, 0 * rows, 0 * rows, Split(rows[5_000:], rows[:5_000]))
    assert "One test point more or less is 0.02 percentage points: Folds" in error_sentence(many)


def test_the_map_says_where_the_current_settings_have_no_cross():
    grid = Grid((0.01, 1.0, 1000.0), (0.1, 1.0))
    inside = ((1.0, 0.1), (1000.0, 1.0), (3.0, 0.5))
    outside = ((4790.0, 0.5), (0.005, 0.5), (1.0, 2.0))
    assert [is_on_map(grid, at) for at in (*inside, *outside)] == [True] * 3 + [False] * 3
