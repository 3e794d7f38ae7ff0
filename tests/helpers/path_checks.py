"""The law that a whole path of machines has to keep."""

import numpy as np

from svmcore.engine import classification
from svmcore.path import c_path
from svmcore.path.certify import EXACT_TOL
from svmcore.problems.certificate import Status

LOW, HIGH = 1e-2, 1e4


def inside(path, n, seed=0):
    """Values of C strictly between corners, of short and long stretches alike."""
    rng = np.random.default_rng(seed)
    k = rng.integers(len(path), size=n)
    t = rng.uniform(0.1, 0.9, n)
    return (1 - t) * path.C[k] + t * path.C[k + 1]


def certificate(K, y, path, C):
    a = path.alpha(C)
    task = classification(y, C * path.shares)
    return task.certify(a, K @ (y * a), np.array([path.intercept(C)]))


def check(K, y, n=10):
    """The path is proved, and every C between the corners stands before the court by itself."""
    path = c_path(K, y, LOW, HIGH)
    assert path.status is Status.OPTIMAL
    assert path.C[0] == LOW
    assert path.C[-1] == HIGH
    assert (np.diff(path.C) > 0.0).all()
    for C in [LOW, HIGH, *inside(path, n)]:
        assert certificate(K, y, path, C).violation <= EXACT_TOL
    return path
