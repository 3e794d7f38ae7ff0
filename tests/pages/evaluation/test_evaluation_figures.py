"""A trial, its picture and its charts, recomputed from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.evaluation.figures.charts import matrix_figure
from pages.evaluation.figures.curves import rows_figure, score_figure
from pages.evaluation.figures.decision import points_figure
from pages.evaluation.figures.map import FIRST, map_figure
from pages.evaluation.text import Corners
from pages.plots.theme import resolve
from svmcore.model_selection.curves import growing, places
from svmcore.model_selection.grid_search import Grid, GridCell, Map
from svmcore.model_selection.splits import k_fold
from tests.helpers.evaluation_samples import BOX, RBF, X2, Y2, curve_of


def test_the_matrix_says_its_numbers_and_the_points_alone_are_a_figure():
    drawn = matrix_figure(np.array([[7, 3], [0, 10]]), ("no", "yes"), "test")
    [cells] = drawn["data"]
    assert cells["text"] == [["7", "3"], ["0", "10"]]
    assert cells["customdata"][0][1] == "3 of class no predicted as yes"
    np.testing.assert_allclose(cells["z"], [[0.7, 0.3], [0.0, 1.0]])
    go.Figure(resolve(drawn, "dark"))
    alone = points_figure(X2, Y2.tolist(), (0, 1), BOX)
    assert alone["data"][0]["marker"]["color"] == [f"$class{c}" for c in Y2]


def test_rows_show_folds_means_and_standard_errors():
    values = [np.array([0.8, 0.9, 1.0]), np.array([0.5, np.nan, 0.7]), np.array([np.nan] * 3)]
    drawn = rows_figure("Folds", "percent", ["a", "b", "c"], values)
    folds, means = drawn["data"]
    np.testing.assert_allclose(folds["x"], [80, 90, 100, 50, 70])
    np.testing.assert_allclose(means["x"], [90, 60])
    np.testing.assert_allclose(means["error_x"]["array"], [10.0 / np.sqrt(3.0), 10.0])
    assert means["y"] == ["a", "b"]
    assert rows_figure("Folds", "", ["c"], values[2:])["data"] == []
    go.Figure(resolve(drawn, "light"))


@pytest.mark.parametrize("kind", ["learning", "C", "gamma"])
def test_a_curve_that_grows_ends_as_the_whole_one(kind: str):
    splits = k_fold(Y2, 3)
    steps = list(growing(RBF, X2, Y2, splits, kind, seed=1))
    total = steps[0].total
    assert sorted({step.done for step in steps}) == list(range(total + 1))
    shares = [step.share for step in steps]
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, pytest.approx(1.0))
    if kind == "learning":  # the last of three folds is left, on all its points
        sizes = [float(n) ** 2 for n in places(kind, splits, 2)]
        assert 1.0 - shares[-2] == pytest.approx(sizes[-1] / 3.0 / sum(sizes))
    found, at = steps[-1].found, places(kind, splits, 2)
    whole = curve_of(RBF, X2, Y2, splits, kind, at, seed=1)
    before = steps[-2].found
    np.testing.assert_array_equal(before.validation, found.validation[:-1])
    np.testing.assert_array_equal(found.places, at)
    np.testing.assert_allclose(found.train, whole.train)
    np.testing.assert_allclose(found.validation, whole.validation)
    np.testing.assert_allclose(found.n_support, whole.n_support)
    drawn = score_figure(found, kind, 1.5)
    traces = {trace["uid"]: trace for trace in drawn["data"]}
    np.testing.assert_allclose(traces["validation"]["y"], 100.0 * whole.validation.mean(1))
    np.testing.assert_allclose(traces["training"]["y"], 100.0 * whole.train.mean(1))
    upper = traces["bandvalidation"]["y"][: len(at)]
    error = whole.validation.std(1, ddof=1) / np.sqrt(3)
    np.testing.assert_allclose(upper, 100.0 * (whole.validation.mean(1) + error))
    np.testing.assert_allclose(traces["support"]["y"], whole.n_support)
    assert traces["choseny"]["x"].tolist() == [1.5, 1.5]
    go.Figure(resolve(drawn, "light"))
    assert score_figure(None, kind, 1.0)["data"] == []


def cell(C, value, n):
    return GridCell(C, value, 0.01 * n, 0.02 * n, 0.1, 0.05, 10 + n)


def test_the_map_shows_every_cell_where_it_belongs():
    grid = Grid((0.1, 1.0, 10.0), (0.5, 5.0))
    cells = tuple(
        cell(C, v, 3 * i + j) for i, v in enumerate((0.5, 5.0)) for j, C in enumerate(grid.Cs)
    )
    whole = Map(grid, cells, 0.0, frozenset())
    marks = Corners(cells[0], cells[5], whole.best, cells[2], ("",) * 4)
    for name, unit in (("cv_error", 100.0), ("train_error", 100.0), ("n_support", 1.0)):
        drawn = map_figure(grid, cells, name, marks, (1.0, 0.5))
        traces = {trace["uid"]: trace for trace in drawn["data"]}
        np.testing.assert_allclose(traces["shades"]["z"], unit * whole.table(name))
        go.Figure(resolve(drawn, "dark"))
    assert (traces["now"]["x"], traces["now"]["y"]) == ([FIRST + 1], [FIRST])
    assert (traces["simplest"]["x"], traces["simplest"]["y"]) == ([FIRST + 2], [FIRST])
    assert (traces["best"]["x"], traces["best"]["y"]) == ([FIRST], [FIRST])
    texts = {a["text"]: (round(a["x"]), a["y"]) for a in drawn["layout"]["annotations"][1:]}
    assert texts["underfits"][1] == FIRST
    assert texts["overfits"][1] == FIRST + 1
    words = traces["cells"]["customdata"]
    assert words[4].startswith("C = 1, γ = 5<br>cross-validation error 8 % ± 5 % (standard error)")
    assert "training error 4 %" in words[4]
    assert "14 support vectors" in words[4]
    some = map_figure(grid, cells[3:], "cv_error", None, (1e-9, 1.0))
    traces = {trace["uid"]: trace for trace in some["data"]}
    assert np.isnan(traces["shades"]["z"][0]).all()
    assert traces["cells"]["customdata"][0] == "not trained yet"
    assert "now" not in traces
    assert map_figure(grid, (), "cv_error")["data"] == []


def test_a_map_of_c_alone_is_one_row():
    grid = Grid((0.1, 1.0, 10.0))
    cells = tuple(cell(C, float("nan"), j) for j, C in enumerate(grid.Cs))
    drawn = map_figure(grid, cells, "n_support", None, (10.0, 1.0))
    traces = {trace["uid"]: trace for trace in drawn["data"]}
    assert traces["shades"]["z"].tolist() == [[10.0, 11.0, 12.0]]
    assert traces["now"]["x"] == [FIRST + 2]
    assert "γ" not in traces["cells"]["customdata"][0]
