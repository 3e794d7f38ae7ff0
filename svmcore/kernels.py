"""Kernels: K(x, z) = <phi(x), phi(z)>, each a small frozen value.

Adding one: a frozen dataclass with `__call__`, a `formula` and a `psd` flag, and a line in
`KERNELS`. Its parameters become sliders and words in the link by themselves. A kernel that has a
faster way to fill a rectangular grid offers `grid(xs, ys, Z, coef)`; without one, the surface is
filled point by point. One with a phi of few coordinates offers `features`, which trains faster,
and so does one that offers `diagonal`.

Parameter names and meanings are scikit-learn's (`sklearn.metrics.pairwise`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, inf, prod, sqrt
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np

from svmcore.arrays import Array
from svmcore.params import check, param

ENTRIES = 32_000  # of an RBF matrix filled at a time: few enough to stay in the cache
# exponent below which an RBF value stays at e^-80 = 2e-35, which no sum of values up to 1 can
# tell from 0: products of smaller ones end in subnormal numbers, which cost 100 times more
FAINTEST = -80.0
EPS = float(np.finfo(float).eps)
ROUGH = 1e-12  # error of an exponent that is worth a second look


class Kernel(Protocol):
    """A similarity of two sets of points."""

    title: ClassVar[str]

    @property
    def psd(self) -> bool:
        """Whether every Gram matrix is positive semi-definite (Mercer's condition)."""
        ...

    @property
    def formula(self) -> str:
        """The kernel as a line of text, with the parameters' names."""
        ...

    def __call__(self, X: Array, Z: Array) -> Array:
        """The matrix K(x_i, z_j), shape (len(X), len(Z))."""
        ...


@runtime_checkable
class GridKernel(Protocol):
    """A kernel that can fill a rectangular grid in two dimensions without visiting each node."""

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        """sum_j coef_j K((xs_a, ys_b), z_j), shape (len(ys), len(xs))."""
        ...


@runtime_checkable
class DiagonalKernel(Protocol):
    """A kernel that knows K(x, x) without K."""

    def diagonal(self, X: Array) -> Array:
        """K(x_i, x_i), shape (n,)."""
        ...


@runtime_checkable
class FeatureKernel(Protocol):
    """A kernel whose phi has finitely many coordinates that can be written down."""

    def n_features(self, d: int) -> int:
        """How many coordinates phi has for points of d dimensions."""
        ...

    def features(self, X: Array) -> Array:
        """phi(x_i), shape (n, n_features): K(X, X) = features(X) features(X)'."""
        ...


def _gamma(help: str) -> Any:
    return param(0.5, 0.01, 100.0, log=True, label="γ", help=help, law=(0.0, inf))


def _coef0(help: str) -> Any:
    return param(1.0, -3.0, 3.0, label="coef0", help=help, law=(-inf, inf))


@dataclass(frozen=True)
class Linear:
    """K(x, z) = <x, z>."""

    title: ClassVar[str] = "Linear"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = ⟨x, z⟩"

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.asarray(X @ Z.T)

    def n_features(self, d: int) -> int:
        return d

    def features(self, X: Array) -> Array:
        return X

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        w = coef @ Z
        return np.asarray(np.add.outer(ys * w[1], xs * w[0]))


@dataclass(frozen=True)
class Polynomial:
    """K(x, z) = (gamma <x, z> + coef0)^degree; coef0 = 0 is the homogeneous one.

    Positive semi-definite for coef0 >= 0 only: a negative constant makes some coefficient of the
    expanded power negative.
    """

    title: ClassVar[str] = "Poly"

    degree: int = param(
        3, 1, 8, label="Degree", help="The highest power of the coordinates.", law=(0, inf)
    )
    gamma: float = _gamma(
        "Scales the inner product ⟨x, z⟩: the larger, the more the high powers count."
    )
    coef0: float = _coef0(
        "The constant added to γ⟨x, z⟩ before the power; 0 leaves the highest power alone."
    )

    def __post_init__(self) -> None:
        check(self)

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

        Those of one degree come from those of the degree below, times one coordinate each.
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
        roots = _roots(d, self.degree, self.gamma, self.coef0)
        return np.asarray((np.concatenate(blocks) * roots).T)

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        """By moments: the surface is a polynomial in (x, y), so its coefficients are enough.

        (gamma (x u + y v) + c)^p = sum over a + b <= p of p!/(a! b! (p-a-b)!) gamma^(a+b)
        c^(p-a-b) x^a y^b u^a v^b, summed over the points (u, v) once.
        """
        p = self.degree
        u = np.vander(Z[:, 0], p + 1, increasing=True)  # (m, p + 1)
        v = np.vander(Z[:, 1], p + 1, increasing=True)
        moments = (u * coef[:, None]).T @ v  # (p + 1, p + 1): sum_j coef_j u_j^a v_j^b
        for a in range(p + 1):
            for b in range(p + 1):
                rest = p - a - b
                scale = 0.0
                if rest >= 0:
                    scale = comb(p, a) * comb(p - a, b) * self.gamma ** (a + b) * self.coef0**rest
                moments[a, b] *= scale
        powers_x = np.vander(xs, p + 1, increasing=True)
        powers_y = np.vander(ys, p + 1, increasing=True)
        return np.asarray(powers_y @ moments.T @ powers_x.T)


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
class RBF:
    """K(x, z) = exp(-gamma |x - z|^2); in terms of a width, gamma = 1 / (2 sigma^2)."""

    title: ClassVar[str] = "RBF"
    psd: ClassVar[bool] = True
    formula: ClassVar[str] = "K(x, z) = exp(−γ‖x − z‖²)"

    gamma: float = _gamma("How fast similarity falls with distance.")

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, X: Array, Z: Array) -> Array:
        # the distance does not change with the origin, its rounding error does
        origin = Z.mean(0) if len(Z) else 0.0
        X, Z = X - origin, Z - origin
        # long rows are filled faster than short ones
        return self._fill(X, Z) if len(X) <= len(Z) else self._fill(Z, X).T

    def diagonal(self, X: Array) -> Array:
        return np.ones(len(X))

    def _fill(self, X: Array, Z: Array) -> Array:
        in_x, in_z = self.gamma * (X * X).sum(1), self.gamma * (Z * Z).sum(1)
        lost = EPS * float(in_x.max(initial=0.0) + in_z.max(initial=0.0))
        # -gamma |x - z|^2 = (x, gamma |x|^2, 1)'(2 gamma z, -1, -gamma |z|^2): one product, no sums
        left = np.column_stack([X, in_x, np.ones(len(X))])
        right = np.vstack([2.0 * self.gamma * Z.T, np.full(len(Z), -1.0), -in_z])
        K = np.empty((len(X), len(Z)))
        step = max(1, ENTRIES // max(1, len(Z)))
        for start in range(0, len(X), step):
            rows = slice(start, start + step)
            block = np.matmul(left[rows], right, out=K[rows])
            if lost > ROUGH:  # far points: what is near after all is too near for this formula
                i, j = np.nonzero(block > FAINTEST - 8.0 * lost)
                block[i, j] = -self.gamma * ((X[rows][i] - Z[j]) ** 2).sum(1)
            np.exp(np.clip(block, FAINTEST, 0.0, out=block), out=block)
        return K

    def grid(self, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
        """The kernel is a product of one factor in x and one in y: a single matrix product."""
        in_x = np.exp(-self.gamma * (xs[:, None] - Z[:, 0]) ** 2)  # (len(xs), m)
        in_y = np.exp(-self.gamma * (ys[:, None] - Z[:, 1]) ** 2)
        return np.asarray((in_y * coef) @ in_x.T)


@dataclass(frozen=True)
class Sigmoid:
    """K(x, z) = tanh(gamma <x, z> + coef0); not positive semi-definite in general.

    In the notation kappa, theta: gamma = kappa and coef0 = -theta.
    """

    title: ClassVar[str] = "Sigmoid"
    psd: ClassVar[bool] = False
    formula: ClassVar[str] = "K(x, z) = tanh(γ⟨x, z⟩ + coef0)"

    gamma: float = _gamma(
        "Scales the inner product ⟨x, z⟩: the larger, the more abrupt the change of sign."
    )
    coef0: float = _coef0("The constant added to γ⟨x, z⟩ before tanh: it moves the change of sign.")

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, X: Array, Z: Array) -> Array:
        return np.asarray(np.tanh(self.gamma * (X @ Z.T) + self.coef0))


KERNELS: dict[str, type[Kernel]] = {
    "linear": Linear,
    "poly": Polynomial,
    "rbf": RBF,
    "sigmoid": Sigmoid,
}
