"""What is said of f term by term and of a lifted boundary is what is drawn."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.kernels.model.decomposition import decompose
from pages.kernels.model.feature_space import lifted
from pages.kernels.text.views import TERMS, lifted_text, terms_text
from pages.state.board.experiment import Experiment, change
from pages.state.model.feature_maps import LIFTS
from pages.state.model.run import run
from svmcore.kernels import RBF, Linear, Polynomial
from tests.helpers.dual_problems import placed

CIRCLES = change(Experiment(), dataset="circles", noise=0.15, n_samples=60)
LINE = change(Experiment(), kernel="linear", dataset="blobs")


def said(found, kernel=None):
    return lifted_text(found, kernel or RBF(gamma=0.5))


@pytest.mark.parametrize("place", [(0.3, -0.7), (2.0, 1.0), (0.0, 0.0)])
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
    assert terms_text(None) == TERMS
    rbf = change(LINE, kernel="rbf")
    assert "no term has" in terms_text(decompose(run(rbf), place))


POINTS = [(x, 0.7 * y, int(x > 0.5)) for x in np.linspace(-2, 2, 9) for y in (-1, 0, 1)]
SYMMETRIC = [(side * x, y, int(side > 0)) for side in (-1, 1) for x in (1, 2) for y in (-1, 1)]


@pytest.mark.parametrize(
    ("name", "experiment", "shape"),
    [
        ("parabola", placed(POINTS, kernel="rbf", C=100.0), "a line there, and straight"),
        ("cusp", placed(POINTS, kernel="rbf", C=100.0), "a line there, and straight"),
        ("homogeneous", CIRCLES, "a plane there, and curved"),
        ("paraboloid", CIRCLES, "a plane there, and curved"),
        ("paraboloid", placed(SYMMETRIC, kernel="rbf"), "a plane there, and straight"),
    ],
)
def test_the_shape_of_the_boundary_is_told(name, experiment, shape):
    """On a map of one coordinate it is straight, and where the third coordinate tells nothing."""
    assert said(lifted(run(experiment), LIFTS[name])).endswith(f"is {shape} in this plane.")


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
