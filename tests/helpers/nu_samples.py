"""What the tests of nu have in common."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from pages.nu.model import MODES
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change

SAMPLES = {
    "moons": Experiment(n_samples=61),
    "uneven": change(Experiment(n_samples=71), balance=0.3, gamma=3.0),
    "cubic": change(Experiment(n_samples=51), dataset="circles", kernel="poly"),
    "line": change(Experiment(n_samples=61), dataset="blobs", kernel="linear", noise=0.1),
    "few": Experiment(n_samples=9, dataset="blobs"),
}


every_mode = pytest.mark.parametrize("mode", MODES[:2])  # the sphere has tests of its own


def placed(points):
    own = tuple(Placed(x, y, label, 1000 + k) for k, (x, y, label) in enumerate(points))
    return Experiment(dataset="own", placed=own)


def gram(result):
    X = result.data.X
    return result.experiment.build_kernel()(X, X)


def judged(result):
    """The multipliers before any division, what has to reach rho, and |w|^2, from the model."""
    K, y = gram(result), result.data.y
    one = result.choice.mode == "one_class"
    unit = 1.0 if one else result.rho
    sign = np.ones(len(y)) if one else y
    coef, b = unit * result.model.coef, unit * result.model.intercept
    reached = sign * (K @ coef + b) + (result.rho if one else 0.0)
    return sign * coef, reached, float(coef @ K @ coef)


def parted(K_or_X, y, nu, mode):
    """Whether w cannot be 0: no feasible a has sum_i a_i s_i x_i = 0, for points in a plane."""
    X, n = K_or_X, len(y)
    one = mode == "one_class"
    sign = np.ones(n) if one else y
    groups = [np.ones(n)] if one else [y > 0.0, y < 0.0]
    A = np.vstack([(sign[:, None] * X).T, *groups])
    e = np.append(np.zeros(2), np.full(len(groups), nu * n / len(groups)))
    return linprog(np.zeros(n), A_eq=A, b_eq=e, bounds=(0.0, 1.0)).status == 2


def holds(run) -> bool:
    """Whether the share outside <= nu <= the share of support vectors, but for rounding."""
    nu, outside, support = run.choice.nu, run.outside_share, run.support_share
    return run.model is not None and outside <= nu + 1e-9 and nu <= support + 1e-9
