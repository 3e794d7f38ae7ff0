"""f(x) term by term against alpha, b and the kernel's formula."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pages.kernels.figures.decomposition import decomposition_figure, similarity_trace
from pages.kernels.model.decomposition import Decomposition, decompose, similarity_field
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.text.number_format import number
from tests.helpers.figures import accepted

RBF = change(Experiment(), noise=0.5, gamma=1.5)
MANY = change(RBF, n_samples=300, C=0.1)
LINEAR = change(RBF, kernel="linear", dataset="blobs", margin="hard", noise=0.2)
SIGMOID = change(RBF, kernel="sigmoid", gamma=0.5, coef0=-1.0)
NONE = change(RBF, dataset="own")
PLACE = (0.3, -0.7)


def similarity(experiment: Experiment, X, x):
    """K by its formula, written out once more."""
    if experiment.kernel == "rbf":
        return np.exp(-1.5 * ((X - x) ** 2).sum(axis=1))
    return X @ x if experiment.kernel == "linear" else np.tanh(0.5 * (X @ x) - 1.0)


@pytest.mark.parametrize("experiment", [RBF, MANY, LINEAR, SIGMOID])
def test_the_terms_are_alpha_y_K_and_add_up_to_f(experiment: Experiment):
    result = run(experiment)
    found = decompose(result, PLACE)
    alpha, y = result.alpha, result.data.y
    K = similarity(experiment, result.data.X, np.array(PLACE))
    assert sorted(found.points.tolist()) == np.flatnonzero(alpha > 0.0).tolist()
    i = found.points
    np.testing.assert_array_equal(found.y, y[i])
    np.testing.assert_array_equal(found.alpha, alpha[i])
    np.testing.assert_allclose(found.similarity, K[i], rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(found.terms, alpha[i] * y[i] * K[i], rtol=1e-12, atol=1e-14)
    assert (np.diff(np.abs(found.terms)) <= 0.0).all()
    assert found.value == found.total + found.b
    assert found.total == float(sum(map(Fraction, found.terms.tolist())))  # rounded once
    size = np.abs(found.terms).sum()
    assert found.total == pytest.approx(float((alpha * y) @ K), abs=1e-13 * size)
    assert found.value == pytest.approx(float(result.model(np.array([PLACE]))[0]), abs=1e-12 * size)


@pytest.mark.parametrize("experiment", [MANY, LINEAR])
def test_bars_are_the_terms_the_rest_and_b(experiment: Experiment):
    result = run(experiment)
    found = decompose(result, PLACE)
    figure = decomposition_figure(found)
    accepted(figure)
    assert decomposition_figure(decompose(run(NONE), PLACE))["data"] == []
    bars, line = figure["data"]
    terms = result.data.y * result.alpha * similarity(experiment, result.data.X, PLACE)
    largest = terms[np.argsort(-np.abs(terms), kind="stable")]
    rest, shown = len(found.terms) - 30, min(len(found.terms), 30)
    assert (rest > 0) == (experiment is MANY)
    np.testing.assert_allclose(np.abs(bars["y"][:shown]), np.abs(largest[:shown]), rtol=1e-9)
    assert bars["y"][-1] == result.model.intercept
    if rest > 0:
        assert bars["y"][-2] == pytest.approx(largest[30:].sum())
        assert f"the other {rest} together" in bars["customdata"][-2]
    assert line["y"][-1] == pytest.approx(terms.sum() + result.model.intercept)


@pytest.mark.parametrize("experiment", [RBF, LINEAR, SIGMOID])
def test_the_field_is_the_kernel_of_one_point(experiment: Experiment):
    X = run(experiment).data.X
    field = similarity_field(experiment, 7, (-2.0, 3.0, -1.0, 1.0))
    trace = similarity_trace(field)
    accepted({"data": [trace]})
    xs = trace["x0"] + trace["dx"] * np.arange(trace["z"].shape[1])
    ys = trace["y0"] + trace["dy"] * np.arange(trace["z"].shape[0])
    assert (xs[-1], ys[-1]) == (pytest.approx(3.0), pytest.approx(1.0))
    a, b = np.meshgrid(xs, ys)
    expected = similarity(experiment, np.column_stack([a.ravel(), b.ravel()]), X[7])
    np.testing.assert_allclose(trace["z"].ravel(), expected, atol=1e-6)
    signed = expected.min() < 0.0
    assert signed == (experiment is not RBF)
    middle = 0.5 * (trace["zmin"] + trace["zmax"])
    assert middle == pytest.approx(0.0 if signed else 0.5 * np.abs(expected).max())


def test_a_field_beyond_single_precision_keeps_its_shades():
    placed = (Placed(300.0, 200.0, 0, 1000), Placed(-200.0, 100.0, 1, 1001))
    experiment = Experiment(dataset="own", placed=placed)
    experiment = change(experiment, kernel="poly", degree=8, gamma=100.0, coef0=1.0)
    field = similarity_field(experiment, 0, (-400.0, 400.0, -300.0, 300.0))
    trace = similarity_trace(field)
    a, b = np.meshgrid(np.linspace(-400, 400, 101), np.linspace(-300, 300, 101))
    K = (100.0 * (300.0 * a + 200.0 * b) + 1.0) ** 8
    assert K.max() > np.finfo(np.float32).max
    np.testing.assert_allclose(trace["z"] / trace["zmax"], K / K.max(), atol=1e-6)


def test_one_term_more_than_fit_is_a_bar_of_its_own():
    """The others together are at least two."""
    for m, heights in ((30, 31), (31, 32), (32, 32)):
        terms, one = np.linspace(2.0, 1.0, m), np.ones(m)
        words = {"points": np.arange(m), "y": one, "alpha": terms, "similarity": one}
        found = Decomposition(**words, terms=terms, total=terms.sum(), b=0.5, value=9.0)
        bars = decomposition_figure(found)["data"][0]
        assert len(bars["y"]) == heights
        assert ("together" in bars["customdata"][-2]) == (m == 32)
        assert sum(bars["y"]) == pytest.approx(terms.sum() + 0.5)


def test_words_of_a_bar_and_of_the_sum():
    found = decompose(run(RBF), PLACE)
    figure = decomposition_figure(found)
    said = figure["data"][0]["customdata"]
    i = int(found.points[0])
    assert said[0].startswith(f"point {i + 1}, class {'+1' if found.y[0] > 0 else '−1'}<br>")
    assert f"α y K = {found.y[0] * found.alpha[0] * found.similarity[0]:.4g}" in said[0]
    total, b = found.terms.sum(), run(RBF).model.intercept
    words = f"Σ = {number(total, 4)}, b = {number(b, 4)}, f(x) = {number(total + b, 4)}"
    assert figure["layout"]["annotations"][0]["text"] == words
