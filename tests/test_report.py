from __future__ import annotations

import math

import pytest

from svmcore.board import Edit
from svmcore.experiment import Experiment, change
from svmcore.report import badge, figures, number, sentence
from svmcore.run import run


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (1.0, "1"),
        (17.3256, "17.3"),
        (1234.5, "1234"),
        (99999.0, "99999"),
        (123456.0, "1.2e5"),
        (4e-13, "4e−13"),
        (0.00123, "0.00123"),
        (-2.5, "−2.5"),
        (0.0, "0"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "undefined"),
    ],
)
def test_numbers_are_rounded_with_sense(value: float, text: str):
    assert number(value) == text


def test_the_badge_says_what_the_certificate_proves():
    result = run(Experiment())
    kind, text = badge(result)
    assert kind == "certified"
    gap = result.solution.certificate.relative_gap
    shown = float(text.removeprefix("optimal to ").replace("−", "-"))
    assert shown == pytest.approx(gap, rel=0.5)
    assert shown <= 1e-6


def test_a_budget_that_ends_too_early_is_not_called_optimal():
    result = run(change(Experiment(), max_iter=5))
    kind, text = badge(result)
    assert kind == "failed"
    assert text.startswith("not converged, gap ")
    assert sentence(result).startswith("After 5 steps the cost is ")
    above = float(sentence(result).split("cost is ")[1].split(" %")[0])
    best = run(Experiment()).solution.certificate.primal
    expected = 100 * (result.solution.certificate.primal / best - 1)
    assert above == pytest.approx(expected, rel=0.05)


def test_an_indefinite_kernel_is_never_called_optimal():
    result = run(change(Experiment(), kernel="sigmoid"))
    assert badge(result) == ("plain", "stationary point")
    assert "a better machine may exist" in sentence(result)


def test_the_sentence_counts_what_is_drawn():
    result = run(Experiment())
    held, wrong = int(result.support.sum()), int(result.wrong.sum())
    assert sentence(result) == (
        f"{held} of 90 points hold up the boundary; {wrong} are on the wrong side."
    )


def test_sentences_without_a_machine():
    empty = change(Experiment(), dataset="own")
    assert sentence(run(empty)).startswith("The board is empty")
    one = empty.with_board(empty.board().apply(Edit("add", points=((0, 0),), label=1)))
    assert "add a point of class −1" in sentence(run(one))
    both = one.with_board(one.board().apply(Edit("add", points=((1, 0), (2, 0)), label=1)))
    assert "all 3 points share a class" in sentence(run(both))
    hopeless = run(change(Experiment(), kernel="linear", margin="hard"))
    assert badge(hopeless) == ("failed", "not separable")
    assert "soft margin or another kernel" in sentence(hopeless)


def test_the_cards_are_always_the_same_and_true():
    names = [card.name for card in figures(run(Experiment()))]
    assert names == [card.name for card in figures(run(change(Experiment(), dataset="own")))]
    result = run(change(Experiment(), kernel="linear", dataset="blobs"))
    cards = {card.name: card for card in figures(result)}
    w = result.model.weights
    assert cards["Margin width"].value == number(2 / math.hypot(*w), 4)
    assert cards["Support vectors"].value == str(int((result.alpha > 0).sum()))
    free = int(((result.alpha > 0) & (result.alpha < 1)).sum())
    assert cards["Support vectors"].detail.startswith(f"{free} free")
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
    assert "y f ≤ 1" in figures(result)[0].detail
