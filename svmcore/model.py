"""The trained model: f(x) = sum_i coef_i K(x_i, x) + intercept, and nothing else."""

from dataclasses import dataclass

import numpy as np

from svmcore.arrays import Array
from svmcore.kernels import Kernel, Linear

# of a kernel matrix at a time: one of 50 MB takes three times as long for each of its values
BLOCK_ENTRIES = 200_000


@dataclass(frozen=True, eq=False)
class Model:
    """Trained model: coef, (n,), is y_i alpha_i at each of the training points X, (n, d)."""

    kernel: Kernel
    X: Array
    coef: Array
    intercept: float

    def __call__(self, Z: Array) -> Array:
        """f at the points Z, shape (m,). Points without weight are left out of the sum."""
        active = self.coef != 0.0
        X, coef = self.X[active], self.coef[active]
        rows = max(1, BLOCK_ENTRIES // max(1, len(X)))
        blocks = [Z[k : k + rows] for k in range(0, len(Z), rows)] or [Z]
        return np.concatenate([self.kernel(block, X) @ coef for block in blocks]) + self.intercept

    @property
    def weights(self) -> Array | None:
        """w = sum_i coef_i x_i, shape (d,), for the linear kernel; None for any other."""
        return self.coef @ self.X if isinstance(self.kernel, Linear) else None
