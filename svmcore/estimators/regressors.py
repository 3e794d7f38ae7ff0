"""Regression (SVR, NuSVR) and novelty detection (OneClassSVM)."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
from sklearn.base import OutlierMixin, RegressorMixin

from svmcore.arrays import Array
from svmcore.engine import FeatureSpace, Space, nu_regression, one_class, regression
from svmcore.estimators.base import CACHE_SIZE
from svmcore.estimators.fitting import (
    Options,
    constant,
    hard_tube,
    model_of,
    options,
    tube,
)
from svmcore.estimators.kernel_estimator import KernelEstimator
from svmcore.estimators.parameters import KernelOption, number, penalties
from svmcore.estimators.training_data import KernelData, Sample, kernel_data, sample
from svmcore.optim.budget import Callback
from svmcore.problems.certificate import Status
from svmcore.problems.result import Result

FLAT_STEPS = 40  # of training without a tube, which is quick where there is none
SAMPLE, SEED = 150, 7  # points that say whether a model goes through all, and what picks them
JITTER = 1e-10  # of the largest K_ii, as K may be singular
ZERO_SCORE = 1e-8  # |f| in units of rho that counts as 0


class OneMachine(KernelEstimator):
    """A single model, without classes."""

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        targets = isinstance(self, RegressorMixin)
        data = sample(self, X, y, sample_weight, numeric=True, supervised=targets)
        kernel_points = kernel_data(self, data)
        result = self._fit_part(kernel_points, data)
        support = np.flatnonzero(result.coef)
        self.n_support_ = np.array([len(support)], dtype=np.int32)
        self.n_iter_ = result.n_iter
        dual, intercept = result.coef[None, support], np.array([result.intercept])
        self._remember(data, kernel_points, support, dual, intercept, [result])
        return [result]

    @abstractmethod
    def _fit_part(self, kernel_points: KernelData, data: Sample) -> Result:
        """The model."""


class KernelRegressor(RegressorMixin, OneMachine):
    """Base class of the regressors, which predict f itself."""

    C: float

    def predict(self, X: Any) -> Array:
        """f at the rows of X, shape (m,).

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        return self._values(X)[:, 0]


@dataclass(kw_only=True, eq=False, repr=False)
class SVR(KernelRegressor):
    """epsilon-support vector regression: errors up to epsilon cost nothing.

        min over w, b of 1/2 |w|^2 + sum_i C_i max(0, |y_i - <w, phi(x_i)> - b| - epsilon)

    Parameters and attributes have the names and meanings of `sklearn.svm.SVR`.

    Parameters
    ----------
    kernel, degree, gamma, coef0, tol, max_iter, solver, shrinking, cache_size, verbose, time_limit,
    callback
        See `SVC`.
    C : float > 0, default=1.0
        The price of an error beyond epsilon; C_i is C times the weight of the point. With
        C = numpy.inf no error beyond epsilon is allowed.
    epsilon : float >= 0, default=0.1
        Half the width of the tube.

    Attributes
    ----------
    n_support_ : array of shape (1,)
        The number of support vectors.
    n_iter_ : int
        Iterations.
    support_, support_vectors_, dual_coef_, coef_, intercept_, certificate_, status_, fit_status_,
    n_features_in_, feature_names_in_, shape_fit_
        See `SVC`.

    Source: Smola and Schölkopf, A tutorial on support vector regression (2004),
    https://doi.org/10.1023/B:STCO.0000035301.49549.88
    """

    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    tol: float = 1e-6
    C: float = 1.0
    epsilon: float = 0.1
    shrinking: bool = True
    cache_size: float = CACHE_SIZE
    verbose: bool = False
    max_iter: int = -1
    solver: str = "auto"
    time_limit: float | None = None
    callback: Callback | None = None

    laws: ClassVar = {"C": partial(number, above=0.0, most=np.inf)}

    def _fit_part(self, kernel_points: KernelData, data: Sample) -> Result:
        if np.isinf(self.C):
            return hard_tube(kernel_points.space(), data.y, float(self.epsilon), options(self))
        C = penalties(self.C, data.weight)
        return tube(kernel_points.space(), data.y, C, float(self.epsilon), options(self))


@dataclass(kw_only=True, eq=False, repr=False)
class OneClassSVM(OutlierMixin, OneMachine):
    """One-class SVM, novelty detection: a region of the space that holds most of a sample.

        min over w, rho of 1/2 |w|^2 - nu rho sum(c) + sum_i c_i max(0, rho - <w, phi(x_i)>)

    with the weights c_i of the points: at most a share nu is outside, f = <w, phi> - rho < 0.
    Parameters and attributes have the names and meanings of `sklearn.svm.OneClassSVM`.

    Parameters
    ----------
    kernel, degree, gamma, coef0, tol, max_iter, solver, shrinking, cache_size, verbose, time_limit,
    callback
        See `SVC`.
    nu : float in (0, 1], default=0.5
        The largest share of the sample's weight outside.

    Attributes
    ----------
    offset_ : float
        rho = -intercept_: what `score_samples` must reach.
    support_, support_vectors_, n_support_, dual_coef_, coef_, intercept_, n_iter_, certificate_,
    status_, fit_status_, n_features_in_, feature_names_in_, shape_fit_
        See `SVR`.

    Source: Schölkopf, Platt, Shawe-Taylor, Smola and Williamson, Estimating the support of a
    high-dimensional distribution, Neural Computation 13 (2001),
    https://doi.org/10.1162/089976601750264965
    """

    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    tol: float = 1e-6
    nu: float = 0.5
    shrinking: bool = True
    cache_size: float = CACHE_SIZE
    verbose: bool = False
    max_iter: int = -1
    solver: str = "auto"
    time_limit: float | None = None
    callback: Callback | None = None

    @property
    def offset_(self) -> Array:
        """rho."""
        return -self.intercept_

    def _fit_part(self, kernel_points: KernelData, data: Sample) -> Result:
        w = penalties(1.0, data.weight)
        return model_of(
            kernel_points.space(centre=False), one_class(float(self.nu), w), options(self)
        )

    def decision_function(self, X: Any) -> Array:
        """f at the rows of X, shape (m,): negative for outliers.

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        values = self._values(X)[:, 0]
        # support vectors between the bounds lie on the outline; rounding must not put them outside
        values[np.abs(values) <= ZERO_SCORE * np.abs(self.offset_)] = 0.0
        return values

    def score_samples(self, X: Any) -> Array:
        """<w, phi(x)> at the rows of X, shape (m,): `decision_function` plus `offset_`."""
        return np.asarray(self.decision_function(X) + self.offset_)

    def predict(self, X: Any) -> Any:
        """1 for the rows of X that are inside, -1 for outliers."""
        return np.where(self.decision_function(X) >= 0.0, 1, -1)


def nu_tube(space: Space, z: Array, nu: float, C: Array, how: Options) -> tuple[Result, float]:
    """min 1/2 |w|^2 + nu epsilon sum(C) + sum_i C_i max(0, |z_i - f(x_i)| - epsilon).

    z and C have shape (n,). The model, and epsilon, half the width of its tube.

    Raises ValueError if no finite model is found.
    """
    # b takes up what all targets have in common; beside it their differences would lose digits
    middle = 0.5 * float(z.max()) + 0.5 * float(z.min())
    task = nu_regression(z - middle, nu, C)
    if np.ptp(z) == 0.0:  # a tube of no width holds everything, at no cost
        return constant(task, middle, np.zeros(2)), 0.0
    if (
        space.psd
        and not isinstance(space, FeatureSpace)
        and _goes_through(space, z - middle, nu * C)
    ):
        few = how._replace(max_iter=min(how.max_iter, FLAT_STEPS))
        flat = model_of(space, regression(z - middle, C, 0.0), few)
        # alpha may grow by as much above the tube as below: the sum of both is then that of nu
        if flat.status is Status.OPTIMAL and float(np.abs(flat.coef).sum()) <= task.total.sum():
            return replace(flat, intercept=middle + flat.intercept), 0.0
    result = model_of(space, task, how)
    result = replace(result, intercept=middle + result.intercept)
    return result, max(0.0, 0.5 * float(result.v.sum()))


def _goes_through(space: Space, z: Array, most: Array) -> bool:
    """Whether f = z at a sample of the points takes coefficients no larger than `most` on average.

    Then the best tube has as good as surely no width, and the model is that of `SVR` with
    epsilon = 0, which has sums of coefficients in place of large sums of large numbers.
    """
    sample = np.sort(np.random.default_rng(SEED).permutation(len(z))[:SAMPLE])
    K, ones = space.block(sample, sample), np.ones(len(sample))
    K.ravel()[:: len(K) + 1] += JITTER * float(K.diagonal().max()) or 1.0
    coef, of_ones = np.linalg.solve(K, np.column_stack([z[sample], ones])).T
    coef -= float(coef.sum() / of_ones.sum()) * of_ones
    return float(np.abs(coef).sum()) <= float(most[sample].sum())


@dataclass(kw_only=True, eq=False, repr=False)
class NuSVR(KernelRegressor):
    """nu-support vector regression: a tube that is as wide as nu asks.

        min over w, b, epsilon of
        1/2 |w|^2 + nu epsilon sum(C) + sum_i C_i max(0, |y_i - <w, phi(x_i)> - b| - epsilon)

    At most a share nu of the points is outside the tube, and at least a share nu on its edge or
    outside. Where epsilon > 0 the model is that of `SVR` with this epsilon. Parameters and
    attributes have the names and meanings of `sklearn.svm.NuSVR`.

    Parameters
    ----------
    nu : float in (0, 1], default=0.5
        The share of points outside the tube, at most.
    C : float > 0, default=1.0
        The price of an error beyond epsilon; C_i is C times the weight of the point.
    kernel, degree, gamma, coef0, tol, max_iter, solver, shrinking, cache_size, verbose, time_limit,
    callback
        See `SVC`.

    Attributes
    ----------
    epsilon_ : float
        Half the width of the tube.
    support_, support_vectors_, n_support_, dual_coef_, coef_, intercept_, n_iter_, certificate_,
    status_, fit_status_, n_features_in_, feature_names_in_, shape_fit_
        See `SVR`.

    Source: Schölkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural
    Computation 12 (2000), section 3, https://doi.org/10.1162/089976600300015565
    """

    nu: float = 0.5
    C: float = 1.0
    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    shrinking: bool = True
    tol: float = 1e-6
    cache_size: float = CACHE_SIZE
    verbose: bool = False
    max_iter: int = -1
    solver: str = "auto"
    time_limit: float | None = None
    callback: Callback | None = None

    def _fit_part(self, kernel_points: KernelData, data: Sample) -> Result:
        C = penalties(self.C, data.weight)
        result, self.epsilon_ = nu_tube(
            kernel_points.space(), data.y, float(self.nu), C, options(self)
        )
        return result
