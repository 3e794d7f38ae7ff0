"""Base classes of the estimators with a kernel: fitted attributes and prediction."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.utils.validation import check_is_fitted

from svmcore.arrays import BLOCK_ENTRIES, Array, Indices
from svmcore.estimators.base import ExactEstimator
from svmcore.estimators.checks import gram, n_rows, rows_of
from svmcore.estimators.parameters import KernelOption
from svmcore.estimators.training_data import KernelData, Sample, same_format
from svmcore.kernels import KERNELS, RBF, Kernel, Linear, Polynomial, Sigmoid
from svmcore.problems.result import Result


class KernelEstimator(ExactEstimator):
    """f = sum_i dual_coef_i K(x_i, .) + intercept over the support vectors x_i."""

    kernel: KernelOption
    degree: int
    gamma: float | str
    coef0: float

    @property
    def coef_(self) -> Any:
        """The weight of each feature, for the linear kernel alone: shape (models, d).

        Sparse where X was, as are `support_vectors_` and `dual_coef_`. Raises AttributeError for
        another kernel, NotFittedError before a fit.
        """
        if not self._linear:
            raise AttributeError("coef_ is only available when using a linear kernel")
        check_is_fitted(self)
        coef = np.array(self._coef)
        if self._sparse:
            sparse = csr_matrix(coef)
            sparse.data.setflags(write=False)
            return sparse
        coef.setflags(write=False)
        return coef

    @property
    def _takes_sparse(self) -> bool:
        """Whether the kernel is one of inner products or distances, which keeps X sparse."""
        kernel = KERNELS.get(self.kernel) if isinstance(self.kernel, str) else type(self.kernel)
        return kernel in (Linear, Polynomial, RBF, Sigmoid)

    @property
    def _linear(self) -> bool:
        return isinstance(self.kernel, Linear) or self.kernel == "linear"

    def _remember(
        self,
        data: Sample,
        kernel_points: KernelData,
        support: Indices,
        dual: Array,
        intercept: Array,
        results: Sequence[Result],
    ) -> None:
        """Write the attributes that say which points hold the model."""
        self.support_ = data.given(support).astype(np.int32)
        nowhere = isinstance(self.kernel, str) and self.kernel == "precomputed"
        vectors = np.empty((0, 0)) if nowhere else rows_of(data.X, support)
        # a callable may need all points that it was trained on, as scikit-learn hands it
        own = kernel_points.kernel is None and not nowhere
        self._vectors: Any = data.X if own else vectors
        self._held: Indices = support
        self._dual = dual
        self._sparse = data.sparse and kernel_points.kernel is not None
        self.support_vectors_ = csr_matrix(vectors) if self._sparse else vectors
        self.dual_coef_ = csr_matrix(dual) if self._sparse else dual
        self.intercept_ = intercept
        self.shape_fit_ = data.shape
        self._kernel: Kernel | None = kernel_points.kernel
        self._gamma = float(getattr(kernel_points.kernel, "gamma", 0.0))
        self._coef: Array | None = None
        if self._linear:
            held = vectors
            sums = self._join([(dual[:, part] @ held[part]).T for part in self._by_class()]).T
            known = [result.w for result in results]
            known = known if len(known) == len(sums) else [None] * len(sums)
            self._coef = np.array([s if w is None else w for w, s in zip(known, sums, strict=True)])

    def _by_class(self) -> list[slice]:
        """The support vectors of each class, where dual_coef_ means another machine in each."""
        if len(self._dual) == 1:
            return [slice(None)]
        ends = np.cumsum(self.n_support_).tolist()
        return [slice(a, b) for a, b in zip([0, *ends[:-1]], ends, strict=True)]

    def _join(self, products: list[Array]) -> Array:
        """The values of each machine, shape (m, machines), from those of `_products`."""
        return products[0]

    def _without_bias(self, Z: Any) -> Array:
        if self._coef is None:
            return self._join(self._products(Z))
        return np.asarray(Z @ self._coef.T)

    def _products(self, Z: Any) -> list[Array]:
        """sum_i dual_i K(z, x_i) over the vectors of each class, shape (m, rows of dual_coef_).

        K is held for some rows of Z at a time.
        """
        parts = self._by_class()
        n = n_rows(Z)
        results = [np.empty((n, len(self._dual))) for _ in parts]
        step = max(1, BLOCK_ENTRIES // max(1, len(self.support_)))
        Z, vectors = (Z, self._vectors) if self._kernel is None else same_format(Z, self._vectors)
        for start in range(0, n, step):
            rows = slice(start, start + step)
            K = self._kernel_values(Z[rows] if step < n else Z, vectors)
            for result, part in zip(results, parts, strict=True):
                np.matmul(K[:, part], self._dual[:, part].T, out=result[rows])
        return results

    def _kernel_values(self, Z: Any, vectors: Any) -> Array:
        """K between some points and the support vectors."""
        if self._kernel is not None:
            return np.asarray(self._kernel(Z, vectors))
        if callable(self.kernel):
            shape = n_rows(Z), n_rows(vectors)
            K = gram(self.kernel(Z, vectors), shape, "what the kernel returns")
            return np.asarray(K[:, self._held])
        return np.asarray(Z[:, self.support_])
