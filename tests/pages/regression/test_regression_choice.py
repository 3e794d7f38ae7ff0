"""What can be chosen about a regression: its samples, its words, its board and its link."""

from __future__ import annotations

import numpy as np
import pytest

from pages.datasets.curves import CURVES, REACH, TOP, sample_curve
from pages.regression.model.experiment import (
    Regression,
    change_regression,
    kernels,
)
from pages.state.board.board import Edit, Placed
from pages.state.board.experiment import Experiment
from pages.state.descent.descent_methods import Descent
from svmcore.params import parameters
from tests.helpers.links import board, to_query

GENERATED = [name for name, curve in CURVES.items() if not curve.empty]


@pytest.mark.parametrize("name", GENERATED)
def test_points_lie_in_the_window_and_are_rounded(name: str):
    for seed in range(20):
        x, z = sample_curve(name, 200, 1.0, seed)
        assert len(x) == len(z) == 200
        assert np.abs(x).max() <= REACH
        assert np.abs(z).max() <= TOP
        np.testing.assert_array_equal(x, x.round(4))
        np.testing.assert_array_equal(z, z.round(4))
        assert not (np.signbit(x) & (x == 0)).any()


@pytest.mark.parametrize("name", [name for name in GENERATED if not CURVES[name].strays])
def test_without_noise_points_lie_on_the_curve(name: str):
    x, z = sample_curve(name, 100, 0.0, 3)
    np.testing.assert_allclose(z, CURVES[name].f(x), atol=5.1e-5)


def test_the_deviation_of_the_noise_is_what_was_asked_for():
    x, z = sample_curve("line", 600, 0.3, 1)
    assert np.std(z - CURVES["line"].f(x)) == pytest.approx(0.3, rel=0.1)
    x, z = sample_curve("uneven", 600, 0.3, 1)
    off = z - CURVES["uneven"].f(x)
    unit = off / (0.3 * (0.2 + 0.7 * (x + 2.7) / 2.7))
    for part in (x < -1.0, np.abs(x) <= 1.0, x > 1.0):
        assert np.std(unit[part]) == pytest.approx(1.0, rel=0.1)


def test_one_point_in_ten_goes_astray():
    x, z = sample_curve("outliers", 100, 0.0, 2)
    assert (np.abs(z - CURVES["outliers"].f(x)) > 0.5).sum() == 10


def test_the_points_of_a_seed_are_known():
    x, z = sample_curve("sine", 3, 0.3, 1)
    np.testing.assert_array_equal(x, [0.0638, 2.4325, -1.9215])
    np.testing.assert_array_equal(z, [-0.2255, -1.0133, 0.9728])
    assert not x.flags.writeable
    assert not z.flags.writeable


@pytest.mark.parametrize("other", [Experiment, Descent])
def test_a_word_that_exists_elsewhere_means_the_same(other: type):
    def meaning(kind: type) -> dict[str, tuple]:
        return {p.name: (p.default, p.low, p.high, p.log) for p in parameters(kind)}

    own, theirs = meaning(Regression), meaning(other)
    shared = own.keys() & theirs.keys()
    assert shared
    assert all(own[name] == theirs[name] for name in shared)


@pytest.mark.parametrize(
    "words",
    [
        {"curve": "blobs"},
        {"machine": "hard"},
        {"kernel": "sigmoid"},
        {"recipe": "sigmoid"},
        {"recipe": "rbf +"},
        {"C": float("nan")},
        {"nu": 1.1},
        {"coef0": -1.0},
        {"colour": 1},
    ],
)
def test_what_does_not_exist_is_refused(words):
    with pytest.raises(ValueError, match=r".+"):
        change_regression(Regression(), **words)


def test_an_option_or_label_that_means_nothing_is_refused():
    with pytest.raises(ValueError, match="option must be one of"):
        Regression(options=(("noise", 0.1),))
    with pytest.raises(ValueError, match="label must be 0"):
        Regression(placed=(Placed(0.0, 0.0, 1, 1_000_000),))


def test_kernels_are_those_with_a_feature_space():
    assert set(kernels()) == {"linear", "poly", "rbf", "laplacian", "built"}
    for name in kernels():
        for coef0 in (0.0, 3.0):
            value = change_regression(Regression(), kernel=name, coef0=coef0)
            assert value.build_kernel().psd


def test_sliders_are_those_that_matter():
    names = {p.name for p in Regression().parameters()}
    assert names >= {"epsilon", "gamma", "n_samples", "noise", "C", "test_share", "seed"}
    assert not names & {"nu", "degree"}
    value = change_regression(Regression(), machine="nu", kernel="poly", curve="own")
    sliders = {p.name: p for p in value.parameters()}
    assert not sliders.keys() & {"epsilon", "n_samples", "noise"}
    assert sliders["coef0"].low == 0.0
    assert {"nu", "degree"} <= sliders.keys()


def test_another_sample_brings_back_what_was_removed_and_keeps_what_was_placed():
    value = change_regression(Regression(), removed=(1, 2))
    value = value.with_board(value.board().apply(Edit("move", ids=(5,), points=((1.0, 1.0),))))
    assert value.removed == (1, 2, 5)
    for words in ({"noise": 0.1}, {"n_samples": 40}):
        other = change_regression(value, **words)
        assert other.removed == ()
        assert [(p.x, p.y) for p in other.placed] == [(1.0, 1.0)]
    own = value.with_board(value.board().apply(Edit("add", points=((2.0, 2.0),))))
    for words in ({"seed": 2}, {"curve": "line"}):  # the moved point was of the other sample
        other = change_regression(own, **words)
        assert other.removed == ()
        assert [(p.x, p.y) for p in other.placed] == [(2.0, 2.0)]
    assert change_regression(value, C=3.0, seed=1).removed == (1, 2, 5)


def test_a_board_is_edited_and_labels_mean_nothing():
    value = Regression()
    board = value.board()
    x, z = sample_curve("sine", 90, 0.3, 1)
    assert [(p.x, p.y) for p in board.all_points] == list(zip(x, z, strict=True))
    board = board.apply(Edit("add", points=((0.5, 1.5),), label=1)).apply(
        Edit("delete", ids=(0, 3))
    )
    again = value.with_board(board)
    assert again.removed == (0, 3)
    assert [(p.x, p.y, p.label) for p in again.placed] == [(0.5, 1.5, 0)]
    assert len(again.board()) == 89


def test_the_words_are_readable():
    value = change_regression(
        Regression(), kernel="poly", degree=4, C=0.5, removed=(0, 1, 2, 7), machine="nu"
    )
    assert board("regression").encode(Regression()) == {}
    assert board("regression").encode(value) == {
        "r_kernel": "poly",
        "r_degree": "4",
        "r_C": "0.5",
        "r_removed": "0-2.7",
        "r_machine": "nu",
    }


def test_labels_in_a_link_are_left_out():
    text = to_query(Experiment(placed=(Placed(1.0, 2.0, 1, 1_000_000),)))["placed"]
    value = board("regression").decode({"r_placed": text})
    assert value.placed == (Placed(1.0, 2.0, 0, 1_000_000),)
