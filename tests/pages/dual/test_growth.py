"""What the primal and the dual cost as the points or the dimensions grow."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import plotly.graph_objects as go
import pytest

from pages.dual.figures.primal_vs_dual import growth_figure
from pages.dual.model import primal_vs_dual as module
from pages.dual.model.barrier import dual_barrier, primal_barrier
from pages.dual.model.primal_vs_dual import CostRow, clouds, growing
from pages.plots.theme import resolve

TIMES = (3.0, 1.0, 2.0)  # of three trainings of a size: the second is the best


class Clock:
    """A clock that only trainings move: by N d^2 in the primal, by N^3 in the dual."""

    def __init__(self, monkeypatch, unit):
        self.now, self.calls = 0.0, []

        def watched(name, cost, steps):
            def trained(X, y, C, gap):
                n, d = X.shape
                assert (len(y), C) == (n, 1.0)
                assert gap == pytest.approx(1e-6 * n)
                self.now += TIMES[self.calls.count((name, n, d)) % 3] * unit * cost(n, d)
                self.calls.append((name, n, d))
                return SimpleNamespace(steps=steps)

            monkeypatch.setattr(module, name, trained)

        watched("primal_barrier", lambda n, d: n * d * d, 30)
        watched("dual_barrier", lambda n, d: n**3, 40)

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
        assert (row.primal_steps, row.dual_steps) == (30, 40)
    assert clock.now <= 0.5


def test_two_sizes_are_measured_whatever_the_budget():
    rows = list(growing("points", 0.0))
    assert [row.points for row in rows] == [25, 50]
    X, y = clouds(50, 2)
    assert rows[1].primal_steps == primal_barrier(X, y, 1.0, 5e-5).steps
    assert rows[1].dual_steps == dual_barrier(X, y, 1.0, 5e-5).steps


def test_a_size_is_begun_only_if_it_can_be_expected_to_fit(monkeypatch):
    Clock(monkeypatch, 0.0)
    ticks = itertools.count()
    rows = list(growing("points", 35.0, clock=lambda: float(next(ticks))))  # 6 s each
    assert len(rows) == 4  # 24 s are gone then, and twice as long as the last would be too long
    calls, now = itertools.count(), [0.0]

    def clock():
        k = next(calls)
        now[0] += 4.0 ** (k // 12) if k % 2 else 0.0  # two calls a training, six trainings a row
        return now[0]

    rows = list(growing("points", 100.0, clock=clock))  # 6, 24 and 96 units a row
    # 30 are spent; growing as before and steeper, the next row would take 2 * 4 * 24
    assert [row.primal_ms for row in rows] == [1000.0, 4000.0]


ROWS = (
    CostRow(25, 2, 3.0, 2.0, 30, 40),
    CostRow(50, 2, 4.0, 9.0, 31, 41),
    CostRow(100, 2, 5.0, 60.0, 32, 42),
)


@pytest.mark.parametrize("by", ["points", "dimensions"])
def test_growth_is_drawn(by):
    figure = growth_figure(by, ROWS)
    go.Figure(resolve(figure, "light"))
    primal, dual = figure["data"]
    sizes = [row.points if by == "points" else row.dimensions for row in ROWS]
    assert primal["x"].tolist() == dual["x"].tolist() == sizes
    assert primal["y"].tolist() == [row.primal_ms for row in ROWS]
    assert dual["y"].tolist() == [row.dual_ms for row in ROWS]
    assert primal["customdata"] == [row.primal_steps for row in ROWS]
    assert dual["customdata"] == [row.dual_steps for row in ROWS]
    assert growth_figure(by, ())["data"] == []
