"""The lesson on SMO: its numbers from the film of the page, made again from the multipliers."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from pages.dual.model.smo_record import smo_record
from pages.lessons.text.scenario import spoken
from pages.state.board.experiment import change
from pages.state.text.number_format import number
from tests.pages.lessons.answers import answers, opened, scenario


class Step(NamedTuple):
    """A step: its points, alpha of both after it, L and H and the top of the parabola."""

    i: int
    j: int
    after: np.ndarray
    low: float
    high: float
    top: float
    alpha: np.ndarray


@cache
def smo(title: str, tol: float = 1e-6) -> list[Step]:
    """The steps of the page's film, each made again from the multipliers before it.

    Which pair is chosen is decided by rounding where two points violate their conditions equally,
    as both of the last pair do: so it is read from the film, and found to be one of the best.
    """
    experiment, X, y, _ = opened(title)
    record = smo_record(change(experiment, tol=tol))
    assert record is not None
    assert record.finished
    assert (np.diff(record.update) == 1).all(), "the film leaves steps out"
    K, C, steps = X @ X.T, experiment.C, []
    for before, after, (i, j) in zip(
        record.states.alpha, record.states.alpha[1:], record.steps.pair[1:], strict=False
    ):
        E = y - K @ (before * y)
        up = np.where(y > 0, before < C, before > 0)
        low = np.where(y > 0, before > 0, before < C)
        assert E[i] == pytest.approx(E[up].max(), abs=1e-9)
        assert E[i] - E[low].min() > tol
        curvature = np.maximum(K[i, i] + K.diagonal() - 2.0 * K[i], 1e-12)
        gain = np.where(low & (E[i] > E), (E[i] - E) ** 2 / curvature, 0.0)
        assert gain[j] == pytest.approx(gain.max(), rel=1e-6)
        a, b = before[[i, j]]
        ends = (a + b - C, a + b) if y[i] == y[j] else (b - a, b - a + C)
        L, H = max(0.0, ends[0]), min(C, ends[1])
        top = b + y[j] * (E[j] - E[i]) / curvature[j]
        assert after[j] == pytest.approx(min(max(top, L), H), abs=1e-9)
        steps.append(Step(i, j, after[[i, j]], L, H, top, after))
    return steps


def values(title: str, alpha: np.ndarray) -> tuple[float, float]:
    """The primal value of w with its best b, and the dual value."""
    experiment, X, y, _ = opened(title)
    w = (alpha * y) @ X
    f = X @ w
    slacks = [np.maximum(0.0, 1.0 - y * (f + b)).sum() for b in y - f]  # best b: at a kink
    half = 0.5 * float(w @ w)
    return half + experiment.C * min(slacks), float(alpha.sum()) - half


@answers("The first pair")
def first_pair(title: str) -> str:
    steps = smo(title)
    (a, b), y = steps[0].after, opened(title).y
    assert y[steps[0].i] != y[steps[0].j]
    assert a == pytest.approx(b)
    return f"Σ αᵢ yᵢ must stay 0, so from α = 0 both grow by the same amount: to {number(a)}."


def clipped(title: str) -> list[int]:
    return [k for k, s in enumerate(smo(title)) if not s.low - 1e-9 <= s.top <= s.high + 1e-9]


@answers("The box of a pair")
def box(title: str) -> str:
    k = clipped(title)[0]
    step = smo(title)[k]
    assert f"step {k + 1}?" in spoken(scenario(title)).question
    return (
        f"L = {number(step.low)} and H = {number(step.high)}: the second multiplier lies between "
        "them."
    )


@answers("How many steps?")
def how_many(title: str) -> str:
    a, b, c = (len(smo(title, tol)) for tol in (0.1, 1e-3, 1e-6))
    return f"{a} at 0.1, {b} at 0.001 and {c} at 10⁻⁶."


@answers("The final gap")
def gap(title: str) -> str:
    steps = smo(title)
    (p, d), (q, e) = (values(title, steps[k].alpha) for k in (0, -1))
    return (
        f"{number(p - d)} after the first, {number(q - e, 2)} after the last: the optimum is "
        f"{number(e, 4)}."
    )
