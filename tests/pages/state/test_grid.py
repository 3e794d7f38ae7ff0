from __future__ import annotations

import numpy as np
import pytest

from pages.model_selection.kernel_formula import KERNELS, Built
from pages.state.board.experiment import Experiment, change
from pages.state.model.grid import LINE_BUDGET, decision_grid, is_exact, level_lines, price
from pages.state.model.run import run
from svmcore.kernels import RBF
from svmcore.model import Model

EXTENT = (-4.0, 4.0, -3.0, 3.0)


def machine(**changes: object) -> Model:
    model = run(change(Experiment(), **changes)).model
    assert model is not None
    return model


@pytest.mark.parametrize("kernel", list(KERNELS))
def test_the_grid_is_f_at_its_nodes(kernel: str):
    model = machine(kernel=kernel)
    grid = decision_grid(model, EXTENT, nodes=41)
    a, b = np.meshgrid(grid.x, grid.y)
    there = model(np.column_stack([a.ravel(), b.ravel()])).reshape(41, 41)
    scale = np.abs(there).max()
    np.testing.assert_allclose(grid.values, there, atol=1e-11 * scale)
    assert (grid.x[0], grid.x[-1], grid.y[0], grid.y[-1]) == EXTENT


@pytest.mark.parametrize(
    ("changes", "bound"),
    [
        ({"kernel": "linear"}, 1e-12),
        ({"gamma": 1.0}, 1e-3),
        ({"gamma": 30.0}, 3e-2),
        ({"kernel": "poly", "degree": 5}, 1e-2),
    ],
)
def test_every_vertex_of_a_level_line_is_on_the_level(changes, bound: float):
    """In units of f; the plain interpolated vertices miss these bounds, see the last test."""
    model, levels = machine(**changes), [-1.0, 1e6, 0.0, 1.0]
    lines = level_lines(decision_grid(model, EXTENT), levels, model)
    for level, line in zip(levels, lines, strict=True):
        real = line[~np.isnan(line[:, 0])]
        assert (len(real) > 10) == (level < 1e6)
        assert np.abs(model(real) - level).max(initial=0.0) < bound


def test_a_level_line_goes_all_the_way_round():
    """A single bump: the level line is a circle of known radius, closed."""
    model = Model(RBF(gamma=1.0), np.zeros((1, 2)), np.array([2.0]), 0.0)
    line = level_lines(decision_grid(model, (-3, 3, -3, 3)), [1.0], model)[0]
    radius = np.hypot(line[:, 0], line[:, 1])
    np.testing.assert_allclose(radius, np.sqrt(np.log(2.0)), atol=1e-6)
    np.testing.assert_allclose(line[0], line[-1])
    angles = np.unwrap(np.arctan2(line[:, 1], line[:, 0]))
    assert abs(angles[-1] - angles[0]) == pytest.approx(2 * np.pi)


def test_shades_are_small_signed_and_saturated():
    model = machine(C=100.0, gamma=2.0)
    grid = decision_grid(model, EXTENT)
    shades = grid.shades()
    assert shades.dtype == np.int8
    assert shades.shape == (101, 101)
    np.testing.assert_allclose(shades / 127.0, np.tanh(grid.values[::2, ::2]), atol=0.5 / 127)


@pytest.mark.parametrize("changes", [{"gamma": 10.0}, {"kernel": "poly"}])
def test_level_lines_cost_little_more_than_one_value_a_vertex(changes):
    model = machine(**changes)
    grid, asked = decision_grid(model, EXTENT), []

    def counted(Z: np.ndarray) -> np.ndarray:
        asked.append(len(Z))
        return model(Z)

    whole = level_lines(grid, (-1.0, 0.0, 1.0), counted)
    vertices = sum(len(line) for line in whole)
    assert sum(asked) < 1.2 * vertices
    asked.clear()
    slim = level_lines(grid, (-1.0, 0.0, 1.0), counted, 2e-4)
    assert sum(asked) < 0.9 * vertices
    for line, all_of_it in zip(slim, whole, strict=True):
        kept, real = (one[~np.isnan(one[:, 0])] for one in (line, all_of_it))
        assert 10 < len(kept) < len(real)
        near = np.abs(kept[:, None] - real).max(axis=2).min(axis=1)
        assert near.max() < 1e-5  # what is left stays where it is


@pytest.mark.parametrize("share", [4.0, 1.0, 0.5])  # of the budget that one step for each takes
def test_lines_are_moved_onto_f_as_often_as_the_budget_allows(share: float):
    """And where it allows nothing, the cubic alone keeps them within a pixel of 1,000."""
    model = machine(kernel="laplacian", n_samples=300)
    surface, evaluated = decision_grid(model, EXTENT), []

    def f(points: np.ndarray) -> np.ndarray:
        evaluated.append(len(points))
        return model(points)

    exact = np.concatenate(level_lines(surface, (-1.0, 0.0, 1.0), f))
    work = int(LINE_BUDGET / share / evaluated[0])
    assert sum(evaluated) > evaluated[0], "there is a second step"
    evaluated.clear()
    lines = level_lines(surface, (-1.0, 0.0, 1.0), f, work=work)
    assert sum(evaluated) * work <= LINE_BUDGET
    assert len(evaluated) == {4.0: 3, 1.0: 1, 0.5: 0}[share]
    assert is_exact(lines, work) == (share == 4.0)
    off = np.hypot(*(np.concatenate(lines) - exact).T)
    assert np.nanquantile(off, 0.9) < 8.0 / 1000


def test_a_power_costs_one_kernel_and_is_the_product():
    built, rng = Built("(laplacian + 2)^3 * rbf * rbf + linear"), np.random.default_rng(0)
    X, Z = rng.normal(size=(70, 2)), rng.normal(size=(5, 2))
    laplacian, rbf, linear = (KERNELS[name]()(X, Z) for name in ("laplacian", "rbf", "linear"))
    np.testing.assert_allclose(built(X, Z), (laplacian + 2) ** 3 * rbf**2 + linear, rtol=1e-13)
    distances = np.abs(X[:, None] - Z).sum(axis=2)
    np.testing.assert_allclose(laplacian, np.exp(-KERNELS["laplacian"]().gamma * distances))
    assert price(built) == 4


TWO = "rbf*laplacian"
TWELVE = "*".join([*(f"rbf(gamma={k})" for k in range(1, 12)), "laplacian"])


@pytest.mark.parametrize(
    ("recipe", "points", "nodes"),
    [(TWO, 50, 101), (TWO, 200, 51), (TWELVE, 100, 51), (TWELVE, 400, 41)],
)
def test_the_more_kernel_values_a_picture_needs_the_fewer_nodes_it_has(recipe, points, nodes):
    X = np.random.default_rng(0).normal(size=(points, 2))
    grid = decision_grid(Model(Built(recipe), X, np.ones(points), 0.0), EXTENT)
    assert grid.values.shape == (nodes, nodes)
