"""What a lifted machine cuts out of the plane, from alpha, b and its map's inner product."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.figures.feature_space import shadow_figure
from pages.kernels.model.feature_space import lifted
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.feature_maps import LIFTS
from pages.state.model.run import run
from pages.state.model.scene import fit_view
from tests.helpers.figures import accepted, traces

SOFT = change(Experiment(), dataset="circles", noise=0.15, n_samples=60)
HARD = change(SOFT, noise=0.05, margin="hard")
NONE = change(SOFT, dataset="moons", noise=0.9, margin="hard")
OWN = change(SOFT, dataset="own")
TOGETHER = change(OWN, placed=(Placed(0.5, 0.0, 0, 1000), Placed(0.5, 0.0, 1, 1001)))


def picture(experiment: Experiment, name: str, revision: str = ""):
    result = run(experiment)
    found = lifted(result, LIFTS[name])
    return found, shadow_figure(found, fit_view(result.data), revision)


def inner(name: str, A, B):
    """<phi(x), phi(z)> without the map."""
    s = np.outer(A[:, 0], B[:, 0])
    if name == "cusp":
        return s**3 + s**2
    if name == "homogeneous":
        return (A @ B.T) ** 2
    return A @ B.T + np.outer((A**2).sum(axis=1), (B**2).sum(axis=1))


@pytest.mark.parametrize(
    ("name", "experiment"), [("homogeneous", HARD), ("paraboloid", SOFT), ("cusp", SOFT)]
)
def test_regions_and_lines_are_those_of_f(name: str, experiment: Experiment):
    found, figure = picture(experiment, name)
    accepted(figure)
    drawn, X = traces(figure), found.data.X

    def f(places):
        return inner(name, places, X) @ found.coef + found.b

    regions = drawn["regions"]
    ys, xs = (
        regions[f"{key}0"] + regions[f"d{key}"] * np.arange(size)
        for key, size in zip("yx", regions["z"].shape, strict=True)
    )
    a, b = np.meshgrid(xs, ys)
    expected = 127.0 * np.tanh(f(np.column_stack([a.ravel(), b.ravel()])))
    np.testing.assert_allclose(regions["z"].ravel(), expected, atol=0.6)
    for uid, level in (("below", -1.0), ("boundary", 0.0), ("above", 1.0)):
        line = drawn[uid]
        at = np.column_stack([line["x"], line["y"]]).astype(float)
        at = at[~np.isnan(at[:, 0])]
        np.testing.assert_allclose(f(at), level, atol=2e-3)
        assert len(at) or name == "cusp"
    assert list(drawn) == ["regions", "below", "above", "boundary", "points"]  # the boundary on top


@pytest.mark.parametrize("experiment", [NONE, OWN], ids=["not separable", "empty"])
def test_without_a_machine_there_are_points_alone(experiment: Experiment):
    found, figure = picture(experiment, "homogeneous", "r")
    accepted(figure)
    drawn = traces(figure)
    assert list(drawn) == ["points"]
    assert len(drawn["points"]["x"]) == len(found.data)
    assert figure["layout"]["uirevision"] == "r"


def test_a_machine_that_is_the_same_everywhere_has_no_lines():
    _, figure = picture(TOGETHER, "paraboloid")
    drawn = traces(figure)
    assert not drawn["regions"]["z"].any()
    assert not any(len(drawn[uid]["x"]) for uid in ("below", "boundary", "above"))
