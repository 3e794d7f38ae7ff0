"""A weight is a factor of a point's loss: in every rule, the optimum, the films and the races."""

from __future__ import annotations

import numpy as np
import pytest

from pages.descent.figures.film import film_dict
from pages.descent.model.film import film
from pages.descent.model.landscape import best_third
from pages.descent.text import equivalents
from pages.race.model.race import best, enter, options_of, track_of
from pages.state.experiment import Experiment, change
from pages.state.scene import cover, fit_view
from svmcore.losses import LOSSES
from svmcore.objective import CONVENTIONS, Objective
from svmcore.problems import PrimalProblem
from svmcore.sgd.methods import Descent, change_descent
from svmcore.sgd.parametrization import LinearWeights
from svmcore.solvers import SOLVERS
from svmcore.solvers.base import solve
from svmcore.solvers.optimum import optimum
from svmcore.solvers.stochastic import mean_cost, mean_weights
from tests.helpers.descent_samples import overlapping
from tests.helpers.weighted import weighed

FILMS = {
    "sgd": {},
    "minibatch": {"method": "minibatch", "batch_size": 4},
    "gd": {"method": "gd", "objective": "average", "loss": "huber_hinge"},
    "pegasos": {"method": "pegasos", "objective": "lambda"},
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


def test_mistakes_are_counted_whatever_they_weigh():
    experiment = weighed(kernel="linear")
    words = {"method": "perceptron", "epochs": 3}
    plane = film(experiment, change_descent(Descent(), **words))
    rows = plane.plan.order.ravel()
    X, y = plane.data.X[plane.split.train], plane.data.y[plane.split.train]
    omega = plane.data.weight[plane.split.train]
    w, b, count = np.zeros(2), 0.0, 0
    for i in rows:
        if y[i] * (X[i] @ w + b) <= 0.0:
            w, b, count = w + omega[i] * y[i] * X[i], b + omega[i] * y[i], count + 1
    assert plane.mistakes == count
    np.testing.assert_allclose(plane.walk.v[-1], w, atol=1e-9)
    curved = film(
        change(experiment, kernel="rbf"), change_descent(Descent(), space="kernel", **words)
    )
    K = np.exp(-experiment["gamma"] * ((X[:, None] - X[None]) ** 2).sum(2))
    a, b, count = np.zeros(len(y)), 0.0, 0
    for i in curved.plan.order.ravel():
        if y[i] * (K[i] @ a + b) <= 0.0:
            a[i], b, count = a[i] + omega[i] * y[i], b + omega[i] * y[i], count + 1
    assert curved.mistakes == count
    np.testing.assert_allclose(curved.walk.v[-1], a, atol=1e-9)


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


def test_the_formulas_name_the_weights():
    plain = film(change(Experiment(), n_samples=20), Descent())
    assert "Σ loss" in equivalents(plain)[0].formula
    assert all("Σ ω loss" in each.formula for each in equivalents(film(weighed(), Descent())))


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


def test_the_cost_of_a_stochastic_solver_is_the_problems_over_sum_C():
    X, y = overlapping(30)
    K, C = X @ X.T, np.random.default_rng(0).uniform(0.3, 4.0, 30)
    problem = PrimalProblem(K, y, C)
    J, omega = mean_cost(problem), mean_weights(problem)
    a, b = np.random.default_rng(1).normal(size=30), 0.3
    margins = y * (K @ a + b)
    expected = 0.5 * a @ K @ a + sum(C[i] * max(0.0, 1.0 - margins[i]) for i in range(30))
    got = J.terms(margins[None], np.array([a @ K @ a]), np.array([b]), omega).total[0]
    assert got == pytest.approx(expected / C.sum(), rel=1e-12)
    assert mean_weights(PrimalProblem(K, y, np.full(30, 3.0))) is None


@pytest.mark.parametrize("name", ["sgd", "minibatch", "pegasos"])
def test_stochastic_solvers_come_near_the_weighted_optimum(name):
    X, y = overlapping(60)
    C = np.where(y > 0.0, 2.0, 0.3) * np.random.default_rng(0).uniform(0.7, 1.4, 60)
    K = X @ X.T
    found = solve(PrimalProblem(K, y, C, bias_inside=True), SOLVERS[name](), max_iter=300)
    v, b = optimum(LinearWeights(X, y, C), Objective(1.0, 60.0, True))

    def value(square, f):
        return 0.5 * square + C @ np.maximum(0.0, 1.0 - y * f)

    best = value(v @ v + b * b, X @ v + b)
    f = K @ found.coef + found.intercept
    size = found.coef @ K @ found.coef + found.intercept**2
    assert best * (1 - 1e-9) <= value(size, f) <= 1.02 * best


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
