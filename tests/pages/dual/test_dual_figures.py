"""The pictures of the dual against scikit-learn's machines, trained with the point and without."""

from __future__ import annotations

import itertools

import numpy as np
import plotly.graph_objects as go
import pytest
from sklearn.svm import SVC

from pages.dual.model.leave_one_out import without
from pages.plots.charts import MAX_BARS, alpha_figure, bar_order
from pages.plots.decision import asked_figure, decision_figure
from pages.plots.theme import resolve
from pages.state.model.run import run
from pages.state.model.scene import cover, fit_view, scene
from tests.helpers.dual_problems import machine, placed
from tests.helpers.figures import traces

KERNELS = [
    {"kernel": "linear", "dataset": "blobs"},
    {"kernel": "rbf", "gamma": 1.5},
    {"kernel": "poly", "degree": 2, "gamma": 0.5, "dataset": "circles"},
]
every_kernel = pytest.mark.parametrize("words", KERNELS, ids=lambda w: w["kernel"])


def refit(result, kept):
    """scikit-learn's machine of some of the points, by the formulas of the experiment."""
    words = result.experiment
    machine = SVC(
        C=words.C, kernel=words.kernel, gamma=words["gamma"], degree=words["degree"], coef0=1.0
    )
    machine.set_params(tol=1e-8)
    return machine.fit(result.data.X[kept], result.data.y[kept])


def asked(result, k, ghost=True, **more):
    view = fit_view(result.data)
    other = scene(without(result, k), view) if ghost else None
    return asked_figure(scene(result, view), view, k, other, **more)


@every_kernel
def test_the_ghost_is_the_boundary_without_the_point(words):
    result = machine(**words)
    k = int(result.alpha.argmax())
    kept = np.arange(40) != k
    f = refit(result, kept).decision_function
    trace = traces(asked(result, k))["ghost"]
    line = np.column_stack([trace["x"], trace["y"]]).astype(float)
    vertices = line[np.isfinite(line).all(axis=1)]
    x0, x1, y0, y1 = cover(fit_view(result.data))
    xs, ys = np.linspace(x0, x1, 61), np.linspace(y0, y1, 61)
    values = f(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).reshape(61, 61)
    assert np.abs(f(vertices)).max() <= 2e-3 * np.abs(values).max()
    assert np.abs(refit(result, np.arange(40) >= 0).decision_function(vertices)).max() > 1e-2
    # wherever the other machine changes its mind, a piece of the line is near
    rows, columns = np.nonzero(values[:, :-1] * values[:, 1:] < 0.0)
    assert len(rows) > 10
    pieces = np.concatenate(
        [a + np.linspace(0.0, 1.0, 200)[:, None] * (b - a) for a, b in itertools.pairwise(line)]
    )
    pieces = pieces[np.isfinite(pieces).all(axis=1)]
    for row, column in zip(rows, columns, strict=True):
        middle = [(xs[column] + xs[column + 1]) / 2, ys[row]]
        assert np.abs(pieces - middle).max(axis=1).min() <= 1.01 * (xs[1] - xs[0])


def test_what_is_not_asked_is_not_drawn():
    result = machine()
    view = fit_view(result.data)
    plain = decision_figure(scene(result, view), view, show=("margins",), revision="r")
    other = scene(without(result, 3), view)
    found = asked_figure(scene(result, view), view, None, other, show=("margins",), revision="r")
    assert str(found) == str(plain)
    assert "ghost" not in traces(asked(result, 3, ghost=False))
    alone = machine(n_samples=2)  # without either of two points there is no machine
    assert "ghost" not in traces(asked(alone, 0))
    assert "asked" in traces(asked(alone, 0))
    one = run(placed([(0.0, 0.5, 1)]))
    assert "asked" in traces(asked(one, 0, ghost=False))
    assert alpha_figure(one, 0)["data"] == bar_order(one) == []


def test_the_ghost_lies_below_the_lines_and_the_ring_above_all():
    result = machine()
    drawn = asked(result, 5)["data"]
    order = [trace["uid"] for trace in drawn]
    above = ["regions", "ghost", "boundary", "points", "asked"]
    assert [uid for uid in order if uid in above] == above
    assert order[-1] == "asked"
    assert [(*drawn[-1]["x"], *drawn[-1]["y"])] == [tuple(result.data.X[5])]


@every_kernel
def test_points_and_bars_show_the_multipliers(words):
    result = machine(**words)
    theirs = refit(result, np.arange(40) >= 0)
    alpha = np.zeros(40)
    alpha[theirs.support_] = np.abs(theirs.dual_coef_[0])
    picture = asked(result, 0)
    marker = traces(picture)["points"]["marker"]
    size = np.where(alpha > 0.0, 10.0 + 4.0 * np.sqrt(alpha / alpha.max()), 9.0)
    np.testing.assert_allclose(marker["size"], size, atol=0.06)
    assert marker["color"] == [f"$class{int(label > 0)}" for label in result.data.y]
    for shown in (picture, alpha_figure(result, 0)):
        go.Figure(resolve(shown, "light"))
    figure, order = alpha_figure(result), bar_order(result)
    (bars,) = figure["data"]
    assert sorted(order) == sorted(theirs.support_.tolist())
    np.testing.assert_allclose(bars["y"], alpha[order], atol=1e-4 * alpha.max())
    assert (np.diff(bars["y"]) <= 0.0).all()
    assert bars["marker"]["color"] == [f"$class{int(result.data.y[i] > 0)}" for i in order]
    assert not np.any(bars["marker"]["line"]["width"])
    for k in range(40):
        (framed,) = alpha_figure(result, k)["data"]
        width = np.asarray(framed["marker"]["line"]["width"])
        assert np.flatnonzero(width).tolist() == ([order.index(k)] if k in order else [])


def test_only_so_many_bars_are_drawn():
    result = machine(n_samples=200, dataset="random")
    held = np.argsort(-result.alpha, kind="stable")
    figure, order = alpha_figure(result, int(held[-1])), bar_order(result)
    assert (result.alpha > 0.0).sum() > len(order) == len(figure["data"][0]["y"]) == MAX_BARS
    assert min(result.alpha[order]) >= max(np.delete(result.alpha, order)) - 1e-9
    assert not np.any(figure["data"][0]["marker"]["line"]["width"])
