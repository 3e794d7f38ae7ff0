"""Validated training data: samples with weights, and their kernel or Gram matrix."""

import warnings
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, issparse
from sklearn.utils.extmath import row_norms

from svmcore.arrays import Array, Indices
from svmcore.class_weight import compute_class_weight
from svmcore.engine import GramSpace, KernelSpace, Space, space_of
from svmcore.estimators.checks import (
    MAX_NUMBER,
    classes,
    gram,
    light,
    n_rows,
    points,
    rows_of,
    symmetric,
    target,
    weights,
    written_out,
)
from svmcore.kernels import KERNELS, Kernel, SparsePoints
from svmcore.kernels.gram_factor import factor
from svmcore.params import parameters

PSD_SAMPLE, PSD_TOL = 200, 1e-8  # points; share of the largest eigenvalue that is rounding
SMALL = 5_000_000  # entries of X, zeros included, that are written out for a kernel: 40 MB
TINY = 1e-300
ALL = slice(None)


class Sample(NamedTuple):
    """The rows with weight; `kept` are their numbers in the data given, None for all of them.

    X : (n, d), or n objects for a callable kernel; y : (n,) or None; w : (n,) or None for the
    weight 1. all_points and all_labels are what was given, with the rows left out; sparse says
    whether X was.
    """

    X: Any
    y: Any
    w: Array | None
    kept: Indices | None
    all_points: Any
    all_labels: Any
    sparse: bool = False

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the X given; (n,) for objects."""
        return getattr(self.all_points, "shape", None) or (n_rows(self.all_points),)

    @property
    def weight(self) -> Array:
        """The weights of the rows, shape (n,)."""
        return np.ones(n_rows(self.X)) if self.w is None else self.w

    def given(self, rows: Indices) -> Indices:
        """Where rows of this sample stand in the data given."""
        return rows if self.kept is None else self.kept[rows]


def sample(
    estimator: Any, X: Any, y: Any, sample_weight: Any, *, numeric: bool, supervised: bool = True
) -> Sample:
    """Check what `fit` was given. A point of weight 0 or less takes no part in the model.

    Raises ValueError or TypeError: see `points`, `target` and `weights`.
    """
    sparse = issparse(X)
    X = points(estimator, X, reset=True)
    y = target(estimator, y, n_rows(X), numeric=numeric) if supervised else None
    w = weights(sample_weight, X)
    if w is None or (w > 0.0).all():
        return Sample(X, y, w, None, X, y, sparse)
    kept = np.flatnonzero(w > 0.0)
    kernel_points = None if y is None else y[kept]
    return Sample(rows_of(X, kept), kernel_points, w[kept], kept, X, y, sparse)


def labelled(estimator: Any, X: Any, y: Any, sample_weight: Any) -> tuple[Sample, Indices, Array]:
    """The sample of a classifier, whose `classes_` and `class_weight_` are written.

    With the class of each row, as a number, and its factor of C: the row's weight and the class's.

    Raises ValueError or TypeError: see `sample`, `classes` and `compute_class_weight`.
    """
    data = sample(estimator, X, y, sample_weight, numeric=False)
    estimator.classes_, index = classes(data.y, masked=data.kept is not None)
    asked = getattr(estimator, "class_weight", None)
    every = data.all_labels if data.kept is not None else None
    factors = class_factors(asked, estimator.classes_, index, data.w, every)
    estimator.class_weight_ = factors
    return data, index, factors[index] * data.weight


def class_factors(
    asked: Any, classes: Any, index: Indices, w: Array | None, every: Any = None
) -> Array:
    """`compute_class_weight`; `every` are all labels given, where some rows are left out.

    "balanced" counts these rows too, as scikit-learn does.
    """
    if every is None or not (isinstance(asked, str) and asked == "balanced"):
        return compute_class_weight(asked, classes, index, w)
    found, numbers = np.unique(every, return_inverse=True)
    return compute_class_weight(asked, found, numbers)[np.isin(found, classes)]


@dataclass(frozen=True, eq=False)
class KernelData:
    """Points and their kernel: a named one, or their Gram matrix K where only that is known."""

    X: Any
    kernel: Kernel | None
    K: Array | None = None

    def values(self, rows: Indices, columns: Indices) -> Array:
        """K between some of the points and some others, (rows, columns)."""
        if self.K is not None:
            return self.K[np.ix_(rows, columns)]
        assert self.kernel is not None
        return np.asarray(self.kernel(self.X[rows], self.X[columns]))

    def space(self, rows: Indices | slice = ALL, *, centre: bool = True) -> Space:
        """Some of the points (all by default) as the engine wants them.

        A matrix counts as positive semi-definite if it can be factored; with `centre`, if it can
        after its points have moved to their mean, which is all that a model with a bias asks.
        """
        if self.K is None:
            assert self.kernel is not None
            with np.errstate(over="ignore", invalid="ignore"):  # the engine refuses what overflows
                return space_of(self.kernel, self.X[rows])
        K = self.K[rows][:, rows]
        try:
            factor(K, centre=centre)
        except ValueError:
            return GramSpace(K, psd=False)
        return GramSpace(K)


def kernel_ready(X: Any) -> Any:
    """Points as a kernel takes them: sparse ones as an array where that takes little memory."""
    return SparsePoints(X) if light(X, SMALL) else written_out(X)


def same_format(Z: Any, X: Any) -> tuple[Any, Any]:
    """Two lists of points as arrays, or both as `SparsePoints`."""
    Z, X = kernel_ready(Z), kernel_ready(X)
    if not (isinstance(Z, SparsePoints) or isinstance(X, SparsePoints)):
        return Z, X
    Z, X = (P if isinstance(P, SparsePoints) else SparsePoints(csr_matrix(P)) for P in (Z, X))
    return Z, X


def kernel_data(estimator: Any, data: Sample) -> KernelData:
    """The points of `data` under the kernel that `estimator` asks for.

    Raises ValueError if a Gram matrix is not one (see `gram` and `symmetric`) or a kernel
    overflows.
    """
    n = n_rows(data.X)
    if isinstance(estimator.kernel, str) and estimator.kernel == "precomputed":
        K = gram(data.X, (n, data.shape[0]), "a precomputed kernel")
        K = K if data.kept is None else K[:, data.kept]
        return KernelData(data.X, None, symmetric(K, "a precomputed kernel"))
    kernel = estimator.kernel
    if isinstance(kernel, str):
        with np.errstate(over="ignore", invalid="ignore"):  # refused below
            kernel = named_kernel(estimator, data)
    elif not isinstance(kernel, Kernel):
        K = gram(kernel(data.X, data.X), (n, n), "what the kernel returns")
        return KernelData(data.X, None, symmetric(K, "what the kernel returns"))
    refuse_overflow(kernel, data.X)
    if issparse(data.X):
        return KernelData(kernel_ready(data.X), kernel)
    if (
        kernel.psd
        and type(kernel) not in KERNELS.values()
        and (least := _least(kernel, data.X)) < 0.0
    ):
        warnings.warn(
            f"{type(kernel).__name__} declares psd=True, but its matrix has an eigenvalue of "
            f"{least:.2g} times the largest: it is trained as psd=False",
            UserWarning,
            stacklevel=4,
        )
        K = gram(kernel(data.X, data.X), (n, n), "what the kernel returns")
        return KernelData(data.X, kernel, symmetric(K, "what the kernel returns"))
    return KernelData(data.X, kernel)


def _least(kernel: Kernel, X: Array) -> float:
    """The smallest eigenvalue of K at some of the points, over the largest; 0 if it is noise."""
    some = np.random.default_rng(0).permutation(len(X))[:PSD_SAMPLE]
    values = np.linalg.eigvalsh(kernel(X[some], X[some]))
    least = float(values[0]) / max(float(np.abs(values).max()), TINY)
    return least if least < -PSD_TOL else 0.0


def named_kernel(estimator: Any, data: Sample) -> Kernel:
    """The kernel that is registered under a name, with the estimator's degree, gamma and coef0.

    It has those of the three that it declares; its other parameters are usual. gamma="auto" is
    1 / d and "scale" 1 / (d times the variance of the X given), as in scikit-learn, which does not
    count sample weights here; in "weighted_scale" they count as repeated points.
    """
    d, gamma = data.X.shape[1], estimator.gamma
    if gamma == "auto":
        gamma = 1.0 / d
    elif isinstance(gamma, str):
        counted = gamma == "weighted_scale" and data.w is not None
        variance = _variance(*((data.X, data.weight) if counted else (data.all_points, None)))
        gamma = 1.0 / (d * variance) if variance > 0.0 else 1.0
    gamma = min(float(gamma), MAX_NUMBER)  # beyond, points differ by rounding errors only
    asked = {"degree": int(estimator.degree), "gamma": gamma, "coef0": float(estimator.coef0)}
    kind = KERNELS[estimator.kernel]
    return kind(**{p.name: asked[p.name] for p in parameters(kind) if p.name in asked})


def _variance(X: Any, w: Array | None) -> float:
    """Of all entries of X, (n, d), whose rows have the weights w, (n,)."""
    if w is None and not issparse(X):
        return float(X.var())
    share = np.ones(X.shape[0]) if w is None else w
    share = share / (share.sum() * X.shape[1])
    mean = float((share @ X).sum())
    if issparse(X):
        return float((share @ X.multiply(X)).sum()) - mean**2
    return float((share @ np.square(X - mean)).sum())


def refuse_overflow(kernel: Kernel, X: Any) -> None:
    """Refuse by ValueError points whose kernel, or its squares, are no numbers any more."""
    with np.errstate(over="ignore", invalid="ignore"):  # which is what is looked for
        squares = row_norms(X, squared=True) if issparse(X) else np.einsum("ij,ij->i", X, X)
        far = KernelSpace(kernel, written_out(X[[squares.argmax()]])).diagonal
    if not (squares.max() <= MAX_NUMBER and np.abs(far).max() <= MAX_NUMBER):
        title = kernel.title.lower()
        raise ValueError(
            f"X is too large for the {title} kernel, got entries up to {abs(X).max():.3g}"
        )
