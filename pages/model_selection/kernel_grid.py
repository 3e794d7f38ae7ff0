"""Expansions of kernels on a rectangular grid of the plane, which pictures draw.

Many kernels have a short cut that visits no node alone. One that is not in `GRIDS` has it if it
has a method `grid(xs, ys, Z, coef)`, of the meaning of `on_grid`.
"""

from collections.abc import Callable
from functools import reduce
from math import comb, prod
from typing import Any

import numpy as np

from pages.model_selection.kernel_formula import plain
from svmcore.arrays import Array
from svmcore.kernels import (
    RBF,
    ConstantKernel,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    Product,
    Sum,
)

GridFunction = Callable[[Any, Array, Array, Array, Array], Array]


def has_short_cut(kernel: Kernel) -> bool:
    """Whether a grid is filled without visiting each node; a sum does so if all its parts do."""
    kernel = plain(kernel)
    if isinstance(kernel, Sum):
        return all(map(has_short_cut, kernel.parts))
    if isinstance(kernel, Product):
        others = _not_constant(kernel)
        return len(others) == 1 and has_short_cut(others[0])
    return type(kernel) in GRIDS or hasattr(kernel, "grid")


def on_grid(kernel: Kernel, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
    """sum_j coef_j `kernel`((xs_a, ys_b), z_j), (len(ys), len(xs)). coef : (m,), Z : (m, 2)."""
    kernel = plain(kernel)
    if isinstance(kernel, Sum):
        return reduce(np.add, (on_grid(part, xs, ys, Z, coef) for part in kernel.parts))
    if isinstance(kernel, Product) and has_short_cut(kernel):
        factor = prod(part.value for part in kernel.parts if isinstance(part, ConstantKernel))
        return factor * on_grid(_not_constant(kernel)[0], xs, ys, Z, coef)
    short_cut = GRIDS.get(type(kernel), getattr(type(kernel), "grid", None))
    if short_cut is not None:
        return short_cut(kernel, xs, ys, Z, coef)
    values = np.empty((len(ys), len(xs)))
    for row, y in enumerate(ys):
        values[row] = kernel(np.column_stack([xs, np.full(len(xs), y)]), Z) @ coef
    return values


def _not_constant(kernel: Product) -> list[Kernel]:
    return [part for part in kernel.parts if not isinstance(part, ConstantKernel)]


def _constant(kernel: ConstantKernel, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
    return np.full((len(ys), len(xs)), kernel.value * float(coef.sum()))


def _linear(kernel: Linear, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
    w = coef @ Z
    return np.asarray(np.add.outer(ys * w[1], xs * w[0]))


def _polynomial(kernel: Polynomial, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
    """By moments: the surface is a polynomial in (x, y), so its coefficients are enough.

    (gamma (x u + y v) + c)^p = sum over a + b <= p of p!/(a! b! (p-a-b)!) gamma^(a+b)
    c^(p-a-b) x^a y^b u^a v^b, summed over the points (u, v) once.
    """
    p = kernel.degree
    u = np.vander(Z[:, 0], p + 1, increasing=True)  # (m, p + 1)
    v = np.vander(Z[:, 1], p + 1, increasing=True)
    moments = (u * coef[:, None]).T @ v  # (p + 1, p + 1): sum_j coef_j u_j^a v_j^b
    for a in range(p + 1):
        for b in range(p + 1):
            rest = p - a - b
            scale = 0.0
            if rest >= 0:
                scale = comb(p, a) * comb(p - a, b) * kernel.gamma ** (a + b) * kernel.coef0**rest
            moments[a, b] *= scale
    powers_x = np.vander(xs, p + 1, increasing=True)
    powers_y = np.vander(ys, p + 1, increasing=True)
    return np.asarray(powers_y @ moments.T @ powers_x.T)


def _rbf(kernel: RBF, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
    """The kernel is a product of one factor in x and one in y: a single matrix product."""
    in_x = np.exp(-kernel.gamma * (xs[:, None] - Z[:, 0]) ** 2)  # (len(xs), m)
    in_y = np.exp(-kernel.gamma * (ys[:, None] - Z[:, 1]) ** 2)
    return np.asarray((in_y * coef) @ in_x.T)


def _laplacian(kernel: Laplacian, xs: Array, ys: Array, Z: Array, coef: Array) -> Array:
    """As `_rbf`."""
    in_x = np.exp(-kernel.gamma * np.abs(xs[:, None] - Z[:, 0]))
    in_y = np.exp(-kernel.gamma * np.abs(ys[:, None] - Z[:, 1]))
    return np.asarray((in_y * coef) @ in_x.T)


GRIDS: dict[type, GridFunction] = {
    ConstantKernel: _constant,
    Linear: _linear,
    Polynomial: _polynomial,
    RBF: _rbf,
    Laplacian: _laplacian,
}
