"""A and B side by side: numbers, and what differs in words."""

import numpy as np
import pytest

from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.comparison import Comparison
from pages.state.model.run import run
from pages.state.text.comparison_text import NONE, SAME, differences, points_sentence, rows, said
from pages.state.text.verdict import sentence
from tests.helpers.opened import numeral

START = Experiment()


def compared(a: Experiment, b: Experiment) -> Comparison:
    return Comparison(run(a), run(b))


def edited(experiment: Experiment, *edits: Edit) -> Experiment:
    board = experiment.board()
    for edit in edits:
        board = board.apply(edit)
    return experiment.with_board(board)


def table(found: Comparison, *, expert: bool = False) -> dict[str, tuple[str, str]]:
    return {row.name: (row.a, row.b) for row in rows(found, expert=expert)}


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        ({}, {"C": 100.0}, "B: C = 100 instead of 1."),
        ({"C": 1.2345}, {"C": 1.2346}, "B: C = 1.235 instead of 1.234."),
        (
            {"kernel": "linear"},
            {"C": 100.0},
            "B: C = 100 instead of 1 and kernel RBF (γ = 0.5) instead of Linear.",
        ),
        ({}, {"margin": "hard"}, "B: hard margin instead of soft margin (C = 1)."),
        (
            {"class_weight": "own", "weights": (2.0,)},
            {"class_weight": "own", "weights": (2.0, 0.5)},
            "B: class weights 2 and 0.5 instead of class weights 2 and 1.",
        ),
        (
            {},
            {"solver": "smo", "max_iter": 500},
            "B: solver SMO instead of Automatic and maximum iterations = 500 instead of maximum "
            "iterations = the default.",
        ),
    ],
)
def test_the_settings_that_differ_are_named(a, b, text):
    found = compared(change(START, **a), change(START, **b))
    assert said(found)[0] == text


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({"margin": "hard", "kernel": "rbf", "C": 5.0}, {"margin": "hard", "C": 9.0}),
        ({"kernel": "linear", "gamma": 5.0}, {"kernel": "linear", "gamma": 2.0}),
        ({"recipe": "linear"}, {"recipe": "rbf"}),
        ({}, {}),
    ],
)
def test_a_setting_without_effect_is_no_difference(a, b):
    found = compared(change(START, **a), change(START, **b))
    assert differences(found) == ()
    assert said(found)[0] == SAME


def test_a_board_of_several_classes_says_which_one_is_plus():
    many = change(START, dataset="blobs", classes=3, n_samples=60)
    found = compared(change(many, positive=0), change(many, positive=2))
    assert said(found)[0] == "B: class +1 = 2 instead of 0."


@pytest.mark.parametrize(
    ("a", "b", "counts", "text"),
    [
        (change(START, seed=3), START, (90, 90), "A was trained on 90 other points."),
        (
            START,
            edited(START, Edit("weigh", ids=(89,), factor=2.0)),  # it stays the last one
            (1, 1),
            "1 of A's 90 points is not among B's.",
        ),
        (
            START,
            edited(START, Edit("add", points=((0.0, 2.0),), label=1)),
            (0, 1),
            "B has one point more than A.",
        ),
        (
            START,
            edited(START, Edit("duplicate", ids=(1,)), Edit("delete", ids=(2, 3))),
            (2, 1),
            "2 of A's 90 points are not among B's.",
        ),
    ],
)
def test_the_points_that_differ_are_counted(a, b, counts, text):
    found = compared(a, b)
    assert (found.only_a, found.only_b) == counts
    assert points_sentence(found) == text
    assert table(found)["Points"] == (str(len(found.a.data)), str(len(found.b.data)))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ({}, {"C": 100.0}),
        ({"kernel": "linear"}, {"kernel": "poly", "degree": 2}),
        ({"formulation": "primal"}, {"gamma": 5.0, "margin": "hard"}),
    ],
)
def test_the_numbers_are_those_of_each_run(a, b):
    found = compared(change(START, **a), change(START, **b))
    shown = table(found, expert=True)
    for k, result in enumerate((found.a, found.b)):
        w2 = float(result.model.coef @ (result.scores - result.model.intercept))
        slack = np.maximum(0.0, 1.0 - result.margins)
        hard = result.experiment.margin == "hard"
        C = 0.0 if hard else result.experiment.C
        assert shown["C"][k] == ("∞" if hard else f"{C:g}")
        assert shown["Support vectors"][k] == str(int((result.alpha > 1e-7).sum()))
        wrong = int((np.sign(result.scores) != result.data.y).sum())
        assert shown["Misclassified"][k] == str(wrong)
        accuracy = numeral(shown["Training accuracy"][k].removesuffix(" %"))
        assert accuracy == pytest.approx(100.0 * (1.0 - wrong / 90), abs=0.051)
        assert numeral(shown["Margin width"][k]) == pytest.approx(2.0 / np.sqrt(w2), rel=1e-3)
        objective = 0.5 * w2 + C * slack.sum()
        assert numeral(shown["Objective"][k]) == pytest.approx(objective, rel=1e-3)
        assert shown["Iterations"][k] == str(result.solution.n_iter)
    assert "Iterations" not in table(found)


LINE = change(START, kernel="linear", margin="hard")


def test_a_hard_margin_that_does_not_exist_is_said_once():
    found = compared(LINE, START)
    assert said(found)[1:] == ("A has no model: its points are not separable with its kernel.",)
    shown = table(found)
    assert shown["C"] == ("∞", "1")
    assert {shown[name][0] for name in ("Support vectors", "Misclassified", "Objective")} == {NONE}
    assert said(compared(START, LINE))[1:] == ()  # of B the picture's own sentence says it
    assert table(compared(START, LINE))["Training accuracy"] == ("95.6 %", NONE)


def test_an_a_without_two_classes_and_one_without_an_optimum_say_so():
    nothing = edited(START, Edit("clear"))
    assert said(compared(nothing, START))[-1] == "A has no model: it needs points of both classes."
    early = change(START, solver="smo", max_iter=3)
    assert said(compared(early, START))[-1] == f"A: {sentence(run(early))}"
    assert "% above the optimum" in sentence(run(early))
