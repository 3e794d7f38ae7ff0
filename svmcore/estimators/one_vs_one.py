"""One-vs-one kernel classifiers: SVC (soft and hard margin) and NuSVC."""

import warnings
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from svmcore.arrays import Array, Indices
from svmcore.engine import FeatureSpace, Space, classification
from svmcore.engine.spaces import whole
from svmcore.estimators.base import CACHE_SIZE
from svmcore.estimators.fitting import (
    Options,
    hard_margin,
    highest_nu,
    model_of,
    nu_margin,
    options,
)
from svmcore.estimators.kernel_estimator import KernelEstimator
from svmcore.estimators.parameters import (
    MAX_SEED,
    ClassWeight,
    KernelOption,
    RandomState,
    number,
    penalties,
)
from svmcore.estimators.probabilities import held_out_sigmoid, probabilities, with_probability
from svmcore.estimators.training_data import KernelData, Sample, kernel_data, labelled
from svmcore.multiclass.binary import (
    BinaryProblem,
    elected,
    one_vs_one,
    one_vs_rest,
    pairs,
    train_each,
    vote_scores,
)
from svmcore.multiclass.together import train_together
from svmcore.optim.budget import Callback, out_of_time
from svmcore.optim.rows import holds_whole
from svmcore.problems.certificate import Status
from svmcore.problems.result import Result

FEWEST_CLASSES, MOST_POINTS = 4, 2000  # lockstep is faster from so many, up to so many points


class OneVsOne(ClassifierMixin, KernelEstimator):
    """A machine for every two classes, which vote; two classes need one machine.

    Models come in the order (0, 1), (0, 2), .. (1, 2), .. and are positive for the first class
    of their pair; the only model of two classes is positive for classes_[1].
    """

    decision_function_shape: str
    break_ties: bool
    probability: bool | str
    random_state: RandomState

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Sequence[Result]:
        data, index, factors = labelled(self, X, y, sample_weight)
        return self._fit_pairs(data, kernel_data(self, data), index, factors)

    def _fit_pairs(
        self, data: Sample, kernel_points: KernelData, index: Indices, factors: Array
    ) -> Sequence[Result]:
        """Train on points of the classes `index`, with a factor of C at each."""
        k, how = len(self.classes_), options(self)

        def fit(problem: BinaryProblem) -> Result:
            rows, y = problem
            return self._fit_part(kernel_points.space(rows), y, factors[rows], how)

        problems = one_vs_one(index, k) if k > 2 else one_vs_rest(index, [1])
        solved = self._fit_together(kernel_points, index, factors, how)
        coef, intercept, results = train_each(problems, fit, len(index), solved)
        members = [np.flatnonzero(index == c) for c in range(k)]
        dual = _by_point(coef, members) if k > 2 else coef
        held = [inside[dual[:, inside].any(0)] for inside in members]
        support = np.concatenate(held)
        self.n_support_ = np.array([len(inside) for inside in held], dtype=np.int32)
        self.n_iter_ = np.array([result.n_iter for result in results], dtype=np.int32)
        self._fit_probabilities(kernel_points, index, factors)
        if len(self.probA_) and out_of_time():  # before the models of all folds were trained
            results = [replace(result, status=Status.TIMEOUT) for result in results]
        self._remember(data, kernel_points, support, dual[:, support], intercept, results)
        return results

    def decision_function(self, X: Any) -> Array:
        """f at the rows of X: shape (m,) for two classes.

        For more, shape (m, classes): the votes for each class, ties broken by how clear they were
        ("ovr"); or shape (m, machines): what each machine says ("ovo").

        Raises NotFittedError before a fit, ValueError or TypeError where X does not fit it.
        """
        values = self._values(X)
        if len(self.classes_) == 2:
            return values[:, 0]
        if self.decision_function_shape == "ovr":
            return vote_scores(values, values >= 0.0, len(self.classes_))
        return values

    def predict(self, X: Any) -> Any:
        """The class with most votes at each row of X; of several, the first.

        With `break_ties`, the one with the largest decision function.

        Raises NotFittedError, ValueError or TypeError if nothing was learnt, or X does not fit what
        was, or `break_ties` is asked for without decision_function_shape="ovr".
        """
        k = len(self.classes_) if hasattr(self, "classes_") else 0
        if self.break_ties and self.decision_function_shape == "ovo":
            raise ValueError("break_ties must be False when decision_function_shape is 'ovo'")
        if self.break_ties and k > 2:
            return self.classes_.take(self.decision_function(X).argmax(1))
        values = self._values(X)
        return self.classes_.take(elected(values, k))

    @available_if(with_probability)
    def predict_proba(self, X: Any) -> Array:
        """P of each class at the rows of X, shape (m, classes), by Platt's method and coupling.

        The largest need not be that of `predict`, whose scores are not those of the folds.

        Raises NotFittedError before a fit with probability=True, ValueError or TypeError where X
        does not fit it.
        """
        check_is_fitted(self)
        if not self.probA_.size:
            raise NotFittedError(
                "predict_proba is not available when fitted with probability=False"
            )
        k, values = len(self.classes_), self._values(X)
        return probabilities(-values if k == 2 else values, self.probA_, self.probB_, k)

    @available_if(with_probability)
    def predict_log_proba(self, X: Any) -> Array:
        """The logarithms of `predict_proba` at the rows of X; raises the same errors."""
        return np.asarray(np.log(self.predict_proba(X)))

    def _fit_probabilities(self, kernel_points: KernelData, index: Indices, factors: Array) -> None:
        """Write probA_ and probB_, one for each two classes, positive for the first of them."""
        self.probA_ = self.probB_ = np.empty(0)
        if self.probability in (False, "deprecated"):
            return
        training = partial(self._fit_fold, how=options(self))
        seed = int(check_random_state(self.random_state).randint(MAX_SEED))
        everyone = np.arange(len(index))
        sigmoids = [
            held_out_sigmoid(training, kernel_points, everyone[rows], y, factors[rows], seed)
            for rows, y in one_vs_one(index, len(self.classes_))
        ]
        self.probA_ = np.array([sigmoid.A for sigmoid in sigmoids])
        self.probB_ = np.array([sigmoid.B for sigmoid in sigmoids])

    def _fit_fold(self, space: Space, y: Array, factors: Array, how: Options) -> Result:
        """One machine without some of the points."""
        return self._fit_part(space, y, factors, how)

    def _fit_together(
        self, points: KernelData, index: Indices, factors: Array, how: Options
    ) -> Sequence[Result | None] | None:
        """The machines that are trained in lockstep; None for all that are to be trained alone."""
        return None

    @abstractmethod
    def _fit_part(self, space: Space, y: Array, factors: Array, how: Options) -> Result:
        """One machine for y in {-1, +1}, with the weights of the points."""

    def _join(self, products: list[Array]) -> Array:
        if len(products) == 1:
            return products[0]
        both = [products[i][:, j - 1] + products[j][:, i] for i, j in pairs(len(products))]
        return np.stack(both, axis=1)


@dataclass(kw_only=True, eq=False, repr=False)
class SVC(OneVsOne):
    """C-support vector classification, one against one, by a solver that proves its answer.

        min over w, b of 1/2 |w|^2 + sum_i C_i max(0, 1 - y_i (<w, phi(x_i)> + b))

    for every two classes. C = numpy.inf is the hard margin: no point inside it. Parameters and
    attributes have the names and meanings of `sklearn.svm.SVC`; see `fit` for the errors raised.

    Parameters
    ----------
    C : float > 0, default=1.0
        The price of a loss; C_i is C times the weights of the point and of its class.
    kernel : a word of `svmcore.kernels.KERNELS`, "precomputed", a kernel or callable, default="rbf"
        By its word a kernel has those of `degree`, `gamma` and `coef0` that it declares; with other
        parameters it is handed in itself: `SVC(kernel=Laplacian(gamma=2.0))`. Any other callable
        takes two arrays of points and returns the matrix of its values.
    degree : int, default=3
        Of the polynomial kernel.
    coef0 : float, default=0.0
        Of the polynomial and the sigmoid kernel.
    gamma : "scale", "auto", "weighted_scale" or float, default="scale"
        "scale" is 1 / (d Var X), "auto" 1 / d. Only "weighted_scale", and "weighted_balanced" of
        class_weight, count sample weights.
    tol : float, default=1e-6
        What is proved: no model has an objective lower by more than this share of it. For a kernel
        that is not positive semi-definite: no optimality condition is violated by more.
    max_iter : int, default=-1
        Iterations for each two classes; -1 for as many as it takes. Not used where C is infinite.
    solver : "auto", "smo" or "interior_point", default="auto"
        The method of training: "auto" chooses by the kernel and the number of points, as do all
        where C is infinite.
    time_limit : float > 0 or None, default=None
        Seconds of training, looked at between iterations: then `fit` ends with the best model so
        far, the status TIMEOUT and a ConvergenceWarning. A hard margin that is not found by then
        is a ValueError.
    callback : callable or None, default=None
        Called as callback(n_iter, error) between iterations, of all models, with their number so
        far and the relative error that the method at work estimates (SMO: the violation). Inner
        iterations of working sets, and those of C = inf, may not be told. An error that it raises
        ends `fit`.
    shrinking : bool, default=True
        Of LIBSVM; accepted, without effect.
    cache_size : float > 0, default=200
        Megabytes for what is kept of the kernel matrix between iterations: rows, or all of it. It
        changes the time, not the model. A step's own systems of equations are not counted.
    verbose : bool, default=False
        Print a line with the status and the certificate after training.
    class_weight : dict, "balanced", "weighted_balanced" or None, default=None
        Factors of C; balanced ones are n / (k times the number of the class's points).
    decision_function_shape : "ovr" or "ovo", default="ovr"
        For more than two classes: a value a class, or one for each two; see `decision_function`.
    break_ties : bool, default=False
        Whether `predict` takes the largest decision value instead of the first of equal votes.
    probability : bool, default=False
        Whether `fit` also trains, for each two classes, five models on four fifths of the points;
        the sigmoid of `predict_proba` is fitted to their scores on the other fifth.
        "deprecated", the default of scikit-learn 1.9, is False.
    random_state : int, RandomState or None, default=None
        Shuffles the points of these five; the folds are those of LIBSVM and scikit-learn.

    Attributes
    ----------
    certificate_ : Certificate
        The proof: primal and dual values (summed over models), the worst violation.
    status_ : Status
        How training ended, of the worst model.
    fit_status_ : int
        0 if that is the optimum (for a kernel that is not positive semi-definite: a stationary
        point), 1 otherwise.
    support_ : array of shape (support vectors,)
        The rows of the X given that hold the model, by class and then by row.
    support_vectors_ : array of shape (support vectors, d)
        These rows; empty for a Gram matrix, sparse where X was.
    n_support_ : array of shape (classes,)
        How many of them each class has.
    dual_coef_ : array of shape (classes - 1, support vectors)
        y_i alpha_i, in the layout of scikit-learn.
    coef_ : array of shape (models, d)
        w, for the linear kernel alone. Where C |x|^2 is so large that dual_coef_ has lost the
        digits of w, coef_ has them, and the proof is that of both and intercept_ together.
    intercept_ : array of shape (models,)
        b.
    probA_, probB_ : arrays of shape (models,), empty without `probability`
        The sigmoid 1 / (1 + exp(A f + B)) of each two classes, f > 0 for the first of them.
    classes_, class_weight_ : arrays of shape (classes,)
        The labels, sorted, and the factors of C of each.
    n_iter_ : array of shape (models,)
        Iterations of each.
    n_features_in_, feature_names_in_, shape_fit_
        As in `sklearn.svm.SVC`.

    Source: Cortes and Vapnik, Support-vector networks, Machine Learning 20 (1995),
    https://doi.org/10.1007/BF00994018; Chang and Lin, LIBSVM: a library for support vector machines
    (2011), sections 7 and 8 for votes and probabilities,
    https://www.csie.ntu.edu.tw/~cjlin/papers/libsvm.pdf
    """

    C: float = 1.0
    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    shrinking: bool = True
    probability: bool | str = False
    tol: float = 1e-6
    cache_size: float = CACHE_SIZE
    class_weight: ClassWeight = None
    verbose: bool = False
    max_iter: int = -1
    decision_function_shape: str = "ovr"
    break_ties: bool = False
    random_state: RandomState = None
    solver: str = "auto"
    time_limit: float | None = None
    callback: Callback | None = None

    laws: ClassVar = {"C": partial(number, above=0.0, most=np.inf)}

    def _fit_together(
        self, points: KernelData, index: Indices, factors: Array, how: Options
    ) -> Sequence[Result | None] | None:
        few = len(self.classes_) < FEWEST_CLASSES or len(index) > MOST_POINTS
        watched = self.callback is not None or self.time_limit is not None
        limited = watched or self.max_iter != -1 or how.solver != "auto"
        convex = points.kernel is not None and points.kernel.psd and points.K is None
        if few or limited or np.isinf(self.C) or not convex or not holds_whole(len(index)):
            return None
        order = index.argsort(kind="stable")
        space = points.space(order)
        if isinstance(space, FeatureSpace):
            return None
        C = penalties(self.C, factors)[order]
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # then trained alone
            return train_together(whole(space).K, np.bincount(index), C, how.tol)

    def _fit_part(self, space: Space, y: Array, factors: Array, how: Options) -> Result:
        if np.isinf(self.C):
            return hard_margin(space, y, how)
        return model_of(space, classification(y, penalties(self.C, factors)), how)


@dataclass(kw_only=True, eq=False, repr=False)
class NuSVC(OneVsOne):
    """nu-support vector classification: nu bounds the shares of margin errors and support vectors.

        min over w, b, rho of 1/2 |w|^2 - nu rho sum(c) + sum_i c_i max(0, rho - y_i f(x_i)),

    divided by rho, for every two classes; c_i is the weight of the point. It is the soft margin
    with C = 1 / rho. `fit` raises ValueError if a class has too little weight for nu, and as that
    of `SVC`.

    Parameters
    ----------
    nu : float in (0, 1], default=0.5
        At most twice the share of the smaller class.
    class_weight : dict, "balanced", "weighted_balanced" or None, default=None
        As in scikit-learn it gives `class_weight_` and changes no model, which a warning says; the
        weights of `fit` do.
    kernel, degree, gamma, coef0, tol, max_iter, solver, shrinking, cache_size, verbose,
    decision_function_shape, break_ties, probability, random_state, time_limit, callback
        See `SVC`. Where four fifths of the points allow no such nu, their model has the largest.

    Attributes
    ----------
    certificate_ : Certificate
        The proof, of the model before it is divided by rho.
    status_ : Status
        DIVERGED where the classes overlap so much that rho = 0.
    support_, support_vectors_, n_support_, dual_coef_, coef_, intercept_, probA_, probB_, classes_,
    class_weight_, n_iter_, fit_status_, n_features_in_, feature_names_in_, shape_fit_
        See `SVC`.

    Source: Schölkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural
    Computation 12 (2000), https://doi.org/10.1162/089976600300015565
    """

    nu: float = 0.5
    kernel: KernelOption = "rbf"
    degree: int = 3
    gamma: float | str = "scale"
    coef0: float = 0.0
    shrinking: bool = True
    probability: bool | str = False
    tol: float = 1e-6
    cache_size: float = CACHE_SIZE
    class_weight: ClassWeight = None
    verbose: bool = False
    max_iter: int = -1
    decision_function_shape: str = "ovr"
    break_ties: bool = False
    random_state: RandomState = None
    solver: str = "auto"
    time_limit: float | None = None
    callback: Callback | None = None

    def _fit_pairs(
        self, data: Sample, kernel_points: KernelData, index: Indices, factors: Array
    ) -> Sequence[Result]:
        if self.class_weight is not None:
            warnings.warn(
                "class_weight does not change the model of NuSVC, as in scikit-learn: "
                "use sample_weight",
                UserWarning,
                stacklevel=4,
            )
        return super()._fit_pairs(data, kernel_points, index, data.weight)

    def _fit_part(self, space: Space, y: Array, factors: Array, how: Options) -> Result:
        return nu_margin(space, y, float(self.nu), penalties(1.0, factors), how)

    def _fit_fold(self, space: Space, y: Array, factors: Array, how: Options) -> Result:
        w = penalties(1.0, factors)
        return nu_margin(space, y, min(float(self.nu), highest_nu(y, w)), w, how)


def _by_point(coef: Array, members: list[Indices]) -> Array:
    """The coefficients of all pairs, (m, n), in scikit-learn's layout, (k - 1, n).

    A point of class c takes part in k - 1 models: row j - 1 has its coefficient against a later
    class j, row i that against an earlier class i.
    """
    k = len(members)
    dual = np.zeros((k - 1, coef.shape[1]))
    for row, (i, j) in zip(coef, pairs(k), strict=True):
        dual[j - 1, members[i]] = row[members[i]]
        dual[i, members[j]] = row[members[j]]
    return dual
