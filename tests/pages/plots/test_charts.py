"""The small charts: the cost during training, and the multipliers."""

from __future__ import annotations

import numpy as np
import pytest

from pages.plots.charts import alpha_figure, cost_figure
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.state.run import run
from tests.helpers.figures import traces


@pytest.mark.parametrize("C", [0.5, 100.0])
def test_a_logarithmic_cost_says_so(C):
    layout = cost_figure(run(change(Experiment(), C=C)))["layout"]
    assert ("(log scale)" in layout["title"]["text"]) == (layout["yaxis"].get("type") == "log")
    assert (layout["yaxis"].get("type") == "log") == (C > 1.0)


def test_cost_of_a_dual_solver_is_primal_dual_and_gap():
    result = run(change(Experiment(), solver="smo"))
    curves = traces(cost_figure(result))
    assert set(curves) == {"primal", "dual", "gap"}
    trace = result.solution.trace
    K = result.model.kernel(result.data.X, result.data.X)
    y, C = result.data.y, result.experiment.C
    for k in (0, len(trace) // 2, len(trace) - 1):
        coef, b = trace.coef[k], trace.intercept[k]
        primal = coef @ K @ coef / 2 + C * np.maximum(0, 1 - y * (K @ coef + b)).sum()
        dual = (y * coef).sum() - coef @ K @ coef / 2
        assert curves["primal"]["y"][k] == pytest.approx(primal)
        assert curves["dual"]["y"][k] == pytest.approx(dual, abs=1e-9)
        assert curves["gap"]["y"][k] == pytest.approx(primal - dual, abs=1e-9)


def test_cost_of_a_primal_solver_is_its_two_terms_and_the_optimum():
    result = run(change(Experiment(), formulation="primal", solver="subgradient"))
    curves = traces(cost_figure(result))
    assert {"total", "loss", "margin", "optimum"} <= set(curves)
    total = curves["loss"]["y"] + curves["margin"]["y"]
    np.testing.assert_allclose(curves["total"]["y"], total)
    exact = run(change(Experiment(), formulation="primal", solver="interior_point"))
    assert curves["optimum"]["y"][0] == pytest.approx(exact.solution.certificate.primal)
    assert curves["total"]["y"][-1] >= curves["optimum"]["y"][0]


def two_points(**changes):
    board = change(Experiment(), dataset="own").board()
    board = board.apply(Edit("add", points=((1, 2),), label=1))
    board = board.apply(Edit("add", points=((3, 4),), label=0))
    own = change(Experiment(), dataset="own", kernel="linear", solver="smo").with_board(board)
    return run(change(own, **changes))


def test_a_cost_known_at_one_moment_is_a_marker_and_an_unknown_one_is_no_entry():
    """A hard margin's primal value is infinite until no point is inside; here for one step."""
    figure = cost_figure(two_points(margin="hard"))
    curves = traces(figure)
    assert np.isfinite(curves["primal"]["y"]).sum() == 1
    assert curves["primal"]["mode"] == "markers"
    assert curves["dual"]["mode"] == "lines"
    texts = [note["text"] for note in figure["layout"]["annotations"]]
    assert texts == ["gap", "infinite at first, then 0"]
    never = run(change(Experiment(), solver="smo", margin="hard", gamma=20.0, max_iter=1))
    never = cost_figure(never)
    assert set(traces(never)) == {"dual", "optimum", "gap"}
    assert never["layout"]["annotations"][1]["text"] == "infinite throughout"


def test_the_ceiling_does_not_flatten_the_bars():
    near, far = (
        alpha_figure(run(change(Experiment(), **c))) for c in ({}, {"C": 1e4, "gamma": 100.0})
    )
    for figure in (near, far):
        assert figure["data"][0]["y"].max() > 0.5 * figure["layout"]["yaxis"]["range"][1]
    assert [note["text"] for note in near["layout"]["annotations"]] == ["C"]
    assert near["layout"]["shapes"][0]["y0"] == 1.0
    assert [note["text"] for note in far["layout"]["annotations"]] == ["C = 10000 is far above"]
    assert "shapes" not in far["layout"]


def test_alpha_bars_fall_and_carry_their_class():
    result = run(Experiment())
    (bars,) = alpha_figure(result)["data"]
    expected = np.sort(result.alpha[result.alpha > 0])[::-1]
    np.testing.assert_allclose(bars["y"], expected)
    positive = sum(color == "$class1" for color in bars["marker"]["color"])
    assert positive == int(((result.alpha > 0) & (result.data.y > 0)).sum())
