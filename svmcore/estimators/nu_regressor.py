"""Regression whose tube finds its own width (NuSVR)."""

from __future__ import annotations

from typing import Any, NamedTuple, Self

import numpy as np
from scipy.linalg import LinAlgError
from sklearn.base import RegressorMixin

from svmcore.arrays import Array
from svmcore.engine import Space, train
from svmcore.engine.tasks import nu_regression
from svmcore.estimators.fitting import Options, Part, options
from svmcore.estimators.parameters import (
    FINITE,
    common_parameters,
    kernel_parameters,
    number,
    penalties,
)
from svmcore.estimators.regressors import OneMachine
from svmcore.estimators.training_data import place, sample
from svmcore.problems.certificate import Status


class Tube(NamedTuple):
    """A machine, and half the width of its tube."""

    part: Part
    epsilon: float


def nu_tube(space: Space, z: Array, nu: float, C: Array, how: Options) -> Tube:
    """min 1/2 |w|^2 + nu epsilon sum(C) + sum_i C_i max(0, |z_i - f(x_i)| - epsilon).

    z and C have shape (n,).

    Raises
    ------
    ValueError
        If no finite machine is found.
    """
    # b takes up what all targets have in common; beside it their differences would lose digits
    middle = 0.5 * float(z.max()) + 0.5 * float(z.min())
    task = nu_regression(z - middle, nu, C)
    if np.ptp(z) == 0.0:  # a tube of no width holds everything, at no cost
        zero = np.zeros(len(z))
        certificate = task.certify(np.tile(zero, 2), zero, np.zeros(2))
        return Tube(Part(zero, middle, certificate, Status.OPTIMAL, 1), 0.0)
    try:
        answer = train(space, task, **how._asdict())
    except LinAlgError:
        raise ValueError("X is too large, or too uneven, for a kernel of this degree") from None
    upper, lower = answer.v.tolist()
    coef, b = task.coef(answer.a), middle + 0.5 * (upper - lower)
    if not np.isfinite(coef.sum() + b):
        raise ValueError("no finite machine was found: X or C is too large for this kernel")
    part = Part(coef, b, answer.certificate, answer.status, max(1, answer.n_iter), answer.w)
    return Tube(part, max(0.0, 0.5 * (upper + lower)))


class NuSVR(RegressorMixin, OneMachine):
    """Regression in a tube that is as wide as nu asks.

        min over w, b, epsilon of
        1/2 |w|^2 + nu epsilon sum(C) + sum_i C_i max(0, |y_i - <w, phi(x_i)> - b| - epsilon)

    At most a share nu of the points is outside the tube, and at least a share nu on its edge or
    outside. Where epsilon > 0 the machine is that of `SVR` with this epsilon. Parameters and
    attributes have the names and meanings of `sklearn.svm.NuSVR`.

    Parameters
    ----------
    nu : float in (0, 1], default=0.5
    C : float > 0, default=1.0
        The price of an error beyond epsilon; C_i is C times the weight of the point.
    kernel, degree, gamma, coef0, tol, max_iter, solver
        See `SVC`.

    Attributes
    ----------
    epsilon_ : float
        Half the width of the tube.
    certificate_, status_, support_, support_vectors_, n_support_, dual_coef_, coef_, intercept_,
    n_iter_, fit_status_, n_features_in_, feature_names_in_, shape_fit_
        See `SVC`; n_iter_ is a number.

    Source: Schoelkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural
    Computation 12 (2000), section 3.
    """

    def __init__(
        self,
        *,
        nu: float = 0.5,
        C: float = 1.0,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        tol: float = 1e-6,
        max_iter: int = -1,
        solver: str = "auto",
    ) -> None:
        self.nu = nu
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.solver = solver

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the targets y, shape (n,); see `SVC.fit`."""
        self.__dict__.pop("status_", None)
        common_parameters(self)
        kernel_parameters(self)
        number("nu", self.nu, above=0.0, most=1.0)
        number("C", self.C, above=0.0, most=FINITE)
        with np.errstate(all="ignore"):
            data = sample(self, X, y, sample_weight, numeric=True)
            there = place(self, data)
            C = penalties(self.C, np.ones(len(data.y)) if data.w is None else data.w)
            part, self.epsilon_ = nu_tube(there.space(), data.y, float(self.nu), C, options(self))
            self._keep(data, there, part)
        return self

    def predict(self, X: Any) -> Array:
        """f at the rows of X, shape (m,).

        Raises
        ------
        NotFittedError, ValueError, TypeError
            If nothing was learnt, or X does not fit what was.
        """
        return self._values(X)[:, 0]
