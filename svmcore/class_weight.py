"""Class weights, as in https://scikit-learn.org/stable/modules/svm.html#unbalanced-problems"""

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from svmcore.arrays import Array, Indices

BALANCED = ("balanced", "weighted_balanced")


def compute_class_weight(
    class_weight: Any, classes: npt.ArrayLike, index: Indices, w: Array | None = None
) -> Array:
    """Class weights of k classes, shape (k,).

    class_weight : a dict of the factors by class, 1 where there is none; "balanced" for
        n / (k n_c), where n is the number of all points and n_c that of class c (scikit-learn
        does not count sample weights here); "weighted_balanced" for W / (k W_c), with the sums
        W of the sample weights, as if points were repeated; None for 1 each
    classes : (k,), the labels. A dict has them as they are, or as the Python value they stand for
    index : (n,), the class of each point, 0 to k - 1, none without points
    w : (n,) or None, the sample weights; 1 by default

    Raises ValueError if `class_weight` is none of these, a factor is not > 0 and finite, or a class
    is misspelt: some key is no class while some class has no key.
    """
    labels = np.asarray(classes).tolist()
    if class_weight is None:
        return np.ones(len(labels))
    if isinstance(class_weight, str) and class_weight in BALANCED:
        counted = w if class_weight == "weighted_balanced" else None
        sizes = np.bincount(index, counted).astype(np.float64)
        return np.asarray(sizes.sum() / (len(labels) * sizes))
    if not isinstance(class_weight, dict):
        words = ", ".join(map(repr, BALANCED))
        raise ValueError(f"class_weight must be a dict, {words} or None, got {class_weight!r}")
    unknown = [key for key in class_weight if key not in labels]
    if unknown and not all(label in class_weight for label in labels):
        raise ValueError(f"class_weight must name the classes of y, got {unknown[0]!r}")
    factors = [class_weight.get(label, 1.0) for label in labels]
    for label, factor in zip(labels, factors, strict=True):
        real = isinstance(factor, Real) and not isinstance(factor, bool | np.bool_)
        if not real or not 0.0 < factor < np.inf:
            raise ValueError(f"class_weight of {label!r} must be > 0 and finite, got {factor!r}")
    return np.array(factors, dtype=np.float64)


def compute_sample_weight(class_weight: Any, y: npt.ArrayLike, w: Array | None = None) -> Array:
    """The factor of the class of each point, shape (n,), for labels y, shape (n,)."""
    labels = np.asarray(y)
    if class_weight is None:
        return np.ones(len(labels))
    classes, index = np.unique(labels, return_inverse=True)
    return compute_class_weight(class_weight, classes, index, w)[index]
