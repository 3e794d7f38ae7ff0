from __future__ import annotations

import math
import re

import numpy as np
import pytest

from pages.state.board import Edit, Placed
from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.state.verdict import Badge, badge, metric_cards, number, sentence
from svmcore.problems.separation import Separability
from svmcore.solvers import Status
from tests.helpers.opened import numeral


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (1.0, "1"),
        (1234.5, "1234"),
        (28896.4, "28,896"),
        (-99999.0, "−99,999"),
        (999_999.7, "10⁶"),
        (1e-6, "10⁻⁶"),
        (-1e-6, "−10⁻⁶"),
        (4e-13, "4 × 10⁻¹³"),
        (0.00123, "0.00123"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "undefined"),
    ],
)
def test_numbers_are_rounded_with_sense(value: float, text: str):
    assert number(value) == text.replace(" ", "\u00a0")
    if value and math.isfinite(value):
        assert numeral(number(value, 2)) == pytest.approx(value, rel=0.05)


def test_the_badge_says_what_the_certificate_proves():
    result = run(Experiment())
    mark = badge(result)
    assert (mark.kind, mark.name) == ("certified", "optimal")
    gap = result.solution.certificate.relative_gap
    shown = numeral(mark.text.removeprefix("optimal to "))
    assert shown == pytest.approx(gap, rel=0.5)
    assert shown <= 1e-6


def test_a_budget_that_ends_too_early_is_not_called_optimal():
    result = run(change(Experiment(), solver="smo", max_iter=5))
    mark = badge(result)
    assert (mark.kind, mark.name) == ("failed", "not converged")
    certificate = result.solution.certificate
    assert mark.text == f"not converged, gap {number(certificate.primal - certificate.dual, 2)}"
    assert certificate.gap > 5.0 * certificate.relative_gap, "not the relative one"
    assert sentence(result).startswith("After 5 steps the cost is ")
    above = float(sentence(result).split("cost is ")[1].split(" %")[0])
    best = run(Experiment()).solution.certificate.primal
    expected = 100 * (result.solution.certificate.primal / best - 1)
    assert above == pytest.approx(expected, rel=0.05)


def test_an_unfinished_indefinite_kernel_has_no_gap():
    """Its dual value is no bound: the badge names what the chart names."""
    result = run(change(Experiment(), kernel="sigmoid", max_iter=3))
    violation = number(result.solution.certificate.violation, 2)
    assert badge(result) == Badge("failed", "not converged", f"KKT violation {violation}")


def test_an_indefinite_kernel_is_never_called_optimal():
    result = run(change(Experiment(), kernel="sigmoid"))
    assert badge(result) == Badge("plain", "stationary point")
    assert "a better solution may exist" in sentence(result)


def test_the_sentence_counts_what_is_drawn():
    result = run(Experiment())
    held, wrong = int(result.support.sum()), int(result.wrong.sum())
    free = int((np.abs(result.margins - 1.0) < 1e-6).sum())
    where = f"{free} on the margin{{}}, {held - free} inside the margin or misclassified{{}}"
    for show, marks in (
        (None, ("", "", "")),
        (("regions",), ("", "", " (red crosses)")),
        (("support",), (" (heavy rings)", " (thin rings with a dot)", " (red crosses)")),
    ):
        assert sentence(result, show) == (
            f"{held} of 90 points are support vectors: {where.format(*marks)}; "
            f"{wrong} are misclassified{marks[2]}."
        )
    assert len(sentence(result, ("support",))) <= 168, "two lines under a picture of 570 px"


@pytest.mark.parametrize(
    ("places", "C", "said"),
    [
        ((-1.0, 1.0), 9.0, "2 of 2 points are support vectors, both on the margin (heavy rings)"),
        (  # alpha = C = 1/2 is just what the margin takes
            (-1.0, 1.0),
            0.5,
            "2 of 2 points are support vectors, both on the margin (thin rings with a dot)",
        ),
        (  # the last is among those of the other class
            (-1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.5),
            0.2,
            "9 of 9 points are support vectors: 8 on the margin (heavy rings), "
            "1 misclassified (thin ring with a dot)",
        ),
    ],
)
def test_the_sentence_says_where_the_support_vectors_are(places, C: float, said: str):
    placed = tuple(Placed(x, 0.0, k % 2, k) for k, x in enumerate(places))
    changes = {"dataset": "own", "placed": placed, "kernel": "linear", "C": C, "tol": 1e-9}
    result = run(change(Experiment(), **changes))
    assert sentence(result, ("support",)).startswith(f"{said}; ")


def test_sentences_without_a_machine():
    empty = change(Experiment(), dataset="own")
    assert sentence(run(empty)).startswith("The board is empty")
    one = empty.with_board(empty.board().apply(Edit("add", points=((0, 0),), label=1)))
    assert sentence(run(one)) == (
        "There is only one point: add a point of class −1 to train a model."
    )
    both = one.with_board(one.board().apply(Edit("add", points=((1, 0), (2, 0)), label=1)))
    assert "All 3 points share a class: add" in sentence(run(both))
    hopeless = run(change(Experiment(), kernel="linear", margin="hard"))
    assert badge(hopeless) == Badge("failed", "not separable")
    assert "soft margin or another kernel" in sentence(hopeless)


def test_what_rounding_errors_leave_open_is_said():
    """Multipliers of 4e9: the answer is right to five digits, and there are no more."""
    result = run(change(Experiment(), dataset="xor", n_samples=300, gamma=0.1, margin="hard"))
    assert result.solution.status is Status.STALLED
    assert 1e-7 < result.solution.certificate.relative_gap < 1e-4
    assert badge(result).kind == "failed"
    pattern = r"After 2 iterations the cost is at most (\d(\.\d)?\s×\s)?10⁻\S % above the optimum, "
    assert re.match(
        pattern + "and rounding errors prevent a better bound; none is misc", sentence(result)
    )


@pytest.mark.parametrize(
    ("experiment", "other"),
    [
        (change(Experiment(), gamma=0.01, margin="hard"), "a more flexible kernel"),
        (
            change(
                Experiment(),
                dataset="own",
                placed=(Placed(1e6, 1e6, 1, 0), Placed(999999.9999, 1e6, 0, 1)),
                kernel="linear",
                margin="hard",
            ),
            "another kernel",
        ),
    ],
    ids=["a flat kernel", "points that lie far away and close together"],
)
def test_classes_too_close_for_rounding_are_not_called_inseparable(experiment, other: str):
    """The classes can be separated; the margin is too small to be found among rounding errors."""
    result = run(experiment)
    assert result.model is None
    assert result.separation.verdict is Separability.TOO_CLOSE
    assert badge(result) == Badge("failed", "numerically inseparable")
    assert sentence(result) == (
        "The classes are too close for a hard margin in double precision: choose the soft margin "
        f"or {other}."
    )
    assert metric_cards(result) == ()


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_no_kernel_is_advised_where_points_of_both_classes_coincide(kernel: str):
    twins = (Placed(0.5, 0.5, 1, 0), Placed(0.5, 0.5, 0, 1), Placed(2.0, 1.0, 0, 2))
    words = {"dataset": "own", "placed": twins, "kernel": kernel, "margin": "hard"}
    result = run(change(Experiment(), **words))
    assert result.model is None
    assert sentence(result) == (
        "Two points of different classes lie at the same place, so no kernel separates them: "
        "choose the soft margin or move one."
    )
