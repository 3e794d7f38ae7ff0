"""What is said of f term by term and of a lifted boundary is what is drawn."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.kernels.figures.compare import choice_figure
from pages.kernels.model.decomposition import decompose
from pages.kernels.model.feature_space import lifted
from pages.kernels.text import TERMS, lifted_text, marks_text, terms_text
from pages.state.experiment import Experiment, change
from pages.state.run import data_of, run
from svmcore.kernels import RBF, Linear, Polynomial
from svmcore.kernels.feature_maps import LIFTS
from svmcore.model_selection.compare_kernels import comparing
from tests.helpers.dual_problems import placed

CIRCLES = change(Experiment(), dataset="circles", noise=0.15, n_samples=60)
LINE = change(Experiment(), kernel="linear", dataset="blobs")


def said(found, kernel=None):
    return lifted_text(found, kernel or RBF(gamma=0.5))


@pytest.mark.parametrize("place", [(0.3, -0.7), (-2.0, -1.0), (2.0, 1.0), (0.0, 0.0)])
def test_the_terms_against_their_class_are_counted(place):
    """With the linear kernel K is negative for half of the plane."""
    result = run(LINE)
    found = decompose(result, place)
    K = result.data.X @ np.array(place)
    against = int(((K < 0.0) & (result.alpha > 0.0)).sum())
    words = terms_text(found)
    if against:
        count = re.search(r"(\d+) of (\d+) ha(ve|s) the sign of the other class: K", words)
        assert (int(count[1]), int(count[2])) == (against, len(found.terms))
        assert (count[3] == "s") == (against == 1)
        assert "the sign of the other class: K(xᵢ, x) < 0 there." in words
    else:
        assert words.endswith("no term has the sign of the other class.")
    rbf = change(LINE, kernel="rbf")
    assert "no term has" in terms_text(decompose(run(rbf), place))


@pytest.mark.parametrize("name", ["parabola", "cusp"])
def test_a_map_of_one_coordinate_leaves_the_boundary_straight(name):
    points = [(x, 0.7 * y, int(x > 0.5)) for x in np.linspace(-2, 2, 9) for y in (-1, 0, 1)]
    found = lifted(run(placed(points, kernel="rbf", C=100.0)), LIFTS[name])
    x = found.lines[1][np.isfinite(found.lines[1]).all(axis=1), 0]
    assert len(x) > 1
    assert said(found).endswith("is a line there, and straight in this plane.")


def test_the_other_maps_curve_it():
    for name in ("homogeneous", "constant", "paraboloid"):
        found = lifted(run(CIRCLES), LIFTS[name])
        assert said(found).endswith("is a plane there, and curved in this plane.")
    assert terms_text(None) == TERMS


def test_a_line_of_the_plane_stays_one_on_the_paraboloid():
    """Points symmetric to x1 = 0: the third coordinate tells nothing."""
    points = [(side * x, y, int(side > 0)) for side in (-1, 1) for x in (1, 2) for y in (-1, 1)]
    found = lifted(run(placed(points, kernel="rbf")), LIFTS["paraboloid"])
    assert said(found).endswith("is a plane there, and straight in this plane.")


def test_without_a_boundary_no_shape_is_given():
    """One point of class -1 among many: with a small C, f is positive everywhere near."""
    points = [(0.1 * x, 0.1 * y, 1) for x in range(5) for y in range(5)] + [(1.0, 0.2, 0)]
    found = lifted(run(placed(points, kernel="rbf", C=0.01)), LIFTS["parabola"])
    assert (found.grid.values > 0.0).all()
    assert not found.why
    assert said(found).endswith("The boundary does not cross this picture.")


@pytest.mark.parametrize("name", LIFTS)
@pytest.mark.parametrize(
    "kernel", [RBF(gamma=0.5), Linear(), Polynomial(2, 1.0, 0.0), Polynomial(2, 1.0, 1.0)]
)
def test_it_says_whether_the_lifted_model_is_that_of_the_chosen_kernel(name, kernel):
    found = lifted(run(CIRCLES), LIFTS[name])
    words = f"{kernel.title} kernel of the sidebar"
    same = LIFTS[name].kernel == kernel
    assert (f", which is the {words}." in said(found, kernel)) == same
    assert (f", not with the {words}." in said(found, kernel)) != same


def test_the_whiskers_of_the_comparison_are_named_with_their_folds():
    data = data_of(CIRCLES)
    *_, last = comparing(data.X, data.y)
    choice = last.choices[0]
    assert len(choice.scores) == 5
    assert "of 5 folds" in marks_text(5)
    assert "whiskers ± its standard error" in marks_text(5)
    spread = choice_figure(last.choices)["data"][1]["error_x"]["array"]
    scores = 100.0 * np.array(choice.scores)
    assert spread[0] == pytest.approx(scores.std(ddof=1) / len(scores) ** 0.5)
