"""The line that is drawn by hand: its geometry and its handles, here and in the browser."""

import json
import math

import numpy as np
import pytest

from pages.challenges.model.line import EDGE, FARTHEST, NARROWEST, NEAREST, DrawnLine
from pages.challenges.model.widest import Drawing, line_wire
from pages.state.board.line_task import task_experiment
from tests.helpers.javascript import evaluated

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


MODULES = {"canvas/js/drawn_line.js": "movedLine, violations"}
STARTS = [
    DrawnLine((-1.5, -0.5), (1.5, -0.5), 0.5),
    DrawnLine((0.25, -2.0), (-0.5, 1.75), -0.8),
    DrawnLine((1.0, 1.0), (1.0, 1.0), 0.0),  # as a link may say
]


def drawing(line: DrawnLine, margin: str = "hard") -> Drawing:
    return Drawing(line, task_experiment(3, margin, 1.0))


@pytest.mark.parametrize("start", STARTS)
def test_the_handles_do_there_what_they_do_here(start: DrawnLine):
    rng = np.random.default_rng(4)
    moves = [(int(rng.integers(3)), *rng.uniform(-4.0, 4.0, 2).tolist()) for _ in range(60)]
    moves += [(0, *start.second), (2, *start.first), (1, 99.0, -99.0), (2, 99.0, 99.0)]
    data = json.dumps([line_wire(drawing(start)), moves])
    program = "data[1].map(([handle, ...to]) => movedLine(data[0], handle, to))"
    for found, (handle, x, y) in zip(evaluated(program, MODULES, data), moves, strict=True):
        there = start.moved(handle, x, y)
        expected = [*there.first, *there.second, there.distance]
        got = [found[name] for name in ("ax", "ay", "bx", "by", "distance")]
        np.testing.assert_allclose(got, expected, atol=6e-5)  # the server rounds to 4 decimals


@pytest.mark.parametrize("margin", ["hard", "soft"])
@pytest.mark.parametrize("start", STARTS[:2])
def test_the_violations_there_are_those_here(start: DrawnLine, margin: str):
    made = drawing(start, margin)
    wire = line_wire(made)
    data = json.dumps([wire, made.line.normal.tolist(), made.line.half])
    found = evaluated("violations(...data)", MODULES, data)
    assert len(found) == made.violating.sum() > 2
    np.testing.assert_allclose([[p["x"], p["y"]] for p in found], made.X[made.violating])
    assert [p["inside"] for p in found] == made.inside[made.violating].tolist()
    tips = [np.array([p["x"], p["y"]]) + p["step"] * made.line.normal for p in found]
    margins = made.y[made.violating] * made.line.f(np.array(tips))
    np.testing.assert_allclose(margins, 1.0, atol=1e-9)
    assert wire["slack"] == (margin == "soft")
