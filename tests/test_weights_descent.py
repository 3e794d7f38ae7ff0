"""A weight is a factor of a point's loss: in every rule, the optimum, the films and the races."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from descents import SLOPES, overlapping, separable
from playwright._impl._driver import compute_driver_executable
from scipy.optimize import minimize

from svmcore.board import Placed
from svmcore.descent.methods import METHODS, Descent, change_descent
from svmcore.descent.optimum import optimum, radius, street
from svmcore.descent.places import Coordinates, Kernels, weights
from svmcore.descent.plan import SCHEDULES, Plan
from svmcore.descent.rules import Descend, Mirror, ball
from svmcore.descent.walk import walk
from svmcore.experiment import Experiment, change
from svmcore.figures.film import film_dict
from svmcore.film import film
from svmcore.film_report import equivalents
from svmcore.landscape import best_third
from svmcore.losses import LOSSES, Hinge, HuberHinge, SquaredHinge
from svmcore.objective import CONVENTIONS, Objective, PerceptronLoss
from svmcore.problems import PrimalProblem
from svmcore.race import best, enter, options_of, track_of
from svmcore.scene import cover, fit_view
from svmcore.solvers import SOLVERS
from svmcore.solvers.base import solve
from svmcore.solvers.stochastic import mean_cost, mean_weights

JS = Path(__file__).parents[1] / "pages/ui/timeline/js"


def weighed(n=30, seed=0, **words):
    """An experiment on `n` overlapping points with weights that are not whole numbers."""
    rng = np.random.default_rng(seed)
    X, y = overlapping(n, seed=seed)
    w = np.round(rng.uniform(0.2, 3.0, n), 3)
    points = tuple(
        Placed(*map(float, np.round(x, 3)), int(s > 0), 1_000_000 + k, float(v))
        for k, (x, s, v) in enumerate(zip(X, y, w, strict=True))
    )
    return change(Experiment(), **({"dataset": "own", "placed": points} | words))


def by_hand(K, y, omega, J, rows, rates, radius=np.inf):
    """coef and b after every update by the definition, in plain loops: (T + 1, n + 1)."""
    n, slope = len(y), SLOPES[type(J.loss)]
    a, b, seen = np.zeros(n), 0.0, [np.zeros(n + 1)]
    for batch, eta in zip(rows, rates, strict=True):
        asked = np.zeros(n)
        for i in batch:
            asked[i] -= J.kappa / len(batch) * omega[i] * slope(y[i] * (K[i] @ a + b)) * y[i]
        a = (1.0 - eta * J.rho) * a + eta * asked
        b = (1.0 - eta * J.rho * J.bias_inside) * b + eta * asked.sum()
        size = np.sqrt(a @ K @ a + J.bias_inside * b * b)
        if size > radius:
            a, b = a * radius / size, b * (radius / size if J.bias_inside else 1.0)
        seen.append(np.append(a, b))
    return np.array(seen)


COSTS = [
    Objective(0.3, 2.0, inside, loss)
    for inside in (False, True)
    for loss in (Hinge(), SquaredHinge(), HuberHinge())
] + [Objective(0.0, 1.0, False, PerceptronLoss())]


@pytest.mark.parametrize("d", [2, 4])
@pytest.mark.parametrize("J", COSTS, ids=repr)
@pytest.mark.parametrize(("size", "project"), [(1, False), (1, True), (7, False), (30, True)])
def test_every_update_is_that_of_the_formula(d, J, size, project):
    X, y = overlapping(30, d)
    omega = np.random.default_rng(1).uniform(0.2, 3.0, 30)
    project = project and J.rho > 0.0  # without a penalty there is no ball
    plan, K = Plan(30, 3, size, seed=2), X @ X.T
    rates = SCHEDULES["inverse_sqrt"]()(np.arange(1.0, plan.total + 1.0), 0.1, J.rho)
    rows = [plan.batch(t).tolist() for t in range(1, plan.total + 1)]
    long = np.inf
    if project:
        factor = J.loss(np.zeros(1))[0] * (1.0 if isinstance(J.loss, Hinge) else 2.0)
        long = float(np.sqrt(factor * J.kappa * omega.sum() / 30 / J.rho))
    seen = by_hand(K, y, omega, J, rows, rates, long)
    how = {"rule": Descend(project)}
    kernel = walk(Kernels(K, y, omega), J, plan, SCHEDULES["inverse_sqrt"](), 0.1, **how)
    np.testing.assert_allclose(kernel.v, seen[:, :-1], atol=1e-9 * np.abs(seen).max())
    np.testing.assert_allclose(kernel.b, seen[:, -1], atol=1e-9 * np.abs(seen).max())
    plain = walk(Coordinates(X, y, omega), J, plan, SCHEDULES["inverse_sqrt"](), 0.1, **how)
    np.testing.assert_allclose(plain.v, seen[:, :-1] @ X, atol=1e-9 * np.abs(seen).max())
    np.testing.assert_allclose(plain.b, seen[:, -1], atol=1e-9 * np.abs(seen).max())


@pytest.mark.parametrize("inside", [False, True])
def test_mirror_descent_adds_up_weighted_points(inside):
    X, y = overlapping(30)
    omega = np.random.default_rng(1).uniform(0.2, 3.0, 30)
    J, plan = Objective(0.3, 2.0, inside, Hinge()), Plan(30, 3, 1, seed=2)
    made = walk(Coordinates(X, y, omega), J, plan, SCHEDULES["pegasos"](), rule=Mirror())
    theta, theta_b, w, b = np.zeros(2), 0.0, np.zeros(2), 0.0
    for t, i in enumerate(plan.order.ravel(), start=1):
        if y[i] * (X[i] @ w + b) < 1.0:
            theta = theta + 2.0 * omega[i] * y[i] * X[i]
            theta_b += 2.0 * omega[i] * y[i]
            b += 0.0 if inside else 2.0 * omega[i] * y[i] / (0.3 * t)
        w, b = theta / (0.3 * t), theta_b / (0.3 * t) if inside else b
        np.testing.assert_allclose(made.v[t], w, atol=1e-9)
        assert made.b[t] == pytest.approx(b, abs=1e-9)


@pytest.mark.parametrize("method", ["gd", "perceptron"])
def test_weight_2_is_a_point_that_comes_twice_in_an_update(method):
    X, y = overlapping(30)
    omega = np.ones(30)
    omega[[3, 11]] = 2.0
    twice = np.append(np.arange(30), [3, 11])
    J = Objective(0.3, 2.0, False, Hinge() if method == "gd" else PerceptronLoss())
    one, both = Plan(30, 50, 30), Plan(32, 50, 32)
    heavy = walk(Coordinates(X, y, omega), J, one, SCHEDULES["constant"](), 0.05)
    # 32 points at 2 * 32/30 are as many at the same price each
    again = Objective(J.rho, J.kappa * 32 / 30, False, J.loss)
    doubled = walk(Coordinates(X[twice], y[twice]), again, both, SCHEDULES["constant"](), 0.05)
    np.testing.assert_allclose(heavy.v, doubled.v, atol=1e-10)
    np.testing.assert_allclose(heavy.b, doubled.b, atol=1e-10)


def test_weights_of_1_leave_the_short_way():
    assert weights(np.ones(4)) is None
    np.testing.assert_array_equal(weights(np.array([1.0, 2.0])), [1.0, 2.0])
    np.testing.assert_array_equal(weights(np.array([2.0, 2.0])), [2.0, 2.0])


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), HuberHinge()], ids=repr)
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("kernel", [False, True])
def test_the_optimum_of_weighted_losses(loss, inside, kernel):
    X, y = overlapping(40)
    omega = np.random.default_rng(4).uniform(0.2, 3.0, 40)
    omega[5] = 2.0
    J = Objective(0.7, 3.0, inside, loss)
    K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(2))
    place = Kernels(K, y, omega) if kernel else Coordinates(X, y, omega)
    G = K if kernel else X @ X.T
    v, b = optimum(place, J)

    def cost(change, shift):
        f = (K @ (v + change) if kernel else X @ (v + change)) + b + shift
        square = (v + change) @ (K if kernel else np.eye(2)) @ (v + change)
        square += (b + shift) ** 2 if inside else 0.0
        return 0.5 * 0.7 * square + 3.0 / 40 * (omega * loss(y * f)).sum()

    least, rng = cost(np.zeros_like(v), 0.0), np.random.default_rng(5)
    assert G.shape == (40, 40)
    for scale in (1e-4, 1e-2, 1.0):
        for _ in range(20):
            assert cost(scale * rng.normal(size=len(v)), scale * rng.normal()) >= least - 1e-9
    # the point of weight 2 in two parts, on one place
    rows = np.append(np.arange(40), 5)
    halved = omega[rows].copy()
    halved[[5, 40]] = 1.0
    price = Objective(0.7, 3.0 * 41 / 40, inside, loss)
    other = Coordinates(X[rows], y[rows], halved)
    if kernel:
        other = Kernels(K[np.ix_(rows, rows)], y[rows], halved)
    u, c = optimum(other, price)
    f, g = place.all_scores(v[None])[0] + b, other.all_scores(u[None])[0][:40] + c
    np.testing.assert_allclose(f, g, atol=1e-5)


@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge(), HuberHinge()], ids=repr)
def test_no_optimum_is_outside_the_ball(loss):
    X, y = overlapping(40)
    for seed in range(5):
        omega = np.random.default_rng(seed).uniform(0.01, 6.0, 40)
        J = Objective(0.7, 30.0, False, loss)
        v, _ = optimum(Coordinates(X, y, omega), J)
        assert np.linalg.norm(v) <= ball(J, omega)
    assert ball(Objective(), 4.0 * np.ones(3)) == pytest.approx(2.0)


def test_the_gradient_and_the_terms_are_those_of_a_sum_over_points():
    X, y = overlapping(25)
    omega = np.random.default_rng(2).uniform(0.2, 3.0, 25)
    J, w, b = Objective(0.5, 4.0, True, HuberHinge()), np.array([0.3, -0.8]), 0.2

    def cost(w, b):
        losses = [omega[i] * J.loss(np.array([y[i] * (X[i] @ w + b)]))[0] for i in range(25)]
        return 0.25 * (w @ w + b * b) + 4.0 / 25 * sum(losses)

    margins = (y * (X @ w + b))[None]
    made = J.terms(margins, np.array([w @ w]), np.array([b]), omega)
    assert made.total[0] == pytest.approx(cost(w, b), rel=1e-12)
    g_w, g_b = J.gradient(w, b, X, y, omega)
    h = 1e-6
    for k in range(2):
        step = h * np.eye(2)[k]
        numeric = (cost(w + step, b) - cost(w - step, b)) / (2 * h)
        assert g_w[k] == pytest.approx(numeric, abs=1e-7)
    assert g_b == pytest.approx((cost(w, b + h) - cost(w, b - h)) / (2 * h), abs=1e-7)


def test_novikoff_bounds_the_mistakes_of_a_weighted_perceptron():
    X, y = separable(40, street=0.3)
    omega = np.random.default_rng(3).uniform(0.2, 3.0, 40)
    place = Coordinates(X, y, omega)
    longer = omega[:, None] * np.column_stack([X, np.ones(40)])
    assert radius(place) == pytest.approx(np.sqrt((longer**2).sum(1)).max())
    scaled = street(place)
    sides = {"type": "ineq", "fun": lambda u: y * (longer @ u) - 1.0}
    least = minimize(lambda u: u @ u, np.ones(3), constraints=sides, tol=1e-12)
    assert scaled == pytest.approx(1.0 / np.linalg.norm(least.x), rel=1e-4)
    made = walk(
        place,
        Objective(0.0, 1.0, False, PerceptronLoss()),
        Plan(40, 60),
        SCHEDULES["constant"](),
        1.0,
    )
    v, b = made.v[-1], made.b[-1]
    assert (y * (X @ v + b)).min() > 0.0
    # the machine found is one plane; gamma is the best
    own = (y * (longer @ np.append(v, b))).min() / np.linalg.norm(np.append(v, b))
    assert own <= scaled * (1.0 + 1e-9)
    assert street(Kernels(X @ X.T, y, omega)) == pytest.approx(scaled, rel=1e-6)
    changed = (made.v != made.v_before).any(axis=1) | (made.b != made.b_before)
    assert 0 < changed.sum() <= (radius(place) / scaled) ** 2


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
    n, loss = len(made.train), LOSSES[how.loss]()
    rho, kappa = way.factors(way.constant_of(2.0, n), n)
    X, y = data.X, data.y
    K = np.exp(-experiment["gamma"] * ((X[:, None] - X[made.train]) ** 2).sum(2))
    for k in range(0, len(made.update), 7):
        v, b = made.v[k], made.b[k]
        f = (K @ v if name == "kernel" else X @ v) + b
        square = v @ K[made.train] @ v if name == "kernel" else v @ v
        square += b * b if way.bias_inside else 0.0
        for rows, found in ((made.train, made.terms.total[k]), (made.test, made.test_cost[k])):
            losses = sum(omega[i] * loss(np.array([y[i] * f[i]]))[0] for i in rows)
            assert found == pytest.approx(0.5 * rho * square + kappa / len(rows) * losses, rel=1e-9)
    if made.floor is not None and name != "perceptron":
        assert made.floor <= made.terms.total.min() * (1.0 + 1e-9)
    if name != "kernel":  # the push put into the rule gives the update
        rates, J = made.walk.rate[1:, None], made.driver
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
    X, y = plane.data.X[plane.train], plane.data.y[plane.train]
    omega = plane.data.weight[plane.train]
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
    n = len(made.train)
    # sum form: kappa / rho = n C, times the mean weight
    long = np.sqrt(n * made.data.weight[made.train].mean())
    assert told["rule"]["radius"] == pytest.approx(long, rel=1e-12)
    plain = film(change(Experiment(), n_samples=20), Descent())
    silent = film_dict(plain, "run", cover(fit_view(plain.data)), live=False, status="")
    assert "weight" not in silent
    assert silent["rule"]["weighed"] is False


def asked(program: str):
    node = compute_driver_executable()
    source = "\n".join((JS / f"{n}.js").read_text() for n in ("words", "losses", "rules"))
    why = (JS / "why.js").read_text()
    reach = why[why.index("function reach") : why.index("function alone")]
    out = subprocess.run(
        [node[0] if isinstance(node, tuple) else node, "-e", f"{source}\n{reach}\n{program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(out.stdout)


def test_the_panel_puts_the_weight_into_the_push():
    hinge, square = (
        f"{{ rule: {{ loss: '{loss}', h: 0 }}, kind: 'linear' }}"
        for loss in ("hinge", "squared_hinge")
    )
    said = asked(
        "process.stdout.write(JSON.stringify(["
        f"reach({hinge}, 0.5, 1), reach({hinge}, 0.5, 2.5), reach({square}, 0.25, 1),"
        f"reach({square}, 0.25, 2.5), FORMULAS.perceptron({{}}),"
        "KERNEL_FORMULAS.perceptron({ weighed: true })]))"
    )
    assert said[0] == "p = y x"
    assert said[1] == "p = ω y x = 2.5 y x"
    assert said[2] == "p = −ℓ′ y x = 1.5 y x"
    assert said[3] == "p = −ω ℓ′ y x = 3.75 y x"
    assert said[4] == "w ← w + y x where y f(x) ≤ 0"
    assert said[5] == "a ← a + ω y where y f(x) ≤ 0"


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
    v, b = optimum(Coordinates(X, y, C), Objective(1.0, 60.0, True))

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


def test_every_method_takes_weights():
    experiment = weighed()
    for method in METHODS:
        made = film(experiment, change_descent(Descent(), method=method, epochs=1))
        other = film(
            change(experiment, placed=tuple(replace(p, weight=1.0) for p in experiment.placed)),
            change_descent(Descent(), method=method, epochs=1),
        )
        assert np.abs(made.v[-1] - other.v[-1]).max() > 1e-6
