"""One column of a grid search: all C for one kernel on one split. The unit of parallel work.

This is what other processes load: no scikit-learn.
"""

import os
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from pages.model_selection.warm_start_path import ladder
from svmcore import blas_threads
from svmcore.arrays import Array, Indices
from svmcore.engine import space_of
from svmcore.kernels import Kernel
from svmcore.multiclass.binary import elected, one_vs_one, one_vs_rest


@dataclass(frozen=True, eq=False)
class Standardiser:
    """Standardisation x -> (x - mean) / spread of each coordinate; mean, spread : (d,)."""

    mean: Array
    spread: Array

    @classmethod
    def of(cls, X: Array) -> Self:
        """Mean 0 and standard deviation 1 for the rows of X; what does not vary keeps its unit."""
        spread = X.std(0)
        # of equal numbers rounding may leave a spread that is not 0
        equal = spread <= 1e-12 * np.abs(X).max(0, initial=0.0)
        return cls(X.mean(0), np.where(equal, 1.0, spread))

    @classmethod
    def identity(cls, d: int) -> Self:
        """Nothing changes."""
        return cls(np.zeros(d), np.ones(d))

    def __call__(self, X: Array) -> Array:
        return np.asarray((X - self.mean) / self.spread)


class ColumnTask(NamedTuple):
    """One task: fit the points `train` for each C, and predict the points `test`.

    X : (n, d). y : (n,), classes 0 to k - 1. Cs : (m,), rising. factors : (k,), of C. scaled :
    whether to standardise by the mean and spread of the points learnt from. w : (n,), factors of C
    by point, None for 1 each; what counts nothing is as if it were not there, but for the scale.
    """

    kernel: Kernel
    scaled: bool
    X: Array
    y: Indices
    train: Indices
    test: Indices
    Cs: Array
    factors: Array
    w: Array | None = None


class GridColumn(NamedTuple):
    """errors : (m,), the share of the points `test` called wrong. support : (m,), support vectors.

    predicted : (m, len(test)). gap : the largest relative gap that is proved. pid : the process.
    """

    errors: Array
    support: Indices
    predicted: Indices
    gap: float
    pid: int


@blas_threads(1)
def column(work: ColumnTask) -> GridColumn:
    """Train the soft margin for every two classes and every C, and let them vote as SVC does.

    Raises ValueError if the kernel is not positive semi-definite.
    """
    X = work.X[work.train]
    scale = Standardiser.of(X) if work.scaled else Standardiser.identity(X.shape[1])
    X, Z, y = scale(X), scale(work.X[work.test]), work.y[work.train]
    k, m = len(work.factors), len(work.Cs)
    sample_C = work.factors[y] * (1.0 if work.w is None else work.w[work.train])
    counted = sample_C > 0.0
    X, y, sample_C = X[counted], y[counted], sample_C[counted]
    problems = one_vs_one(y, k) if k > 2 else one_vs_rest(y, [1])
    values = np.empty((m, len(Z), len(problems)))
    held = np.zeros((m, len(X)), dtype=bool)
    gap = 0.0
    for j, (rows, sign) in enumerate(problems):
        path = ladder(space_of(work.kernel, X[rows]), sign, work.Cs, sample_C[rows])
        values[..., j] = (path.alpha * sign) @ work.kernel(X[rows], Z) + path.b[:, None]
        held[:, rows] |= path.alpha > 0.0
        gap = max(gap, float(path.gaps.max()))
    predicted = elected(values, k)
    errors = (predicted != work.y[work.test]).mean(1)
    return GridColumn(errors, held.sum(1), predicted, gap, os.getpid())
