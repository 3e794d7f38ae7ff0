"""A trained candidate as a multiclass model: all its components over the points learnt from."""

from itertools import combinations
from typing import Any

import numpy as np

from pages.model_selection.candidate import Candidate, FittedCandidate
from pages.model_selection.multiclass_model import ComponentProof, MulticlassModel
from svmcore.arrays import Array, Indices


def multiclass_record(
    machine: Candidate, found: FittedCandidate, X: Array, y: Indices, w: Array | None = None
) -> MulticlassModel:
    """The model of X, (n, d), y, (n,), classes 0 to k - 1, and weights w that `found` learnt from.

    Its points are those of X as the model scales them; its one proof is that of all components.
    """
    k, scheme, estimator = int(y.max()) + 1, machine.scheme, found.estimator
    intercept = np.asarray(estimator.intercept_)
    if scheme == "svc":
        scheme, coef = "ovo", _of_pairs(estimator, y, k)
        if k == 2:  # the only model of two classes is positive for the second one
            coef, intercept = -coef, -intercept
    else:
        coef = np.zeros((len(intercept), len(y)))
        coef[:, np.asarray(estimator.support_)] = estimator.dual_coef_
        if len(coef) < k:  # the only machine of two classes, positive for the second one
            coef, intercept = np.vstack([-coef, coef]), np.append(-intercept, intercept)
    return MulticlassModel(
        found.kernel,
        found.scale(X),
        y,
        np.arange(k),
        scheme,
        coef,
        intercept,
        machine.C * machine.factors(y, w)[y] * (1.0 if w is None else w),
        machine.margin,
        machine.bias_inside,
        _proof(estimator),
    )


def _proof(estimator: Any) -> tuple[ComponentProof, ...]:
    n_iter = int(np.sum(estimator.n_iter_))
    return (ComponentProof(estimator.certificate_, estimator.status_, n_iter),)


def _of_pairs(estimator: Any, y: Indices, k: int) -> Array:
    """A row for each pair of classes, from where scikit-learn puts the coefficients of a pair.

    Those of a point of class i against j > i are in row j - 1, those against j < i in row j.
    """
    there, dual = np.asarray(estimator.support_), np.asarray(estimator.dual_coef_)
    coef = np.zeros((k * (k - 1) // 2, len(y)))
    for m, (i, j) in enumerate(combinations(range(k), 2)):
        first, second = y[there] == i, y[there] == j
        coef[m, there[first]] = dual[j - 1, first]
        coef[m, there[second]] = dual[i, second]
    return coef
