"""Input validation of the estimators: X, y, sample weights and Gram matrices.

Plain float64 arrays, the usual case, take a short way of a few microseconds; everything else goes
through scikit-learn's own validation, which also gives the messages that its users know.
"""

import math
from numbers import Integral, Number
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array, check_consistent_length
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    assert_all_finite,
    column_or_1d,
    validate_data,
)

from svmcore.arrays import Array, Indices
from svmcore.kernels import Kernel

MAX_DENSE = 50_000_000  # entries of a sparse matrix that is still worth writing out: 400 MB
SPARSE = 0.25  # density from which on an array takes little more memory than a sparse matrix
MAX_NUMBER = 1e150  # its square is still a number
NO_WEIGHT = (
    "Invalid input - all samples have zero or negative weights. Some sample_weight must be > 0"
)
ONE_KIND = (str, Integral, bool | np.bool_)  # of objects that can be sorted and told apart
ASYMMETRY = 1e-6  # relative; what single precision may leave


def points(estimator: Any, X: Any, *, reset: bool) -> Any:
    """`X` as a finite C-ordered float64 array of shape (n, d), n and d at least 1.

    With `reset` the estimator learns `n_features_in_` and `feature_names_in_`; without, they must
    be those it has learnt. For a callable kernel and a linear model, sparse X stays sparse (CSR);
    for a callable kernel what is not numbers (strings, graphs) stays as it is.

    Raises ValueError or TypeError if X is not that, or is sparse and too large to be written out.
    """
    if _plain(X) and _known(estimator, X, reset=reset):
        return np.asarray(X)
    kernel = getattr(estimator, "kernel", None)
    own = callable(kernel) and not isinstance(kernel, Kernel)
    if own and not issparse(X) and _objects(X):
        return _some(estimator, X, reset=reset)
    if isinstance(kernel, str) and kernel == "precomputed" and issparse(X):
        raise TypeError("Sparse precomputed kernels are not supported.")
    try:
        checked = validate_data(
            estimator,
            X,
            reset=reset,
            dtype=np.float64,
            order="C",
            accept_sparse="csr",
            accept_large_sparse=False,
        )
    except ValueError as error:
        raise ValueError(_sentence("X", error)) from None
    if own or getattr(estimator, "_takes_sparse", False):
        if issparse(checked) and not checked.has_canonical_format:
            checked = checked.copy()
            checked.sum_duplicates()
        return checked if issparse(checked) else np.asarray(checked)
    return written_out(checked)


def written_out(X: Any) -> Array:
    """X as an array; raises ValueError if it is sparse and too large for that."""
    if not issparse(X):
        return np.asarray(X)
    if math.prod(X.shape) > MAX_DENSE:
        rows, columns = X.shape
        raise ValueError(
            f"a sparse X is written out here and may have {MAX_DENSE} entries, "
            f"zeros included, got {rows} x {columns}"
        )
    return np.ascontiguousarray(X.toarray(), dtype=np.float64)


def light(X: Any, entries: int) -> bool:
    """Whether X is sparse, and as an array would be larger and have more entries than that."""
    size = math.prod(X.shape)
    return bool(issparse(X) and X.nnz < SPARSE * size and size > entries)


def _objects(X: Any) -> bool:
    """Whether X holds what is not numbers: strings, objects, or rows of different lengths."""
    try:
        values = np.asarray(X)
        kind = values.dtype.kind
        numbers = values.ndim == 2 and kind == "O" and bool(np.isfinite(values.astype(float)).all())
    except (ValueError, TypeError):
        return not isinstance(X, str)
    return values.ndim > 0 and kind in "OUS" and not numbers


def _some(estimator: Any, X: Any, *, reset: bool) -> Any:
    """Objects for a callable kernel, at least one; they have no features to count."""
    n = n_rows(X)
    if n == 0:
        raise ValueError(f"Found 0 samples in X while {type(estimator).__name__} needs at least 1")
    if reset:
        for name in ("n_features_in_", "feature_names_in_"):
            estimator.__dict__.pop(name, None)
    return X


def n_rows(X: Any) -> int:
    """The number of points, whatever holds them."""
    if type(X) is not np.ndarray or not X.ndim:
        check_consistent_length(X)  # refuses what has no length
    return int(X.shape[0]) if hasattr(X, "shape") else len(X)


def rows_of(X: Any, rows: Indices) -> Any:
    """Some points, in what holds all of them (an array, a sparse matrix, a list, a table)."""
    if hasattr(X, "iloc"):  # of pandas
        return X.iloc[rows]
    return X[rows] if hasattr(X, "shape") else [X[i] for i in rows]


def _sentence(name: str, error: Exception) -> str:
    """scikit-learn's first sentence, or a shorter one that says what to do."""
    first = str(error).partition("\n")[0].strip()
    if first.startswith("Expected 2D"):
        return (
            f"{first.rstrip(':')}. Reshape your data: {name}.reshape(-1, 1) makes them one "
            f"feature, {name}.reshape(1, -1) one point"
        )
    if "could not convert" in first or "array element with a sequence" in first:
        return f"{name} must be numbers in rows of equal length, got: {first}"
    return first


def _plain(X: Any) -> bool:
    """Whether nothing has to be done to make X a finite C-ordered float64 array."""
    if type(X) is not np.ndarray or X.dtype != np.float64 or X.ndim != 2 or not X.size:
        return False
    # a sum that is finite has finite terms; one that is not goes the long way
    return bool(X.flags.c_contiguous) and math.isfinite(X.sum())


def _known(estimator: Any, X: Array, *, reset: bool) -> bool:
    """Whether X fits what was learnt; with `reset`, learn it."""
    learnt = estimator.__dict__
    if reset:
        learnt.pop("feature_names_in_", None)
        estimator.n_features_in_ = X.shape[1]
        return True
    return "feature_names_in_" not in learnt and learnt["n_features_in_"] == X.shape[1]


def target(estimator: Any, y: Any, n: int, *, numeric: bool) -> Any:
    """`y` as a column of n labels or (`numeric`) of n finite float64 numbers.

    Raises ValueError or TypeError if y is missing, has another shape or length, or holds NaN or
    infinity.
    """
    if y is None:
        raise ValueError(
            f"{type(estimator).__name__} requires y to be passed, but the target y is None"
        )
    if not (type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biuf"):
        if issparse(y):
            raise TypeError("y must be dense, got a sparse matrix")
        try:
            y = column_or_1d(y, warn=True)
        except ValueError as error:
            raise ValueError(_sentence("y", error)) from None
    if len(y) != n:
        raise ValueError(f"X and y must have as many rows, got {n} and {len(y)}")
    try:
        if y.dtype.kind == "O" or (y.dtype.kind == "f" and not math.isfinite(y.sum())):
            assert_all_finite(y, input_name="y")
        if numeric:
            y = y.astype(np.float64)
    except ValueError as error:
        raise ValueError(_sentence("y", error)) from None
    if numeric and float(np.abs(y).max()) > MAX_NUMBER:
        raise ValueError(f"y is too large: its entries must be below {MAX_NUMBER:g}")
    return y


def classes(y: Any, *, masked: bool = False) -> tuple[Any, Indices]:
    """The classes, sorted, and the number of each label's class; `masked`: weights left rows out.

    Raises ValueError if the labels are continuous, of different types, or all the same.
    """
    if y.dtype.kind == "O":
        kinds = {type(label) for label in y}
        same_kind = any(all(issubclass(kind, one) for kind in kinds) for one in ONE_KIND)
        if not same_kind:
            names = ", ".join(sorted(kind.__name__ for kind in kinds))
            raise ValueError(f"Unknown label type: labels must be of one kind, got {names}")
    elif y.dtype.kind not in "biuU" and not (y.dtype.kind == "f" and (y == np.rint(y)).all()):
        check_classification_targets(y)
    found, index = np.unique(y, return_inverse=True)
    if len(found) < 2 and masked:
        raise ValueError(
            "Invalid input - all samples with positive weights belong to the same class: "
            f"y must hold at least 2 classes, got 1 class: {found[0]}"
        )
    if len(found) < 2:
        raise ValueError(f"y must hold at least 2 classes, got 1 class: {found[0]}")
    return found, index


def weights(sample_weight: Any, X: Array) -> Array | None:
    """`sample_weight` as float64, one a row of X; None where all weigh the same 1.

    Weights of 0 and below leave the row out, as in scikit-learn.

    Raises ValueError if it has another length, holds NaN or infinity, or leaves out all rows.
    """
    if sample_weight is None:
        return None
    n = n_rows(X)
    if isinstance(sample_weight, Number):
        sample_weight = np.full(n, sample_weight)
    try:
        checked = check_array(
            sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
        )
    except ValueError as error:
        raise ValueError(_sentence("sample_weight", error)) from None
    if checked.ndim != 1:
        raise ValueError(f"Sample weights must be 1D array or scalar, got {checked.ndim}D array")
    if len(checked) != n:
        raise ValueError(f"sample_weight.shape == {checked.shape}, expected {(n,)}!")
    if checked.max() <= 0.0:
        raise ValueError(NO_WEIGHT)
    return np.asarray(checked)


def gram(K: Any, shape: tuple[int, int], source: str) -> Array:
    """A matrix of kernel values as float64, finite and of the right shape.

    Raises ValueError if it is not; `source` says in the message where it came from.
    """
    K = K.toarray() if issparse(K) else K
    if np.iscomplexobj(K):
        raise ValueError(f"{source} must be real numbers, got complex ones")
    try:
        values = np.asarray(K, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{source} must be numbers, got {type(K).__name__}") from None
    if values.shape != shape:
        raise ValueError(f"{source} must have shape {shape}, got {values.shape}")
    if not np.isfinite(values).all():
        raise ValueError(f"{source} must be finite, got NaN or infinity")
    return values


def symmetric(K: Array, source: str) -> Array:
    """A square matrix, freed of what rounding has left of asymmetry.

    Raises ValueError if it is not symmetric or too large to be squared.
    """
    largest, off = float(np.abs(K).max()), float(np.abs(K - K.T).max())
    if off > ASYMMETRY * largest:
        raise ValueError(f"{source} must be symmetric, got K(x, z) - K(z, x) up to {off:.3g}")
    if largest > MAX_NUMBER:
        raise ValueError(
            f"{source} is too large: it must be below {MAX_NUMBER:g}, got {largest:.3g}"
        )
    return K if off == 0.0 else 0.5 * (K + K.T)
