"""Shattering: which labellings are separable, against linear programs and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from pages.capacity.figures import labelling_figure, small_pictures
from pages.capacity.model import KERNELS, labels_of, shattering
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.capacity.text import caption, shattering_badge, shattering_sentence

THREE, FOUR = ShatteredPoints().places(3), ShatteredPoints().places(4)
INSIDE = ((-2.0, -1.0), (2.0, -1.0), (0.0, 2.0), (0.1, 0.0))
LINE = ((-1.0, -1.0), (0.0, 0.0), (1.5, 1.5))
ROW = (*LINE, (2.0, 2.0))


def separable(features, y):
    """Whether y (features, 1) w >= 1 has a solution."""
    rows = -y[:, None] * np.column_stack([features, np.ones(len(y))])
    found = linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(y)), bounds=(None, None))
    return found.status == 0


@pytest.mark.parametrize(
    ("places", "count"), [(THREE, 8), (FOUR, 14), (INSIDE, 14), (LINE, 6), (ROW, 8)]
)
def test_lines_separate_as_many_labellings_as_a_linear_program_does(places, count):
    found = shattering("linear", places)
    assert len(found.labellings) == 2 ** len(places)
    told = [separable(found.X, one.y) for one in found.labellings]
    assert [one.separable for one in found.labellings] == told
    assert found.count == sum(told) == count
    assert found.shattered == (count == len(told))


@pytest.mark.parametrize("kernel", ["poly", "rbf"])
@pytest.mark.parametrize("places", [THREE, FOUR, INSIDE, LINE, ROW])
def test_kernels_separate_what_their_features_do(kernel, places):
    found = shattering(kernel, places)
    X, K = found.X, KERNELS[kernel]
    phi = K.features(X) if kernel == "poly" else np.linalg.cholesky(K(X, X))
    assert [one.separable for one in found.labellings] == [
        separable(phi, one.y) for one in found.labellings
    ]
    assert kernel == "poly" or found.shattered, "K of different points has full rank"


def test_degree_2_does_not_shatter_four_points_of_a_line():
    assert shattering("poly", ROW).count == 14, "it has three coordinates there: C(4, 3)"


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_model_has_the_sign_of_its_labels_and_margin_1(kernel):
    found = shattering(kernel, FOUR)
    for k, one in enumerate(found.labellings):
        np.testing.assert_array_equal(one.y, labels_of(k, 4))
        if one.model is not None:
            margins = one.y * one.model(found.X)
            assert margins.min() == pytest.approx(1.0, abs=1e-6)
    drawn = [one for one in found.labellings if one.model is not None]
    assert len(drawn) == found.count - 2, "all but the two of one class"


def test_the_sentence_counts_and_names_what_fails():
    assert "All 8 labellings of these 3 points" in shattering_sentence(shattering("linear", THREE))
    four = shattering("linear", FOUR)
    text = shattering_sentence(four)
    assert text.startswith("14 of 16 labellings are separable, all but 6 and 11 (XOR")
    assert "VC dimension of lines in the plane is 3" in text
    assert shattering_badge(four).name == "not shattered"
    inside = shattering("linear", INSIDE)
    assert "in the triangle of the others" in shattering_sentence(inside)
    assert abs(next(one for one in inside.labellings if not one.separable).y.sum()) == 2.0
    assert "6 of 8" in shattering_sentence(shattering("linear", LINE))
    assert "all but 3 and 6. " in shattering_sentence(shattering("linear", LINE))
    twins = shattering("rbf", (FOUR[0], FOUR[0], FOUR[1]))
    assert twins.count == 4, "those that give both the same label"
    assert {caption(one) for one in twins.labellings} == {"", "constant f", "not separable"}


def test_the_pictures_draw_the_boundary_or_the_hulls():
    found = shattering("linear", FOUR)
    split = labelling_figure(found.X, found.labellings[1], ("a", "b", "c", "d"), ("margins",))
    line = next(t for t in split["data"] if t["uid"] == "boundary")
    f = found.labellings[1].model(np.column_stack([line["x"], line["y"]]).astype(float))
    np.testing.assert_allclose(f, 0.0, atol=1e-5)
    xor = labelling_figure(found.X, found.labellings[5], ("a", "b", "c", "d"), ("regions",))
    assert [t["uid"] for t in xor["data"]] == ["hulla", "hullb", "points"]
    with_lines, without = small_pictures(found, True), small_pictures(found, False)
    same = [a == b for a, b in zip(with_lines, without, strict=True)]
    assert same == [one.model is None for one in found.labellings]


def test_points_stay_in_the_picture_and_the_large_labelling_exists():
    moved = ShatteredPoints().moved(1, 9.0, -0.12345)
    assert moved.places(3) == (THREE[0], (2.6, -0.123), THREE[2])
    for wrong in ((0.0,) * 7, (0.0,) * 7 + (3.0,), (float("nan"),) * 8):
        with pytest.raises(ValueError, match=r"corners must be 8 numbers within 2.6 of 0, got"):
            ShatteredPoints(wrong)
    assert CapacityView(points="three", labelling=16).shown == 7
    assert CapacityView(points="four", labelling=16).shown == 15
