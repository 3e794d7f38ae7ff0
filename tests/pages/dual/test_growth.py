"""What the primal and the dual cost as the points or the dimensions grow."""

from __future__ import annotations

import itertools
import re

import plotly.graph_objects as go
import pytest

from pages.dual.figures.primal_vs_dual import growth_figure
from pages.dual.model import primal_vs_dual as module
from pages.dual.model.primal_vs_dual import (
    CostRow,
    clouds,
    growing,
)
from pages.plots.theme import resolve
from svmcore.optim.barrier import dual_barrier, primal_barrier


class Clock:
    """A clock that only trainings move: by N d^2 in the primal, by N^3 in the dual."""

    def __init__(self, monkeypatch, unit):
        self.now, self.calls = 0.0, []
        for name in ("primal_barrier", "dual_barrier"):
            self.watch(monkeypatch, name, getattr(module, name), unit)

    def watch(self, monkeypatch, name, method, unit):
        def trained(X, y, C, gap):
            n, d = X.shape
            self.calls.append((name, n, d))
            slow = 1 + self.calls.count((name, n, d)) % 3  # the second time is the best
            slow = {2: 3.0, 0: 1.0, 1: 2.0}.get(slow % 3)
            self.now += slow * unit * (n * d * d if name == "primal_barrier" else n**3)
            return method(X, y, C, gap)

        monkeypatch.setattr(module, name, trained)

    def __call__(self):
        return self.now


@pytest.mark.parametrize("by", ["points", "dimensions"])
def test_growth_is_what_the_clock_says(monkeypatch, by):
    clock = Clock(monkeypatch, 1e-9)
    rows = list(growing(by, 0.5, clock=clock))
    sizes = [row.points if by == "points" else row.dimensions for row in rows]
    first = 25 if by == "points" else 2
    assert sizes == [first * 2**k for k in range(len(sizes))]
    assert len(sizes) >= 4
    for row in rows:
        n, d = row.points, row.dimensions
        assert (d if by == "points" else n) == (2 if by == "points" else 100)
        assert clock.calls.count(("primal_barrier", n, d)) == 3
        assert clock.calls.count(("dual_barrier", n, d)) == 3
        assert row.primal_ms == pytest.approx(1e-6 * n * d * d)
        assert row.dual_ms == pytest.approx(1e-6 * n**3)
        X, y = clouds(n, d)
        assert row.primal_steps == primal_barrier(X, y, 1.0, 1e-6 * n).steps
        assert row.dual_steps == dual_barrier(X, y, 1.0, 1e-6 * n).steps
    assert clock.now <= 0.5


def test_growth_keeps_the_budget_but_measures_twice(monkeypatch):
    assert len(list(growing("points", 0.0, clock=Clock(monkeypatch, 1.0)))) == 2
    monkeypatch.undo()
    ticks = itertools.count()
    rows = list(growing("points", 35.0, clock=lambda: float(next(ticks))))  # 6 s each
    assert len(rows) == 4  # 24 s are gone then, and twice as long as the last would be too long


def test_growth_comes_row_by_row(monkeypatch):
    clock = Clock(monkeypatch, 1e-9)
    first, second = itertools.islice(growing("points", 1.0, clock=clock), 2)
    assert (first.points, second.points) == (25, 50)
    assert {n for _, n, _ in clock.calls} == {25, 50}


ROWS = (
    CostRow(25, 2, 3.0, 2.0, 30, 40),
    CostRow(50, 2, 4.0, 9.0, 31, 41),
    CostRow(100, 2, 5.0, 60.0, 32, 42),
)


@pytest.mark.parametrize("by", ["points", "dimensions"])
@pytest.mark.parametrize("many", [0, 1, 3])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_growth_is_drawn(by, many, theme):
    drawn = growth_figure(by, ROWS[:many])
    go.Figure(resolve(drawn, theme))
    if not many:
        assert drawn["data"] == []
        return
    primal, dual = drawn["data"]
    sizes = [row.points if by == "points" else row.dimensions for row in ROWS[:many]]
    assert primal["x"].tolist() == dual["x"].tolist() == sizes
    assert primal["y"].tolist() == [row.primal_ms for row in ROWS[:many]]
    assert dual["y"].tolist() == [row.dual_ms for row in ROWS[:many]]
    assert primal["customdata"] == [row.primal_steps for row in ROWS[:many]]
    assert dual["customdata"] == [row.dual_steps for row in ROWS[:many]]
    assert drawn["layout"]["xaxis"]["type"] == drawn["layout"]["yaxis"]["type"] == "log"
    assert set(re.findall(r"'\$(\w+)'", str(drawn))) <= {"ink", "muted", "line", "page"}


def test_a_size_is_begun_only_if_it_can_be_expected_to_fit():
    """Every training takes four times as long as at the size before: 6, 24 and 96 units a row."""
    ticks, now = iter(range(1000)), [0.0]

    def clock():
        k = next(ticks)
        now[0] += 4.0 ** (k // 12) if k % 2 else 0.0  # two calls a training, six trainings a row
        return now[0]

    rows = list(growing("points", 100.0, clock=clock))
    # 30 are spent; growing as before and steeper, the next row would take 2 * 4 * 24
    assert len(rows) == 2
    assert [row.primal_ms for row in rows] == [1000.0, 4000.0]
