"""Cover's count against all labellings of few points, and the measured shares."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pages.capacity.figures import share_figure
from pages.capacity.model import (
    BATCH,
    DEGREES,
    LABELLINGS,
    MeasuredShare,
    coordinates,
    cover_count,
    cover_share,
    measured_sizes,
    measuring,
    orthonormal_features,
    separable,
)
from pages.capacity.text import cover_sentence, measured_sentence, rank_note


def counted(X, features):
    phi = orthonormal_features(X, features)
    signs = itertools.product((-1.0, 1.0), repeat=len(X))
    return sum(separable(phi, np.array(y)) for y in signs)


@pytest.mark.parametrize("features", DEGREES)
@pytest.mark.parametrize("n", [1, 2, 4, 6])
def test_the_count_is_that_of_all_labellings_in_general_position(features, n):
    X = np.random.default_rng(n).normal(size=(n, 2))
    assert counted(X, features) == cover_count(n, coordinates(features))


def test_the_count_by_hand():
    assert [coordinates(features) for features in DEGREES] == [3, 6, 10]
    assert cover_count(20, 10) == 2**19
    for d in (3, 6, 10):
        assert (cover_share(d, d), cover_share(2 * d, d)) == (1.0, 0.5)


def test_points_that_are_not_in_general_position_have_fewer():
    line = np.column_stack([np.arange(5.0), 2.0 * np.arange(5.0) + 1e3])
    assert counted(line, "linear") == cover_count(5, 2) < cover_count(5, 3)
    rank = orthonormal_features(line, "linear").shape[1]
    assert rank == 2
    assert "span 2 of 3 dimensions" in rank_note(rank, 5, "linear")
    assert rank_note(3, 5, "linear") == ""
    assert rank_note(2, 2, "linear") == ""


def test_a_measured_share_is_near_the_count_within_its_standard_error():
    X = np.random.default_rng(0).normal(size=(40, 2))
    sizes = measured_sizes(3, 6, 40)
    assert sizes[0] == 6
    assert sorted(set(sizes)) == sorted(sizes)
    steps = list(measuring(X, "linear", sizes[:2], seed=2))
    assert len(steps) == 2 * LABELLINGS // BATCH
    assert [len(step) for step in steps[:: LABELLINGS // BATCH]] == [1, 2]
    for one in steps[-1]:
        assert one.drawn == LABELLINGS
        true = cover_share(one.n, 3)
        error = (true * (1.0 - true) / LABELLINGS) ** 0.5
        assert abs(one.share - true) <= 3.5 * error + 1e-12
    half = MeasuredShare(6, 50, 200)
    assert (half.share, half.error) == (0.25, pytest.approx((0.25 * 0.75 / 200) ** 0.5))
    assert "50 of 200 random labellings" in measured_sentence(half)
    assert "25 % with a standard error of 3.06 %" in measured_sentence(half)


def test_the_sentence_and_the_chart_have_the_count():
    text = cover_sentence(12, "linear", 90)
    assert "C(12, 3) = 134 of the 2¹² labellings of 12 points are separable: 3.27 %" in text
    assert "N = 2d = 6" in text
    assert "empty" in cover_sentence(12, "linear", 0)
    figure = share_figure("quadratic", 9, (MeasuredShare(9, 30, 200),))
    traces = {trace["uid"]: trace for trace in figure["data"]}
    at = traces["theory"]["x"].tolist().index(12.0)
    assert traces["theory"]["y"][at] == pytest.approx(50.0)
    assert traces["here"]["y"] == [pytest.approx(100.0 * cover_share(9, 6))]
    assert traces["measured"]["y"] == [15.0]
    assert traces["measured"]["error_y"]["array"] == [pytest.approx(2.525, abs=1e-3)]
