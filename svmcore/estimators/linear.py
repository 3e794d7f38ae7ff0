"""The linear estimators in the primal: LinearSVC and LinearSVR."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from scipy.linalg import LinAlgError
from scipy.sparse import csr_matrix, issparse
from sklearn.base import RegressorMixin
from sklearn.utils.extmath import safe_sparse_dot
from sklearn.utils.validation import check_is_fitted

from svmcore.arrays import Array, Indices
from svmcore.class_weight import compute_class_weight
from svmcore.engine import classification, regression, space_of
from svmcore.engine.linear_fit import fit_linear, fit_squared_tube, fit_without_bias
from svmcore.engine.sparse_fit import fit_sparse
from svmcore.engine.sparse_weights import fit_sparse_weights
from svmcore.estimators.base import DecisionEstimator, ExactEstimator, LargestScore
from svmcore.estimators.checks import light, written_out
from svmcore.estimators.fitting import (
    UNLIMITED,
    Options,
    constant,
    finite,
    model_of,
    options,
    tube,
)
from svmcore.estimators.parameters import ClassWeight, Law, RandomState, one_of, penalties
from svmcore.estimators.training_data import labelled, refuse_overflow, sample
from svmcore.kernels import Linear
from svmcore.losses import Hinge, SquaredHinge
from svmcore.multiclass import Joint, solve_joint
from svmcore.multiclass.binary import one_vs_rest
from svmcore.optim.budget import Callback
from svmcore.optim.sparse_system import SparseRows
from svmcore.problems.result import Result

MAX_NEWTON_STEPS = 500  # of Newton's method, which takes less than 30 where it can get anywhere
NO_BIAS = 1e-8  # share of the largest |x| that is a bias which no digit of the model can feel
SMALL = 100_000  # entries of X, zeros included, that are written out whatever their density
DUALS = {
    ("l2", "hinge"): (True,),
    ("l2", "squared_hinge"): (True, False),
    ("l1", "squared_hinge"): (False,),
    ("l2", "epsilon_insensitive"): (True,),
    ("l2", "squared_epsilon_insensitive"): (True, False),
}


class PrimalOptions(ExactEstimator):
    """What the linear estimators share: their intercept, their budget and the check of `dual`."""

    penalty: str = "l2"
    loss: str
    dual: bool | str
    C: float
    fit_intercept: bool
    intercept_scaling: float
    solver: str
    _takes_sparse = True

    @property
    def _penalised(self) -> bool:
        """Whether the intercept is one more weight."""
        return bool(self.fit_intercept) and bool(np.isfinite(self.intercept_scaling))

    @property
    def _free(self) -> bool:
        """Whether there is an intercept that costs nothing."""
        return bool(self.fit_intercept) and not self._penalised

    @property
    def _newton(self) -> dict[str, Any]:
        """The words with which Newton's method is called."""
        tol, max_iter, _ = options(self)
        steps = MAX_NEWTON_STEPS if max_iter == UNLIMITED else max_iter
        return {"intercept": self._free, "tol": tol, "max_iter": steps}

    @property
    def _multiplies(self) -> bool:
        """Whether a method that only multiplies with X is there for these parameters."""
        smooth = self.loss.startswith("squared")
        return self.penalty == "l2" and (smooth or (self.solver == "auto" and not self._free))

    def _points(self, X: Any) -> Any:
        """X, written out unless it is sparse, large, and nothing but multiplied."""
        return X if light(X, SMALL) and self._multiplies else written_out(X)

    def _columns(self, X: Any) -> Any:
        """X, with a column of `intercept_scaling` where that stands for the intercept."""
        if issparse(X):
            return SparseRows(X, float(self.intercept_scaling if self._penalised else self._free))
        if not self._penalised:
            return X
        return np.column_stack([X, np.full(len(X), float(self.intercept_scaling))])

    def _weights(self, result: Result) -> tuple[Array, float]:
        """(w, b) of a model of these columns."""
        assert result.w is not None
        if self._penalised:
            return result.w[:-1], float(self.intercept_scaling * result.w[-1])
        return result.w, result.intercept if self.fit_intercept else 0.0

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        try:
            return self._fit_primal(X, y, sample_weight)
        except LinAlgError:
            raise ValueError("X is too large, or too uneven, for a linear model") from None

    @abstractmethod
    def _fit_primal(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        """`_fit`; raises LinAlgError where a system of equations is singular."""

    def _check_dual(self) -> None:
        """Refuse what LIBLINEAR does not solve, in scikit-learn's words.

        The optimum does not depend on `dual`. Raises ValueError.
        """
        penalty, loss, dual = self.penalty, self.loss, self.dual
        ways = DUALS.get((penalty, loss), ())
        if (dual == "auto" and ways) or (dual != "auto" and dual in ways):
            return
        if ways:
            why = f"penalty={penalty!r} and loss={loss!r} are not supported when dual={dual!r}"
        else:
            why = f"penalty={penalty!r} and loss={loss!r} is not supported"
        raise ValueError(
            f"Unsupported set of arguments: The combination of {why}, "
            f"Parameters: penalty={penalty!r}, loss={loss!r}, dual={dual!r}"
        )


class LinearClassifier(LargestScore, DecisionEstimator):
    """f = <w, x> + b: one model for two classes, else one for each class; the largest decides."""

    classes_: Any
    class_weight_: Array
    coef_: Any

    _takes_sparse = True

    def _without_bias(self, Z: Any) -> Array:
        return np.asarray(safe_sparse_dot(Z, self.coef_.T, dense_output=True))

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
        """The class weights of the points, shape (n,), in the model of class c.

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
class LinearSVC(PrimalOptions, LinearClassifier):
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
    time_limit, callback
        See `SVC`.

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
    time_limit: float | None = None
    callback: Callback | None = None

    laws: ClassVar[dict[str, Law]] = {
        "penalty": one_of("l2", "l1"),
        "loss": one_of("squared_hinge", "hinge"),
        "multi_class": one_of("ovr", "crammer_singer"),
    }

    def _fit_primal(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        if self.multi_class == "ovr":
            self._check_dual()
        data, index, _ = labelled(self, X, y, sample_weight)
        refuse_overflow(Linear(), data.X)
        if isinstance(self.class_weight, str):
            words, k = "weighted_balanced", self.classes_
            self.class_weight_ = compute_class_weight(words, k, index, data.w)
        fit = self._joint if self.multi_class == "crammer_singer" else self._against_rest
        results = fit(self._points(data.X), index, data.weight)
        self.n_iter_ = max(result.n_iter for result in results)
        return results

    @property
    def _multiplies(self) -> bool:
        return self.multi_class == "ovr" and super()._multiplies

    def _against_rest(self, X: Any, index: Indices, weight: Array) -> list[Result]:
        """One model for each class, or for two."""
        k = len(self.classes_)
        columns, how, results = self._columns(X), options(self), []
        wanted = [1] if k == 2 else range(k)
        for c, (_, y) in zip(wanted, one_vs_rest(index, wanted), strict=True):
            C = penalties(self.C, self._class_factors(index, c) * weight)
            results.append(self._fit_one(columns, y, C, how))
        models = [self._weights(result) for result in results]
        self.coef_ = np.array([w for w, _ in models])
        self.intercept_ = np.array([b for _, b in models])
        return results

    def _fit_one(self, X: Any, y: Array, C: Array, how: Options) -> Result:
        if isinstance(X, SparseRows):
            loss = Hinge() if self.loss == "hinge" else SquaredHinge()
            return finite(fit_sparse(X, y, C, loss, **self._newton))
        if self.loss == "hinge" and self._free:
            return model_of(space_of(Linear(), X), classification(y, C), how)
        if self.loss == "hinge":
            fit = fit_without_bias(X, classification(y, C), **how._asdict())
        elif self.penalty == "l1":
            fit = fit_sparse_weights(X, y, C, **self._newton)
        else:
            fit = fit_linear(X, y, C, **self._newton)
        return finite(fit)

    def _joint(self, X: Array, index: Indices, weight: Array) -> list[Result]:
        """All classes in one problem (Crammer and Singer).

        With x / s in place of x, C s and delta = 1 / s, a bias b / s is penalised like the weights.
        Of more features than points only the triangle R of X' = Q R is needed: R'R = X X'.
        """
        k, (tol, max_iter, _) = len(self.classes_), options(self)
        largest = float(np.abs(X).max()) or 1.0
        s = float(self.intercept_scaling) if self.fit_intercept else NO_BIAS * largest
        s = 1.0 if self._free else s
        C = penalties(self.C, self.class_weight_[index] * weight)
        joint = Joint(index, k, s * C, "crammer_singer", 1.0 / s, not self._free)
        rows = X if X.shape[1] <= len(X) else np.linalg.qr(X.T).R.T
        result = solve_joint(Linear(), rows / s, joint, tol=tol, max_iter=max_iter)
        w, b = result.coef.T @ X / s, result.intercept * s * bool(self.fit_intercept)
        if not np.isfinite(w.sum() + b.sum()):
            raise ValueError("no finite model was found: X or C is too large")
        self.coef_, self.intercept_ = (w, b) if k > 2 else (w[[1]] - w[[0]], b[[1]] - b[[0]])
        return [replace(result, n_iter=max(1, result.n_iter))]


@dataclass(kw_only=True, eq=False, repr=False)
class LinearSVR(RegressorMixin, PrimalOptions):
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
    dual, tol, fit_intercept, intercept_scaling, verbose, random_state, max_iter, solver,
    time_limit, callback
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
    time_limit: float | None = None
    callback: Callback | None = None

    laws: ClassVar[dict[str, Law]] = {
        "loss": one_of("epsilon_insensitive", "squared_epsilon_insensitive"),
    }

    def _fit_primal(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        self._check_dual()
        data = sample(self, X, y, sample_weight, numeric=True)
        refuse_overflow(Linear(), data.X)
        C = penalties(self.C, data.weight)
        result = self._fit_one(self._columns(self._points(data.X)), data.y, C, options(self))
        self.coef_, b = self._weights(result)
        self.intercept_ = np.array([b])
        self.n_iter_ = result.n_iter
        return [result]

    def _fit_one(self, X: Any, z: Array, C: Array, how: Options) -> Result:
        epsilon = float(self.epsilon)
        if isinstance(X, SparseRows):
            q, signs = np.concatenate([z, -z]) - epsilon, np.repeat([1.0, -1.0], len(z))
            loss = Hinge(q) if self.loss == "epsilon_insensitive" else SquaredHinge(q)
            fit = fit_sparse(X, signs, np.tile(C, 2), loss, **self._newton)
        elif self.loss == "squared_epsilon_insensitive":
            fit = fit_squared_tube(X, z, C, epsilon, **self._newton)
        elif self._free:
            result = tube(space_of(Linear(), X), z, C, epsilon, how)
            return result if result.w is not None else replace(result, w=result.coef @ X)
        elif np.abs(z).max() <= epsilon:  # f = 0 costs nothing
            result = constant(regression(z, C, epsilon), 0.0, np.zeros(1))
            return replace(result, w=np.zeros(X.shape[1]))
        else:
            fit = fit_without_bias(X, regression(z, C, epsilon), **how._asdict())
        return finite(fit)

    def _without_bias(self, Z: Any) -> Array:
        return np.asarray(Z @ self.coef_)[:, None]

    def predict(self, X: Any) -> Array:
        """f at the rows of X, shape (m,).

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        return self._values(X)[:, 0]
