"""The sentences on the dual say what alpha, b and the kernel say."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.dual.model.leave_one_out import difference, without
from pages.dual.text.views import dual_sentence, point_text
from pages.state.model.run import run
from pages.state.text.number_format import number
from tests.helpers.dual_problems import gram, machine, placed

PROVED = [{}, {"C": 0.05}, {"kernel": "linear"}, {"margin": "hard", "gamma": 3.0}]


def margins_of(result):
    y = result.data.y
    return y * (gram(result) @ (result.alpha * y) + result.model.intercept)


@pytest.mark.parametrize("words", PROVED, ids=str)
def test_every_point_has_the_sentence_of_its_place(words):
    result = machine(**words, tol=1e-10)
    margins, alpha, C = margins_of(result), result.alpha, result.experiment.C
    hard = result.experiment.margin == "hard"
    for k in range(0, 40, 5):
        m, a = margins[k], alpha[k]
        about, why, missed = point_text(result, k)
        assert about == f"A point of class {'+1' if result.data.y[k] > 0 else '−1'}."
        if a == 0.0:
            start = f"Its y f(x) is {number(m)}, beyond the margin"
            assert why == f"{start}, so α = 0: it is not a support vector."
            assert m > 1.0
            assert missed == "Without it the model is the same."
            continue
        other = without(result, k).model
        coef = np.insert(other.coef, k, 0.0)
        moved = result.data.y * (gram(result).T @ coef + other.intercept) - margins
        if np.abs(moved).max() < 1e-9:
            assert missed.endswith("the same: other points take over its α.")
        else:
            change = number(difference(result, k).largest, 2)
            assert missed.startswith(f"Without it f changes by up to {change}, most at (")
        if hard or a < C:
            span = "any positive value" if hard else "any value between 0 and C"
            assert why == f"It lies on its margin (y f = 1), so α may be {span}: {number(a)}."
            assert m == pytest.approx(1.0)
        else:
            full = f"so α is at its upper bound: α = C = {number(C)}."
            slack = number(1.0 - m)
            if m < 0.0:
                where = f"It is misclassified (y f = {number(m)}, a slack of {slack}), "
            else:
                where = f"It is inside the margin by a slack of {slack}, "
            assert why == where + full


@pytest.mark.parametrize("words", PROVED, ids=str)
def test_the_sentence_on_all_points_counts_them(words):
    result = machine(**words, tol=1e-10)
    margins, alpha = margins_of(result), result.alpha
    C = np.inf if result.experiment.margin == "hard" else result.experiment.C
    free, bound = int(((alpha > 0) & (alpha < C)).sum()), int((alpha == C).sum())
    counts = [free + bound, 40] + [n for n in (free, bound) if n]
    idle = 40 - free - bound
    counts += [idle] if idle else []
    said = dual_sentence(result)
    numbers = [int(n) for n in re.findall(r"(?<![<>=] )\b\d+\b(?! <)", said)]
    assert numbers == counts
    assert (margins[alpha == 0] > 1.0).all()
    assert said.count(".") == 1


HARD = {"kernel": "linear", "margin": "hard", "tol": 1e-10}
SAME = "Without it the model is the same"
ON_MARGIN = "It lies on its margin (y f = 1)"
IDLE = "so α = 0: it is not a support vector."
# points (x, y, class), words, a point, parts of what is said of all points and of this one
EDGES = {
    "the only point of its class": (
        [(0, 0, 0), (1, 0, 1), (2, 0, 1)],
        HARD,
        0,
        "2 of 3 points are support vectors, both on the margin (α > 0); the other one is beyond "
        "its margin, so α = 0.",
        "Without it no model exists: it is the only point of its class.",
    ),
    "a point without weight that fixes b": (
        [(-1, 0, 0), (-1, 0.5, 0), (1, 0, 1), (1, 0.5, 1), (3, 0, 1)],
        {"kernel": "linear", "C": 0.01, "tol": 1e-10},
        4,
        "all 4 inside the margin or misclassified (α = C)",
        "Without it w is the same, but f moves by ",
    ),
    "of two points on one place the other takes over": (
        [(0, 0, 0), (2, 0, 1), (2, 0, 1)],
        HARD,
        1,
        "",
        f"{SAME}: other points take over its α.",
    ),
    "and is not missed itself": ([(0, 0, 0), (2, 0, 1), (2, 0, 1)], HARD, 2, "", f"{SAME}."),
    "f is constant": (
        [(0, 0, 0), (0, 0, 1)],
        {"kernel": "linear", "C": 1.0},
        0,
        "(α = C).",
        "",
    ),
    "on the margin without weight": (
        [(0, 0, 0), (2, 0, 1), (2, 1, 1)],
        HARD,
        2,
        "the other one is on or past its margin",
        f"{ON_MARGIN}, but α = 0: it is not a support vector. {SAME}.",
    ),
    "some on the margin without weight, others not": (
        [(0, 0, 0), (2, 0, 1), (2, 1, 1), (5, 0, 1)],
        HARD,
        3,
        "the other 2 are on or past their margin",
        f"Its y f(x) is 4, beyond the margin, {IDLE}",
    ),
    "a margin that is nearly 1": (  # (0, 0) and (2, 0) decide f = x - 1
        [(0, 0, 0), (2, 0, 1), (2.0004, 5, 1)],
        HARD,
        2,
        "the other one is beyond its margin",
        f"Its y f(x) is 1.0004, beyond the margin, {IDLE}",
    ),
    "alpha just reaches C": (  # two points at a distance of 2 need alpha = 2 / 2^2 each
        [(0, 0, 0), (2, 0, 1)],
        {"kernel": "linear", "C": 0.5, "tol": 1e-10},
        1,
        "both on the margin (α = C)",
        f"{ON_MARGIN}, and α is at its upper bound: α = C = 0.5.",
    ),
    "f = 1 but for rounding": (  # two points on one place cancel out
        [(1.3, 0.7, 1), (1.3, 0.7, 0), (0, 0.3, 1), (0, 0.3, 1)],
        {"kernel": "laplacian"},
        0,
        "both on the margin or misclassified (α = C)",
        "",
    ),
}


@pytest.mark.parametrize("edge", EDGES)
def test_edge_cases_have_their_sentence(edge):
    places, words, k, of_all, of_point = EDGES[edge]
    result = run(placed([(float(x), float(y), label) for x, y, label in places], **words))
    assert of_all in dual_sentence(result)
    assert of_point in " ".join(point_text(result, k))


def test_a_budget_that_is_enough_only_with_the_point():
    """The machine is finished; what a solver without its end would say of the other is not."""
    needed = machine(solver="smo").solution.n_iter
    result = machine(solver="smo", max_iter=needed)
    assert result.finished
    short = [k for k in range(0, 40, 3) if not without(result, k).finished]
    assert short
    for k in short:
        assert "stops as early" in point_text(result, k)[2]


def test_a_loose_tolerance_is_not_hidden():
    """What is within it is said in numbers, not called the same or 1."""
    result = machine(n_samples=60, tol=0.1)
    y, K, margins = result.data.y, gram(result), margins_of(result)
    assert result.finished
    loose = within = 0
    for k in range(0, 60, 3):
        _, why, missed = point_text(result, k)
        if 1e-4 < abs(margins[k] - 1.0) <= 0.1:
            loose += 1
            assert "(y f = 1)" not in why
            assert f"{number(margins[k], 3 if abs(margins[k] - 1.0) > 5e-3 else 7)}" in why
        other = without(result, k)
        kept = np.arange(60) != k
        f = K[:, kept] @ (other.alpha * y[kept]) + other.model.intercept
        at_points = np.abs(f - y * margins).max()
        if at_points > 1e-3:  # a part of the picture already says that it is not the same
            assert "the same" not in missed
        within += "within the tolerance" in missed
    assert loose > 1
    assert within > 0


def test_unfinished_machines_say_so():
    result = machine(solver="smo", max_iter=20, C=30.0)
    assert 0.0 < result.alpha[result.alpha > 0.0].min() < 0.5
    margins = margins_of(result)
    off = np.abs(np.clip(result.alpha + 1 - margins, 0, result.experiment.C) - result.alpha)
    assert dual_sentence(result) == (
        f"Training has not converged: {(result.alpha > 0).sum()} of 40 points have α > 0 so far."
    )
    k = int(off.argmax())
    assert point_text(result, k)[1] == (
        f"Training has not converged: α = {number(result.alpha[k])} and y f(x) = "
        f"{number(margins[k])} violate its KKT condition by {number(off[k], 2)}."
    )
    change = number(difference(result, k).largest, 2)
    assert point_text(result, k)[2] == (
        f"A solver that stops as early without it differs by up to {change} in f."
    )


def test_where_there_is_no_machine_its_reason_is_given():
    alone = run(placed([(0.0, 0.0, 0), (1.0, 0.0, 0)]))
    assert point_text(alone, 0) == (dual_sentence(alone),)
    assert "class" in dual_sentence(alone)
    with pytest.raises(ValueError, match="from 0 to 1"):
        point_text(alone, 2)
