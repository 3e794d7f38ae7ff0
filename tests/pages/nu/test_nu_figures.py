"""The pictures of machines with nu: what they draw is what alpha, b and the kernel say."""

from __future__ import annotations

import numpy as np
import pytest

from pages.datasets.two_class import WINDOW
from pages.nu.figures import nu_figure, nu_sweep_figure
from pages.nu.model import MODES, NuSettings, nu_run, nu_sweep
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from tests.helpers.figures import accepted, traces

CASES = {
    "moons": Experiment(n_samples=61),
    "line": change(Experiment(n_samples=61), dataset="blobs", kernel="linear", noise=0.1),
    "cubic": change(Experiment(n_samples=51), dataset="circles", kernel="poly"),
    "nothing": change(Experiment(n_samples=61), dataset="xor", kernel="linear"),
    "empty": Experiment(dataset="own"),
    "one class": Experiment(dataset="own", placed=(Placed(0.0, 0.0, 1, 1000),)),
}
every_case = pytest.mark.parametrize("name", CASES)
every_mode = pytest.mark.parametrize("mode", MODES[:2])  # the sphere: test_sphere_page.py
trained = pytest.mark.parametrize("name", ["moons", "cubic"])


def drawn(name, mode, nu=0.23, **options):
    result = nu_run(CASES[name], NuSettings(mode, nu))
    return result, nu_figure(result, WINDOW, **options)


def value(result, Z):
    """f from the coefficients, b and the kernel."""
    kernel = result.experiment.build_kernel()
    return kernel(Z, result.data.X) @ result.model.coef + result.model.intercept


def vertices(trace):
    at = np.column_stack([trace["x"], trace["y"]]).astype(float)
    return at[~np.isnan(at[:, 0])]


def flags(result):
    """Who is outside and who carries weight, from f and the multipliers."""
    f, one = value(result, result.data.X), result.choice.mode == "one_class"
    reached = f / result.rho if one else result.data.y * f - 1.0
    a = np.abs(result.model.coef) * (1.0 if one else result.rho)
    return reached < -1e-6, a > 1e-9, a > 1.0 - 1e-9


@every_case
@every_mode
def test_plotly_accepts_every_property(name, mode):
    result, figure = drawn(name, mode)
    accepted(figure)
    points = traces(figure)["points"]
    np.testing.assert_array_equal(np.column_stack([points["x"], points["y"]]), result.data.X)
    if result.model is None:
        assert "regions" not in traces(figure)
    chart = nu_sweep_figure(nu_sweep(CASES[name], mode), 0.23)
    accepted(chart)
    if name == "empty":
        assert chart["layout"]["annotations"][0]["text"] == "no model for any ν"


@trained
@every_mode
def test_lines_crosses_and_rings_are_what_f_and_the_multipliers_say(name, mode):
    result, figure = drawn(name, mode)
    shown, (outside, support, bound) = traces(figure), flags(result)
    levels = {"boundary": 0.0}
    if mode == "nu_svc":
        levels |= {"below": -1.0, "above": 1.0}
    for uid, level in levels.items():
        at = vertices(shown[uid])
        assert len(at) > 10
        unit = result.rho if mode == "one_class" else 1.0
        np.testing.assert_allclose(value(result, at) / unit, level, atol=2e-3)
    np.testing.assert_array_equal(vertices(shown["wrong"]), result.data.X[outside])
    wrong = (result.data.y * result.scores < 0.0) | (mode == "one_class")  # one class has no side
    colours = ["$wrong" if w else "$ink" for w in wrong[outside]]
    assert shown["wrong"]["marker"]["line"]["color"] == colours
    marker = shown["points"]["marker"]
    np.testing.assert_array_equal([c == "$ink" for c in marker["line"]["color"]], support)
    np.testing.assert_array_equal([s.endswith("-dot") for s in marker["symbol"]], bound)


def test_a_point_at_its_bound_that_is_not_outside_has_no_cross():
    result, figure = drawn("moons", "one_class", nu=1.0)
    outside, _, bound = flags(result)
    assert bound.all()
    assert 0 < outside.sum() < len(outside)
    np.testing.assert_array_equal(vertices(traces(figure)["wrong"]), result.data.X[outside])


@trained
@every_mode
def test_the_words_at_a_point(name, mode):
    result, figure = drawn(name, mode)
    f = value(result, result.data.X)
    outside, support, _ = flags(result)
    one = mode == "one_class"
    for k, text in enumerate(traces(figure)["points"]["customdata"]):
        parts = text.split("<br>")
        label = "class +1" if result.data.y[k] > 0.0 else "class −1"
        assert (parts[0] == label) is not one
        place = "outside" if one else "margin error"
        on = "on the outline" if one else "on its margin"
        assert (place in parts) == outside[k]
        assert (on in parts) == (support[k] and not outside[k])
        assert ("inside" in parts) == (one and not support[k])
        said = dict(part.split(" = ") for part in parts if " = " in part)
        alpha = abs(result.model.coef[k])
        assert float(said["α"]) == pytest.approx(alpha, rel=1e-3, abs=1e-12)
        expected = f[k] if one else result.data.y[k] * f[k]
        name_of = "f(x)" if one else "y f(x)"
        assert float(said[name_of]) == pytest.approx(expected, rel=1e-3, abs=1e-9)


@pytest.mark.parametrize("name", ["moons", "nothing"])
def test_the_chart_shows_both_shares_and_gaps_where_there_is_no_model(name):
    sweep = nu_sweep(CASES[name], "nu_svc")
    figure = nu_sweep_figure(sweep, 0.23)
    curves = traces(figure)
    shares = {"support": sweep.support, "nu": sweep.nu, "outside": sweep.outside}
    for uid, share in shares.items():
        np.testing.assert_allclose(curves[uid]["x"], 100.0 * sweep.nu)
        np.testing.assert_allclose(curves[uid]["y"], 100.0 * share)
    assert np.isnan(sweep.support).any() == (name == "nothing")
    (line,) = figure["layout"]["shapes"]
    assert line["x0"] == line["x1"] == 23.0


@every_mode
def test_the_regions_cover_what_is_seen_where_the_axes_are_wide(mode: str):
    wide = (-9.0, 9.0, -2.5, 2.5)
    _, figure = drawn("moons", mode, seen=wide)
    regions = traces(figure)["regions"]
    ends = [regions["x0"], regions["x0"] + regions["dx"] * (regions["z"].shape[1] - 1)]
    assert ends[0] <= wide[0]
    assert ends[1] >= wide[1]
    assert figure["layout"]["xaxis"]["range"] == list(WINDOW[:2]), "the opening stays"
