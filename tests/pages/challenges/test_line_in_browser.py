"""The line that the browser draws while it is dragged: the same as the server's."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pages.challenges.model.line import DrawnLine
from pages.challenges.model.widest import Drawing
from pages.challenges.model.wire import line_wire
from pages.state.line_task import task_experiment
from tests.helpers.javascript import evaluated

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
