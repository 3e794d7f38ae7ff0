"""The view Hulls: the reduced hulls of a model's C against a quadratic program and identities."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

from pages.datasets.two_class import WINDOW
from pages.dual.figures.hulls import with_hulls
from pages.dual.model.hulls import hull_pair
from pages.dual.text.hulls import NO_SPACE, hull_rows, hull_sentence
from pages.plots.decision import decision_figure
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import scene
from pages.state.text.number_format import number
from svmcore.engine import nu_classification, space_of, train
from tests.helpers.opened import open_page, sent, verdict

LINE = change(Experiment(), kernel="linear", n_samples=40)
APART = change(LINE, dataset="linear")
UNEVEN = change(LINE, balance=0.25, class_weight="balanced", C=0.3)


def pair(experiment):
    return hull_pair(run(experiment))


def distance_by_program(pair):
    """The distance of the reduced hulls, by cvxpy."""
    data = pair.run.data
    u = cp.Variable(len(data))
    sides = [(data.y == sign).astype(float) for sign in (-1.0, 1.0)]
    bounds = [u >= 0.0, u <= np.minimum(pair.run.C / pair.half, 1.0)]
    sums = [side @ u == 1.0 for side in sides]
    problem = cp.Problem(cp.Minimize(cp.norm((data.y[:, None] * data.X).T @ u)), bounds + sums)
    return problem.solve(solver="CLARABEL")


@pytest.mark.parametrize("experiment", [change(LINE, C=0.02), LINE, UNEVEN, APART])
def test_the_points_are_the_nearest_ones_of_the_reduced_hulls(experiment):
    found = pair(experiment)
    assert found.distance == pytest.approx(distance_by_program(found), abs=1e-6)
    assert found.distance == pytest.approx(found.by_w, rel=1e-9)
    w = found.run.model.weights
    between = found.nearest[1] - found.nearest[0]
    np.testing.assert_allclose(between * found.half, w, rtol=1e-9)
    plus, minus = found.run.data.y > 0, found.run.data.y < 0
    gap = (found.reduced[1] @ w).min() - (found.reduced[0] @ w).max()
    assert gap / np.hypot(*w) == pytest.approx(found.distance, rel=1e-6)
    u = found.run.alpha / found.half
    slack = np.maximum(0.0, 1.0 - found.run.margins)
    told = [-1.0 + u[minus] @ slack[minus], 1.0 - u[plus] @ slack[plus]]
    np.testing.assert_allclose(found.levels, told, atol=1e-6)


@pytest.mark.parametrize("C", [0.01, 0.1, 1.0, 50.0])
def test_nu_is_that_of_the_same_model(C):
    found = pair(change(LINE, C=C))
    n, data = len(found.run.data), found.run.data
    assert found.mu == pytest.approx(2.0 / (found.nu * n))
    answer = train(
        space_of(found.run.model.kernel, data.X), nu_classification(data.y, found.nu, np.ones(n))
    )
    w = (data.y * answer.alpha) @ data.X
    np.testing.assert_allclose(C * w, found.run.model.weights, rtol=1e-5)
    if not found.run.bound.all():  # else rho is any of an interval
        assert -0.5 * float(answer.v.sum()) == pytest.approx(1.0 / C, rel=1e-5)


def test_the_hulls_shrink_while_c_falls():
    def area(outline):
        x, y = outline.T
        return 0.5 * abs(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]))

    found = [pair(change(LINE, C=C)) for C in (10.0, 0.1, 0.03, 0.001)]
    areas = [sum(map(area, one.reduced)) for one in found]
    assert (np.diff(areas) < 0.0).all()
    assert (np.diff([one.distance for one in found]) > 0.0).all()
    assert areas[-1] == pytest.approx(0.0, abs=1e-9), "the means alone"
    data = found[-1].run.data
    for k, sign in enumerate((-1, 1)):
        np.testing.assert_allclose(found[-1].nearest[k], data.X[data.y == sign].mean(0), atol=1e-9)


def test_the_hard_margin_has_the_convex_hulls_and_is_bisected():
    found = pair(change(APART, margin="hard"))
    assert found.is_whole
    assert found.distance == pytest.approx(found.run.width, rel=1e-6)
    np.testing.assert_allclose(found.levels, [-1.0, 1.0], atol=1e-6)
    text = hull_sentence(found.run, found)
    assert f"{number(found.run.width)} from each other, the margin width" in text
    assert "bisects" in text
    soft = pair(change(APART, C=1e4))
    assert soft.is_whole
    assert soft.mu > 1.0
    np.testing.assert_allclose(soft.nearest, found.nearest, atol=1e-6)
    assert "no u is above 1 anyway" in hull_sentence(soft.run, soft)


def test_what_has_no_nearest_points():
    hard = run(change(LINE, margin="hard"))
    found = hull_pair(hard)
    assert found.distance == pytest.approx(0.0, abs=1e-9)
    assert hull_rows(found) == []
    assert hull_sentence(hard, found).endswith(
        "The convex hulls have a point in common, the cross."
    )
    empty = run(Experiment(dataset="own"))
    assert hull_pair(empty) is None
    assert "empty" in hull_sentence(empty, None)
    bent = run(change(Experiment(), kernel="sigmoid", n_samples=20))
    assert hull_sentence(bent, hull_pair(bent)) == NO_SPACE
    cross = tuple(
        Placed(x, y, label, 1000 + k)
        for k, (x, y, label) in enumerate([(1, 1, 1), (-1, -1, 1), (1, -1, 0), (-1, 1, 0)])
    )
    xor = run(Experiment(dataset="own", placed=cross, kernel="linear"))
    assert "have a point in common, so w = 0" in hull_sentence(xor, hull_pair(xor))


def test_a_kernel_has_numbers_alone():
    found = pair(change(Experiment(), n_samples=40))
    assert found.nearest is None
    assert not found.reduced
    alpha, K = found.run.alpha, found.run.model.kernel(found.run.data.X, found.run.data.X)
    u = found.run.data.y * alpha / (0.5 * alpha.sum())
    assert found.distance == pytest.approx(np.sqrt(u @ K @ u), rel=1e-9)
    assert f"In feature space the reduced hulls are {number(found.distance)}" in hull_sentence(
        found.run, found
    )


@pytest.mark.parametrize("n", [40, 600])
def test_the_figure_draws_what_was_found(n):
    found = pair(change(LINE, n_samples=n, C=0.1))
    plain = decision_figure(scene(found.run, WINDOW), WINDOW)
    traces = {trace["uid"]: trace for trace in with_hulls(plain, found)["data"]}
    for k, uid in enumerate(("reducedminus", "reducedplus")):
        np.testing.assert_allclose(traces[uid]["x"], found.reduced[k][:, 0], rtol=1e-5)
    np.testing.assert_allclose(traces["segment"]["y"], found.nearest[:, 1], rtol=1e-5, atol=1e-6)
    assert {"hullminus", "hullplus", "boundary"} <= set(traces)


def test_the_page_shows_the_hulls_of_its_c_and_offers_the_linear_kernel():
    app = open_page("dual", {"i_dual": "hulls", "C": "0.1"})
    assert "In feature space" in verdict(app)
    app.button(key="to_linear").click().run()
    assert dict(app.query_params) == {"i_dual": "hulls", "C": "0.1", "kernel": "linear"}
    found = pair(change(Experiment(), kernel="linear", C=0.1))
    assert number(found.distance) in verdict(app)
    assert sent(app)["main"].trace("segment") is not None
    shown = app.button_group(key="w_show").options
    assert sorted(shown) == ["margins", "regions", "support vectors"]
