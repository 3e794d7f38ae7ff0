"""Square distances in feature space, as a kernel."""

import numpy as np
import pytest

from pages.state.model.square_distance import SquareDistance
from svmcore.kernels import RBF, Laplacian, Linear, Polynomial

POINTS, OTHERS = np.random.default_rng(1).normal(size=(2, 7, 2))


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(degree=3)], ids=["linear", "poly"])
def test_it_is_the_distance_of_the_features(kernel):
    far = kernel.features(POINTS)[:, None] - kernel.features(OTHERS)
    np.testing.assert_allclose(SquareDistance(kernel)(POINTS, OTHERS), -(far**2).sum(2), atol=1e-9)


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(degree=2), RBF(), Laplacian()])
def test_its_grid_is_its_expansion(kernel):
    own, xs, ys = SquareDistance(kernel), np.linspace(-2.0, 2.0, 5), np.linspace(0.0, 1.0, 4)
    coef = np.arange(7.0) - 2.0
    a, b = np.meshgrid(xs, ys)
    nodes = np.column_stack([a.ravel(), b.ravel()])
    expected = (own(nodes, OTHERS) @ coef).reshape(4, 5)
    np.testing.assert_allclose(own.grid(xs, ys, OTHERS, coef), expected, atol=1e-9)
