"""Galleries against alpha, b and each kernel's own values; sentences against made-up numbers."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.kernels.figures.gallery import cell_figure, flexibility_figure
from pages.kernels.model.gallery import (
    SIGMAS,
    WidthRow,
    _note,
    flexible,
    gallery,
    report,
    stops,
    sweep,
)
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of, run
from pages.state.text.number_format import number
from svmcore.problems.certificate import Status
from tests.helpers.dual_problems import placed
from tests.helpers.figures import accepted, traces

BASE = change(Experiment(), n_samples=50, noise=0.5, gamma=1.5, degree=2)
HARD = change(BASE, margin="hard")


def check_cell(cell, experiment: Experiment):
    """Everything a cell says, from alpha, b and the kernel."""
    data, kernel = data_of(experiment), cell.experiment.build_kernel()
    weights, b = cell.run.alpha * data.y, cell.run.model.intercept

    def f(X):
        return kernel(X, data.X) @ weights + b

    margins = data.y * f(data.X)
    assert cell.errors == int(((f(data.X) >= 0.0) != (data.y > 0.0)).sum())
    assert cell.support == int((cell.run.alpha > 1e-7).sum())
    assert (margins < 1.0 - 1e-5).sum() <= cell.support <= (margins < 1.0 + 1e-5).sum()
    assert cell.grid.values.shape in ((51, 51), (101, 101))
    nodes = np.column_stack([cell.grid.x[[3, 30, 44]], cell.grid.y[[9, 20, 37]]])
    values = cell.grid.values[[9, 20, 37], [3, 30, 44]]
    np.testing.assert_allclose(values, f(nodes), rtol=1e-9, atol=1e-9)
    at = cell.line[~np.isnan(cell.line[:, 0])]
    if len(at):
        assert np.quantile(np.abs(f(at)), 0.95) < 0.02 * max(1.0, np.abs(f(data.X)).max())


def test_every_kernel_has_a_cell_with_the_same_points_margin_and_C():
    cells = gallery(BASE)
    assert [cell.title for cell in cells] == [kernel.title for kernel in KERNELS.values()]
    assert [cell.experiment.kernel for cell in cells] == list(KERNELS)
    for cell in cells:
        assert (cell.experiment.margin, cell.experiment.C) == ("soft", BASE.C)
        assert cell.experiment["gamma"] == 1.5
        psd = cell.experiment.kernel != "sigmoid"
        assert cell.note == ("" if psd else "a stationary point, not certified optimal")
        check_cell(cell, BASE)


def test_what_has_no_hard_margin_says_so():
    found = {cell.experiment.kernel: cell for cell in gallery(HARD)}
    assert found["linear"].run.model is None
    assert (found["linear"].support, found["linear"].errors, found["linear"].grid) == (None,) * 3
    assert "No straight line separates" in found["linear"].note
    assert found["sigmoid"].experiment.margin == "soft"
    assert "soft margin, C = 1" in found["sigmoid"].note
    assert found["rbf"].errors == 0
    assert found["rbf"].note == ""
    assert all(cell.note for cell in gallery(change(BASE, dataset="own")))


@pytest.mark.parametrize(("kernel", "name"), [("rbf", "sigma"), ("poly", "degree")])
def test_a_sweep_changes_one_parameter(kernel: str, name: str):
    experiment = change(BASE, kernel=kernel)
    cells = sweep(experiment, name)
    values = stops(experiment, name)
    assert len(cells) == len(values) == 6
    for cell, value in zip(cells, values, strict=True):
        kind = cell.experiment.build_kernel()
        if name == "sigma":
            assert kind.gamma == pytest.approx(1.0 / (2.0 * value**2))
        else:
            assert getattr(kind, name) == value
        assert f"{value:g}" in cell.title.replace("−", "-")
        if cell.run.finished:
            check_cell(cell, experiment)


def test_only_the_constant_of_the_sigmoid_goes_below_0():
    assert min(stops(change(BASE, kernel="sigmoid"), "coef0")) < 0.0
    assert min(stops(change(BASE, kernel="poly"), "coef0")) == 0.0  # below, it is no kernel


def test_a_machine_that_did_not_arrive_is_not_called_optimal():
    short = run(change(BASE, formulation="dual", solver="smo", max_iter=1))
    assert short.solution.status is Status.MAX_ITER
    assert _note(BASE, short) == f"not certified optimal: {Status.MAX_ITER.value}"
    assert _note(BASE, run(BASE)) == ""


def test_rows_are_the_machines_of_their_widths():
    data = data_of(BASE)
    for row in (flexible(BASE, sigma) for sigma in SIGMAS[::2]):
        machine = SVC(C=BASE.C, gamma=0.5 / row.sigma**2, tol=1e-9).fit(data.X, data.y)
        assert row.support == machine.n_support_.sum()
        assert row.errors == (machine.predict(data.X) != data.y).sum()


def test_the_sentence_holds_for_its_numbers_only():
    grows = (WidthRow(4.0, 10, 5), WidthRow(2.0, 12, 3), WidthRow(1.0, 12, 3), WidthRow(0.5, 40, 0))
    assert report(grows) == (
        "Flexibility grows as σ falls (training errors from 5 to 0), and so does the number of "
        "support vectors, from 10 to 40."
    )
    assert report((WidthRow(8.0, 30, 6), *grows)).startswith("From σ = 4 down, flexibility grows")
    assert report((WidthRow(8.0, 30, 6), *grows)).endswith("from 10 to 40. At σ = 8 there are 30.")
    falls = (WidthRow(4.0, 10, 5), WidthRow(2.0, 40, 3), WidthRow(1.0, 39, 3))
    for wrong in (
        falls,  # support vectors fall again
        (WidthRow(4.0, 10, 5), WidthRow(2.0, 12, 6)),  # more errors
        (WidthRow(4.0, 10, 5), WidthRow(2.0, 10, 4)),  # no more support vectors
    ):
        assert "grows" not in report(wrong)
        assert report(wrong).startswith(f"Support vectors: {wrong[0].support} at σ = 4, fewest at")
    steady = (WidthRow(8.0, 9, 0), WidthRow(2.0, 12, 0))
    assert report(steady) == (
        "The number of support vectors grows as σ falls, from 9 to 12; the training errors stay 0."
    )
    assert "No model exists for 1 of 5 σ." in report((WidthRow(8.0, None, None), *grows))
    assert report((WidthRow(8.0, None, None),)) == "No model exists for any of these σ."


def test_a_cell_shows_its_points_and_its_regions():
    cell = gallery(BASE)[2]
    for shown in (cell, *gallery(HARD)[:1], *gallery(change(BASE, dataset="own"))[:1]):
        accepted(cell_figure(shown))
    drawn = traces(cell_figure(cell))
    data = data_of(BASE)
    for name, sign, color in (("negative", -1, "$class0"), ("positive", 1, "$class1")):
        places = np.column_stack([drawn[name]["x"], drawn[name]["y"]])
        np.testing.assert_allclose(places, data.X[data.y == sign], rtol=1e-6)
        assert drawn[name]["marker"]["color"] == color
    regions, (x0, x1) = drawn["regions"], (cell.grid.x[0], cell.grid.x[-1])
    assert regions["x0"] + 100 * regions["dx"] == pytest.approx(x1)
    assert regions["x0"] == x0
    np.testing.assert_array_equal(regions["z"], np.rint(127 * np.tanh(cell.grid.values)))


def test_the_chart_of_widths_is_its_rows():
    rows = (WidthRow(4.0, 10, 5), WidthRow(2.0, None, None), WidthRow(0.5, 40, 0))
    figure = flexibility_figure(rows, 50, 0.7)
    held, wrong = figure["data"]
    assert (held["x"].tolist(), held["y"].tolist()) == ([4.0, 0.5], [10.0, 40.0])
    assert (wrong["x"].tolist(), wrong["y"].tolist()) == ([4.0, 0.5], [5.0, 0.0])
    accepted(figure)


@pytest.mark.parametrize("sigma", [0.07, 1.0, 7.1])
def test_the_present_width_is_always_on_the_chart(sigma: float):
    """gamma from 0.01 to 100 is sigma from 7.1 to 0.07, beyond both ends of SIGMAS."""
    rows = tuple(WidthRow(width, 10, 5) for width in SIGMAS)
    layout = flexibility_figure(rows, 50, sigma)["layout"]
    high, low = layout["xaxis"]["range"]
    assert low < np.log10(sigma) < high
    assert low < np.log10(SIGMAS[-1]) < np.log10(SIGMAS[0]) < high
    assert layout["shapes"][0]["x0"] == sigma
    assert layout["xaxis"]["title"]["text"].endswith(f"dashed: current σ = {number(sigma)}")


def test_a_machine_that_is_the_same_everywhere_has_no_line():
    """Both classes add up to 0 but for rounding: the linear machine is constant, others are not."""
    places = [
        (sign * k * x, sign * k * y, int(sign > 0))
        for k in (1.0, 1.7, 2.3)
        for x, y in ((0.3, 0.1), (-0.1, -0.3), (-0.2, 0.2))
        for sign in (1, -1)
    ]
    found = {c.title: c for c in gallery(placed(places, gamma=1.5, degree=2))}
    assert found["Linear"].run.constant
    assert len(found["Linear"].line) == 0
    assert len(found["RBF"].line) > 3
