"""Maps into feature space and the kernels that belong to them."""

from __future__ import annotations

import numpy as np
import pytest

from pages.state.model.feature_maps import LIFTS, agreement, written_out
from svmcore.kernels import Polynomial

POINTS = np.random.default_rng(3).normal(scale=2.0, size=(40, 2))


def closed_forms(X):
    """K of every map without the map, from the coordinates alone."""
    a, b = X.T
    s, t = np.outer(a, a), np.outer(b, b)
    sizes = a * a + b * b
    return {
        "homogeneous": (s + t) ** 2,
        "constant": (1.0 + s + t) ** 2,
        "doubled": (1.0 + s + t) ** 2,
        "parabola": s + s**2,
        "paraboloid": s + t + np.outer(sizes, sizes),
        "cusp": s**3 + s**2,
    }


@pytest.mark.parametrize("name", LIFTS)
def test_the_inner_product_is_the_kernel(name: str):
    lift, K = LIFTS[name], closed_forms(POINTS)[name]
    phi = lift.map(POINTS)
    scale = np.sqrt(np.outer(K.diagonal(), K.diagonal()))
    assert (np.abs(phi @ phi.T - K) / scale).max() < 1e-12
    assert (np.abs(lift.kernel(POINTS, POINTS) - K) / scale).max() < 1e-12
    assert lift.kernel(POINTS, POINTS[:7]).shape == (40, 7)
    assert lift.kernel.psd
    if name in ("homogeneous", "constant", "doubled"):
        constant = 0.0 if name == "homogeneous" else 1.0
        assert lift.kernel == Polynomial(degree=2, gamma=1.0, coef0=constant)


def test_two_maps_into_two_spaces_agree_on_a_worked_pair():
    """x = (1, 2), z = (3, -1): <x, z> = 1, so (1 + 1)^2 = 4 by six products and by seven."""
    six, seven = agreement(
        (LIFTS["constant"], LIFTS["doubled"]), np.array([1.0, 2.0]), np.array([3.0, -1.0])
    )
    assert [t.product for t in six.plain] == [3.0, -2.0]
    assert six.inner == 1.0
    np.testing.assert_allclose([t.product for t in six.terms], [1, 6, -4, -12, 9, 4], rtol=1e-14)
    np.testing.assert_allclose(
        [t.product for t in seven.terms], [1, 6, -4, -6, -6, 9, 4], rtol=1e-14
    )
    for found in (six, seven):
        assert found.kernel == 4.0
        assert found.total == pytest.approx(4.0, abs=1e-12)
        assert all(t.product == t.x * t.z for t in found.terms)


@pytest.mark.parametrize("name", LIFTS)
def test_what_is_written_out_can_be_checked_by_hand(name: str):
    """Each line is arithmetic: between two signs of equality stands the same number."""
    x, z = np.array([1.5, -0.25]), np.array([0.5, 2.0])
    (found,) = agreement(LIFTS[name], x, z)
    by_map, by_kernel = written_out(found)
    letter = {"constant": "ψ", "doubled": "ψ₂"}.get(name, "φ")
    assert by_map.startswith(f"⟨{letter}(x), {letter}(z)⟩ = ")
    assert LIFTS[name].formula.startswith(f"{letter}(x)")
    for line in (by_map, by_kernel):
        line = line.replace("−", "-").replace("·", "*").replace(")²", ")**2")
        parts = line.replace(")³", ")**3").split(" = ")[1:]
        assert len(parts) == (2 if line.startswith("⟨") else 3)
        values = [eval(part, {"__builtins__": {}}) for part in parts]
        np.testing.assert_allclose(values, found.total, rtol=1e-3, atol=1e-3)
