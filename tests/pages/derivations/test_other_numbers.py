"""The numbers of training, several classes, parameters and the circle, computed in another way."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from scipy.optimize import minimize

from pages.derivations.text.lagrange import arrows
from svmcore.losses import SquaredHinge
from svmcore.multiclass.loss import WestonWatkins
from svmcore.problems import PrimalProblem
from svmcore.solvers.base import solve
from svmcore.solvers.newton import Newton
from tests.helpers.links import from_query
from tests.helpers.opened import gram
from tests.pages.derivations.reading import answer, close, figures, numbers_of

QUERIES = {
    "moons": {},
    "linear": {"kernel": "linear", "C": "0.1"},
    "few": {"dataset": "blobs", "n_samples": "10", "seed": "2", "C": "0.05"},
    "poly": {"kernel": "poly", "degree": "2", "dataset": "circles", "C": "3"},
}


def slope(f, x: np.ndarray, h: float = 1e-6) -> np.ndarray:
    """The derivatives of f at x by central differences."""
    return np.array([(f(x + h * e) - f(x - h * e)) / (2.0 * h) for e in np.eye(len(x))])


@pytest.mark.parametrize("name", QUERIES)
def test_newton_steps_and_their_derivatives(name: str):
    query = QUERIES[name]
    found = answer("newton", query)
    case, C = found.subject.case, float(query.get("C", 1.0))
    K, y, n = gram(query, case.X, case.X), case.y, len(case.y)

    def J(z: np.ndarray) -> float:
        f = K @ z[:-1] + z[-1]
        return 0.5 * z[:-1] @ K @ z[:-1] + C * (np.maximum(0.0, 1.0 - y * f) ** 2).sum()

    rng = np.random.default_rng(3)
    for z in (np.zeros(n + 1), 0.1 * rng.normal(size=n + 1)):
        beta, b = case.gradient(z[:-1], z[-1])
        np.testing.assert_allclose(slope(J, z), [*beta, b], rtol=1e-5, atol=1e-5 * np.abs(K).max())
    first, second = case.steps[0], case.second
    np.testing.assert_array_equal(second.before, y * (K @ first.beta + first.b) < 1.0)
    S = np.flatnonzero(second.before)
    A = np.block([[K[np.ix_(S, S)] + np.eye(len(S)) / (2.0 * C), np.ones((len(S), 1))],
                  [np.ones((1, len(S))), np.zeros((1, 1))]])  # fmt: skip
    by_hand = np.linalg.solve(A, [*y[S], 0.0])
    np.testing.assert_allclose(second.beta[S], by_hand[:-1], rtol=1e-6, atol=1e-9)
    assert abs(second.b - by_hand[-1]) < 1e-7
    steps = [figures(step.numbers) for step in found.steps]
    start = slope(J, np.zeros(n + 1))
    close(steps[0], [0.0, 0.0, C, n, C * n])
    close(steps[1], [np.linalg.norm(start[:-1]), start[-1]])
    close(steps[2][1:], [2.0 * C, len(S)])  # after the 2 of 2C
    assert steps[3][-1] == pytest.approx(K[S[0], S[0]] + 0.5 / C, rel=1e-3)
    z = np.append(second.beta, second.b)
    shown = [*second.beta[S][:3], second.b, J(z)]
    close(steps[4], shown)
    problem = PrimalProblem(K, y, np.full(n, C), loss=SquaredHinge())
    best = solve(problem, Newton(), tol=1e-9, max_iter=99).certificate.primal
    assert steps[5][-1] == pytest.approx(best, rel=1e-5)
    assert steps[5][:-1] == [one.before.sum() for one in case.steps]


@pytest.mark.parametrize("name", QUERIES)
def test_a_pegasos_update_is_a_step_against_a_subgradient(name: str):
    query = QUERIES[name]
    found = answer("pegasos", query)
    case = found.subject.case
    X, y, C = case.X, case.y, float(query.get("C", 1.0))
    n = len(y)
    reg = 1.0 / (n * C)
    Z, w = np.column_stack([X, np.ones(n)]), np.zeros(3)
    for t in range(1, n + 1):  # the textbook's loop
        z, s = Z[t - 1], y[t - 1]
        w = w - (reg * w - (s * z if s * (w @ z) < 1.0 else 0.0)) / (reg * t)
        w = w * min(1.0, 1.0 / (math.sqrt(reg) * np.linalg.norm(w)))
    inside = y * (Z @ w) < 1.0
    i = int(inside.argmax())  # the first one, or 0
    assert case.i == i
    np.testing.assert_allclose(case.before, w, rtol=1e-7, atol=1e-9)

    def J(v: np.ndarray) -> float:
        return 0.5 * reg * v @ v + max(0.0, 1.0 - y[i] * (v @ Z[i]))

    g = slope(J, w)
    eta = 1.0 / (reg * (n + 1))
    moved = w - eta * g
    length = np.linalg.norm(moved)
    after = moved * min(1.0, 1.0 / (math.sqrt(reg) * length))
    steps = [figures(step.numbers) for step in found.steps]
    margin = y[i] * (w @ Z[i])
    close(steps[0], [margin, max(0.0, 1.0 - margin), -1.0 if margin < 1.0 else 0.0])
    close(steps[1], [1.0, n, C, reg])
    penalty, loss = 0.5 * reg * w @ w, max(0.0, 1.0 - margin)
    close(steps[2], [penalty, loss, penalty + loss])
    close(steps[4][-1:], [eta])
    close(steps[6][:2], [length, 1.0 / math.sqrt(reg)])
    for step, vector in ((3, g), (5, moved), (6, after)):
        np.testing.assert_allclose(steps[step][-3:], vector, rtol=6e-3, atol=1e-5)
    drawn = found.subject.shown.model
    np.testing.assert_allclose([*drawn.weights, drawn.intercept], after, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", QUERIES)
def test_the_bound_of_stochastic_descent_in_numbers(name: str):
    """A loop of its own, and the optimum by scipy from that of the derivation."""
    found = answer("sgd_bound", QUERIES[name])
    case = found.subject.case
    X, y, rho, kappa = case.data.matrix, case.data.y, case.J.rho, case.J.kappa
    n, T = len(y), 5 * len(y)
    draws = np.random.default_rng(from_query(QUERIES[name]).seed).integers(n, size=T)
    Z, w, models = np.column_stack([X, np.ones(n)]), np.zeros(3), []
    for t, i in enumerate(draws, start=1):
        models.append(w)
        g = rho * w - (kappa * y[i] * Z[i] if y[i] * (w @ Z[i]) < 1.0 else 0.0)
        w = w - g / (rho * t)

    def J(v: np.ndarray) -> float:
        return 0.5 * rho * v @ v + kappa * np.maximum(0.0, 1.0 - y * (Z @ v)).mean()

    best, apart = case.best, models[-1] - case.best
    assert all(J(best) <= J(best + 1e-4 * way) for way in np.vstack([np.eye(3), -np.eye(3)]))
    steps = [figures(step.numbers) for step in found.steps]
    G = 2.0 * kappa * np.linalg.norm(Z, axis=1).max()
    close(steps[1][-1:], [(w - best) @ (w - best)])
    close(steps[1][:1], [apart @ apart])
    above = J(models[-1]) - J(best)
    close(steps[2][1:], [above, 0.5 * rho * apart @ apart, above + 0.5 * rho * apart @ apart])
    assert steps[2][0] >= steps[2][-1] * (1.0 - 1e-3)
    close(steps[3][-2:], [G, np.linalg.norm(g)])
    close(steps[6][-2:], [G * G * (1.0 + math.log(T)) / (2.0 * rho * T), case.measured])
    assert case.measured == pytest.approx(J(np.mean(models, axis=0)) - J(best), rel=1e-6)


def classes_of(latex: str) -> list[int]:
    """The classes whose w or f stands at the beginning of a line."""
    return [int(c) for c in re.findall(r"(?:^|\\\\|aligned\})[wf]_\{(\d+)\}", latex)]


def F_of(W: np.ndarray, own: int, X: np.ndarray) -> np.ndarray:
    """The score of a class minus those of all, at some places: (n, k)."""
    scores = np.column_stack([X, np.ones(len(X))]) @ W.T
    return scores[:, [own]] - scores


BOARDS = {
    "four": {"dataset": "blobs", "classes": "4", "n_samples": "60", "noise": "0.8"},
    "two": {"dataset": "moons", "n_samples": "40"},
    "ten": {"dataset": "blobs", "classes": "10", "n_samples": "120", "C": "0.1"},
}


@pytest.mark.parametrize("delta", [1.0, 2.5])
@pytest.mark.parametrize("name", BOARDS)
def test_the_loss_of_several_classes_and_its_gradient(name: str, delta: float):
    found = answer("classes", BOARDS[name], delta=delta)
    case = found.subject.case
    W, Z, labels = case.W, case.Z, case.places
    C, n = float(BOARDS[name].get("C", 1.0)), len(labels)
    i, k = case.i, len(W)
    own = int(labels[i])

    def loss(flat: np.ndarray) -> float:
        scores = flat.reshape(k, 3) @ Z[i]
        return sum(max(0.0, scores[j] - scores[own] + delta) for j in range(k) if j != own)

    gradient = slope(loss, W.ravel()).reshape(k, 3)
    counts = (Z @ W.T - (Z @ W.T)[np.arange(n), labels][:, None] + delta > 1e-9).sum(axis=1) - 1
    assert counts[i] == counts.max()
    steps = [figures(step.numbers) for step in found.steps]
    assert case.losses[i] == pytest.approx(loss(W.ravel()))
    assert steps[1][-1] == pytest.approx(loss(W.ravel()), rel=1e-3, abs=1e-6)
    shown = classes_of(found.steps[3].numbers)
    assert len(shown) == min(k, 5)
    for c, (factor, *x) in zip(shown, np.array(steps[3]).reshape(-1, 4), strict=True):
        place = int(np.flatnonzero(case.many.classes == c)[0])
        np.testing.assert_allclose(factor * np.array(x), gradient[place], rtol=6e-3, atol=1e-4)
    reg = 1.0 / (2.0 * C * n)
    F = Z @ W.T
    mean = WestonWatkins(delta=delta)(F, labels).mean()
    whole = mean + reg * (W**2).sum()
    close(steps[4], [reg, mean, reg, (W**2).sum(), whole])
    order = classes_of(found.steps[0].numbers)
    close(steps[0], [F[i, int(np.flatnonzero(case.many.classes == c)[0])] for c in order])
    assert sorted(order) == sorted(shown)
    distances = dict(zip([c for c in sorted(shown) if c != case.many.classes[own]],
                         np.array(steps[5]).reshape(-1, 4)[:, 1:], strict=True))  # fmt: skip
    for c, (top, length, distance) in distances.items():
        w = (W[own] - W[int(np.flatnonzero(case.many.classes == c)[0])])[:2]
        close([top, length, distance], [delta, np.linalg.norm(w), delta / np.linalg.norm(w)])
    lit = found.steps[5].lit
    (across,), at = lit.segments, [F_of(W, own, line) for line in lit.lines]
    rival = next(j for j in range(k) if j != own and np.allclose(at[0][:, j], 0.0, atol=1e-6))
    np.testing.assert_allclose(at[1][:, rival], delta, atol=1e-6)
    w = (W[own] - W[rival])[:2]
    assert np.hypot(*(across[1] - across[0])) == pytest.approx(delta / np.linalg.norm(w))


@pytest.mark.parametrize("delta", [1.0, 0.4, 2.5])
@pytest.mark.parametrize("name", BOARDS)
def test_two_classes_are_the_binary_svm_with_twice_C_over_delta(name: str, delta: float):
    found = answer("two_classes", BOARDS[name], delta=delta)
    case = found.subject.case
    C = float(BOARDS[name].get("C", 1.0))
    X, y = found.subject.shown.data.X, np.where(found.subject.shown.labels == 1, 1.0, -1.0)
    np.testing.assert_allclose(case.W[0], -case.W[1], atol=1e-4)
    np.testing.assert_allclose(case.u, case.w, rtol=1e-3, atol=1e-4)

    def cost(v: np.ndarray) -> float:
        return (
            0.5 * v[:2] @ v[:2] + 2.0 * C / delta * np.maximum(0, 1 - y * (X @ v[:2] + v[2])).sum()
        )

    own = np.append(case.w, case.b)
    assert cost(own) == pytest.approx(case.binary, rel=1e-9)
    least = minimize(cost, own, method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-9})
    assert least.fun > case.binary * (1.0 - 1e-5)
    assert 2.0 * case.joint / delta**2 == pytest.approx(case.binary, rel=1e-4)
    steps = [figures(step.numbers) for step in found.steps]
    assert steps[4][:-1] == pytest.approx([2.0, C, delta, 2.0 * C / delta], rel=6e-3)
    assert steps[4][-1] == pytest.approx(cost(own), rel=1e-4)
    np.testing.assert_allclose(steps[5][-2:], case.w, rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("kernel", ["rbf", "poly", "sigmoid"])
def test_the_names_of_kernel_parameters(kernel: str):
    query = {"kernel": kernel, "gamma": "0.7"} | ({} if kernel == "rbf" else {"coef0": "-0.3"})
    found = answer("parameters", query)
    m = numbers_of("parameters", query)
    i, j = (int(k) for k in m.order[:2])
    x, z, gamma = m.X[i], m.X[j], 0.7
    coef0 = -0.3 if kernel != "rbf" else 1.0
    steps = [figures(step.numbers) for step in found.steps]
    sigma = steps[0][-1]
    assert steps[0][0] == gamma
    assert sigma == pytest.approx(1.0 / math.sqrt(2.0 * gamma), rel=1e-3)
    square = ((x - z) ** 2).sum()
    assert steps[1][-1] == pytest.approx(math.exp(-square / (2.0 * sigma**2)), rel=6e-3)
    kappa, theta = steps[2][:2]
    assert (kappa, theta) == (gamma, -coef0)
    assert steps[2][-1] == pytest.approx(math.tanh(kappa * (x @ z) - theta), rel=6e-3)
    assert steps[3][-1] == pytest.approx((gamma * (x @ z) + coef0) ** 3, rel=6e-3)
    n = len(m.y)
    close(steps[4], [1.0, n, 1.0 / n])


def test_the_circle_is_solved():
    found = answer("lagrange", {})
    angles = np.linspace(0.0, 2.0 * math.pi, 400001)
    f = 2.0 * np.cos(angles) + np.sin(angles)
    best = angles[f.argmax()]
    top = (math.cos(best), math.sin(best), f.max())
    steps = [figures(step.numbers) for step in found.steps]
    np.testing.assert_allclose(steps[6], [*top, *(-v for v in top)], atol=1e-3)
    multiplier = steps[5][0]

    def lagrangian(v: np.ndarray) -> float:
        x, y, lam = v
        return 2.0 * x + y - lam * (x**2 + y**2 - 1.0)

    for sign in (1.0, -1.0):
        at = np.array([sign * top[0], sign * top[1], sign * multiplier])
        np.testing.assert_allclose(slope(lagrangian, at), 0.0, atol=2e-3)
    close(steps[1][-3:], [multiplier, 2.0 * top[0], 2.0 * top[1]])
    (start, f_tip), (_, g_tip) = arrows()
    np.testing.assert_allclose(start, top[:2], atol=1e-4)
    np.testing.assert_allclose((f_tip - start) / (g_tip - start), multiplier, atol=1e-3)
