"""A weight is a factor of a point's loss: in every rule, the optimum, the films and the races."""

from __future__ import annotations

import numpy as np
import pytest

from pages.descent.figures.film import film_dict
from pages.descent.model.film import film
from pages.descent.model.landscape import best_third
from pages.race.model.race import best, enter, options_of, track_of
from pages.state.experiment import Experiment, change
from pages.state.scene import cover, fit_view
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS
from svmcore.sgd.methods import Descent, change_descent
from tests.helpers.weighted import weighed

FILMS = {
    "sgd": {},
    "gd": {"method": "gd", "objective": "average", "loss": "huber_hinge"},
    "mirror": {"method": "mirror", "objective": "square", "loss": "squared_hinge"},
    "perceptron": {"method": "perceptron"},
    "kernel": {"space": "kernel", "epochs": 2},
}


@pytest.mark.parametrize("name", FILMS)
def test_a_film_of_weighted_points(name):
    experiment = weighed(C=2.0)
    how = change_descent(Descent(), **FILMS[name])
    made = film(experiment, how)
    data, way = made.data, CONVENTIONS[how.objective]
    omega = np.array([p.weight for p in experiment.placed])
    np.testing.assert_array_equal(data.weight, omega)
    n, loss = len(made.split.train), LOSSES[how.loss]()
    rho, kappa = way.factors(way.constant_of(2.0, n), n)
    X, y = data.X, data.y
    K = np.exp(-experiment["gamma"] * ((X[:, None] - X[made.split.train]) ** 2).sum(2))
    for k in range(0, len(made.update), 7):
        v, b = made.v[k], made.b[k]
        f = (K @ v if name == "kernel" else X @ v) + b
        square = v @ K[made.split.train] @ v if name == "kernel" else v @ v
        square += b * b if way.bias_inside else 0.0
        for rows, found in (
            (made.split.train, made.terms.total[k]),
            (made.split.test, made.test_cost[k]),
        ):
            losses = sum(omega[i] * loss(np.array([y[i] * f[i]]))[0] for i in rows)
            assert found == pytest.approx(0.5 * rho * square + kappa / len(rows) * losses, rel=1e-9)
    if made.floor is not None and name != "perceptron":
        assert made.floor <= made.terms.total.min() * (1.0 + 1e-9)
    if name != "kernel":  # the push put into the rule gives the update
        rates, J = made.walk.rate[1:, None], made.objective
        if name == "sgd":
            step = (
                made.walk.v_before[1:] * (1.0 - rates * J.rho) + rates * J.kappa * made.push[0][1:]
            )
            np.testing.assert_allclose(step, made.walk.v[1:], atol=1e-9)


@pytest.mark.parametrize("axes", ["w1, w2", "w1, b", "w2, b"])
@pytest.mark.parametrize("objective", ["sum", "average"])
def test_the_landscape_is_the_least_weighted_cost(axes, objective):
    experiment = weighed(20)
    made = film(experiment, change_descent(Descent(), objective=objective, test_share=0.0))
    first, second = np.array([0.3, -0.5]), np.array([0.1, 0.7])
    found = best_third(made, axes, first, second)
    X, y, omega = made.data.X, made.data.y, made.data.weight
    rho, kappa = made.cost.rho, made.cost.kappa
    places = {"w1": 0, "w2": 1, "b": 2}
    a, b = (places[name] for name in axes.split(", "))
    (free,) = {0, 1, 2} - {a, b}
    for k in range(2):
        p = np.zeros((40_001, 3))
        p[:, a], p[:, b], p[:, free] = first[k], second[k], np.linspace(-10.0, 10.0, 40_001)
        slack = np.maximum(0.0, 1.0 - y * (p[:, :2] @ X.T + p[:, 2:]))
        size = (p[:, :2] ** 2).sum(1) + (p[:, 2] ** 2 if objective == "average" else 0.0)
        cost = 0.5 * rho * size + kappa / len(y) * slack @ omega
        assert cost.min() - 1e-2 <= found[k] <= cost.min() + 1e-9


def test_what_the_browser_is_told_of_a_weighted_update():
    experiment = weighed()
    made = film(experiment, Descent())
    wire = film_dict(made, "run", cover(fit_view(made.data)), live=False, status="")
    assert wire["rule"]["weighed"] is True
    i = made.batches[1:, 0]
    np.testing.assert_allclose(wire["weight"][1:], made.data.weight[i], rtol=1e-6)
    t = made.margins[1:, 0]
    expected = made.data.weight[i] * np.maximum(0.0, 1.0 - t)
    np.testing.assert_allclose(wire["loss"][1:], expected, rtol=1e-5, atol=1e-6)
    pegasos = film(experiment, change_descent(Descent(), method="pegasos"))
    told = film_dict(pegasos, "run", cover(fit_view(made.data)), live=False, status="")
    n = len(made.split.train)
    # sum form: kappa / rho = n C, times the mean weight
    long = np.sqrt(n * made.data.weight[made.split.train].mean())
    assert told["rule"]["radius"] == pytest.approx(long, rel=1e-12)
    plain = film(change(Experiment(), n_samples=20), Descent())
    silent = film_dict(plain, "run", cover(fit_view(plain.data)), live=False, status="")
    assert "weight" not in silent
    assert silent["rule"]["weighed"] is False


@pytest.mark.parametrize("name", ["sgd", "perceptron", "smo", "newton", "auto"])
def test_a_race_of_weighted_points(name):
    experiment = weighed(kernel="linear", C=2.0)
    loss = "squared_hinge" if name == "newton" else "hinge"
    track = track_of(experiment, loss)
    run = enter(track, name, options_of(name, experiment))
    X, y, omega = track.data.X, track.data.y, track.data.weight
    K, cost = X @ X.T, LOSSES[loss]()

    def value(a, b):
        return 0.5 * a @ K @ a + 2.0 * sum(omega * cost(y * (K @ a + b)))

    coef, b, ideal = best(track)
    assert ideal == pytest.approx(value(coef, b), rel=1e-12)
    for k in (0, len(run) // 2, -1):
        assert run.value[k] == pytest.approx(value(run.coef[k], run.intercept[k]), rel=1e-9)
    assert (run.value >= ideal * (1.0 - 1e-9)).all()
    if name in ("smo", "auto", "newton"):
        assert run.suboptimality[-1] < 1e-6
