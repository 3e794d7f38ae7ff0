"""The sphere on the page ν: its model, its outline beside that of one class, and what is said."""

from __future__ import annotations

import numpy as np
import pytest

from pages.datasets.two_class import WINDOW
from pages.nu.figures import nu_figure
from pages.nu.model import NuSettings, nu_run, nu_scene, nu_sweep, outline_pair
from pages.nu.text import nu_figures, whole_sentence
from pages.state.board.experiment import Experiment, change
from pages.state.text.number_format import number
from tests.helpers.nu_samples import SAMPLES, holds, placed

LINEAR = change(Experiment(), kernel="linear", n_samples=40)


def sphere(experiment, nu=0.2):
    return nu_run(experiment, NuSettings("sphere", nu))


@pytest.mark.parametrize("name", SAMPLES)
def test_f_is_the_square_of_the_radius_less_that_of_the_distance(name):
    found = sphere(SAMPLES[name])
    assert holds(found)
    X, kernel = found.data.X, found.experiment.build_kernel()
    K = kernel(X, X)
    alpha = found.alpha
    assert alpha.sum() == pytest.approx(1.0)
    assert alpha.max() <= found.sphere_C + 1e-12
    distance = K.diagonal() - 2.0 * K @ alpha + alpha @ K @ alpha
    np.testing.assert_allclose(found.scores, found.rho - distance, atol=1e-8 * distance.max())
    np.testing.assert_array_equal(found.outside, distance > found.rho + 1e-6 * distance.max())


def test_the_outline_of_the_linear_kernel_is_a_circle():
    found = sphere(LINEAR)
    line = nu_scene(found, WINDOW).lines[1]
    centre = found.alpha @ found.data.X
    radius = np.hypot(*(line[~np.isnan(line[:, 0])] - centre).T)
    np.testing.assert_allclose(radius, found.rho**0.5, rtol=1e-4)
    cards = {card.name: card.value for card in nu_figures(found)}
    assert cards["Radius"] == number(found.rho**0.5, 4)
    assert cards["C"] == number(1.0 / (0.2 * 40), 4)


@pytest.mark.parametrize("nu", [0.1, 0.5])
@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
def test_with_a_constant_k_of_x_and_x_both_are_one_model(kernel, nu):
    pair = outline_pair(sphere(change(LINEAR, kernel=kernel), nu))
    assert pair.same
    assert pair.differ == 0
    np.testing.assert_array_equal(pair.sphere.support, pair.one_class.support)
    ours, theirs = (nu_scene(run, WINDOW).grid.values for run in (pair.sphere, pair.one_class))
    assert (ours > 1e-6).sum() == (theirs > 1e-6).sum(), "the same places are inside"
    assert "the one-class SVM is the same" in whole_sentence(pair.sphere)
    uids = {trace["uid"] for trace in nu_figure(pair.sphere, WINDOW)["data"]}
    assert "oneclass" not in uids


def test_with_another_kernel_the_outline_of_one_class_is_dotted_and_the_difference_counted():
    found = sphere(change(LINEAR, kernel="poly"))
    pair = outline_pair(found)
    assert not pair.same
    differ = int((found.outside != pair.one_class.outside).sum())
    assert differ > 0
    assert f"Dotted: the one-class SVM; {differ} points are outside only" in whole_sentence(found)
    dotted = next(t for t in nu_figure(found, WINDOW)["data"] if t["uid"] == "oneclass")
    line = nu_scene(pair.one_class, WINDOW).lines[1]
    np.testing.assert_allclose(dotted["x"], line[:, 0], rtol=1e-5)
    assert "no outline here" in whole_sentence(sphere(LINEAR)), "the origin is among the points"


def test_boards_without_a_sphere():
    assert "empty" in sphere(Experiment(dataset="own")).sentence
    one = sphere(placed([(1.0, 2.0, 1)]))
    assert one.model is None
    assert "no sphere" in one.sentence
    alike = sphere(placed([(0.0, 0.0, 1), (2.0, 0.0, 1)]), 0.9)
    assert alike.model is not None
    assert outline_pair(one) is None


def test_the_chart_of_a_sphere_bounds_its_shares():
    found = nu_sweep(LINEAR, "sphere")
    assert (found.outside <= found.nu + 1e-9).all()
    assert (found.support >= found.nu - 1e-9).all()
    for k in (3, 20):
        run = sphere(LINEAR, float(found.nu[k]))
        assert found.outside[k] == pytest.approx(run.outside_share)
        assert found.rho[k] == pytest.approx(run.rho)
