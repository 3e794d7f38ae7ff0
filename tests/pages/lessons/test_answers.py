"""What lessons say: the numbers of an answer are computed again, in another way."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from pages.lessons.model import published
from pages.lessons.text.scenario import spoken
from tests.helpers.grids import exhaustive
from tests.pages.lessons import (  # noqa: F401  they register what computes their answers
    binary_answers,
    choosing_answers,
    classes_answers,
    known_answers,
    regression_answers,
    smo_answers,
    strengths_answers,
    trap_answers,
)
from tests.pages.lessons.answers import EXPECTED, scenario

# their answers need hundreds of models
HUNDREDS = {
    "Few parameters, careful tuning",
    "Five unshuffled folds",
    "Nested cross-validation",
    "The best of many cells",
    "The map of C and γ",
    "Which kernel?",
}
NUMBERS = re.compile(r"\d[\d.,]*\d|\d")


@pytest.mark.parametrize(
    "title", [*(t for t in EXPECTED if t not in HUNDREDS), *exhaustive(sorted(HUNDREDS))]
)
def test_the_answer_is_computed_again(title: str):
    answer, expected = spoken(scenario(title)).answer, EXPECTED[title](title)
    if isinstance(expected, str):
        assert answer == expected
        return
    for part in expected:
        assert part in answer
    given = {"0", "1", "2", "100"} | set(NUMBERS.findall(title))
    numbers = {number for number in NUMBERS.findall(answer) if number not in " ".join(expected)}
    assert numbers <= given, "a number without a test"


@pytest.mark.parametrize(("n", "seed", "spread"), [(600, 42, 1.0), (500, 10, 4.0), (20, 3, 0.5)])
def test_blobs_are_those_of_scikit_learn(n: int, seed: int, spread: float):
    X, y = published.blobs(n, seed, spread)
    there, classes = make_blobs(n, n_features=2, centers=2, cluster_std=spread, random_state=seed)
    np.testing.assert_array_equal(X, there)
    np.testing.assert_array_equal(y, classes)
