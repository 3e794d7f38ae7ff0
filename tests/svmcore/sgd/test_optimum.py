"""The optimum that descents are measured by, and how near they come to it."""

from __future__ import annotations

from itertools import product

import cvxpy as cp
import numpy as np
import pytest

from pages.state.board import Placed
from pages.state.experiment import Experiment
from pages.state.run import data_of
from svmcore.kernels import RBF
from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.objective import CONVENTIONS
from svmcore.sgd.parametrization import KernelWeights, LinearWeights
from svmcore.solvers.optimum import optimum, radius, street
from tests.helpers.descent_samples import separable
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
    K = place.gram()
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
