"""The line that is drawn by hand: its geometry, and what its handles do."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pages.challenges.model.line import EDGE, FARTHEST, NARROWEST, NEAREST, DrawnLine

# x = 0, drawn upwards: its left is where x < 0, so that f = +1 is at x = 0.5
UPRIGHT = DrawnLine((0.0, -1.0), (0.0, 1.0), -0.5)
SLANTED = DrawnLine((1.0, 0.0), (0.0, 1.0), 0.25)  # x + y = 1, f = +1 towards the origin


def test_w_b_and_width_by_hand():
    np.testing.assert_allclose(UPRIGHT.w, [2.0, 0.0], atol=1e-15)
    assert UPRIGHT.b == pytest.approx(0.0)
    assert UPRIGHT.width == 1.0
    np.testing.assert_allclose(
        UPRIGHT.f(np.array([[0.5, 9.0], [-0.5, 0.0], [0.0, 3.0]])), [1, -1, 0]
    )
    root = math.sqrt(2.0)
    np.testing.assert_allclose(SLANTED.w, [-4.0 / root, -4.0 / root])
    assert SLANTED.b == pytest.approx(4.0 / root)
    assert SLANTED.width == pytest.approx(2.0 / np.hypot(*SLANTED.w))


@pytest.mark.parametrize("line", [UPRIGHT, SLANTED])
def test_the_levels_are_parallel_and_where_f_says(line: DrawnLine):
    for c in (-1.0, 0.0, 1.0):
        ends = line.level(c)
        np.testing.assert_allclose(line.f(ends), [c, c], atol=1e-9)
        np.testing.assert_allclose(np.abs(np.diff(ends, axis=0)[0] @ line.normal), 0.0, atol=1e-9)
    on_line, also, on_margin = (np.array([place]) for place in line.handles)
    assert [line.f(on_line)[0], line.f(also)[0]] == pytest.approx([0.0, 0.0])
    assert line.f(on_margin)[0] == pytest.approx(1.0)


def test_a_handle_of_the_line_turns_it_and_keeps_the_width():
    turned = UPRIGHT.moved(1, 1.0, -1.0)
    assert turned.second == (1.0, -1.0)
    assert turned.first == UPRIGHT.first
    assert turned.width == UPRIGHT.width
    np.testing.assert_allclose(turned.w, [0.0, -2.0], atol=1e-12)
    assert UPRIGHT.moved(0, 0.25, -1.0).first == (0.25, -1.0)


def test_the_handle_of_the_margin_widens_it_and_exchanges_the_sides():
    wider = UPRIGHT.moved(2, 0.8, 5.0)
    assert (wider.first, wider.second) == (UPRIGHT.first, UPRIGHT.second)
    assert wider.width == pytest.approx(1.6)
    assert wider.f(np.array([[0.8, 0.0]]))[0] == pytest.approx(1.0)
    other = UPRIGHT.moved(2, -0.8, 0.0)
    assert other.f(np.array([[-0.8, 0.0]]))[0] == pytest.approx(1.0)
    assert other.width == wider.width


def test_no_drag_makes_a_line_without_a_direction_or_a_width():
    assert UPRIGHT.moved(1, 0.0, -1.0 + 0.5 * NEAREST) == UPRIGHT
    assert UPRIGHT.moved(2, 0.0, 0.0).width == pytest.approx(2.0 * NARROWEST)
    assert UPRIGHT.moved(2, 99.0, 0.0).width == pytest.approx(2.0 * FARTHEST)
    assert UPRIGHT.moved(0, -99.0, 99.0).first == (-EDGE, EDGE)
    nothing = DrawnLine((1.0, 1.0), (1.0, 1.0), 0.0)  # as a link may say
    assert np.isfinite([*nothing.w, nothing.b, nothing.width]).all()
