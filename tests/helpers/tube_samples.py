"""Regressions to draw, and what is true of them from alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np

from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.state.board.board import Placed, renumbered

VIEW = (-3.0, 3.0, -2.4, 2.4)
CASES = {
    "usual": {},
    "linear": {"kernel": "linear", "curve": "line"},
    "narrow": {"gamma": 100.0, "C": 1e4},
    "laplacian": {"kernel": "laplacian", "gamma": 100.0, "C": 30.0},
    "poly": {"kernel": "poly", "C": 100.0},
    "built": {"kernel": "built", "C": 1e3},
    "nu": {"machine": "nu", "nu": 0.3, "curve": "uneven"},
    "all learnt": {"test_share": 0.0, "epsilon": 0.0},
}


def of(**words):
    return fit(change_regression(Regression(), **words))


def own(points, **words):
    placed = renumbered(tuple(Placed(float(x), float(z), 0, 0) for x, z in points))
    return of(**({"test_share": 0.0} | words | {"curve": "own", "placed": placed}))


def gram(found, x):
    """K(x_i, x), (n, m), written down here once more."""
    value = found.regression
    a, b = found.x[:, None], np.asarray(x)[None, :]
    gamma = value["gamma"]
    return {
        "linear": lambda: a * b,
        "poly": lambda: (gamma * a * b + value["coef0"]) ** value["degree"],
        "rbf": lambda: np.exp(-gamma * (a - b) ** 2),
        "laplacian": lambda: np.exp(-gamma * np.abs(a - b)),
        "built": lambda: np.exp(-2.0 * (a - b) ** 2) + a * b,
    }[value.kernel]()


def curve(found, x):
    """f at places x from alpha, alpha*, b and the kernel."""
    return (found.alpha - found.alpha_star) @ gram(found, x) + found.intercept


def trace(figure, uid):
    [one] = [t for t in figure["data"] if t["uid"] == uid]
    return one


def uids(figure):
    return [t["uid"] for t in figure["data"]]
