"""Classifiers with one score function a class: one-vs-rest and joint multiclass SVMs."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.engine import GramSpace, classification
from svmcore.engine.spaces import whole as whole_gram
from svmcore.estimators.base import LargestScore
from svmcore.estimators.fitting import model_of, options
from svmcore.estimators.kernel_estimator import KernelEstimator
from svmcore.estimators.parameters import ClassWeight, KernelOption, one_of, penalties
from svmcore.estimators.training_data import KernelData, kernel_data, labelled
from svmcore.kernels.gram_factor import INDEFINITE
from svmcore.multiclass import JOINT, Joint, solve_joint, solve_on
from svmcore.multiclass.binary import BinaryModels, one_vs_rest, train_each
from svmcore.optim.budget import Callback
from svmcore.problems.result import Result


class ScoreMachine(LargestScore, KernelEstimator):
    """Base class of the classifiers with one score function a class."""

    C: float

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        data, index, factors = labelled(self, X, y, sample_weight)
        kernel_points = kernel_data(self, data)
        coef, intercept, parts = self._fit_scores(kernel_points, index, penalties(self.C, factors))
        if not np.isfinite(coef.sum() + intercept.sum()):
            raise ValueError("no finite model was found: X or C is too large for this kernel")
        support = np.flatnonzero((coef != 0.0).any(0))
        k = len(self.classes_)
        self.n_support_ = np.bincount(index[support], minlength=k).astype(np.int32)
        self.n_iter_ = np.array([part.n_iter for part in parts], dtype=np.int32)
        self._remember(data, kernel_points, support, coef[:, support], intercept, parts)
        return parts

    def decision_function(self, X: Any) -> Array:
        """The score of each class at the rows of X, shape (m, classes).

        For two classes shape (m,): the second's, less the first's where both have one.

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        values = self._values(X)
        if len(self.classes_) > 2:
            return values
        return np.asarray(values[:, -1] if values.shape[1] == 1 else values[:, 1] - values[:, 0])

    @abstractmethod
    def _fit_scores(self, kernel_points: KernelData, index: Indices, C: Array) -> BinaryModels:
        """f_c = sum_i coef_ci K(x_i, .) + intercept_c: coef (m, n), intercept (m,); the proofs.

        One row is positive for classes_[1] of two classes. index, C : (n,).
        """

    def _by_class(self) -> list[slice]:
        return [slice(None)]  # a row of dual_coef_ means one machine everywhere


@dataclass(kw_only=True, eq=False, repr=False)
class OneVsRestSVC(ScoreMachine):
    """One-vs-rest support vector classification; the class with the largest score is predicted.

        min over w, b of 1/2 |w|^2 + sum_i C_i max(0, 1 - y_i (<w, phi(x_i)> + b))

    with y_i = +1 for the points of the class. Two classes need one machine.

    Parameters
    ----------
    C : float > 0, default=1.0
        The price of a loss; C_i is C times the weights of the point and of its class.
    kernel, degree, gamma, coef0, tol, max_iter, class_weight, time_limit, callback
        See `SVC`; max_iter counts for each machine.

    Attributes
    ----------
    dual_coef_, intercept_, coef_ : arrays of shapes (m, support vectors), (m,), (m, d)
        One row a class; the only row of two classes is that of classes_[1].
    support_, support_vectors_ : arrays of shapes (support vectors,), (support vectors, d)
        Those of all models, in ascending order.
    certificate_, status_, fit_status_, n_support_, classes_, class_weight_, n_iter_,
    n_features_in_, feature_names_in_, shape_fit_
        See `SVC`.

    Source: Rifkin and Klautau, In defense of one-vs-all classification, JMLR 5 (2004),
    https://www.jmlr.org/papers/v5/rifkin04a.html
    """

    C: float = 1.0
    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    tol: float = 1e-6
    class_weight: ClassWeight = None
    max_iter: int = -1
    time_limit: float | None = None
    callback: Callback | None = None

    def _fit_scores(self, kernel_points: KernelData, index: Indices, C: Array) -> BinaryModels:
        k, how, space = len(self.classes_), options(self), kernel_points.space()
        problems = one_vs_rest(index, [1] if k == 2 else range(k))
        return train_each(
            problems, lambda one: model_of(space, classification(one.y, C), how), len(index)
        )


@dataclass(kw_only=True, eq=False, repr=False)
class JointSVC(ScoreMachine):
    """Multiclass support vector classification: all score functions from one problem.

        min 1/2 sum_c |w_c|^2 + sum_i C_i loss_i,   f_c = <w_c, phi> + b_c,

        "weston_watkins": loss_i = sum over j != y_i of max(0, f_j(x_i) - f_y(x_i) + delta),
        "crammer_singer": loss_i = max(0, max over j != y_i of f_j(x_i) - f_y(x_i) + delta).

    Parameters
    ----------
    loss : "weston_watkins" or "crammer_singer", default="crammer_singer"
    delta : float > 0, default=1.0
        The margin that is asked between two scores. For two classes the machine is `SVC` with
        2 C / delta instead of C.
    bias_inside : bool, default=False
        Whether 1/2 sum_c b_c^2 joins the cost, as in `sklearn.svm.LinearSVC`; otherwise the b_c
        cost nothing and sum to 0.
    C : float > 0, default=1.0
        The price of a loss; C_i is C times the weights of the point and of its class.
    kernel, degree, gamma, coef0, tol, max_iter, class_weight, time_limit, callback
        See `SVC`; the kernel must be positive semi-definite, and there may be 4000 points, or any
        number with a linear one.

    Attributes
    ----------
    dual_coef_, intercept_, coef_ : arrays of shapes (k, support vectors), (k,), (k, d)
        One row a class.
    support_, support_vectors_ : arrays of shapes (support vectors,), (support vectors, d)
        In ascending order.
    certificate_, status_, fit_status_, n_support_, classes_, class_weight_, n_iter_,
    n_features_in_, feature_names_in_, shape_fit_
        See `SVC`.

    Sources: Weston and Watkins, ESANN (1999),
    https://www.esann.org/sites/default/files/proceedings/legacy/es1999-461.pdf; Crammer and Singer,
    JMLR 2 (2001), https://www.jmlr.org/papers/v2/crammer01a.html
    """

    C: float = 1.0
    loss: str = "crammer_singer"
    delta: float = 1.0
    bias_inside: bool = False
    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    tol: float = 1e-6
    class_weight: ClassWeight = None
    max_iter: int = -1
    time_limit: float | None = None
    callback: Callback | None = None

    laws: ClassVar = {"loss": one_of(*JOINT)}

    _takes_sparse = False

    def _fit_scores(self, kernel_points: KernelData, index: Indices, C: Array) -> BinaryModels:
        k, inside = len(self.classes_), bool(self.bias_inside)
        asked = Joint(index, k, C, self.loss, float(self.delta), inside)
        tol, budget, _ = options(self)
        if kernel_points.kernel is not None:
            result = solve_joint(
                kernel_points.kernel, kernel_points.X, asked, tol=tol, max_iter=budget
            )
        else:
            space = _semidefinite(kernel_points)
            result = solve_on(space, None, asked, tol=tol, max_iter=budget)
        result = replace(result, n_iter=max(1, result.n_iter))
        return BinaryModels(np.ascontiguousarray(result.coef.T), result.intercept, [result])


def _semidefinite(kernel_points: KernelData) -> GramSpace:
    """The Gram matrix without negative eigenvalues, which rounding (to float32, say) may leave.

    Raises ValueError if they are more than that.
    """
    space = whole_gram(kernel_points.space(centre=False))
    if space.psd:
        return space
    values, vectors = np.linalg.eigh(space.K)
    if values[0] < -INDEFINITE * float(values[-1]):
        raise ValueError("a joint scheme needs a positive semi-definite kernel")
    return GramSpace((vectors * np.maximum(values, 0.0)) @ vectors.T)
