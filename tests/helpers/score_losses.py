"""What tests of many classes share: samples, losses as a text writes them, and exact optima."""

from __future__ import annotations

import cvxpy as cp
import numpy as np

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
