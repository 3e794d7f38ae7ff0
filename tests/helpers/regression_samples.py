"""What the tests of regression descent have in common."""

from __future__ import annotations

import pytest

from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression

KINDS = ["linear", "rbf"]


every_kind = pytest.mark.parametrize("kernel", KINDS)


def course(kernel="rbf", steps=None, **words):
    value = change_regression(
        Regression(), kernel=kernel, curve="line" if kernel == "linear" else "sine", **words
    )
    return descend(value, RegressionDescent(**(steps or {})))


def gram(fitted):
    X = fitted.x[fitted.learned][:, None]
    return fitted.regression.build_kernel()(X, X)


def points(fitted):
    return fitted.x[fitted.learned], fitted.z[fitted.learned]


def cost(fitted, v, b):
    """J, written down once more: its two terms."""
    x, z = points(fitted)
    if fitted.regression.kernel == "linear":
        f, square = v[0] * x + b, v[0] ** 2
    else:
        f, square = gram(fitted) @ v + b, v @ gram(fitted) @ v
    slack = sum(max(0.0, abs(r) - fitted.epsilon) for r in z - f)
    return 0.5 * square, fitted.regression.C * slack
