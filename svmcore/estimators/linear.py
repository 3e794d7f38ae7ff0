"""The linear classifier in the primal: LinearSVC."""

from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Self

import numpy as np
from scipy.sparse import csr_matrix, issparse
from sklearn.utils.validation import check_is_fitted

from svmcore.arrays import Array, Indices
from svmcore.class_weight import compute_class_weight
from svmcore.engine import classification, space_of
from svmcore.engine.linear_fit import fit_linear, fit_without_bias
from svmcore.engine.sparse_weights import fit_sparse_weights
from svmcore.estimators.fitting import Options, Part, model_of, options, set_status
from svmcore.estimators.kernel_estimator import DecisionEstimator, LargestScore
from svmcore.estimators.linear_options import (
    LINEAR_LAWS,
    LinearOptions,
    check_dual,
    newton_steps,
    part_of_fit,
    too_large,
)
from svmcore.estimators.parameters import (
    ClassWeight,
    Law,
    RandomState,
    check_parameters,
    one_of,
    penalties,
)
from svmcore.estimators.training_data import labelled, refuse_overflow
from svmcore.kernels import Linear
from svmcore.multiclass import Joint, solve_joint
from svmcore.optim.threads import limited_blas

NO_BIAS = 1e-8  # share of the largest |x| that is a bias which no digit of the model can feel
DUALS = {
    ("l2", "hinge"): (True,),
    ("l2", "squared_hinge"): (True, False),
    ("l1", "squared_hinge"): (False,),
}


class LinearEstimator(LargestScore, DecisionEstimator):
    """f = <w, x> + b: one machine for two classes, else one for each class; the largest decides."""

    classes_: Any
    class_weight_: Array
    coef_: Any

    def _without_bias(self, Z: Array) -> Array:
        return np.asarray(Z @ self.coef_.T)

    def sparsify(self) -> Self:
        """Keep `coef_` as a sparse matrix: the weights that are exactly 0 then take no memory.

        Raises NotFittedError before a fit.
        """
        check_is_fitted(self)
        self.coef_ = csr_matrix(self.coef_)
        return self

    def densify(self) -> Self:
        """Keep `coef_` as an array again. Raises NotFittedError before a fit."""
        check_is_fitted(self)
        if issparse(self.coef_):
            self.coef_ = self.coef_.toarray()
        return self

    def _class_factors(self, index: Indices, c: int) -> Array:
        """The class weights of the points, shape (n,), in the machine of class c.

        As LIBLINEAR and SGDClassifier have them: of several classes, the others weigh 1.
        """
        others = self.class_weight_[0] if len(self.classes_) == 2 else 1.0
        return np.where(index == c, self.class_weight_[c], others)

    def decision_function(self, X: Any) -> Array:
        """<w, x> + b at the rows of X: shape (m,) for two classes, else (m, classes).

        Raises NotFittedError before a fit, ValueError or TypeError if X does not fit, or overflows.
        """
        values = self._values(X)
        return values[:, 0] if len(self.classes_) == 2 else values


@dataclass(eq=False, repr=False)
class LinearSVC(LinearOptions, LinearEstimator):
    """Linear support vector classification, one against the rest.

        min over w, b of 1/2 |w|^2 + 1/2 (b / s)^2 + sum_i C_i loss(y_i (<w, x_i> + b))

    with s = intercept_scaling and the loss max(0, 1 - t) or its square; |w|_1 + |b| / s in place of
    the squares with penalty="l1". Parameters and attributes have the names and meanings of
    `sklearn.svm.LinearSVC`; the model is its optimum, with a certificate.

    Parameters
    ----------
    penalty : "l2" or "l1", default="l2"
        "l1" makes weights exactly 0; with the squared hinge only.
    loss : "squared_hinge" or "hinge", default="squared_hinge"
    dual : "auto", True or False, default="auto"
        The method of LIBLINEAR. Combinations with penalty and loss that it does not have are
        refused as there; the model does not depend on it.
    tol : float > 0, default=1e-6
        The relative duality gap that is proved.
    C : float > 0, default=1.0
        The price of a loss; C_i is C times the weight of the point and that of the class. Of
        several classes, the machine of class c weighs its own points by the weight of c and all
        others by 1, as LIBLINEAR does.
    multi_class : "ovr" or "crammer_singer", default="ovr"
        "crammer_singer" trains all classes in one problem; loss, penalty and dual have no effect
        then, as in scikit-learn. See `JointSVC`.
    fit_intercept : bool, default=True
        Whether there is a b.
    intercept_scaling : float from 1e-8 to 1e8, or numpy.inf, default=1.0
        s above; numpy.inf for a b that costs nothing, as that of `SVC`.
    class_weight : dict, "balanced" or None, default=None
        "balanced" counts sample weights as repeated points, as scikit-learn does here.
    verbose : int, default=0
        Whether a line with status and certificate is printed.
    random_state : int, RandomState or None, default=None
        Accepted; training is deterministic.
    max_iter : int, default=-1
        Iterations for each class, -1 for as many as it takes.
    solver : "auto", "smo" or "interior_point", default="auto"
        For the hinge; see `SVC`.

    Attributes
    ----------
    coef_ : array of shape (1, d) for two classes, where it points to classes_[1]; (classes, d).
    intercept_ : array of shape (1,) or (classes,).
    certificate_ : Certificate
        The proof; margin_term is what w and b cost.
    n_iter_ : int, the largest number of iterations.
    status_, fit_status_, classes_, class_weight_, n_features_in_, feature_names_in_
        See `SVC`.

    Examples
    --------
    >>> from svmcore import LinearSVC
    >>> X, y = [[0.0, 0.0], [1.0, 1.0], [2.0, 0.0], [3.0, 1.0]], [0, 0, 1, 1]
    >>> model = LinearSVC(C=10.0).fit(X, y)
    >>> model.predict([[0.0, 1.0], [3.0, 0.0]]).tolist()
    [0, 1]
    >>> model.certificate_.relative_gap < 1e-6
    True

    Source: Fan, Chang, Hsieh, Wang and Lin, LIBLINEAR: a library for large linear classification,
    JMLR 9 (2008), https://www.jmlr.org/papers/v9/fan08a.html
    """

    penalty: str = "l2"
    loss: str = "squared_hinge"
    _: KW_ONLY
    dual: bool | str = "auto"
    tol: float = 1e-6
    C: float = 1.0
    multi_class: str = "ovr"
    fit_intercept: bool = True
    intercept_scaling: float = 1.0
    class_weight: ClassWeight = None
    verbose: int = 0
    random_state: RandomState = None
    max_iter: int = -1
    solver: str = "auto"

    laws: ClassVar[dict[str, Law]] = {
        **LINEAR_LAWS,
        "penalty": one_of("l2", "l1"),
        "loss": one_of("squared_hinge", "hinge"),
        "multi_class": one_of("ovr", "crammer_singer"),
    }

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train on X, shape (n, d), with the labels y and weights, shape (n,); see `SVC.fit`."""
        self.__dict__.pop("status_", None)
        self._check()
        with np.errstate(all="ignore"), limited_blas(), too_large():
            data, index, _ = labelled(self, X, y, sample_weight)
            refuse_overflow(Linear(), data.X)
            if isinstance(self.class_weight, str):
                words, k = "weighted_balanced", self.classes_
                self.class_weight_ = compute_class_weight(words, k, index, data.w)
            if self.multi_class == "crammer_singer":
                parts = self._joint(data.X, index, data.weight)
            else:
                parts = self._against_rest(data.X, index, data.weight)
            self.n_iter_ = max(part.n_iter for part in parts)
            set_status(self, parts)
        return self

    def _check(self) -> None:
        """Refuse what the parameters may not be, and what does not go together."""
        check_parameters(self, self.laws)
        if self.multi_class == "ovr":
            check_dual(self.penalty, self.loss, self.dual, DUALS)

    def _against_rest(self, X: Array, index: Indices, weight: Array) -> list[Part]:
        """One machine for each class, or for two."""
        k = len(self.classes_)
        columns, how, parts = self._columns(X), options(self), []
        for c in [1] if k == 2 else range(k):
            C = penalties(self.C, self._class_factors(index, c) * weight)
            parts.append(self._fit_part(columns, np.where(index == c, 1.0, -1.0), C, how))
        found = [self._weights(part) for part in parts]
        self.coef_ = np.array([w for w, _ in found])
        self.intercept_ = np.array([b for _, b in found])
        return parts

    def _fit_part(self, X: Array, y: Array, C: Array, how: Options) -> Part:
        if self.loss == "hinge" and self._free:
            return model_of(space_of(Linear(), X), classification(y, C), how)
        if self.loss == "hinge":
            found = fit_without_bias(X, classification(y, C), **how._asdict())
        elif self.penalty == "l1":
            steps = newton_steps(how)
            found = fit_sparse_weights(X, y, C, intercept=self._free, tol=how.tol, max_iter=steps)
        else:
            steps = newton_steps(how)
            found = fit_linear(X, y, C, intercept=self._free, tol=how.tol, max_iter=steps)
        return part_of_fit(found, y * found.alpha)

    def _joint(self, X: Array, index: Indices, weight: Array) -> list[Part]:
        """All classes in one problem (Crammer and Singer).

        With x / s in place of x, C s and delta = 1 / s, a bias b / s is penalised like the weights.
        Of more features than points only the triangle R of X' = Q R is needed: R'R = X X'.
        """
        k, (tol, budget, _) = len(self.classes_), options(self)
        largest = float(np.abs(X).max()) or 1.0
        s = float(self.intercept_scaling) if self.fit_intercept else NO_BIAS * largest
        s = 1.0 if self._free else s
        C = penalties(self.C, self.class_weight_[index] * weight)
        asked = Joint(index, k, s * C, "crammer_singer", 1.0 / s, not self._free)
        rows = X if X.shape[1] <= len(X) else np.linalg.qr(X.T).R.T
        solved = solve_joint(Linear(), rows / s, asked, tol=tol, max_iter=budget)
        w, b = solved.coef.T @ X / s, solved.b * s * bool(self.fit_intercept)
        if not np.isfinite(w.sum() + b.sum()):
            raise ValueError("no finite model was found: X or C is too large")
        self.coef_, self.intercept_ = (w, b) if k > 2 else (w[[1]] - w[[0]], b[[1]] - b[[0]])
        n_iter = max(1, solved.n_iter)
        return [Part(solved.coef[:, 0], 0.0, solved.certificate, solved.status, n_iter)]
