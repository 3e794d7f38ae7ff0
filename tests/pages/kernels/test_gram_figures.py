"""Pictures of the Gram matrix against K itself."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.figures.gram import gram_figure, spectrum_figure
from pages.kernels.model.gram import ORDERS, gram_view
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from pages.state.text.number_format import number
from pages.ui.canvas.wire import to_json
from tests.helpers.figures import accepted, traces

BASE = change(Experiment(), n_samples=60)
LINEAR = change(BASE, kernel="linear")
SIGMOID = change(BASE, kernel="sigmoid", coef0=-1.0)


@pytest.mark.parametrize("order", ORDERS)
def test_the_picture_is_K_with_the_first_row_on_top(order: str):
    view = gram_view(LINEAR, order)
    figure = gram_figure(view)
    accepted(figure)
    drawn, data = traces(figure), data_of(LINEAR)
    K = data.X[view.order] @ data.X[view.order].T
    np.testing.assert_allclose(drawn["gram"]["z"], K, rtol=1e-6, atol=1e-6)
    ends = [number(float(end)) for end in (K.min(), K.max())]
    assert drawn["gram"]["meta"] == f"60 by 60 values, from {ends[0]} to {ends[1]}"
    low, high = figure["layout"]["yaxis"]["range"]
    assert low > high
    for axis in ("xaxis", "yaxis"):  # of which the pointer takes the points' numbers, from 1
        assert figure["layout"][axis]["ticktext"] == [str(i + 1) for i in view.order]
    positive = (data.y[view.order] > 0).astype(int).tolist()
    assert drawn["rows"]["z"][:, 0].tolist() == drawn["columns"]["z"][0].tolist() == positive


@pytest.mark.parametrize(("experiment", "signed"), [(BASE, False), (LINEAR, True), (SIGMOID, True)])
def test_shades_are_signed_only_where_K_is(experiment: Experiment, signed: bool):
    view = gram_view(experiment)
    figure = gram_figure(view)
    shades, largest = traces(figure)["gram"], pytest.approx(np.abs(view.K).max())
    assert (-shades["zmin"] if signed else shades["zmin"]) == (largest if signed else 0.0)
    assert shades["zmax"] == largest
    words = figure["layout"]["xaxis"]["title"]["text"]
    assert ("faint: K < 0, halfway: 0, strong: K > 0" in words) == signed
    accepted(spectrum_figure(view))


def test_entries_beyond_single_precision_travel_as_shades():
    points = ((300.0, 200.0), (-200.0, 100.0), (10.0, -10.0))
    placed = tuple(Placed(x, y, k % 2, 1000 + k) for k, (x, y) in enumerate(points))
    experiment = Experiment(dataset="own", placed=placed)
    experiment = change(experiment, kernel="poly", degree=8, gamma=100.0, coef0=1.0)
    matrix = traces(gram_figure(gram_view(experiment, "given")))["gram"]
    X = np.array(points)
    K = (100.0 * X @ X.T + 1.0) ** 8
    assert K.max() > np.finfo(np.float32).max
    np.testing.assert_array_equal(matrix["z"], np.rint(127 * K / K.max()))


def test_six_hundred_points_travel_as_shades():
    experiment = change(LINEAR, n_samples=600)
    figure = gram_figure(gram_view(experiment, "given"))
    K = data_of(experiment).X @ data_of(experiment).X.T
    np.testing.assert_array_equal(traces(figure)["gram"]["z"], np.rint(127 * K / np.abs(K).max()))
    assert len(to_json(figure)) < 600_000


@pytest.mark.parametrize("experiment", [BASE, LINEAR, SIGMOID])
def test_every_eigenvalue_is_drawn_once_as_what_it_is(experiment: Experiment):
    data, figure = data_of(experiment), spectrum_figure(gram_view(experiment))
    drawn = traces(figure)
    values = np.linalg.eigvalsh(experiment.build_kernel()(data.X, data.X))
    tolerance = 60 * 2.0**-52 * np.abs(values).max()
    sizes = {
        "positive": values[values > tolerance],
        "negative": -values[values < -tolerance],
    }
    for name, expected in sizes.items():
        found = drawn[name]["y"] if name in drawn else np.empty(0)
        np.testing.assert_allclose(found, np.sort(expected)[::-1], rtol=1e-6, atol=tolerance)
    np.testing.assert_allclose(drawn["tolerance"]["y"], tolerance)
    places = np.concatenate([t["x"] for name, t in drawn.items() if name != "tolerance"])
    assert len(set(places.tolist())) == len(places) <= 60
    rank = sum(map(len, sizes.values()))
    assert f"{rank} of 60" in figure["layout"]["xaxis"]["title"]["text"]
    assert ("negative" in drawn) == (experiment is SIGMOID)
