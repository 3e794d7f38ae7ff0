"""A point with alpha = 0 changes nothing; a support vector does."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pages.dual.model.leave_one_out import difference, without
from pages.state.board.experiment import change
from pages.state.model.kkt import conditions, derivation
from pages.state.model.run import run
from pages.state.model.scene import fit_view, scene
from tests.helpers.dual_problems import gram, machine, placed

MACHINES = st.fixed_dictionaries(
    {
        "dataset": st.sampled_from(["moons", "blobs", "circles", "xor"]),
        "kernel": st.sampled_from(["linear", "rbf", "poly"]),
        "margin": st.sampled_from(["soft", "hard"]),
        "C": st.sampled_from([0.03, 1.0, 30.0]),
        "noise": st.sampled_from([0.05, 0.3]),
        "n_samples": st.integers(12, 20),
        "seed": st.integers(0, 99),
        "gamma": st.sampled_from([0.5, 2.0]),
    }
)


def on_picture(result, model, view):
    """f of a machine on the nodes of a picture of `result`, by the kernel's formula."""
    grid = scene(result, view).grid
    Z = np.array([(x, y) for y in grid.y for x in grid.x])
    coef = np.zeros(len(result.data))
    for x, c in zip(model.X, model.coef, strict=True):
        coef[np.flatnonzero((x == result.data.X).all(axis=1))[0]] += c
    return gram(result, Z).T @ coef + model.intercept, Z


@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(words=MACHINES, pick=st.integers(0, 10_000))
def test_a_point_without_weight_is_not_missed(words, pick):
    """To 1e-8 of the largest |f|: w is the same sum, and a free support vector fixes b."""
    result = machine(**words, tol=1e-10)
    if result.model is None or not result.finished:
        return
    idle = np.flatnonzero(conditions(result).case == 0)
    if not len(idle) or not len(derivation(result).free):
        return
    k = int(idle[pick % len(idle)])
    found = difference(result, k)
    assert found.largest <= 1e-8 * found.scale
    assert found.same


@pytest.mark.parametrize(("kernel", "margin"), [("linear", "soft"), ("rbf", "hard")])
def test_a_support_vector_is_missed(kernel, margin):
    data = "moons" if kernel == "rbf" else "blobs"
    words = {"dataset": data, "noise": 0.1, "gamma": 2.0, "kernel": kernel, "margin": margin}
    result = machine(**words, tol=1e-10)
    assert result.finished
    held = np.flatnonzero(result.support)
    assert 2 <= len(held) < len(result.data)
    for k in held:
        found = difference(result, int(k))
        assert found.largest > 1e-4
        assert not found.same


@pytest.mark.parametrize("words", [{}, {"kernel": "linear", "C": 0.1}, {"kernel": "poly"}])
def test_the_difference_is_that_of_the_two_machines_everywhere(words):
    result = machine(**words)
    k = int(np.flatnonzero(result.support)[3])
    other, view = without(result, k), fit_view(result.data)
    before, Z = on_picture(result, result.model, view)
    after, _ = on_picture(result, other.model, view)
    # the points lie in the view: what is largest over the nodes may be smaller than at a point
    at_points = gram(result).T @ (result.alpha * result.data.y) + result.model.intercept
    coef = np.insert(other.model.coef, k, 0.0)
    without_it = gram(result).T @ coef + other.model.intercept
    gaps = np.abs(np.concatenate([without_it - at_points, after - before]))
    places = np.vstack([result.data.X, Z])
    found = difference(result, k)
    assert found.largest == pytest.approx(gaps.max(), rel=1e-9)
    assert found.at == pytest.approx(tuple(places[gaps.argmax()]))


def test_only_that_point_is_gone_generated_or_placed():
    result = machine(n_samples=6)
    there = change(result.experiment, placed=placed([(0.5, 0.5, 1), (0.0, 1.0, 0)]).placed)
    result = run(there)
    for k in range(8):
        other = without(result, k)
        np.testing.assert_array_equal(other.data.X, np.delete(result.data.X, k, axis=0))
        np.testing.assert_array_equal(other.data.y, np.delete(result.data.y, k))
        assert other.data.ids == result.data.ids[:k] + result.data.ids[k + 1 :]
        assert change(other.experiment, removed=(), placed=there.placed) == there
    for k in (-1, 8):
        for ask in (without, difference):
            with pytest.raises(ValueError, match="from 0 to 7"):
                ask(result, k)


def test_there_is_no_difference_where_a_model_is_missing():
    result = run(placed([(0.0, 0.0, 0), (1.0, 0.0, 1), (2.0, 0.0, 1)]))
    assert without(result, 0).model is None
    assert difference(result, 0) is None
    assert difference(result, 1) is difference(result, 1) is not None
    places = [(0.0, 0.0, 0), (2.0, 0.0, 1), (3.0, 0.0, 0)]
    inseparable = run(placed(places, kernel="linear", margin="hard"))
    assert without(inseparable, 2).model is not None
    assert difference(inseparable, 2) is None


def test_a_point_without_weight_may_fix_b_where_no_support_vector_is_free():
    """The one exception: w stays to the last digit that is certain, but b is free to move."""
    places = [(-1.0, 0.0, 0), (-1.0, 0.5, 0), (1.0, 0.0, 1), (1.0, 0.5, 1), (3.0, 0.0, 1)]
    result = run(placed(places, kernel="linear", C=0.01, tol=1e-10))
    found, other = difference(result, 4), without(result, 4)
    np.testing.assert_allclose(derivation(other).w, derivation(result).w, atol=1e-12)
    moved = abs(other.model.intercept - result.model.intercept)
    assert moved > 0.1
    assert found.largest == pytest.approx(moved)
    assert not found.same


def test_a_flat_machine_has_a_difference_of_the_machines_not_of_the_picture():
    """Equal points of both classes: f is the same everywhere, and the picture draws it so."""
    places = [(0.0, 0.0, 0), (0.0, 0.0, 1), (1.0, 0.0, 0), (1.0, 0.0, 1)]
    result = run(placed(places, kernel="linear"))
    assert result.constant
    assert difference(result, 3).largest > 0.1


def test_same_is_what_a_loose_tolerance_cannot_tell_apart():
    result = machine(n_samples=60, tol=0.1)
    values, _ = on_picture(result, result.model, fit_view(result.data))
    own = np.abs(result.data.y * (gram(result) @ result.model.coef + result.model.intercept))
    differences = [difference(result, k) for k in range(0, 60, 3)]
    for one in differences:
        assert one.scale == pytest.approx(max(np.abs(values).max(), own.max()))
        assert one.same == (one.largest <= 0.1 * one.scale)
        assert one.exact == (one.largest <= 1e-6 * one.scale)
    assert sum(one.same and not one.exact for one in differences) > 2


def test_points_outside_the_picture_count_as_well():
    """f is largest at the two far points, which no picture shows."""
    places = [(1000.0, 1000.0, 1), (-1000.0, 5.0, 0), (3.0, 1.0, 1), (-2.0, 2.0, 0)]
    result = run(placed(places, kernel="linear"))
    assert fit_view(result.data)[1] < 100.0
    own = gram(result) @ result.model.coef + result.model.intercept
    assert difference(result, 0).scale == pytest.approx(np.abs(own).max())
    other = without(result, 2).model
    expected = np.abs(result.data.X @ (other.coef @ other.X) + other.intercept - own)
    found = difference(result, 2)
    assert found.largest == pytest.approx(expected.max())
    assert found.at == tuple(result.data.X[expected.argmax()])
