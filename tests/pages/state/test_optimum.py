"""The optimum that descents are measured by, and how near they come to it."""

from itertools import product

import cvxpy as cp
import numpy as np
import pytest

from pages.descent.model.norm import C_of_plain_norm
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment
from pages.state.model.optimum import gram, optimum, radius, street
from pages.state.model.run import data_of
from svmcore.kernels import RBF
from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.objective import CONVENTIONS, Objective, PerceptronLoss
from svmcore.sgd.driver import run_descent
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.sgd.schedule import SCHEDULES, BatchPlan
from svmcore.sgd.update_rules import Descend
from tests.helpers.descent_samples import course, overlapping, separable, textbook
from tests.helpers.grids import grid
from tests.helpers.samples import sample

EXACT = {"solver": cp.CLARABEL, "tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


def stated(way, kind, loss, C, n=120):
    X, y = sample("blobs", n)
    place = KernelWeights(RBF(0.5)(X, X), y) if kind == "kernel" else LinearWeights(X, y)
    convention = CONVENTIONS[way]
    return place, convention.objective(convention.constant_of(C, n), n, loss)


def costs(place, J, V, B):
    margins = place.y * (place.all_scores(V) + B[:, None])
    return J.terms(margins, place.square(V), B).total


@pytest.mark.parametrize(
    ("way", "kind", "C"), grid(CONVENTIONS, ["plane", "kernel"], [0.01, 1.0, 20.0])
)
def test_the_hinges_optimum_is_that_of_a_conic_solver(way, kind, C):
    place, J = stated(way, kind, Hinge(), C, 60)
    v, b = optimum(place, J)
    # K = L L', in which v = L' a of the kernel's coefficients: the same for both places
    K = gram(place)
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-13 * values.max()
    L = vectors[:, kept] * np.sqrt(values[kept])
    w, intercept = cp.Variable(L.shape[1]), cp.Variable()
    size = cp.sum_squares(w) + (cp.square(intercept) if J.bias_inside else 0.0)
    loss = cp.pos(1.0 - cp.multiply(place.y, L @ w + intercept))
    problem = cp.Problem(cp.Minimize(0.5 * J.rho * size + J.kappa * cp.sum(loss) / len(place.y)))
    there = problem.solve(**EXACT)
    here = float(costs(place, J, v[None], np.array([b]))[0])
    assert here == pytest.approx(there, rel=1e-7)
    # where every point is inside its margin a free bias is not unique
    np.testing.assert_allclose(place.all_scores(v[None])[0], L @ w.value, atol=2e-4)


HARD = {  # where the Gram matrix alone leads Newton's method nowhere, or w = 0 is the best
    "four corners": Experiment(
        dataset="own",
        placed=tuple(
            Placed(x, y, int(x * y > 0), 1000 + k)
            for k, (x, y) in enumerate(product((-1.0, 1.0), repeat=2))
        ),
    ),
    "a few of many": Experiment(dataset="imbalanced", n_samples=30, seed=79, C=1e4),
    "weak": Experiment(dataset="xor", n_samples=30, seed=47, C=0.01),
}


@pytest.mark.parametrize(
    ("way", "kind", "loss", "name"),
    grid(CONVENTIONS, ["plane", "kernel"], [SquaredHinge(), HuberHinge()], HARD),
    ids=str,
)
def test_a_smooth_optimum_is_proved_where_newtons_method_stalls(way, kind, loss, name):
    data = data_of(HARD[name])
    K = data.X @ data.X.T
    place = KernelWeights(K, data.y) if kind == "kernel" else LinearWeights(data.X, data.y)
    n = len(data)
    J = CONVENTIONS[way].objective(CONVENTIONS[way].constant_of(HARD[name].C, n), n, loss)
    v, b = optimum(place, J)
    w = v if kind == "plane" else v @ data.X
    g_w, g_b = J.gradient(w, b, data.X, data.y)
    scale = J.kappa * np.abs(data.X).max()
    assert np.abs(g_w).max() <= 1e-6 * scale
    assert abs(g_b) <= 1e-6 * scale


@pytest.mark.parametrize("d", [1, 2, 4])
def test_the_street_is_that_of_a_conic_solver(d):
    for seed in range(4):
        X, y = separable(30, d, seed)
        w, b, gamma = cp.Variable(d), cp.Variable(), cp.Variable()
        inside = [cp.sum_squares(w) + cp.square(b) <= 1.0, cp.multiply(y, X @ w + b) >= gamma]
        there = cp.Problem(cp.Maximize(gamma), inside).solve(solver=cp.CLARABEL)
        assert street(LinearWeights(X, y)) == pytest.approx(there, rel=1e-7)
        assert street(KernelWeights(X @ X.T, y)) == pytest.approx(there, rel=1e-7)
        longest = np.sqrt((X**2).sum(1).max() + 1.0)
        assert radius(LinearWeights(X, y)) == pytest.approx(longest, rel=1e-12)
    y[0] = -y[0]
    assert street(LinearWeights(np.vstack([X, X[:1]]), np.append(y, -y[0]))) is None


COSTS = [
    Objective(0.3, 2.0, inside, loss)
    for inside in (False, True)
    for loss in (Hinge(), SquaredHinge(), HuberHinge())
] + [Objective(0.0, 1.0, False, PerceptronLoss())]


@pytest.mark.parametrize(
    ("d", "J", "size", "project"), grid([2, 4], COSTS, [1, 7, 30], [False, True]), ids=repr
)
def test_every_update_is_that_of_the_formula(d, J, size, project):
    X, y = overlapping(30, d)
    omega = np.random.default_rng(1).uniform(0.2, 3.0, 30)
    project = project and J.rho > 0.0  # without a penalty there is no ball
    plan, radius = BatchPlan(30, 3, size, seed=2), np.inf
    if project:
        factor = J.loss(np.zeros(1))[0] * (1.0 if isinstance(J.loss, Hinge) else 2.0)
        radius = float(np.sqrt(factor * J.kappa * omega.sum() / 30 / J.rho))
    there = textbook(X, y, J, course(plan, "inverse_sqrt", 0.1, J.rho), omega, radius)
    for place in (LinearWeights(X, y, omega), KernelWeights(X @ X.T, y, omega)):
        run = run_descent(place, J, plan, SCHEDULES["inverse_sqrt"], 0.1, rule=Descend(project))
        w = run.v if isinstance(place, LinearWeights) else run.v @ X
        np.testing.assert_allclose(w, there[:, :-1], atol=1e-9 * np.abs(there).max())
        np.testing.assert_allclose(run.b, there[:, -1], atol=1e-9 * np.abs(there).max())


@pytest.mark.parametrize(
    ("loss", "inside", "kernel"),
    grid([Hinge(), SquaredHinge(), HuberHinge()], [False, True], [False, True]),
    ids=repr,
)
def test_the_optimum_of_weighted_losses(loss, inside, kernel):
    X, y = overlapping(40)
    omega = np.random.default_rng(4).uniform(0.2, 3.0, 40)
    J = Objective(0.7, 3.0, inside, loss)
    K = np.exp(-0.5 * ((X[:, None] - X[None]) ** 2).sum(2))
    place = KernelWeights(K, y, omega) if kernel else LinearWeights(X, y, omega)
    v, b = optimum(place, J)

    def cost(change, shift):
        f = (K @ (v + change) if kernel else X @ (v + change)) + b + shift
        square = (v + change) @ (K if kernel else np.eye(2)) @ (v + change)
        square += (b + shift) ** 2 if inside else 0.0
        return 0.5 * 0.7 * square + 3.0 / 40 * (omega * loss(y * f)).sum()

    least, rng = cost(np.zeros_like(v), 0.0), np.random.default_rng(5)
    for scale in (1e-4, 1e-2, 1.0):
        for _ in range(20):
            assert cost(scale * rng.normal(size=len(v)), scale * rng.normal()) >= least - 1e-9


def test_the_cost_and_the_gradient_of_weights_are_those_of_repeated_points():
    X, y = overlapping(25)
    counts = np.random.default_rng(2).integers(0, 4, 25)
    rows = np.repeat(np.arange(25), counts)
    J, w, b = Objective(0.5, 4.0, True, HuberHinge()), np.array([[0.3, -0.8]]), np.array([0.2])
    many = Objective(0.5, 4.0 * len(rows) / 25, True, HuberHinge())
    margins, square = y * (w @ X.T + b), (w**2).sum(1)
    total = J.terms(margins, square, b, counts).total
    np.testing.assert_allclose(total, many.terms(margins[:, rows], square, b).total, rtol=1e-12)
    here, there = J.gradient(w[0], 0.2, X, y, counts), many.gradient(w[0], 0.2, X[rows], y[rows])
    np.testing.assert_allclose(np.append(*here), np.append(*there), rtol=1e-12)


@pytest.mark.parametrize("C", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("loss", [Hinge(), SquaredHinge()], ids=lambda loss: loss.title)
def test_the_norm_that_is_not_squared_has_the_same_minimiser_for_another_constant(loss, C):
    """|w| + C/n sum loss: no step from that minimiser is lower, and from half of it one is."""
    rng = np.random.default_rng(5)
    X, y, n = rng.normal(size=(12, 3)), np.where(rng.random(12) < 0.5, -1.0, 1.0), 12
    problem = LinearWeights(X, y)
    v, b = optimum(problem, Objective(1.0, n * C, False, loss))
    length = float(np.linalg.norm(v))
    plain_C = C_of_plain_norm(C, length, n)

    def J(w, b):
        return np.linalg.norm(w) + plain_C / n * loss(y * (X @ w + b)).sum()

    best = J(v, b)
    for size in (1e-4, 1e-2, 1.0):  # J is convex: where no step near it is lower, none is
        step = size * rng.normal(size=(20, 4))
        assert min(J(v + s[:3], b + s[3]) for s in step) >= best - 1e-8 * plain_C
    if isinstance(loss, SquaredHinge):  # the gradient: w/|w| + C/n sum loss' y x = 0
        pull = plain_C / n * (loss.slope(y * (X @ v + b)) * y)
        np.testing.assert_allclose(v / length + pull @ X, 0.0, atol=1e-6)
