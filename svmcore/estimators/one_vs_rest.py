"""Several classes with one score function each; the largest decides."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn.base import ClassifierMixin

from svmcore.arrays import Array, Indices
from svmcore.class_weight import compute_class_weight
from svmcore.engine.spaces import whole as whole_gram
from svmcore.estimators.checks import classes
from svmcore.estimators.fitting import UNLIMITED, Options, Part, settle, soft_margin
from svmcore.estimators.kernel_estimator import KernelMachine
from svmcore.estimators.parameters import (
    FINITE,
    choice,
    kernel_parameters,
    number,
    penalties,
    whole,
)
from svmcore.estimators.training_data import Place, place, sample
from svmcore.kernels.gram_factor import INDEFINITE
from svmcore.multiclass import JOINT, Joint, solve_joint, solve_on


class Scores(NamedTuple):
    """f_c = sum_i coef_ci K(x_i, .) + intercept_c: coef (m, n), intercept (m,); the proofs.

    One row is positive for classes_[1] of two classes.
    """

    coef: Array
    intercept: Array
    parts: list[Part]


class ScoreMachine(ClassifierMixin, KernelMachine):
    """What the machines with one score function a class have in common."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the labels y, shape (n,).

        Parameters
        ----------
        X : array-like, DataFrame or sparse matrix; the Gram matrix for kernel="precomputed".
        y : array-like of strings, integers or Booleans.
        sample_weight : array-like of shape (n,), default=None
            Factors of the penalties; a whole number counts as that many copies of the point.

        Raises
        ------
        ValueError, TypeError
            If a parameter, X, y or the weights are not what they should be.

        Warns
        -----
        ConvergenceWarning
            If the tolerance was not reached.
        """
        self.__dict__.pop("status_", None)
        self._check_parameters()
        with np.errstate(all="ignore"):
            data = sample(self, X, y, sample_weight, numeric=False)
            self.classes_, index = classes(data.y)
            self.class_weight_ = compute_class_weight(
                self.class_weight, self.classes_, index, data.w
            )
            there = place(self, data)
            factors = self.class_weight_[index]
            if data.w is not None:
                factors = factors * data.w
            found = self._fit_scores(there, index, penalties(self.C, factors))
            if not np.isfinite(found.coef.sum() + found.intercept.sum()):
                raise ValueError("no finite machine was found: X or C is too large for this kernel")
            support = np.flatnonzero((found.coef != 0.0).any(0))
            k = len(self.classes_)
            self.support_ = data.given(support).astype(np.int32)
            self.n_support_ = np.bincount(index[support], minlength=k).astype(np.int32)
            nowhere = self.kernel == "precomputed"
            self.support_vectors_ = np.empty((0, 0)) if nowhere else data.X[support]
            self.dual_coef_ = found.coef[:, support]
            self.intercept_ = found.intercept
            self.shape_fit_ = data.shape
            self.n_iter_ = np.array([part.n_iter for part in found.parts], dtype=np.int32)
            self._kernel = there.kernel
            self._coef = None
            if self._linear:
                self._coef = np.array(self.dual_coef_ @ self.support_vectors_)
            settle(self, found.parts)
        return self

    def decision_function(self, X: Any) -> Array:
        """The score of each class at the rows of X, shape (m, classes).

        For two classes shape (m,): the second's, less the first's where both have one.

        Raises
        ------
        NotFittedError, ValueError, TypeError
            If nothing was learnt, or X does not fit what was.
        """
        values = self._values(X)
        if len(self.classes_) > 2:
            return values
        return np.asarray(values[:, -1] if values.shape[1] == 1 else values[:, 1] - values[:, 0])

    def predict(self, X: Any) -> Any:
        """The class with the largest score at each row of X; of equals, the first.

        Raises
        ------
        NotFittedError, ValueError, TypeError
            If nothing was learnt, or X does not fit what was.
        """
        values = self.decision_function(X)
        if values.ndim == 1:
            return self.classes_.take((values > 0.0).astype(np.intp))
        return self.classes_.take(values.argmax(1))

    @abstractmethod
    def _fit_scores(self, there: Place, index: Indices, C: Array) -> Scores:
        """The machine for points of the classes `index`, with a price of a loss at each."""

    def _check_parameters(self) -> None:
        number("C", self.C, above=0.0, most=FINITE)
        number("tol", self.tol, above=0.0, most=FINITE)
        whole("max_iter", self.max_iter, least=1, unlimited=True)
        kernel_parameters(self)

    def _budget(self) -> int:
        return UNLIMITED if self.max_iter == -1 else int(self.max_iter)

    def _by_class(self) -> list[slice]:
        return [slice(None)]  # a row of dual_coef_ means one machine everywhere


class OneVsRestSVC(ScoreMachine):
    """A support vector machine for each class against all others; the largest value decides.

        min over w, b of 1/2 |w|^2 + sum_i C_i max(0, 1 - y_i (<w, phi(x_i)> + b))

    with y_i = +1 for the points of the class. Two classes need one machine.

    Parameters
    ----------
    C : float > 0, default=1.0
        The price of a loss; C_i is C times the weights of the point and of its class.
    kernel, degree, gamma, coef0, tol, max_iter, class_weight
        See `SVC`; max_iter counts for each machine.

    Attributes
    ----------
    dual_coef_ : (machines, support vectors), intercept_ : (machines,), coef_ : (machines, d)
        One row a class; the only row of two classes is that of classes_[1].
    certificate_, status_, fit_status_, support_, support_vectors_, n_support_, classes_,
    class_weight_, n_iter_, n_features_in_, feature_names_in_, shape_fit_
        See `SVC`; `support_` is in ascending order.

    Source: Rifkin and Klautau, In defense of one-vs-all classification, JMLR 5 (2004).
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        tol: float = 1e-6,
        max_iter: int = -1,
        class_weight: Any = None,
    ) -> None:
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight

    def _fit_scores(self, there: Place, index: Indices, C: Array) -> Scores:
        k, how = len(self.classes_), Options(float(self.tol), self._budget(), "auto")
        space = there.space()
        wanted = range(1, 2) if k == 2 else range(k)
        parts = [soft_margin(space, np.where(index == c, 1.0, -1.0), C, how) for c in wanted]
        coef = np.array([part.coef for part in parts])
        return Scores(coef, np.array([part.intercept for part in parts]), parts)


class JointSVC(ScoreMachine):
    """All score functions from one problem (Weston and Watkins, Crammer and Singer).

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
    kernel, degree, gamma, coef0, tol, max_iter, class_weight
        See `SVC`; the kernel must be positive semi-definite, and there may be 4000 points.

    Attributes
    ----------
    dual_coef_ : (classes, support vectors), intercept_ : (classes,), coef_ : (classes, d)
        One row a class.
    certificate_, status_, fit_status_, support_, support_vectors_, n_support_, classes_,
    class_weight_, n_iter_, n_features_in_, feature_names_in_, shape_fit_
        See `SVC`; `support_` is in ascending order.

    Sources: see `svmcore.multiclass.joint_problem`.
    """

    def __init__(
        self,
        *,
        loss: str = "crammer_singer",
        delta: float = 1.0,
        bias_inside: bool = False,
        C: float = 1.0,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        tol: float = 1e-6,
        max_iter: int = -1,
        class_weight: Any = None,
    ) -> None:
        self.loss = loss
        self.delta = delta
        self.bias_inside = bias_inside
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight

    def _check_parameters(self) -> None:
        super()._check_parameters()
        choice("loss", self.loss, JOINT)
        number("delta", self.delta, above=0.0, most=FINITE)
        choice("bias_inside", self.bias_inside, (False, True))

    def _fit_scores(self, there: Place, index: Indices, C: Array) -> Scores:
        k, inside = len(self.classes_), bool(self.bias_inside)
        asked = Joint(index, k, C, self.loss, float(self.delta), inside)
        tol, budget = float(self.tol), self._budget()
        if there.kernel is not None:
            solved = solve_joint(there.kernel, there.X, asked, tol=tol, max_iter=budget)
        else:
            solved = solve_on(_semidefinite(there), None, asked, tol=tol, max_iter=budget)
        coef, b = np.ascontiguousarray(solved.coef.T), solved.b
        n_iter = max(1, solved.n_iter)
        part = Part(coef[0], float(b[0]), solved.certificate, solved.status, n_iter)
        return Scores(coef, b, [part])


def _semidefinite(there: Place) -> Array:
    """The Gram matrix without negative eigenvalues, which rounding (to float32, say) may leave.

    Raises
    ------
    ValueError
        If they are more than that.
    """
    space = there.space(centre=False)
    K = whole_gram(space).K
    if space.psd:
        return K
    values, vectors = np.linalg.eigh(K)
    if values[0] < -INDEFINITE * float(values[-1]):
        raise ValueError("a joint machine needs a positive semi-definite kernel")
    return np.asarray((vectors * np.maximum(values, 0.0)) @ vectors.T)
