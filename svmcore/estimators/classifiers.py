"""Classifiers with a kernel: the soft and hard margin (SVC) and the nu-machine (NuSVC)."""

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.engine import Space, classification
from svmcore.estimators.fitting import Options, Part, hard_margin, model_of, nu_margin
from svmcore.estimators.one_vs_one import OneVsOne
from svmcore.estimators.parameters import number, penalties


@dataclass(kw_only=True, eq=False, repr=False)
class SVC(OneVsOne):
    """The support vector machine, by a solver that proves its answer.

        min over w, b of 1/2 |w|^2 + sum_i C_i max(0, 1 - y_i (<w, phi(x_i)> + b))

    for every two classes. C = numpy.inf is the hard margin: no point inside it. Parameters and
    attributes have the names and meanings of `sklearn.svm.SVC`.

    Parameters
    ----------
    C : float > 0, default=1.0
        The price of a loss; C_i is C times the weights of the point and of its class.
    kernel : a word of `svmcore.kernels.KERNELS`, "precomputed", a kernel or callable, default="rbf"
        By its word a kernel has those of `degree`, `gamma` and `coef0` that it declares; with other
        parameters it is handed in itself: `SVC(kernel=Laplacian(gamma=2.0))`. Any other callable
        takes two arrays of points and returns the matrix of its values.
    degree : int, default=3. gamma : "scale", "auto" or float, default="scale".
    coef0 : float, default=0.0
        Sample weights count as repeated points in "scale".
    tol : float, default=1e-6
        What is proved: no optimality condition is violated by more, and no model is better by
        more than this share.
    max_iter : int, default=-1
        Iterations for each two classes; -1 for as many as it takes.
    solver : "auto", "smo" or "interior_point", default="auto"
    class_weight : dict, "balanced" or None, default=None
    decision_function_shape : "ovr" or "ovo", default="ovr"
    break_ties : bool, default=False
    random_state : int, RandomState or None, default=None
        Training is deterministic; accepted so that SVC can stand where another classifier stood.

    Attributes
    ----------
    certificate_ : Certificate
        The proof: primal and dual values (summed over models), the worst violation.
    status_ : Status
        How training ended, of the worst model. fit_status_ is 0 if that is the optimum (for a
        kernel that is not positive semi-definite: a stationary point), 1 otherwise.
    support_, support_vectors_, n_support_, dual_coef_, coef_, intercept_, classes_,
    class_weight_, n_iter_, n_features_in_, feature_names_in_, shape_fit_
        As in `sklearn.svm.SVC`; `support_` counts the rows of the X given. Where C |x|^2 is so
        large that dual_coef_ has lost the digits of w, coef_ has them, and the proof is that of
        coef_, intercept_ and dual_coef_ together.

    Source: Cortes and Vapnik, Support-vector networks, Machine Learning 20 (1995); Chang and Lin,
    LIBSVM: a library for support vector machines (2011), section 7 for the votes.
    """

    C: float = 1.0
    class_weight: Any = None

    laws: ClassVar = {"C": partial(number, above=0.0, most=np.inf)}

    def _fit_part(self, space: Space, y: Array, factors: Array, how: Options) -> Part:
        if np.isinf(self.C):
            return hard_margin(space, y, how)
        return model_of(space, classification(y, penalties(self.C, factors)), how)


@dataclass(kw_only=True, eq=False, repr=False)
class NuSVC(OneVsOne):
    """The nu-machine: nu bounds the share of points inside the margin, and of support vectors.

        min over w, b, rho of 1/2 |w|^2 - nu rho sum(c) + sum_i c_i max(0, rho - y_i f(x_i)),

    divided by rho, for every two classes; c_i is the weight of the point. It is the soft margin
    with C = 1 / rho. There are no class weights, which scikit-learn takes here but ignores.

    Parameters
    ----------
    nu : float in (0, 1], default=0.5
        At most twice the share of the smaller class.
    kernel, degree, gamma, coef0, tol, max_iter, solver, decision_function_shape, break_ties,
    random_state
        See `SVC`, whose attributes this has, too. The certificate is that before the division;
        status_ is DIVERGED where the classes overlap so much that rho = 0.

    Source: Schoelkopf, Smola, Williamson and Bartlett, New support vector algorithms, Neural
    Computation 12 (2000).
    """

    nu: float = 0.5

    def _fit_part(self, space: Space, y: Array, factors: Array, how: Options) -> Part:
        return nu_margin(space, y, float(self.nu), penalties(1.0, factors), how)
