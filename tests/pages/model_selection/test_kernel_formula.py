"""Kernels built by hand: the formula says what they are, and nothing else is accepted."""

import contextlib
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from pages.model_selection.kernel_formula import Built, atoms, parse
from pages.model_selection.kernel_grid import GRIDS, has_short_cut, on_grid
from svmcore import kernels
from svmcore.kernels import RBF, Laplacian, Linear, Polynomial, Product, Sigmoid, Sum
from tests.helpers.refusals import refuses

rng = np.random.default_rng(3)
X, Z = rng.normal(size=(30, 2)), rng.normal(size=(11, 2))

BY_HAND = {
    "linear": lambda A, B: A @ B.T,
    "2": lambda A, B: np.full((len(A), len(B)), 2.0),
    "2 * rbf(gamma=3) + linear": lambda A, B: 2.0 * RBF(3.0)(A, B) + A @ B.T,
    "(1 + linear)^2": lambda A, B: (1.0 + A @ B.T) ** 2,
    "linear*(rbf + .5)": lambda A, B: (A @ B.T) * (RBF()(A, B) + 0.5),
    "1 + linear * rbf": lambda A, B: 1.0 + (A @ B.T) * RBF()(A, B),
    "poly(degree=2, coef0=0) + LAPLACIAN(gamma=1e-1)": lambda A, B: (
        Polynomial(2, 0.5, 0.0)(A, B) + Laplacian(0.1)(A, B)
    ),
    "2 * (rbf(gamma=3) + linear) * 3": lambda A, B: 6.0 * (RBF(3.0)(A, B) + A @ B.T),
    "2 * linear^2 * 3": lambda A, B: 6.0 * (A @ B.T) ** 2,
}
every_recipe = pytest.mark.parametrize("recipe", BY_HAND)


@every_recipe
def test_a_formula_is_what_it_says(recipe):
    np.testing.assert_allclose(Built(recipe)(X, Z), BY_HAND[recipe](X, Z), rtol=1e-12)


@every_recipe
def test_the_surface_is_that_of_the_kernel(recipe):
    xs, ys, coef = np.linspace(-1, 2, 6), np.linspace(-2, 1, 5), rng.normal(size=len(Z))
    nodes = np.column_stack([a.ravel() for a in np.meshgrid(xs, ys)])
    slow = (Built(recipe)(nodes, Z) @ coef).reshape(5, 6)
    np.testing.assert_allclose(on_grid(Built(recipe), xs, ys, Z, coef), slow, atol=1e-10)
    np.testing.assert_allclose(on_grid(parse(recipe), xs, ys, Z, coef), slow, atol=1e-10)


@pytest.mark.parametrize(
    ("recipe", "formula"),
    [
        ("2*rbf(gamma=3) + linear", "K(x, z) = 2 · exp(−3‖x − z‖²) + ⟨x, z⟩"),
        ("(1+linear)*laplacian", "K(x, z) = (1 + ⟨x, z⟩) · exp(−0.5‖x − z‖₁)"),
        ("(1+linear)^2", "K(x, z) = (1 + ⟨x, z⟩)^2"),
        ("poly(degree=2,coef0=0)*linear", "K(x, z) = (0.5⟨x, z⟩ + 0)^2 · ⟨x, z⟩"),
    ],
)
def test_the_formula_is_written_with_its_numbers(recipe, formula):
    assert Built(recipe).formula == formula


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        ("", "got its end"),
        ("2 +", "got its end"),
        ("((rbf)", "')' was expected"),
        ("rbf rbf", "got 'rbf' at place 5"),
        ("rbf - linear", "got '-' at place 5"),
        ("-1 * rbf", "got '-' at place 1"),
        ("0 * rbf", "must be > 0"),
        ("1e400 * rbf", "must be > 0 and finite"),
        ("rbf^9", "whole number from 1 to 8, got 9"),
        ("rbf^1e400", "whole number from 1 to 8, got inf"),
        ("rbf(gamma=1, gamma=2)", "gamma is given twice, at place 14 again"),
        ("rbf^1.5", "whole number from 1 to 8, got 1.5"),
        ("rbf^2^2", "got '^' at place 6"),
        ("sigmoid + rbf", "not positive semi-definite"),
        ("rbf(gamma=1000)", "gamma must be from 0.01 to 100, got 1000"),
        ("rbf(degree=2)", "RBF has gamma, got 'degree'"),
        ("linear(gamma=1)", "Linear has no parameters"),
        ("poly(degree=1.5)", "whole number"),
        ("__import__('os').system('ls')", "got '__import__' at place 1"),
        ("rbf.__class__", "got '.' at place 4"),
        ("rbf + ∑", "got '∑' at place 7"),
        ("(rbf + linear)^7", "at most 12"),
        ("+".join(["rbf"] * 60), "at most 200 characters"),
        ("(" * 90 + "rbf" + ")" * 90, ""),
    ],
)
def test_what_is_no_formula_is_refused_in_one_sentence(recipe, words):
    if not words:  # deep, but right
        assert parse(recipe) == RBF()
        return
    with pytest.raises(ValueError, match=rf"^[^\n]*{re.escape(words)}[^\n]*$"):
        Built(recipe)


@given(text=some.text(alphabet="rbflinear()+*^0123456789.= ,-e", max_size=30))
def test_any_text_is_a_kernel_or_a_sentence(text):
    with contextlib.suppress(ValueError):
        assert parse(text).psd


@pytest.mark.parametrize("kind", [Sum, Product])
def test_a_part_that_is_no_kernel_spoils_the_whole(kind):
    assert kind((Linear(), RBF())).psd
    assert not kind((Linear(), Sigmoid())).psd


SHORT_CUTS = [
    Linear(),
    *(RBF(gamma) for gamma in (0.05, 3.0)),
    *(Laplacian(gamma) for gamma in (0.05, 3.0)),
    *(
        Polynomial(*words)
        for words in ((1, 0.5, 1.0), (5, 0.5, 1.0), (3, 3.0, 0.0), (3, 0.5, -1.0))
    ),
]


@pytest.mark.parametrize("kernel", SHORT_CUTS, ids=repr)
def test_a_grid_is_the_kernel_point_by_point(kernel):
    assert type(kernel) in GRIDS
    xs, ys = np.linspace(-2.0, 3.0, 9), np.linspace(-1.5, 1.0, 7)
    coef = np.random.default_rng(0).normal(size=len(Z))
    nodes = np.column_stack([a.ravel() for a in np.meshgrid(xs, ys)])
    slow = (kernel(nodes, Z) @ coef).reshape(7, 9)
    np.testing.assert_allclose(on_grid(kernel, xs, ys, Z, coef), slow, rtol=0.0, atol=1e-9)


def test_a_sum_has_a_short_cut_if_all_its_parts_have_one_and_a_product_if_it_is_a_multiple():
    for formula in ("rbf + linear", "2 * rbf", "rbf * 2 * 3", "1 + 2 * laplacian"):
        assert has_short_cut(Built(formula))
        assert has_short_cut(parse(formula))
    for formula in ("rbf * linear", "rbf^2", "1 + rbf * rbf", "2 * rbf * linear"):
        assert not has_short_cut(Built(formula))
    assert not has_short_cut(Sigmoid())


def test_one_that_is_no_kernel_builds_none(monkeypatch):
    monkeypatch.setitem(kernels.KERNELS, "tanh", Sigmoid)
    refuses("tanh is not positive semi-definite", lambda: parse("linear + tanh"))
    assert "tanh" not in atoms()
