"""Pictures of maps, surfaces and kernel PCA: what they draw, and what they weigh."""

from __future__ import annotations

import json
import re

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.ui.canvas.wire import to_json
from svmcore.experiment import Experiment, change
from svmcore.figures.lift import kernel_pca_figure, lift_figure, surface_figure
from svmcore.figures.theme import SYMBOLS, resolve
from svmcore.gram_view import gram_view
from svmcore.lifted import lifted
from svmcore.lifts import LIFTS
from svmcore.run import run
from svmcore.scene import fit_view, scene

SOFT = change(Experiment(), dataset="circles", noise=0.15, n_samples=60)
BIG = change(Experiment(), n_samples=600, noise=0.6)
MIXED = change(SOFT, dataset="moons", noise=0.5, margin="hard")


def traces(figure) -> dict[str, dict]:
    found = {trace["uid"]: trace for trace in figure["data"]}
    assert len(found) == len(figure["data"])
    return found


def surface(experiment: Experiment, **options):
    result = run(experiment)
    return surface_figure(scene(result, fit_view(result.data)), **options)


def every(experiment: Experiment):
    result = run(experiment)
    yield from (lift_figure(lifted(result, lift), "r") for lift in LIFTS.values())
    yield surface(experiment, revision="r")
    yield from (kernel_pca_figure(gram_view(experiment), d, "r") for d in (2, 3))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "experiment", [SOFT, MIXED, change(SOFT, dataset="own"), change(SOFT, kernel="sigmoid")]
)
def test_plotly_accepts_every_property(experiment: Experiment, theme: str):
    for figure in every(experiment):
        go.Figure(resolve(figure, theme))
        for trace in figure["data"]:
            assert re.fullmatch("[a-z]+", trace["uid"])
        assert "$" not in json.dumps(resolve(json.loads(to_json(figure)), theme))


def test_six_hundred_points_stay_light():
    assert run(BIG).data.X.shape == (600, 2)
    for figure in every(BIG):
        assert len(to_json(figure)) < 1_000_000


def test_a_turn_survives_a_redraw():
    boxes = [f for f in every(SOFT) if "scene" in f["layout"]]
    assert len(boxes) == 4
    for figure in boxes:
        layout = figure["layout"]
        assert layout["dragmode"] == layout["scene"]["dragmode"] == "turntable"
        assert layout["scene"]["uirevision"] == "r"


@pytest.mark.parametrize("name", ["homogeneous", "paraboloid", "parabola", "cusp"])
def test_the_points_are_where_the_map_puts_them(name: str):
    result = run(SOFT)
    found = lifted(result, LIFTS[name])
    drawn = traces(lift_figure(found))
    points = drawn["points"]
    expected = LIFTS[name].map(result.data.X)
    for k, axis in enumerate("xyz"[: expected.shape[1]]):
        np.testing.assert_allclose(points[axis], expected[:, k], rtol=1e-6)
    labels = (result.data.y > 0).astype(int)
    assert points["marker"]["symbol"] == [SYMBOLS[k] for k in labels]
    assert points["marker"]["color"] == [f"$class{k}" for k in labels]
    held = result.data.y * found.coef > 1e-9
    if "z" in points:
        np.testing.assert_allclose(drawn["support"]["x"], expected[held, 0], rtol=1e-6)
        assert drawn["support"]["marker"]["symbol"] == [f"{SYMBOLS[k]}-open" for k in labels[held]]
    else:
        ringed = [color == "$ink" for color in points["marker"]["line"]["color"]]
        assert ringed == held.tolist()


def test_the_planes_are_drawn_on_their_levels():
    found = lifted(run(SOFT), LIFTS["paraboloid"])
    drawn = traces(lift_figure(found))
    w = found.coef @ found.phi
    for uid, level in (("below", -1.0), ("boundary", 0.0), ("above", 1.0)):
        mesh = drawn[uid]
        corners = np.column_stack([mesh["x"], mesh["y"], mesh["z"]])
        np.testing.assert_allclose(corners @ w + found.b, level, atol=1e-4)
        fan = np.column_stack([mesh["i"], mesh["j"], mesh["k"]])
        n = len(corners)
        assert fan.tolist() == [[0, k, k + 1] for k in range(1, n - 1)]
        assert mesh["color"] == "$ink"
    assert drawn["boundary"]["opacity"] > drawn["above"]["opacity"]
    lines = traces(lift_figure(lifted(run(SOFT), LIFTS["parabola"])))
    flat = lifted(run(SOFT), LIFTS["parabola"])
    ends = np.column_stack([lines["above"]["x"], lines["above"]["y"]])
    np.testing.assert_allclose(ends @ (flat.coef @ flat.phi) + flat.b, 1.0, atol=1e-5)


def test_what_has_no_picture_says_so():
    six = lift_figure(lifted(run(SOFT), LIFTS["constant"]))
    assert "6 coordinates" in six["layout"]["annotations"][0]["text"]
    none = lift_figure(lifted(run(MIXED), LIFTS["homogeneous"]))
    assert "No plane separates" in none["layout"]["annotations"][0]["text"]
    assert "boundary" not in traces(none)
    empty = surface(change(SOFT, dataset="own"))
    assert empty["data"] == []


@pytest.mark.parametrize("changes", [{}, {"kernel": "poly"}, {"kernel": "sigmoid"}])
def test_the_surface_is_f_from_alpha_b_and_K(changes):
    experiment = change(SOFT, **changes)
    result, figure = run(experiment), surface(experiment)
    kernel, drawn, top = experiment.build_kernel(), traces(figure), figure["layout"]["meta"]["top"]
    weights = result.data.y * result.alpha

    def f(X):
        return kernel(X, result.data.X) @ weights + result.model.intercept

    ground = drawn["surface"]
    a, b = np.meshgrid(ground["x"].astype(float), ground["y"].astype(float))
    expected = f(np.column_stack([a.ravel(), b.ravel()])).reshape(a.shape)
    np.testing.assert_allclose(ground["z"], np.clip(expected, -top, top), atol=2e-4)
    np.testing.assert_allclose(ground["surfacecolor"], 127 * np.tanh(expected), atol=0.6)
    scores = np.clip(f(result.data.X), -top, top)
    np.testing.assert_allclose(drawn["points"]["z"], scores, atol=1e-5)
    for uid, level in (("below", -1.0), ("boundary", 0.0), ("above", 1.0)):
        for name in (uid, uid + "floor"):
            at = np.column_stack([drawn[name]["x"], drawn[name]["y"]]).astype(float)
            at = at[~np.isnan(at[:, 0])]
            np.testing.assert_allclose(f(at), level, atol=5e-3)
            z = drawn[name]["z"]
            assert np.allclose(z, -top if name.endswith("floor") else level + 0.01 * top)
    assert 1.6 <= top <= 4.0
    beyond = np.abs(expected).max() > top
    assert beyond == bool(figure["layout"].get("annotations"))


def test_kernel_pca_draws_its_coordinates_and_their_shares():
    view = gram_view(SOFT)
    K = np.exp(-0.5 * ((view.data.X[:, None] - view.data.X) ** 2).sum(axis=2))
    H = np.eye(60) - 1.0 / 60
    values, vectors = np.linalg.eigh(H @ K @ H)
    for dimensions in (2, 3):
        figure = kernel_pca_figure(view, dimensions)
        points = traces(figure)["points"]
        for k, axis in enumerate("xyz"[:dimensions]):
            expected = np.sqrt(values[-1 - k]) * vectors[:, -1 - k]
            np.testing.assert_allclose(np.abs(points[axis]), np.abs(expected), atol=1e-5)
    share = 100.0 * values[-1] / np.trace(H @ K @ H)
    assert figure["layout"]["scene"]["xaxis"]["title"]["text"] == f"first, {share:.0f} %"
    with pytest.raises(ValueError, match="dimensions must be 2 or 3"):
        kernel_pca_figure(view, 4)
