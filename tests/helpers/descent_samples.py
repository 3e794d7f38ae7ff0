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


def course(plan: BatchPlan, schedule: str, eta0: float, rho: float):
    """The points and the learning rate of every update."""
    rates = SCHEDULES[schedule](np.arange(1.0, plan.total + 1.0), eta0, rho).tolist()
    return [(plan.batch(t).tolist(), eta) for t, eta in enumerate(rates, start=1)]


def textbook(X, y, J: Objective, updates, omega=None, radius=np.inf):
    """(w, b) after every update, from the start on: (T + 1, d + 1); omega are weights."""
    slope, d = SLOPES[type(J.loss)], X.shape[1]
    w, b, seen = [0.0] * d, 0.0, [[0.0] * (d + 1)]
    points, labels = X.tolist(), y.tolist()
    omega = [1.0] * len(labels) if omega is None else omega.tolist()
    for batch, eta in updates:
        g_w = [J.rho * c for c in w]
        g_b = J.rho * b if J.bias_inside else 0.0
        margins = [labels[i] * (sum(map(float.__mul__, w, points[i])) + b) for i in batch]
        for i, margin in zip(batch, margins, strict=True):
            pull = J.kappa / len(batch) * omega[i] * slope(margin) * labels[i]
            g_w = [g + pull * x for g, x in zip(g_w, points[i], strict=True)]
            g_b += pull
        w = [c - eta * g for c, g in zip(w, g_w, strict=True)]
        b -= eta * g_b
        size = (sum(c * c for c in w) + J.bias_inside * b * b) ** 0.5
        if size > radius:
            w = [c * radius / size for c in w]
            b *= radius / size if J.bias_inside else 1.0
        seen.append([*w, b])
    return np.array(seen)


def machines(walked):
    return np.column_stack([walked.v, walked.b])


def difference(here, there):
    """The largest difference over the largest number."""
    return float(np.abs(here - there).max() / np.abs(there).max())
