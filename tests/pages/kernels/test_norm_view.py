"""The view Norm: the double sum, its terms, and what f + t g has in common with f."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.figures.norm import MOST, norm_figure, raised_figure
from pages.kernels.model.norm import added_part, norm_parts, raised, roomy_place
from pages.kernels.text.norm import NO_NORM, added_text, orthogonal_text
from pages.plots.decision import decision_figure
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import fit_view, scene
from pages.state.text.number_format import number
from tests.helpers.figures import traces
from tests.helpers.opened import (
    TRAINED,
    blocks,
    captions,
    control,
    machine,
    move,
    open_page,
    plain,
    sent,
    verdict,
)

EXTENT = (-3.0, 3.0, -2.5, 2.5)
WIDE = {"gamma": "5"}
Z = (1.9, 1.8)
AMONG = (0.0, 0.0)  # the points


def shown(**words):
    return run(change(Experiment(), **words))


@pytest.mark.parametrize("query", [TRAINED[name] for name in ("linear", "poly", "hard RBF")])
def test_the_norm_is_the_double_sum_and_its_terms_add_up(query):
    there = machine(query)
    coef = there.alpha * there.y
    app = open_page("kernels", {"i_kernels": "norm"} | query)
    square = float(coef @ there.K @ coef)
    cards = plain(blocks(app, "svm-cards")[0])
    assert f"‖f‖²{number(square, 4)}" in cards
    assert f"Margin width{number(2.0 / np.sqrt(square), 4)}" in cards
    terms = (coef * (there.K @ coef))[coef != 0.0]
    heights = sent(app)["norm"].trace("terms")["y"]
    assert heights.sum() == pytest.approx(square, rel=1e-6)
    largest = terms[np.argsort(-np.abs(terms), kind="stable")][:MOST]
    np.testing.assert_allclose(heights[:MOST], largest, rtol=1e-5, atol=1e-9 * square)
    assert len(heights) == min(len(terms), MOST + 1)


@pytest.mark.parametrize("words", [{"gamma": 5.0}, {"gamma": 0.5}, {"kernel": "laplacian"}])
def test_g_is_zero_at_all_points_and_its_norm_is_its_value_at_z(words):
    result = shown(**words)
    part = added_part(result, Z)
    X, kernel = result.data.X, result.model.kernel
    z = np.array([Z])
    at_points = kernel(X, z)[:, 0] - kernel(X, X) @ part.beta
    assert np.abs(at_points).max() < 1e-7
    everyone, coef = np.vstack([X, z]), np.append(-part.beta, 1.0)
    square = coef @ kernel(everyone, everyone) @ coef
    assert part.square == pytest.approx(square, rel=1e-4)
    assert part.square > 1e-3


@pytest.mark.parametrize("height", [-3.0, 0.7, 4.0])
def test_adding_t_g_changes_no_point_and_adds_t_squared_g_squared(height):
    result = shown(gamma=5.0)
    part = added_part(result, AMONG)
    found = raised(result, part, height, EXTENT)
    assert part.square < 0.2
    before = norm_parts(result).square
    assert found.t * part.square == pytest.approx(height)
    assert found.square == pytest.approx(before + found.t**2 * part.square, rel=1e-9)
    assert found.moved < 1e-9
    assert found.errors == int(result.wrong.sum()) > 0
    place = np.array([AMONG])
    f = float(result.model(place)[0])
    assert float(found.grid.at(place)[0]) == pytest.approx(f + height, abs=0.02)
    text = added_text(result, norm_parts(result), part, found)
    assert f"the same training errors ({found.errors} misclassified)" in text
    more = number(height**2 / part.square, 4)
    assert f"= {number(found.square, 4)}, of which t²‖g‖² is {more}." in text
    assert norm_figure(None)["data"] == []


@pytest.mark.parametrize("words", [{"kernel": "linear"}, {"kernel": "poly", "degree": 3}])
def test_a_span_that_is_the_whole_feature_space_leaves_no_g(words):
    result = shown(**words)
    part = added_part(result, Z)
    assert part.square == 0.0
    assert part.rank == {"linear": 2, "poly": 10}[words["kernel"]]
    assert raised(result, part, 2.0, EXTENT) is None
    assert f"of dimension {part.rank}." in orthogonal_text(part, None)


def test_at_a_training_point_there_is_no_g():
    result = shown(gamma=5.0)
    assert added_part(result, tuple(result.data.X[7].tolist())).square == 0.0
    with pytest.raises(ValueError, match="feature space"):
        added_part(shown(kernel="sigmoid"), Z)


def test_the_first_place_is_far_from_the_points():
    result = shown(gamma=5.0)
    place = roomy_place(result, EXTENT)
    assert added_part(result, place).square > 0.99
    assert np.hypot(*(result.data.X - place).T).min() > 0.8


def test_the_picture_has_f_dotted_behind_f_plus_t_g():
    result = shown(gamma=5.0)
    drawn, part = scene(result, fit_view(result.data)), added_part(result, Z)
    found = raised(result, part, -4.0, drawn.extent)
    shown_traces = traces(raised_figure(decision_figure(drawn, EXTENT), drawn, part, found))
    np.testing.assert_allclose(shown_traces["ghost"]["x"], drawn.lines[1][:, 0].astype(np.float32))
    np.testing.assert_allclose(shown_traces["boundary"]["y"], found.lines[:, 1].astype(np.float32))
    assert np.nanmin(np.hypot(*(found.lines - Z).T)) < 1.0, "f + t g < 0 around z"
    assert (*shown_traces["asked"]["x"], *shown_traces["asked"]["y"]) == Z


def test_the_page_follows_the_slider_and_the_inspected_place():
    app = open_page("kernels", {"i_kernels": "norm", "i_place": "1.9,1.8"} | WIDE)
    assert control(app, "w_height")["value"] == 0.0
    assert "optimal" in verdict(app)
    move(app, "w_height", -2.0)
    assert dict(app.query_params)["i_height"] == "-2"
    assert "f + t g has the same training errors" in verdict(app)
    assert "optimal" not in verdict(app), "f + t g has no certificate"
    assert "z = (1.9, 1.8), ‖g‖² = g(z) = " in captions(app)
    app = open_page("kernels", {"i_kernels": "norm", "kernel": "poly"})
    assert control(app, "w_height")["off"] == "g = 0"
    app = open_page("kernels", {"i_kernels": "norm", "kernel": "sigmoid"})
    assert NO_NORM in captions(app)
    assert "w_height" not in sent(app)
    assert not blocks(app, "svm-cards")
    open_page("kernels", {"i_kernels": "norm", "dataset": "own"})
