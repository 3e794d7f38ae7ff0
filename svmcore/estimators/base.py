"""What all estimators have in common: `fit`, the status it ends with, and values of f."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from svmcore.arrays import Array
from svmcore.estimators.checks import points
from svmcore.estimators.parameters import Law, check_parameters
from svmcore.optim.budget import Callback, budget
from svmcore.optim.rows import row_cache
from svmcore.optim.threads import limited_blas
from svmcore.problems.certificate import REACHED, Certificate, Status
from svmcore.problems.result import Result

CACHE_SIZE = 200.0  # megabytes, scikit-learn's default


class DecisionEstimator(BaseEstimator, ABC):
    """An estimator with score functions of the form f = <w, phi> + b."""

    intercept_: Array
    status_: Status

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = getattr(self, "kernel", None) == "precomputed"
        tags.input_tags.sparse = not tags.input_tags.pairwise
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return "status_" in self.__dict__  # written last; forgotten when a new fit begins

    @abstractmethod
    def _without_bias(self, Z: Any) -> Array:
        """f - b of each model at the rows of Z, shape (m, models)."""

    def _values(self, X: Any) -> Array:
        """f of each model at the rows of X, shape (m, models).

        Raises NotFittedError before a fit, ValueError or TypeError if X does not fit, or overflows.
        """
        check_is_fitted(self)
        # where numbers grow too large that is said in a sentence; the rest is for the caller to see
        with np.errstate(over="ignore", invalid="ignore"), limited_blas():
            values = self._without_bias(points(self, X, reset=False)) + self.intercept_
            if not np.isfinite(values).all():
                raise ValueError("X is too large for this model: its values are not finite")
        return np.asarray(values)


class LargestScore(ClassifierMixin):
    """A classifier with one score function, of two classes the second's, or one for each class."""

    def predict(self, X: Any) -> Any:
        """The class with the largest score at each row of X; of equals, the first.

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        values = self.decision_function(X)
        largest = values > 0.0 if values.ndim == 1 else values.argmax(1)
        return self.classes_.take(largest.astype(np.intp))


class ExactEstimator(DecisionEstimator):
    """An estimator that is trained to the optimum and proves it.

    Each is a dataclass whose fields are its parameters, in the order of scikit-learn's.
    """

    certificate_: Certificate
    fit_status_: int
    tol: float
    max_iter: int
    time_limit: float | None
    callback: Callback | None

    laws: ClassVar[dict[str, Law]] = {}  # of parameters that have another meaning elsewhere

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the labels or targets y, shape (n,).

        Parameters
        ----------
        X : array-like, DataFrame or sparse matrix; the Gram matrix for kernel="precomputed".
        y : array-like of strings, integers or Booleans for classes, of numbers for a regression;
            ignored by `OneClassSVM`.
        sample_weight : array-like of shape (n,), default=None
            Factors of the penalties; a whole number counts as that many copies of the point.

        Raises
        ------
        ValueError, TypeError
            If a parameter, X, y or the weights are not what they should be, or no such model
            exists.

        Warns
        -----
        ConvergenceWarning
            If the tolerance was not reached.
        """
        self.__dict__.pop("status_", None)
        check_parameters(self, self.laws)
        cache_size = getattr(self, "cache_size", CACHE_SIZE)
        with limited_blas(), row_cache(cache_size), budget(self.time_limit, self.callback):
            results = self._fit(X, y, sample_weight)
        set_status(self, results)
        return self

    @abstractmethod
    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        """Write all fitted attributes but those of `set_status`; what was trained for them."""


def set_status(estimator: Any, results: Sequence[Result]) -> None:
    """Write certificate_, status_ and fit_status_; warn where the optimum was not reached.

    With `verbose` of the estimator, print them in one line.
    """
    certificate = Certificate.joined([result.certificate for result in results])
    status = max((result.status for result in results), key=tuple(Status).index)
    estimator.certificate_, estimator.status_ = certificate, status
    estimator.fit_status_ = 0 if status in REACHED else 1
    name, gap = type(estimator).__name__, certificate.relative_gap
    if status not in REACHED:
        negative = [one.certificate for one in results if one.certificate.margin_term < 0.0]
        if status is Status.TIMEOUT:
            advice = f"raise time_limit={estimator.time_limit:g} (seconds)"
        elif status is Status.DIVERGED:
            advice = "raise nu"
        elif any(one.contradicts_itself(estimator.tol) for one in negative):
            advice = "|w|^2 < 0, so the kernel is not positive semi-definite: declare psd=False"
        else:
            advice = "scale the data or raise max_iter"
        warnings.warn(
            f"{name} ended before tol={estimator.tol:g} was proved "
            f"({status.value}, relative gap {gap:.1e}): {advice}",
            ConvergenceWarning,
            stacklevel=3,
        )
    if getattr(estimator, "verbose", False):
        print(
            f"{name}: {status.value}, relative gap {gap:.1e}, violation {certificate.violation:.1e}"
        )
