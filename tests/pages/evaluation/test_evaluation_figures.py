"""A trial, its picture and its charts, recomputed from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.evaluation.figures.charts import matrix_figure
from pages.evaluation.figures.curves import rows_figure, score_figure
from pages.evaluation.figures.decision import points_figure
from pages.evaluation.figures.grid_map import FIRST, map_figure
from pages.evaluation.text.views import Corners
from pages.model_selection.curves import growing, places
from pages.model_selection.grid_search import Grid, GridCell, Map
from pages.model_selection.splits import k_fold
from tests.helpers.evaluation_samples import BOX, RBF, X2, Y2
from tests.helpers.figures import accepted, traces


def test_the_matrix_says_its_numbers_and_the_points_alone_are_a_figure():
    drawn = matrix_figure(np.array([[7, 3], [0, 10]]), ("no", "yes"), "test")
    [cells] = drawn["data"]
    assert cells["text"] == [["7", "3"], ["0", "10"]]
    assert cells["customdata"][0][1] == "3 of class no predicted as yes"
    np.testing.assert_allclose(cells["z"], [[0.7, 0.3], [0.0, 1.0]])
    alone = points_figure(X2, Y2.tolist(), (0, 1), BOX)
    assert alone["data"][0]["marker"]["color"] == [f"$class{c}" for c in Y2]
    accepted(drawn)


def test_rows_show_folds_means_and_standard_errors():
    values = [np.array([0.8, 0.9, 1.0]), np.array([0.5, np.nan, 0.7]), np.array([np.nan] * 3)]
    drawn = rows_figure("Folds", "percent", ["a", "b", "c"], values)
    folds, means = drawn["data"]
    np.testing.assert_allclose(folds["x"], [80, 90, 100, 50, 70])
    np.testing.assert_allclose(means["x"], [90, 60])
    np.testing.assert_allclose(means["error_x"]["array"], [10.0 / np.sqrt(3.0), 10.0])
    assert means["y"] == ["a", "b"]
    assert rows_figure("Folds", "", ["c"], values[2:])["data"] == []
    accepted(drawn)


@pytest.mark.parametrize("kind", ["learning", "C"])
def test_a_curve_grows_by_places_and_is_drawn_with_its_standard_errors(kind: str):
    splits = k_fold(Y2, 3)
    *_, before, last = steps = list(growing(RBF, X2, Y2, splits, kind, seed=1))
    assert sorted({step.done for step in steps}) == list(range(last.total + 1))
    shares = [step.share for step in steps]
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0, pytest.approx(1.0))
    if kind == "learning":  # the last of three folds is left, on all its points
        sizes = [float(n) ** 2 for n in places(kind, splits, 2)]
        assert 1.0 - shares[-2] == pytest.approx(sizes[-1] / 3.0 / sum(sizes))
    found = last.found
    np.testing.assert_array_equal(before.found.validation, found.validation[:-1])
    np.testing.assert_array_equal(found.places, places(kind, splits, 2))
    figure = score_figure(found, kind, 1.5)
    accepted(figure)
    drawn, mean = traces(figure), found.validation.mean(1)
    np.testing.assert_allclose(drawn["validation"]["y"], 100.0 * mean)
    np.testing.assert_allclose(drawn["training"]["y"], 100.0 * found.train.mean(1))
    error = found.validation.std(1, ddof=1) / np.sqrt(3)
    upper = drawn["bandvalidation"]["y"][: len(mean)]
    np.testing.assert_allclose(upper, 100.0 * (mean + error))
    np.testing.assert_allclose(drawn["support"]["y"], found.n_support)
    assert drawn["choseny"]["x"].tolist() == [1.5, 1.5]
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
        figure = map_figure(grid, cells, name, marks, (1.0, 0.5))
        accepted(figure)
        drawn = traces(figure)
        np.testing.assert_allclose(drawn["shades"]["z"], unit * whole.table(name))
    places = {uid: (*drawn[uid]["x"], *drawn[uid]["y"]) for uid in ("now", "simplest", "best")}
    assert places["now"] == (FIRST + 1, FIRST)
    assert places["simplest"] == (FIRST + 2, FIRST)
    assert places["best"] == (FIRST, FIRST)
    words = drawn["cells"]["customdata"][4]
    assert words.startswith("C = 1, γ = 5<br>cross-validation error 8 % ± 5 % (standard error)")
    assert "training error 4 %" in words
    assert "14 support vectors" in words
    drawn = traces(map_figure(grid, cells[3:], "cv_error", None, (1e-9, 1.0)))
    assert np.isnan(drawn["shades"]["z"][0]).all()
    assert drawn["cells"]["customdata"][0] == "not trained yet"
    assert "now" not in drawn
    assert map_figure(grid, (), "cv_error")["data"] == []


def test_a_map_of_c_alone_is_one_row():
    grid = Grid((0.1, 1.0, 10.0))
    cells = tuple(cell(C, float("nan"), j) for j, C in enumerate(grid.Cs))
    drawn = traces(map_figure(grid, cells, "n_support", None, (10.0, 1.0)))
    assert drawn["shades"]["z"].tolist() == [[10.0, 11.0, 12.0]]
    assert drawn["now"]["x"] == [FIRST + 2]
    assert "γ" not in drawn["cells"]["customdata"][0]
