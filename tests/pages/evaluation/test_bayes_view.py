"""The view Bayes: its line, its numbers and its sentences, recomputed."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.datasets.two_class import Mixture
from pages.evaluation.model import edited, population
from pages.evaluation.text.bayes import bayes_sentence, edits_note, estimate_sentence
from pages.model_selection.candidate import Candidate, fitted
from pages.model_selection.holdout import Predictions
from pages.model_selection.splits import Split, train_test
from pages.plots.hidden import without_boundary
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import data_of
from tests.helpers.evaluation_app import cards
from tests.helpers.figures import traces
from tests.helpers.opened import again, blocks, board_of, open_page, plain, sent, verdict


def log_density(means, X):
    """Of ten Gaussians with variance 1/5 and equal shares, but for a constant."""
    squares = ((X[:, None] - means) ** 2).sum(2)
    return np.log(np.exp(-2.5 * squares).sum(1))


def test_the_dashed_line_and_the_cards_are_those_of_the_mixture():
    app = open_page("evaluation", {"e_view": "bayes", "dataset": "mixture", "seed": "4"})
    below, above = Mixture().means(np.random.default_rng(4))
    figure = sent(app)["main"]
    line = np.column_stack([figure.trace("bayes")[axis] for axis in "xy"]).astype(float)
    line = line[np.isfinite(line[:, 0])]
    assert len(line) > 20
    np.testing.assert_allclose(log_density(below, line), log_density(above, line), atol=5e-3)
    data = data_of(Experiment(dataset="mixture", seed=4))
    y = (data.y > 0).astype(int)
    split = train_test(y, data.ids, share=0.3)
    model = fitted(Candidate(parameters=(("gamma", 0.5),)), data.X[split.train], y[split.train])
    many, rng = 40_000, np.random.default_rng(1)
    labels = np.where(np.arange(many) < many // 2, 1.0, -1.0)
    fresh = Mixture().around(np.array([below, above]), labels, rng)
    best = log_density(above, fresh) > log_density(below, fresh)
    shown = cards(app)
    for name, called in (("Bayes error", best), ("True error", model.scores(fresh) >= 0.0)):
        assert shown[name][0] == pytest.approx(100.0 * (called != (labels > 0)).mean(), abs=0.9)
    for name, rows in (("Test error", split.test), ("Training error", split.train)):
        wrong = (model.scores(data.X[rows]) >= 0.0) != y[rows]
        assert shown[name][0] == pytest.approx(100.0 * wrong.mean(), abs=0.051)
    assert f"less than {shown['Bayes error'][0]:g} % error" in verdict(app)
    hidden = traces(figure.figure).keys() - traces(without_boundary(figure.figure)).keys()
    assert hidden == {"boundary", "wrong", "bayes", "bayesname"}


def refused(app, why: str) -> None:
    """The reason stands beside the picture, with the test error alone."""
    shown = " ".join(map(plain, (one.value for one in app.get("html"))))
    assert why in shown
    assert "Bayes error" not in shown
    assert "Test error" in blocks(app, "svm-cards")[0]
    assert "bayes" not in traces(next(iter(sent(app).values())).figure)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"e_source": "table", "t_real": "cancer"}, "samples of the page Playground only"),
        ({"classes": "3"}, "samples with two classes"),
        ({"noise": "0"}, "noise is too small"),
    ],
)
def test_where_no_density_is_known_it_says_why(words: dict[str, str], why: str):
    app = open_page("evaluation", words | {"e_view": "bayes"})
    refused(app, why)


def test_points_placed_by_hand_have_no_density():
    app = open_page("evaluation", {"e_view": "bayes"})
    board_of(app).place_all()
    refused(again(app), "come from no generator")


def test_the_share_of_a_class_is_that_of_the_sample():
    assert population(Experiment(balance=0.3)).share == 0.3
    few = Experiment(dataset="imbalanced", balance=0.4)
    assert population(few).share == pytest.approx(0.08)
    assert (data_of(few).y > 0).mean() == pytest.approx(0.08, abs=0.006)
    assert population(change(few, seed=9)).densities is not population(few).densities


def test_edits_by_hand_are_counted_once():
    start = Experiment()
    board = start.board().apply(Edit("move", ids=(3,), points=((0.0, 0.0),)))
    board = board.apply(Edit("delete", ids=(5,))).apply(Edit("add", points=((1.0, 1.0),)))
    assert edited(start) == 0
    assert edited(start.with_board(board)) == 3
    assert edits_note(0) == ""
    assert edits_note(1).startswith("1 point was edited")


def test_the_difference_is_that_of_the_numbers_as_they_are_shown():
    told = bayes_sentence(0.03279, 0.08145)  # 3.3 and 8.1: the difference of the shares is 4.9
    assert "3.3 %" in told
    assert "8.1 %, 4.8 percentage points more" in told
    assert re.search(r"2 %, 1 percentage point more", bayes_sentence(0.01, 0.02))


@pytest.mark.parametrize(
    ("wrong", "true", "told"),
    [
        (2, 0.15, "10 %, 5 percentage points below it: within one standard error"),
        (7, 0.15, "35 %, 20 percentage points above it: more than one standard error"),
        (3, 0.1502, "15 %, which is the true error as shown here"),
    ],
)
def test_the_test_error_is_compared_with_the_true_one(wrong: int, true: float, told: str):
    y = np.zeros(20, dtype=int)
    predicted = (np.arange(20) < wrong).astype(int)
    called = Predictions(0.0, predicted, y, Split(np.arange(0), np.arange(20)))
    assert told in estimate_sentence(called, true)
