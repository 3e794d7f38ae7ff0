"""What tests of descent share: samples, and a descent as a text would write it."""

from __future__ import annotations

import numpy as np

from svmcore.losses import Hinge, HuberHinge, SquaredHinge
from svmcore.objective import Objective, PerceptronLoss
from svmcore.sgd.schedule import SCHEDULES, BatchPlan

SLOPES = {
    Hinge: lambda t: -1.0 if t < 1.0 else 0.0,
    PerceptronLoss: lambda t: -1.0 if t <= 0.0 else 0.0,
    SquaredHinge: lambda t: -2.0 * max(0.0, 1.0 - t),
    HuberHinge: lambda t: -1.0 if t < 0.5 else -max(0.0, 1.5 - t),  # h = 1/2
}


def overlapping(n=60, d=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.where(X[:, 0] + 0.5 * rng.normal(size=n) > 0.0, 1.0, -1.0)


def separable(n=40, d=2, seed=0, street=0.2):
    """Points on both sides of a street through a random place, one class on each side."""
    rng = np.random.default_rng(seed)
    w, b = rng.normal(size=d), rng.normal()
    w /= np.linalg.norm(w)
    X = rng.normal(size=(n, d)) - b * w
    side = np.where(np.arange(n) % 2, 1.0, -1.0)
    along = X @ w + b
    return X + np.outer(side * (np.abs(along) + street) - along, w), side


def textbook(X, y, J: Objective, plan: BatchPlan, schedule: str, eta0: float):
    """(w, b) after every update, from the start on: (T + 1, d + 1)."""
    T, d = plan.total, X.shape[1]
    rates = SCHEDULES[schedule](np.arange(1.0, T + 1.0), eta0, J.rho).tolist()
    slope = SLOPES[type(J.loss)]
    w, b, seen = [0.0] * d, 0.0, [[0.0] * (d + 1)]
    points, labels = X.tolist(), y.tolist()
    for t, eta in enumerate(rates, start=1):
        batch = plan.batch(t).tolist()
        g_w = [J.rho * c for c in w]
        g_b = J.rho * b if J.bias_inside else 0.0
        margins = [labels[i] * (sum(map(float.__mul__, w, points[i])) + b) for i in batch]
        for i, margin in zip(batch, margins, strict=True):
            pull = J.kappa / len(batch) * slope(margin) * labels[i]
            g_w = [g + pull * x for g, x in zip(g_w, points[i], strict=True)]
            g_b += pull
        w = [c - eta * g for c, g in zip(w, g_w, strict=True)]
        b -= eta * g_b
        seen.append([*w, b])
    return np.array(seen)


def machines(walked):
    return np.column_stack([walked.v, walked.b])


def difference(here, there):
    """The largest difference over the largest number."""
    return float(np.abs(here - there).max() / np.abs(there).max())
