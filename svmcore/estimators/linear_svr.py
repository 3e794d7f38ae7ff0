"""The linear regressor in the primal: LinearSVR."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import RegressorMixin

from svmcore.arrays import Array
from svmcore.engine import regression, space_of
from svmcore.engine.linear_fit import fit_squared_tube, fit_without_bias
from svmcore.estimators.fitting import Options, Part, options, set_status, tube
from svmcore.estimators.kernel_estimator import DecisionEstimator
from svmcore.estimators.linear_options import (
    LINEAR_LAWS,
    LinearOptions,
    check_dual,
    newton_steps,
    part_of_fit,
    too_large,
)
from svmcore.estimators.parameters import Law, RandomState, check_parameters, one_of, penalties
from svmcore.estimators.training_data import refuse_overflow, sample
from svmcore.kernels import Linear
from svmcore.optim.threads import limited_blas
from svmcore.problems.certificate import Certificate, Status

DUALS = {
    ("l2", "epsilon_insensitive"): (True,),
    ("l2", "squared_epsilon_insensitive"): (True, False),
}


@dataclass(kw_only=True, eq=False, repr=False)
class LinearSVR(RegressorMixin, LinearOptions, DecisionEstimator):
    """Linear support vector regression: errors up to epsilon cost nothing.

        min over w, b of 1/2 |w|^2 + 1/2 (b / s)^2 + sum_i C_i loss(|y_i - <w, x_i> - b| - epsilon)

    with s = intercept_scaling and the loss max(0, t) or its square. Parameters and attributes have
    the names and meanings of `sklearn.svm.LinearSVR`; the model is its optimum, with a certificate.

    Parameters
    ----------
    epsilon : float >= 0, default=0.0
        Half the width of the tube, in units of y.
    loss : "epsilon_insensitive" or "squared_epsilon_insensitive", default="epsilon_insensitive"
    C : float > 0, default=1.0
        The price of an error beyond epsilon; C_i is C times the weight of the point.
    dual, tol, fit_intercept, intercept_scaling, verbose, random_state, max_iter, solver
        See `LinearSVC`; solver is for "epsilon_insensitive".

    Attributes
    ----------
    coef_, intercept_ : arrays of shapes (d,), (1,)
    certificate_, status_, fit_status_, n_iter_, n_features_in_, feature_names_in_
        See `LinearSVC`.

    Examples
    --------
    >>> from svmcore import LinearSVR
    >>> model = LinearSVR(C=100.0).fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> model.predict([[3.0]]).round(6).tolist()
    [7.0]

    Source: Ho and Lin, Large-scale linear support vector regression, JMLR 13 (2012),
    https://www.jmlr.org/papers/v13/ho12a.html
    """

    epsilon: float = 0.0
    tol: float = 1e-6
    C: float = 1.0
    loss: str = "epsilon_insensitive"
    fit_intercept: bool = True
    intercept_scaling: float = 1.0
    dual: bool | str = "auto"
    verbose: int = 0
    random_state: RandomState = None
    max_iter: int = -1
    solver: str = "auto"

    laws: ClassVar[dict[str, Law]] = {
        **LINEAR_LAWS,
        "loss": one_of("epsilon_insensitive", "squared_epsilon_insensitive"),
    }

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the targets y and weights, shape (n,); see `SVC.fit`."""
        self.__dict__.pop("status_", None)
        check_parameters(self, self.laws)
        check_dual("l2", self.loss, self.dual, DUALS)
        with np.errstate(all="ignore"), limited_blas(), too_large():
            data = sample(self, X, y, sample_weight, numeric=True)
            refuse_overflow(Linear(), data.X)
            C = penalties(self.C, data.weight)
            part = self._fit_part(self._columns(data.X), data.y, C, options(self))
            self.coef_, b = self._weights(part)
            self.intercept_ = np.array([b])
            self.n_iter_ = part.n_iter
            set_status(self, [part])
        return self

    def _fit_part(self, X: Array, z: Array, C: Array, how: Options) -> Part:
        epsilon = float(self.epsilon)
        if self.loss == "squared_epsilon_insensitive":
            steps = newton_steps(how)
            found = fit_squared_tube(
                X, z, C, epsilon, intercept=self._free, tol=how.tol, max_iter=steps
            )
            return part_of_fit(found, np.subtract(*np.split(found.alpha, 2)))
        if self._free:
            part = tube(space_of(Linear(), X), z, C, epsilon, how)
            return part if part.w is not None else part._replace(w=part.coef @ X)
        if np.abs(z).max() <= epsilon:  # f = 0 costs nothing
            proof, (n, d) = Certificate(0.0, 0.0, 0.0, 0.0, 0.0), X.shape
            return Part(np.zeros(n), 0.0, proof, Status.OPTIMAL, 1, np.zeros(d))
        found = fit_without_bias(X, regression(z, C, epsilon), **how._asdict())
        return part_of_fit(found, np.subtract(*np.split(found.alpha, 2)))

    def _without_bias(self, Z: Array) -> Array:
        return np.asarray(Z @ self.coef_)[:, None]

    def predict(self, X: Any) -> Array:
        """f at the rows of X, shape (m,).

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        return self._values(X)[:, 0]
