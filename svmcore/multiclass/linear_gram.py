"""The Gram matrix of the linear kernel, without its entries."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from svmcore.arrays import Array, Indices


@dataclass(frozen=True, eq=False)
class LinearGram:
    """K = rows rows' for rows of shape (N, r), which is computed where it is needed."""

    rows: Array

    def __matmul__(self, other: Array) -> Array:
        return np.asarray(self.rows @ (self.rows.T @ other))

    def __getitem__(self, where: tuple[Indices, ...]) -> Array:
        """What numpy.ix_ picks out."""
        return np.asarray(self.rows[where[0].ravel()] @ self.rows[where[1].ravel()].T)

    def diagonal(self) -> Array:
        """|x_i|^2, shape (N,)."""
        return np.asarray(np.einsum("ij,ij->i", self.rows, self.rows))


Gram: TypeAlias = Array | LinearGram
