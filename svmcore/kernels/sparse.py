"""Points as rows of a sparse matrix, which kernels take in place of an array."""

from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import issparse

from svmcore.arrays import BLOCK_ENTRIES, Array

SEED = 3  # of the directions that tell points apart


class SparsePoints:
    """The rows of X, a CSR matrix of shape (n, d), whose products with other points are arrays."""

    def __init__(self, X: Any) -> None:
        self.X, self.shape = X, X.shape

    def __len__(self) -> int:
        return int(self.shape[0])

    def __getitem__(self, rows: Any) -> "SparsePoints":
        return SparsePoints(self.X[rows])

    @cached_property
    def T(self) -> Any:
        """The transposed matrix, by rows as well: kept for the products with these points."""
        return self.X.T.tocsr()

    def __matmul__(self, other: Any) -> Array:
        """The product with a matrix, some rows at a time: its sparse form takes more room."""
        if not issparse(other):
            return np.asarray(self.X @ other)
        product = np.empty((len(self), other.shape[1]))
        step = max(1, BLOCK_ENTRIES // max(1, other.shape[1]))
        for start in range(0, len(self), step):
            (self.X[start : start + step] @ other).toarray(out=product[start : start + step])
        return product

    @cached_property
    def squares(self) -> Array:
        """|x_i|^2, shape (n,)."""
        return np.asarray(self.X.multiply(self.X).sum(1)).ravel()

    @cached_property
    def projections(self) -> Array:
        """Products with two random directions, shape (n, 2): equal points have equal ones.

        Unequal points differ in them unless they differ by rounding errors alone.
        """
        directions = np.random.default_rng(SEED).uniform(0.5, 1.0, (self.shape[1], 2))
        return np.asarray(self.X @ directions)
