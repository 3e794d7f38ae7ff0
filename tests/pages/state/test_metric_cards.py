"""The cards beside a picture: they are true, and none is empty."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from pages.state.experiment import Experiment, change
from pages.state.run import run
from pages.state.verdict import cost_parts, metric_cards, number
from tests.helpers.opened import numeral


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
    letters = sum(0.6 if sign in "⁻⁰¹²³⁴⁵⁶⁷⁸⁹\u00a0" else 1.0 for sign in card.detail)
    assert letters <= 24.0, "one line of a card"


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
    curved = run(Experiment())
    K = curved.model.kernel(curved.data.X, curved.data.X)
    norm = math.sqrt(curved.model.coef @ K @ curved.model.coef)
    assert curved.width == pytest.approx(2 / norm)


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
    ids=["sigmoid", "poly with a negative constant", "sigmoid with coef'K coef > 0"],
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
    assert objective.help.startswith("This kernel is not positive semi-definite")
    for card in cards.values():
        assert "dual" not in card.detail
        assert "2/‖w‖" not in card.detail
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
