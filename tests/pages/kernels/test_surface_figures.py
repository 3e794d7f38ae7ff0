"""The picture of f as a surface over the plane."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.figures.feature_space import surface_figure
from pages.state.experiment import change
from pages.state.run import run
from pages.state.scene import fit_view, scene
from tests.helpers.figures import traces
from tests.pages.kernels.test_feature_space_figures import SOFT, surface, words


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
    assert figure["data"] == []
    assert "computed only where" in words(figure)


def test_a_part_of_the_surface_has_only_what_is_in_it():
    x0, x1, y0, y1 = view = (0.0, 1.1, -0.6, 0.9)
    drawn, X = traces(surface(SOFT, view=view)), run(SOFT).data.X
    inside = (X[:, 0] >= x0) & (X[:, 0] <= x1) & (X[:, 1] >= y0) & (X[:, 1] <= y1)
    assert 0 < inside.sum() < len(X)
    np.testing.assert_allclose(drawn["points"]["x"], X[inside, 0], rtol=1e-6)
    for uid in ("surface", "below", "boundary", "above", "boundaryfloor"):
        x, y = drawn[uid]["x"], drawn[uid]["y"]
        assert np.isfinite(x).any() or uid in ("below", "above")
        if not np.isfinite(x).any():
            continue
        assert x0 - 1e-6 <= np.nanmin(x) <= np.nanmax(x) <= x1 + 1e-6
        assert y0 - 1e-6 <= np.nanmin(y) <= np.nanmax(y) <= y1 + 1e-6
