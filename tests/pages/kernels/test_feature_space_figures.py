"""Pictures of maps, surfaces and kernel PCA: what they draw, and what they weigh."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.figures.feature_space import (
    kernel_pca_figure,
    lift_figure,
    shadow_figure,
    surface_figure,
)
from pages.kernels.model.feature_space import lifted
from pages.kernels.model.gram import gram_view
from pages.plots.space import sheet
from pages.state.board.experiment import Experiment, change
from pages.state.model.feature_maps import LIFTS
from pages.state.model.run import run
from pages.state.model.scene import fit_view, scene
from pages.ui.canvas.wire import to_json
from tests.helpers.figures import accepted, traces

SOFT = change(Experiment(), dataset="circles", noise=0.15, n_samples=60)
MIXED = change(SOFT, dataset="moons", noise=0.5, margin="hard")


def surface(experiment: Experiment, **options):
    result = run(experiment)
    return surface_figure(scene(result, fit_view(result.data)), **options)


def every(experiment: Experiment):
    result = run(experiment)
    yield from (lift_figure(lifted(result, lift), "r") for lift in LIFTS.values())
    yield surface(experiment, revision="r")
    yield kernel_pca_figure(gram_view(experiment), "r")


@pytest.mark.parametrize("experiment", [SOFT, MIXED, change(SOFT, dataset="own")])
def test_figures_are_accepted_and_a_turn_survives_a_redraw(experiment: Experiment):
    for figure in every(experiment):
        accepted(figure)
        if "scene" in figure["layout"]:
            assert figure["layout"]["scene"]["uirevision"] == "r"


def test_six_hundred_points_stay_light():
    big = change(Experiment(), n_samples=600, noise=0.6)
    assert max(len(to_json(figure)) for figure in every(big)) < 1_000_000


@pytest.mark.parametrize("name", ["paraboloid", "cusp"])
def test_the_points_are_where_the_map_puts_them(name: str):
    few = change(SOFT, C=0.05)
    result = run(few)
    found = lifted(result, LIFTS[name])
    drawn = traces(lift_figure(found))
    points = drawn["points"]
    expected = LIFTS[name].map(result.data.X)
    for k, axis in enumerate("xyz"[: expected.shape[1]]):
        np.testing.assert_allclose(points[axis], expected[:, k], rtol=1e-6)
    labels = (result.data.y > 0).astype(int)
    assert points["marker"]["color"] == [f"$class{k}" for k in labels]
    alpha = result.data.y * found.coef
    held, bound = alpha > 1e-9, alpha > few.C * (1.0 - 1e-9)
    assert 0 < bound.sum() < held.sum()
    if "z" in points:
        np.testing.assert_allclose(drawn["support"]["x"], expected[held, 0], rtol=1e-6)
        np.testing.assert_allclose(drawn["bound"]["x"], expected[bound, 0], rtol=1e-6)
        free = np.repeat(expected[held & ~bound, 0], 2)
        np.testing.assert_allclose(drawn["free"]["x"], free, rtol=1e-6)
    else:
        shadow = shadow_figure(found, (-3.0, 3.0, -3.0, 3.0))["data"][-1]
        for marker in (points["marker"], shadow["marker"]):
            assert [color == "$ink" for color in marker["line"]["color"]] == held.tolist()
            assert [symbol.endswith("-dot") for symbol in marker["symbol"]] == bound.tolist()
    for k, text in enumerate(points["customdata"]):
        assert text.startswith("class +1" if labels[k] else "class −1")
        assert ("support vector (α = C)" in text) == bound[k]
        assert ("support vector on the margin" in text) == (held[k] and not bound[k])


@pytest.mark.parametrize("name", ["paraboloid", "parabola"])
def test_the_planes_are_drawn_on_their_levels(name: str):
    found = lifted(run(SOFT), LIFTS[name])
    drawn = traces(lift_figure(found))
    for uid, level in (("below", -1.0), ("boundary", 0.0), ("above", 1.0)):
        corners = np.column_stack([drawn[uid][axis] for axis in "xyz"[: len(found.w)]])
        np.testing.assert_allclose(corners @ found.w + found.b, level, atol=1e-4)


def words(figure) -> str:
    notes = figure["layout"].get("annotations", [])
    return " ".join(one["text"] for one in notes).replace("<br>", " ")


@pytest.mark.parametrize("name", ["constant", "doubled"])
def test_more_than_three_coordinates_are_seen_along_f_and_across_it(name: str):
    """The first axis is f by alpha, b and K; the others are as far apart as the points are."""
    result = run(SOFT)
    found = lifted(result, LIFTS[name])
    figure = lift_figure(found)
    drawn, scene_of = traces(figure), figure["layout"]["scene"]
    X = result.data.X
    K = (X @ X.T + 1.0) ** 2
    f = K @ found.coef + found.b
    np.testing.assert_allclose(drawn["points"]["x"], f, rtol=1e-5, atol=1e-5)
    axes = [scene_of[axis]["title"]["text"] for axis in ("xaxis", "yaxis", "zaxis")]
    assert axes == ["f", "v₁", "v₂"]
    across = np.column_stack([drawn["points"]["y"], drawn["points"]["z"]]).astype(float)
    apart = ((across[:, None] - across) ** 2).sum(axis=2)
    squares = K.diagonal()[:, None] + K.diagonal() - 2.0 * K  # |phi(x) - phi(z)|^2
    along = (f[:, None] - f) ** 2 / (found.coef @ K @ found.coef)
    assert (apart <= squares - along + 1e-4).all()  # what two directions across w can hold
    for uid, level in (("below", -1.0), ("boundary", 0.0), ("above", 1.0)):
        np.testing.assert_allclose(drawn[uid]["x"], level, atol=1e-6)
        assert len(drawn[uid]["x"]) == 4
    assert f"3 of {len(LIFTS[name].names)} directions: f along w" in words(figure)


def test_without_a_machine_the_widest_directions_are_seen():
    found = lifted(run(change(SOFT, dataset="moons", noise=0.9, margin="hard")), LIFTS["doubled"])
    figure = lift_figure(found)
    assert f"The 3 widest of {len(found.lift.names)} directions." in words(figure)
    assert "No plane separates" in words(figure)
    assert not {"below", "boundary", "above"} & set(traces(figure))
    vectors = np.linalg.eigh(np.cov(found.sheet.reshape(-1, found.phi.shape[1]).T, bias=True))[1]
    points = traces(figure)["points"]
    for k, axis in enumerate("xyz"):
        expected = found.phi @ vectors[:, -1 - k]
        sign = np.sign(expected @ points[axis])
        np.testing.assert_allclose(sign * points[axis], expected, rtol=1e-4, atol=1e-4)


def test_the_triangles_of_a_sheet_cover_it_once_and_leave_gaps_where_it_has_some():
    a, b = np.meshgrid(np.linspace(0.0, 3.0, 4), np.linspace(0.0, 2.0, 3))
    nodes = np.dstack([a, b, a + b])
    drawn = sheet(nodes, "some", 0.5)
    place = np.column_stack([drawn["x"], drawn["y"], drawn["z"]]).astype(float)

    def areas(mesh):
        p, q, r = (place[mesh[name]] for name in "ijk")
        return np.cross(q - p, r - p)[:, 2] / 2.0  # of their shadow; the sign is the way round

    np.testing.assert_allclose(np.abs(areas(drawn)), 0.5)
    assert len(drawn["i"]) == 12
    nodes[1, 1] = np.nan  # a corner of four of the six cells
    torn = sheet(nodes, "some", 0.5)
    assert np.isfinite([torn[axis] for axis in "xyz"]).all()
    assert not (np.stack([torn[name] for name in "ijk"]) == 5).any()
    assert len(torn["i"]) == 6


def test_kernel_pca_draws_its_coordinates_and_their_shares():
    view = gram_view(SOFT)
    K = np.exp(-0.5 * ((view.data.X[:, None] - view.data.X) ** 2).sum(axis=2))
    H = np.eye(60) - 1.0 / 60
    values, vectors = np.linalg.eigh(H @ K @ H)
    figure = kernel_pca_figure(view)
    points = traces(figure)["points"]
    for k, axis in enumerate("xyz"):
        expected = np.sqrt(values[-1 - k]) * vectors[:, -1 - k]
        np.testing.assert_allclose(np.abs(points[axis]), np.abs(expected), atol=1e-5)
    share = 100.0 * values[-1] / np.trace(H @ K @ H)
    assert figure["layout"]["scene"]["xaxis"]["title"]["text"] == f"first, {share:.0f} %"


@pytest.mark.parametrize("changes", [{}, {"kernel": "poly"}, {"kernel": "sigmoid"}])
def test_the_surface_is_f_from_alpha_b_and_K(changes):
    experiment = change(SOFT, **changes)
    result, figure = run(experiment), surface(experiment)
    kernel, drawn, top = experiment.build_kernel(), traces(figure), figure["layout"]["meta"]["top"]
    weights = result.data.y * result.alpha

    def f(X):
        return kernel(X, result.data.X) @ weights + result.model.intercept

    ground = drawn["surface"]
    expected = f(np.column_stack([ground["x"], ground["y"]]).astype(float))
    np.testing.assert_allclose(ground["z"], np.clip(expected, -top, top), atol=2e-4)
    np.testing.assert_allclose(ground["intensity"], 127 * np.tanh(expected), atol=0.6)
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


def test_a_surface_elsewhere_than_f_is_known_says_so():
    drawn = scene(run(SOFT), (10.0, 11.0, 10.0, 11.0))
    figure = surface_figure(drawn, fit_view(run(SOFT).data))
    assert figure["data"] == surface(change(SOFT, dataset="own"))["data"] == []
    assert "computed only where" in words(figure)


def test_a_part_of_the_surface_has_only_what_is_in_it():
    x0, x1, y0, y1 = view = (0.0, 1.1, -0.6, 0.9)
    drawn, X = traces(surface(SOFT, view=view)), run(SOFT).data.X
    inside = (X[:, 0] >= x0) & (X[:, 0] <= x1) & (X[:, 1] >= y0) & (X[:, 1] <= y1)
    assert 0 < inside.sum() < len(X)
    np.testing.assert_allclose(drawn["points"]["x"], X[inside, 0], rtol=1e-6)
    for uid in ("surface", "boundary", "boundaryfloor"):
        x, y = drawn[uid]["x"], drawn[uid]["y"]
        assert x0 - 1e-6 <= np.nanmin(x) <= np.nanmax(x) <= x1 + 1e-6
        assert y0 - 1e-6 <= np.nanmin(y) <= np.nanmax(y) <= y1 + 1e-6
