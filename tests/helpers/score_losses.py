"""What tests of many classes share: samples, losses as a text writes them, and exact optima."""

from __future__ import annotations

import cvxpy as cp
import numpy as np

from svmcore.arrays import as_classes, as_weights
from svmcore.multiclass.loss import OneVersusRest, WestonWatkins

EXACT = {"solver": cp.CLARABEL, "tol_gap_abs": 1e-10, "tol_gap_rel": 1e-10, "tol_feas": 1e-10}


def clusters(n=30, k=3, seed=0, d=2, spread=1.0):
    """Overlapping classes around places on a circle, all of them with points if n >= k."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % k
    centres = 1.5 * np.column_stack([np.cos(2 * np.pi * y / k), np.sin(2 * np.pi * y / k)])
    return np.pad(centres, ((0, 0), (0, d - 2))) + spread * rng.normal(size=(n, d)), y


def loss_of(name, f, y, delta):
    """The loss of one point with the scores f, a list."""
    if name == "one_versus_rest":
        return sum(max(0.0, delta - s if j == y else delta + s) for j, s in enumerate(f))
    gaps = [s - f[y] + delta for j, s in enumerate(f) if j != y]
    if name == "crammer_singer":
        return max([0.0, *gaps])
    return sum(max(0.0, gap) for gap in gaps)


def slope_of(name, f, y, delta):
    """Its subgradient in f, with strict inequalities and the first of equal rivals."""
    g = [0.0] * len(f)
    if name == "one_versus_rest":
        for j, s in enumerate(f):
            if j == y:
                g[j] = -1.0 if s < delta else 0.0
            else:
                g[j] = 1.0 if s > -delta else 0.0
        return g
    rivals = [j for j in range(len(f)) if j != y and f[j] - (f[y] - delta) > 0.0]
    if name == "crammer_singer" and rivals:
        rivals = [max(rivals, key=lambda j: f[j])]
    for j in rivals:
        g[j] += 1.0
        g[y] -= 1.0
    return g


def optimum(name, L, y, k, delta, rho, kappa, inside, weights=None):
    """The least J and its (W, b), W of shape (d, k), by a conic solver; L are coordinates."""
    n = len(y)
    c = np.ones(n) if weights is None else np.asarray(weights, dtype=float)
    W, b = cp.Variable((L.shape[1], k)), cp.Variable(k)
    F, own = L @ W + np.ones((n, 1)) @ cp.reshape(b, (1, k), order="C"), np.eye(k)[y]
    if name == "one_versus_rest":
        loss = cp.sum(cp.pos(delta - cp.multiply(2.0 * own - 1.0, F)), axis=1)
    else:
        lead = cp.sum(cp.multiply(own, F), axis=1, keepdims=True) @ np.ones((1, k))
        gaps = cp.multiply(1.0 - own, F - lead + delta)
        joint = name == "crammer_singer"
        loss = cp.max(cp.pos(gaps), axis=1) if joint else cp.sum(cp.pos(gaps), axis=1)
    size = cp.sum_squares(W) + (cp.sum_squares(b) if inside else 0.0)
    cost = 0.5 * rho * size + kappa / c.sum() * (c @ loss)
    least = cp.Problem(cp.Minimize(cost)).solve(**EXACT)
    return float(least), W.value, b.value


def loss(W, X, y, delta, reg, weights=None):
    """L = 1/N sum_i sum_{j != y_i} max(0, w_j.x_i - w_{y_i}.x_i + delta) + reg |W|^2.

    |W|^2 is the sum of squares of all entries. X has shape (n, d), W (k, d + 1) with the biases as
    its last column: every point gets one more coordinate, always 1, and the biases are in |W|^2.
    With weights, N is their sum and each point's loss counts as often as its weight says.
    """
    longer, counts = _longer(X), as_weights(weights, len(X))
    values = WestonWatkins(delta)(longer @ W.T, as_classes(y, len(X), len(W)))
    return float(counts @ values / counts.sum() + reg * (W * W).sum())


def gradient(W, X, y, delta, reg, weights=None):
    """The gradient of `loss` in W, shape (k, d + 1); at a kink a subgradient.

    For one point w_j gets [w_j.x - w_y.x + delta > 0] x, w_y minus the number of these j times x;
    then the mean over the points, and 2 reg W, entry by entry.
    """
    longer, counts = _longer(X), as_weights(weights, len(X))
    slope = WestonWatkins(delta).slope(longer @ W.T, as_classes(y, len(X), len(W)))
    pulls = slope * (counts / counts.sum())[:, None]
    return np.asarray(pulls.T @ longer + 2.0 * reg * W)


def constants(delta, reg, n):
    """(C, delta) of 1/2 |W|^2 + C sum loss with the minimiser of `loss`: C = 1 / (2 reg n).

    n is the number of points, or the sum of their weights. Dividing L by 2 reg is all there is to
    it, so delta stays; that W = delta W' turns (C, delta) into (C / delta, 1) means that both
    together decide no more than C / delta does, but for the unit the scores are in.
    """
    return 1.0 / (2.0 * reg * n), delta


def binary_C(kind, C):
    """The C of 1/2 |w|^2 + C sum max(0, 1 - s f) with the boundary of k = 2.

    Joint losses: w_0 = -w_1 at the optimum, and with w = (w_0 - w_1) / delta the cost is
    delta^2 / 4 |w|^2 + C delta sum hinge, hence 2 C / delta. One against the rest: each w_c is
    delta times the w of a machine with C / delta.

    Raises
    ------
    ValueError
        If delta is 0: then W = 0 is best, and there is no boundary.
    """
    if kind.delta == 0.0:
        raise ValueError("delta must be > 0 for a binary machine, got 0")
    return (1.0 if isinstance(kind, OneVersusRest) else 2.0) * C / kind.delta


def _longer(X):
    return np.column_stack([X, np.ones(len(X))])
