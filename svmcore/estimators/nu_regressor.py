"""Regression whose tube finds its own width (NuSVR)."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import Space
from svmcore.engine.tasks import nu_regression
from svmcore.estimators.fitting import Options, Part, options, part_of, trained
from svmcore.estimators.parameters import (
    number,
    penalties,
)
from svmcore.estimators.regressors import KernelRegressor
from svmcore.estimators.training_data import KernelData, Sample
from svmcore.problems.certificate import Status


class NuTube(NamedTuple):
    """A model, and half the width of its tube."""

    part: Part
    epsilon: float


def nu_tube(space: Space, z: Array, nu: float, C: Array, how: Options) -> NuTube:
    """min 1/2 |w|^2 + nu epsilon sum(C) + sum_i C_i max(0, |z_i - f(x_i)| - epsilon).

    z and C have shape (n,).

    Raises ValueError if no finite model is found.
    """
    # b takes up what all targets have in common; beside it their differences would lose digits
    middle = 0.5 * float(z.max()) + 0.5 * float(z.min())
    task = nu_regression(z - middle, nu, C)
    if np.ptp(z) == 0.0:  # a tube of no width holds everything, at no cost
        zero = np.zeros(len(z))
        certificate = task.certify(np.tile(zero, 2), zero, np.zeros(2))
        return NuTube(Part(zero, middle, certificate, Status.OPTIMAL, 1), 0.0)
    answer = trained(space, task, how)
    upper, lower = answer.v.tolist()
    part = part_of(task.coef(answer.a), middle + 0.5 * (upper - lower), answer)
    return NuTube(part, max(0.0, 0.5 * (upper + lower)))


@dataclass(kw_only=True, eq=False, repr=False)
class NuSVR(KernelRegressor):
    """Regression in a tube that is as wide as nu asks.

        min over w, b, epsilon of
        1/2 |w|^2 + nu epsilon sum(C) + sum_i C_i max(0, |y_i - <w, phi(x_i)> - b| - epsilon)

    At most a share nu of the points is outside the tube, and at least a share nu on its edge or
    outside. Where epsilon > 0 the model is that of `SVR` with this epsilon. Parameters and
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

    nu: float = 0.5

    def _check_parameters(self) -> None:
        super()._check_parameters()
        number("nu", self.nu, above=0.0, most=1.0)

    def _fit_part(self, there: KernelData, data: Sample) -> Part:
        C = penalties(self.C, data.weight)
        part, self.epsilon_ = nu_tube(there.space(), data.y, float(self.nu), C, options(self))
        return part
