"""The badge, the sentence and the cards of a run: they say what its certificate proves."""

import math
import re

import numpy as np
import pytest

from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.text.number_format import number
from pages.state.text.verdict import (
    Badge,
    badge,
    cost_parts,
    metric_cards,
    sentence,
    violation_text,
)
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
    shown = numeral(mark.text.removeprefix("optimal to "))
    assert shown == pytest.approx(result.solution.certificate.relative_gap, rel=0.5)


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


def test_an_indefinite_kernel_has_no_gap_and_is_never_called_optimal():
    """Its dual value is no bound; the worst violation stands beside the badge, as everywhere."""
    result = run(change(Experiment(), kernel="sigmoid", max_iter=3))
    violation = result.solution.certificate.violation
    assert badge(result) == Badge("failed", "not converged", "", violation)
    assert violation_text(badge(result)) == f"worst KKT violation {number(violation, 2)}"
    result = run(change(Experiment(), kernel="sigmoid"))
    assert badge(result)[:2] == ("plain", "stationary point")
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


@pytest.mark.parametrize(
    ("weights", "C", "said"),
    [
        ((1, 1), 9.0, "2 of 2 points are support vectors, both on the margin (heavy rings)"),
        (  # alpha = C = 1/2 is just what the margin takes
            (1, 1),
            0.5,
            "2 of 2 points are support vectors, both on the margin (thin rings with a dot)",
        ),
        (  # the last is among those of the other class
            (4, 4, 1),
            0.2,
            "3 of 3 points are support vectors: 2 on the margin (heavy rings), "
            "1 misclassified (thin ring with a dot)",
        ),
    ],
)
def test_the_sentence_says_where_the_support_vectors_are(weights, C: float, said: str):
    points = enumerate(zip((-1.0, 1.0, 1.5), weights, strict=False))
    placed = tuple(Placed(x, 0.0, k % 2, k, float(weight)) for k, (x, weight) in points)
    changes = {"dataset": "own", "placed": placed, "kernel": "linear", "C": C, "tol": 1e-9}
    result = run(change(Experiment(), **changes))
    assert sentence(result, ("support",)).startswith(f"{said}; ")


def test_sentences_without_a_machine():
    for n, said in (
        (0, "The board is empty"),
        (1, "There is only one point: add a point of class −1 to train a model."),
        (3, "All 3 points share a class: add"),
    ):
        placed = tuple(Placed(k, 0.0, 1, k) for k in range(n))
        assert sentence(run(Experiment(dataset="own", placed=placed))).startswith(said)
    hopeless = run(change(Experiment(), kernel="linear", margin="hard"))
    assert badge(hopeless) == Badge("failed", "not separable")
    assert "soft margin or another kernel" in sentence(hopeless)


def test_what_rounding_errors_leave_open_is_said():
    """Multipliers of 4e9: the answer is right to five digits, and there are no more."""
    result = run(change(Experiment(), dataset="xor", n_samples=300, gamma=0.1, margin="hard"))
    text, gap = sentence(result), result.solution.certificate.relative_gap
    assert result.solution.status is Status.STALLED
    assert badge(result).kind == "failed"
    said = re.match(r"After 2 iterations the cost is at most (.*) % above the optimum, and r", text)
    assert numeral(said[1]) == pytest.approx(100.0 * gap, rel=0.5)


CLOSE = Placed(1e6, 1e6, 1, 0), Placed(999999.9999, 1e6, 0, 1)


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ({"gamma": 0.01}, "a more flexible kernel"),
        ({"dataset": "own", "placed": CLOSE, "kernel": "linear"}, "another kernel"),
    ],
    ids=["a flat kernel", "points that lie far away and close together"],
)
def test_classes_too_close_for_rounding_are_not_called_inseparable(words, other: str):
    """The classes can be separated; the margin is too small to be found among rounding errors."""
    result = run(change(Experiment(), margin="hard", **words))
    assert result.model is None
    assert result.separation.verdict is Separability.TOO_CLOSE
    assert badge(result) == Badge("failed", "numerically inseparable")
    assert sentence(result) == (
        "The classes are too close for a hard margin in double precision: choose the soft margin "
        f"or {other}."
    )
    assert metric_cards(result) == ()


def test_no_kernel_is_advised_where_points_of_both_classes_coincide():
    twins = (Placed(0.5, 0.5, 1, 0), Placed(0.5, 0.5, 0, 1), Placed(2.0, 1.0, 0, 2))
    result = run(change(Experiment(), dataset="own", placed=twins, margin="hard"))
    assert result.model is None
    assert sentence(result) == (
        "Two points of different classes lie at the same place, so no kernel separates them: "
        "choose the soft margin or move one."
    )


@pytest.mark.parametrize("changes", [{}, {"max_iter": 5}, {"C": 1e4}, {"C": 1e-3}])
def test_the_objective_card_shows_the_gap_between_its_two_values(changes):
    result = run(change(Experiment(), **changes))
    y, C, alpha = result.data.y, result.experiment.C, result.alpha
    K = result.model.kernel(result.data.X, result.data.X)
    square = (alpha * y) @ K @ (alpha * y)
    gap = square + C * np.maximum(0.0, 1.0 - result.margins).sum() - alpha.sum()
    rounding = np.finfo(float).eps * (alpha @ np.abs(K) @ alpha)  # of the sums above, at most
    card = next(card for card in metric_cards(result) if card.name == "Objective")
    dual, shown = card.detail.removeprefix("dual ").split(", gap ")
    assert numeral(dual) == pytest.approx(alpha.sum() - square / 2, rel=1e-3)
    assert numeral(shown) == pytest.approx(gap, rel=0.6, abs=max(rounding, 1e-9))


def test_the_cards_are_true_and_none_is_empty():
    assert metric_cards(run(change(Experiment(), dataset="own"))) == ()
    result = run(change(Experiment(), kernel="linear", dataset="blobs"))
    cards = {card.name: card for card in metric_cards(result)}
    w = result.model.weights
    assert cards["Margin width"].value == number(2 / math.hypot(*w), 4)
    assert cards["Support vectors"].value == str(int((result.alpha > 0).sum()))
    free = int(((result.alpha > 0) & (result.alpha < 1)).sum())
    assert cards["Support vectors"].detail.startswith(f"{free} on the margin, ")
    right = int((result.margins > 0).sum())
    assert cards["Training accuracy"].value == f"{100 * right / 90:.1f} %"


def test_an_unfinished_machine_counts_by_margin():
    result = run(change(Experiment(), formulation="primal", solver="subgradient", max_iter=300))
    assert not result.finished
    inside = result.margins <= 1.01
    assert int(result.support.sum()) == int(inside.sum()) < 90
    assert "y f ≤ 1" in metric_cards(result)[0].detail


@pytest.mark.parametrize(
    "experiment",
    [
        change(Experiment(), kernel="sigmoid"),
        change(Experiment(), kernel="poly", coef0=-1.0),
        change(Experiment(), kernel="sigmoid", gamma=0.1, coef0=0.0),
    ],
    ids=["sigmoid", "negative constant", "sigmoid with coef'K coef > 0"],
)
def test_the_cards_of_an_indefinite_kernel_promise_no_width_and_no_bound(experiment):
    result = run(experiment)
    cards = {card.name: card for card in metric_cards(result)}
    usual = [card.name for card in metric_cards(run(Experiment()))]
    assert list(cards) == [name for name in usual if name != "Margin width"]
    objective = cards["Objective"]
    assert result.width is None
    assert objective.detail == "at a stationary point"
    assert float(objective.value) == pytest.approx(result.solution.certificate.primal, rel=1e-3)
    held, bound = int((result.alpha > 0).sum()), int((result.alpha == 1.0).sum())
    assert cards["Support vectors"].value == str(held)
    assert cards["Support vectors"].detail == (f"{held - bound} on the margin, {bound} at α = C")


@pytest.mark.parametrize(
    "words", [{}, {"class_weight": "balanced", "balance": 0.2}, {"kernel": "linear", "C": 100.0}]
)
def test_the_parts_of_the_cost_are_its_norm_and_its_slack(words):
    result = run(change(Experiment(), **words))
    [card] = cost_parts(result)
    half, slack = map(float, re.findall(r"[^\d][² Σξᵢ] ([\d.]+)", card.detail))
    weights = result.experiment.C * result.data.weight
    assert slack == pytest.approx(weights @ np.maximum(0.0, 1.0 - result.margins), rel=1e-3)
    assert half == pytest.approx(2.0 / result.width**2, rel=1e-3)
    assert half + slack == pytest.approx(float(card.value), rel=1e-3)
    assert cost_parts(run(change(Experiment(), dataset="linear", margin="hard"))) == ()
