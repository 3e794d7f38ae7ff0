"""What the tests of multiclass have in common."""

from __future__ import annotations

import numpy as np

from svmcore.kernels import RBF, Linear, Polynomial

KERNELS = [Linear(), RBF(gamma=1.0), Polynomial(degree=3, gamma=0.5, coef0=1.0)]


def around(n, k, noise=0.6, seed=0):
    """k overlapping classes on a circle, and points to ask about."""
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % k
    angles = 2.0 * np.pi * labels / k
    X = 1.2 * np.column_stack([np.cos(angles), np.sin(angles)]) + noise * rng.normal(size=(n, 2))
    return X, labels, rng.uniform(-3.0, 3.0, (200, 2))


def values_of(machine, Z):
    """f from coef, intercept and the kernel."""
    return machine.kernel(Z, machine.X) @ machine.coef.T + machine.intercept


def primal_of(machine):
    """The value of the primal of a joint machine, from coef, intercept and the kernel."""
    y, rows = np.searchsorted(machine.classes, machine.labels), np.arange(len(machine.labels))
    f = values_of(machine, machine.X)
    missing = np.maximum(f - f[rows, y][:, None] + machine.delta, 0.0)
    missing[rows, y] = 0.0
    loss = missing.max(1) if machine.scheme == "crammer_singer" else missing.sum(1)
    K = machine.kernel(machine.X, machine.X)
    square = np.vdot(machine.coef, machine.coef @ K)
    square += machine.intercept @ machine.intercept if machine.bias_inside else 0.0
    return 0.5 * square + machine.C @ loss
