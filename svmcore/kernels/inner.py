"""Kernels of the inner product <x, z>."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, inf, prod, sqrt
from typing import ClassVar

import numpy as np

from svmcore.arrays import Array
from svmcore.kernels import base
from svmcore.params import Parametrized, param


@dataclass(frozen=True)
class Linear:
    """Linear kernel, K(x, z) = <x, z>: phi(x) = x.

    Source: https://scikit-learn.org/stable/modules/metrics.html#linear-kernel
    """

    title: ClassVar[str] = "Linear"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = ⟨x, z⟩"

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.asarray(X @ Z.T)

    def n_features(self, d: int) -> int:
        return d

    def features(self, X: Array) -> Array:
        return X


@dataclass(frozen=True)
class Polynomial(Parametrized):
    """Polynomial kernel, K(x, z) = (gamma <x, z> + coef0)^degree; homogeneous for coef0 = 0.

    Positive semi-definite for coef0 >= 0 only: a negative constant makes some coefficient of the
    expanded power negative. Raises ValueError if degree is no integer >= 0, or gamma < 0.
    Source: https://scikit-learn.org/stable/modules/metrics.html#polynomial-kernel
    """

    title: ClassVar[str] = "Poly"

    degree: int = param(
        3, 1, 8, label="Degree", help="The highest power of the coordinates.", domain=(0, inf)
    )
    gamma: float = base.gamma(
        "Scales the inner product ⟨x, z⟩: the larger, the more the high powers count."
    )
    coef0: float = base.coef0(
        "The constant added to γ⟨x, z⟩ before the power; 0 leaves the highest power alone."
    )

    @property
    def psd(self) -> bool:
        return self.coef0 >= 0.0

    @property
    def formula(self) -> str:
        kind = "homogeneous" if self.coef0 == 0.0 else "inhomogeneous"
        return f"K(x, z) = (γ⟨x, z⟩ + coef0)^degree, {kind}"

    def __call__(self, X: Array, Z: Array) -> Array:
        return _power(self.gamma * (X @ Z.T) + self.coef0, self.degree)

    def n_features(self, d: int) -> int:
        lowest = self.degree if self.coef0 == 0.0 else 0
        return sum(comb(d + m - 1, m) for m in range(lowest, self.degree + 1))

    def features(self, X: Array) -> Array:
        """The monomials of the expanded power, each times the root of its coefficient.

        Those of one degree come from those of the degree below, times one coordinate each. Raises
        ValueError where a power of gamma or coef0 is too large for a number.
        """
        columns = X.T
        d, n = columns.shape
        block, starts = np.ones((1, n)), [0] * d  # where the monomials without x_0..x_j-1 begin
        blocks = [block]
        for _ in range(self.degree):
            parts = [block[starts[j] :] * columns[j] for j in range(d)]
            starts = np.cumsum([0, *map(len, parts)]).tolist()[:d]
            block = np.concatenate(parts)
            blocks.append(block)
        if self.coef0 == 0.0:
            blocks = blocks[-1:]
        try:
            roots = _roots(d, self.degree, self.gamma, self.coef0)
        except OverflowError:
            words = f"gamma={self.gamma:g} or coef0={self.coef0:g}"
            raise ValueError(f"{words} is too large for degree={self.degree}") from None
        return np.asarray((np.concatenate(blocks) * roots).T)


def _power(base: Array, n: int) -> Array:
    """base^n by squaring: several times faster than NumPy's power, which takes any exponent."""
    result = None
    while n:
        if n & 1:
            result = base if result is None else result * base
        n >>= 1
        if n:
            base = base * base
    return np.ones_like(base) if result is None else result


@lru_cache(maxsize=64)
def _roots(d: int, degree: int, gamma: float, coef0: float) -> Array:
    """Roots of p!/(k_1! .. k_d! (p - |k|)!) gamma^|k| coef0^(p - |k|), in the order of `features`.

    As one column; coefficients of 0 (all but the highest degree for coef0 = 0) are left out.
    """
    roots = []
    for m in range(degree if coef0 == 0.0 else 0, degree + 1):
        for monomial in combinations_with_replacement(range(d), m):
            ways = prod(factorial(monomial.count(j)) for j in set(monomial))
            ways = factorial(degree) // (ways * factorial(degree - m))
            roots.append(sqrt(ways * gamma**m * coef0 ** (degree - m)))
    return np.array(roots)[:, None]


@dataclass(frozen=True)
class Sigmoid(Parametrized):
    """Sigmoid kernel, K(x, z) = tanh(gamma <x, z> + coef0); in general not positive semi-definite.

    In the notation kappa, theta: gamma = kappa and coef0 = -theta. Raises ValueError if gamma < 0.
    Source: Lin and Lin, A study on sigmoid kernels for SVM and the training of non-PSD kernels by
    SMO-type methods (2003), https://www.csie.ntu.edu.tw/~cjlin/papers/tanh.pdf
    """

    title: ClassVar[str] = "Sigmoid"
    psd: ClassVar[bool] = False
    formula: ClassVar[str] = "K(x, z) = tanh(γ⟨x, z⟩ + coef0)"

    gamma: float = base.gamma(
        "Scales the inner product ⟨x, z⟩: the larger, the more abrupt the change of sign."
    )
    coef0: float = base.coef0(
        "The constant added to γ⟨x, z⟩ before tanh: it moves the change of sign."
    )

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.asarray(np.tanh(self.gamma * (X @ Z.T) + self.coef0))
