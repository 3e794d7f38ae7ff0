"""The linear classifier in the primal: LinearSVC."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import classification, space_of
from svmcore.engine.newton import fit_linear
from svmcore.estimators.fitting import UNLIMITED, Options, Part, model_of, options, set_status
from svmcore.estimators.kernel_estimator import DecisionEstimator, LargestScore
from svmcore.estimators.parameters import check_parameters, one_of, penalties
from svmcore.estimators.training_data import labelled, refuse_overflow
from svmcore.kernels import Linear

MAX_NEWTON_STEPS = 500  # of Newton's method, which takes less than 30 where it can get anywhere


class LinearEstimator(LargestScore, DecisionEstimator):
    """f = <w, x> + b: one machine for two classes, else one for each class; the largest decides."""

    classes_: Any

    def _without_bias(self, Z: Array) -> Array:
        return np.asarray(Z @ self.coef_.T)

    def decision_function(self, X: Any) -> Array:
        """<w, x> + b at the rows of X: shape (m,) for two classes, else (m, classes).

        Raises NotFittedError before a fit, ValueError or TypeError if X does not fit, or overflows.
        """
        values = self._values(X)
        return values[:, 0] if len(self.classes_) == 2 else values


@dataclass(kw_only=True, eq=False, repr=False)
class LinearSVC(LinearEstimator):
    """Linear support vector classification, one against the rest.

        min over w, b of 1/2 |w|^2 + sum_i C_i loss(y_i (<w, x_i> + b))

    with the loss max(0, 1 - t) or its square. The intercept is not penalised (scikit-learn's is,
    depending on `intercept_scaling`); otherwise parameters and attributes have the names and
    meanings of `sklearn.svm.LinearSVC`.

    Parameters
    ----------
    loss : "squared_hinge" or "hinge", default="squared_hinge"
    C, tol, max_iter, solver, class_weight, random_state
        See `SVC`; max_iter counts for each class, and solver is for the hinge.

    Attributes
    ----------
    coef_ : array of shape (1, d) for two classes, where it points to classes_[1]; (classes, d).
    intercept_ : array of shape (1,) or (classes,).
    certificate_, status_, fit_status_, classes_, class_weight_, n_features_in_, feature_names_in_
        See `SVC`; n_iter_ is the largest number of iterations.

    Source: Fan, Chang, Hsieh, Wang and Lin, LIBLINEAR: a library for large linear classification,
    JMLR 9 (2008), https://www.jmlr.org/papers/v9/fan08a.html
    """

    loss: str = "squared_hinge"
    C: float = 1.0
    tol: float = 1e-6
    max_iter: int = -1
    solver: str = "auto"
    class_weight: Any = None
    random_state: Any = None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the labels y, shape (n,); see `SVC.fit`."""
        self.__dict__.pop("status_", None)
        check_parameters(self, {"loss": one_of("squared_hinge", "hinge")})
        with np.errstate(all="ignore"):
            data, index, factors = labelled(self, X, y, sample_weight)
            refuse_overflow(Linear(), data.X)
            C = penalties(self.C, factors)
            against = [1] if len(self.classes_) == 2 else range(len(self.classes_))
            parts = [
                self._fit_part(data.X, np.where(index == c, 1.0, -1.0), C, options(self))
                for c in against
            ]
            self.coef_ = np.array([part.w for part in parts])
            self.intercept_ = np.array([part.intercept for part in parts])
            self.n_iter_ = max(part.n_iter for part in parts)
            set_status(self, parts)
        return self

    def _fit_part(self, X: Array, y: Array, C: Array, how: Options) -> Part:
        if self.loss == "hinge":
            return model_of(space_of(Linear(), X), classification(y, C), how)
        budget = MAX_NEWTON_STEPS if how.max_iter == UNLIMITED else how.max_iter
        found = fit_linear(X, y, C, tol=how.tol, max_iter=budget)
        n_iter = max(1, found.n_iter)
        return Part(y * found.alpha, found.b, found.certificate, found.status, n_iter, found.w)
