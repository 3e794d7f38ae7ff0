"""What the tests of multiclass have in common."""

from __future__ import annotations

import numpy as np
import pytest

from svmcore.kernels import RBF, Linear, Polynomial

KERNELS = [Linear(), RBF(gamma=1.0), Polynomial(degree=3, gamma=0.5, coef0=1.0)]

every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.title)


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
