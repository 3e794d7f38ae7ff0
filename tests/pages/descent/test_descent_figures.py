"""The pictures of a descent hold the film's numbers; the browser's film is the same film."""

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.descent.figures.charts import cost_figure, landscape_figure, progress_figure
from pages.descent.figures.film import film_dict
from pages.descent.model.film import film
from pages.descent.model.landscape import landscape
from pages.plots.frames import NODES
from pages.plots.theme import resolve
from pages.state.board.experiment import Experiment, change
from pages.state.descent.descent_methods import Descent, change_descent
from pages.state.model.scene import cover, fit_view
from pages.ui.canvas.wire import to_json
from svmcore.model import Model
from tests.helpers.figures import traces
from tests.helpers.weighted import weighed

WORDS = [
    {},
    {"method": "gd", "output": "mean"},
    {"method": "perceptron"},
    {"method": "pegasos", "objective": "lambda"},
    {"schedule": "constant", "eta0": 5.0},
    {"space": "kernel"},
    {"method": "minibatch", "batch_size": 5, "test_share": 0.0},
]
every_film = pytest.mark.parametrize("words", WORDS, ids=lambda words: "-".join(map(str, words)))


def shown(**words):
    return film(change(Experiment(), n_samples=40), change_descent(Descent(), **words))


def played(made, **more):
    extent = cover(fit_view(made.data))
    options = {"live": False, "status": ""} | more
    return film_dict(made, "run", extent, **options), extent


def test_the_charts_draw_the_films_costs_and_the_run_before():
    made, before = shown(), shown(epochs=2)
    lines = traces(cost_figure(made, before))
    np.testing.assert_allclose(lines["cost"]["y"], made.terms.total)
    np.testing.assert_allclose(lines["loss"]["y"] + lines["margin"]["y"], made.terms.total)
    np.testing.assert_allclose(lines["test"]["y"], made.test_cost)
    assert set(lines["optimum"]["y"]) == {np.float32(made.floor)}
    np.testing.assert_allclose(lines["before"]["y"], before.terms.total)
    np.testing.assert_allclose(lines["cost"]["x"], made.update / len(made.split.train), rtol=1e-6)
    assert "before" not in traces(cost_figure(made, None))
    other = shown(objective="lambda")  # another cost, but the same distance from its optimum
    assert "before" not in traces(cost_figure(made, other))
    assert "before" in traces(progress_figure(made, other))
    below = traces(progress_figure(made, before))
    np.testing.assert_allclose(below["above the optimum"]["y"], made.above)
    np.testing.assert_allclose(below["learning rate η"]["y"][1:], made.walk.rate[1:])


@every_film
def test_the_film_that_travels_is_the_film(words):
    made, before = shown(**words), shown(epochs=2)
    figures = [cost_figure(made, before), progress_figure(made, None)]
    if made.descent.space == "plane":
        figures.append(landscape_figure(landscape(made, "w1, b")))
    for figure in figures:
        go.Figure(resolve(figure, "light"))
    wire, _ = played(made)
    assert (wire["update"] == made.update).all()
    np.testing.assert_allclose(wire["cost"], made.terms.total, rtol=1e-6)
    np.testing.assert_allclose(wire["above"], made.above, rtol=1e-6)
    assert wire["total"] == made.update[-1]
    losses = np.array([made.objective.loss(row[~np.isnan(row)]).mean() for row in made.margins[1:]])
    np.testing.assert_allclose(wire["loss"][1:], losses, rtol=1e-5, atol=1e-6)
    assert wire["active"][0] == 0
    assert wire["seen"].tolist() == [0, *(len(made.plan.batch(t)) for t in made.update[1:])]
    assert wire["rule"]["rho"] == made.objective.rho
    assert wire["rule"]["kappa"] == made.objective.kappa
    if made.plan.batch_size == 1:
        assert (
            wire["sample"][1:, 0] == made.split.train[made.plan.order.ravel()[made.update[1:] - 1]]
        ).all()
        np.testing.assert_allclose(wire["margin"][1:], made.margins[1:, 0], rtol=1e-5, atol=1e-6)
    if made.descent.space == "plane":
        np.testing.assert_allclose(wire["w"], made.v, rtol=1e-6)
    averaged = made.descent.output == "mean"
    assert ("b_after" in wire) == averaged
    if averaged:
        np.testing.assert_allclose(wire["w_after"], made.walk.v, rtol=1e-6)


def test_frames_of_kernels_are_the_surface_and_its_exact_lines():
    made = shown(space="kernel")
    wire, extent = played(made)
    k = len(made.update) - 1
    model = Model(made.kernel, made.data.X[made.split.train], made.v[k], float(made.b[k]))
    xs, ys = (np.linspace(*extent[i : i + 2], NODES) for i in (0, 2))
    shades = wire["shades"].reshape(-1, NODES, NODES)
    for a, b in ((0, 0), (25, 30), (50, 7)):
        value = model(np.array([[xs[a], ys[b]]]))[0]
        assert shades[k, b, a] == np.rint(127.0 * np.tanh(value))
    ends = wire["lines_at"]
    for line, level in enumerate((-1.0, 0.0, 1.0)):
        points = wire["lines_xy"][ends[k, line] : ends[k, line + 1]]
        points = points[~np.isnan(points[:, 0])]
        assert len(points) > 20
        np.testing.assert_allclose(model(points.astype(float)), level, atol=2e-3)
    assert ends[0].tolist() == [0, 0, 0, 0]  # without a coefficient there is no line
    own = np.searchsorted(made.split.train, wire["sample"][k, 0])
    assert wire["coef_after"][k] == pytest.approx(made.walk.v[k, own])
    assert wire["coef_before"][k] == pytest.approx(made.walk.v_before[k, own])


@pytest.mark.parametrize("method", ["sgd", "pegasos", "mirror", "perceptron"])
def test_the_panel_of_kernels_knows_what_the_others_are_multiplied_by(method):
    made = shown(space="kernel", method=method, objective="lambda", epochs=1)
    wire, _ = played(made)
    for k in range(1, len(made.update)):
        own = np.searchsorted(made.split.train, made.batches[k])
        others, after = (np.delete(v[k], own) for v in (made.walk.v_before, made.walk.v))
        if others.any():
            np.testing.assert_allclose(others * wire["kept"][k], after, rtol=1e-5, atol=1e-9)
        else:
            assert np.isnan(wire["kept"][k])


@pytest.mark.parametrize(("loss", "times"), [("hinge", 1.0), ("squared_hinge", 2.0)])
def test_the_panel_knows_the_ball_of_pegasos(loss, times):
    made = shown(method="pegasos", objective="lambda", loss=loss)
    wire, _ = played(made)
    radius = wire["rule"]["radius"]
    assert radius == pytest.approx(np.sqrt(times / made.objective.rho))
    sizes = np.sqrt((made.walk.v**2).sum(1) + made.walk.b**2)
    assert sizes.max() <= radius * (1.0 + 1e-12)
    assert sizes.max() > 0.3 * radius


def test_sixty_frames_of_a_large_board_are_small():
    made = film(change(Experiment(), n_samples=600), change_descent(Descent(), space="kernel"))
    wire, _ = played(made)
    assert 50 <= len(made.update) <= 61
    assert len(to_json(wire)) < 1_500_000


def test_what_the_browser_is_told_of_a_weighted_update():
    experiment = weighed()
    made = film(experiment, Descent())
    wire, _ = played(made)
    i = made.batches[1:, 0]
    np.testing.assert_allclose(wire["weight"][1:], made.data.weight[i], rtol=1e-6)
    t = made.margins[1:, 0]
    expected = made.data.weight[i] * np.maximum(0.0, 1.0 - t)
    np.testing.assert_allclose(wire["loss"][1:], expected, rtol=1e-5, atol=1e-6)
    assert wire["rule"]["weighed"] is True
    pegasos, _ = played(film(experiment, change_descent(Descent(), method="pegasos")))
    n = len(made.split.train)
    # sum form: kappa / rho = n C, times the mean weight
    long = np.sqrt(n * made.data.weight[made.split.train].mean())
    assert pegasos["rule"]["radius"] == pytest.approx(long, rel=1e-12)
    plain, _ = played(shown())
    assert plain["rule"]["weighed"] is False
