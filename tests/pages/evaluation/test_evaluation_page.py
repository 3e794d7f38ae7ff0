"""The page Evaluation without a browser: its views, its sources, the threshold, long work."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pages.evaluation.panels.source import Source
from pages.state.board import Edit
from pages.state.table_settings import TableSettings
from svmcore.model_selection.candidate import Candidate, fitted
from svmcore.model_selection.splits import train_test
from tests.helpers.evaluation_app import DATA, VIEWS, X, Y, cards, opened, with_table
from tests.helpers.grids import grid
from tests.helpers.opened import (
    ONE_CLASS,
    again,
    badge,
    captions,
    control,
    controls,
    gram,
    move,
    open_page,
    sent,
    session,
    verdict,
)

# what the sentence below the picture of some view says where there is a model
SAID = re.compile(r"predicted correctly|Bayes error|model trained without|P\(class")


def test_a_link_opens_the_table_that_it_was_made_with():
    app = with_table("wine")
    assert app.session_state["own"].prepared().title == "Wine"
    assert dict(app.query_params) == {"e_source": "table", "t_real": "wine"}
    assert "The model and the split are those of the page Data." in captions(app)
    session(app).values[TableSettings] = replace(session(app).values[TableSettings], real="cancer")
    again(app)
    assert app.session_state["own"].prepared().title == "Breast cancer"
    assert session(app).values[TableSettings] != TableSettings()


def test_it_opens_on_the_board_of_the_playground_and_writes_nothing():
    app = opened()
    assert dict(app.query_params) == {}
    assert "28 test points are predicted correctly" in verdict(app)
    assert badge(app).startswith("optimal to")
    assert set(sent(app)) == {"main", "roc", "precision", "matrix"}


def agrees(app, t: float) -> None:
    """Line, regions, crosses, cards, matrix and dots are those of t, from alpha and b alone."""
    split = train_test(Y, DATA.ids, share=0.3)
    machine = fitted(Candidate(parameters=(("gamma", 0.5),)), X[split.train], Y[split.train])
    there = X[split.train][machine.estimator.support_]
    alpha, b = machine.estimator.dual_coef_[0], machine.estimator.intercept_[0]

    def f(Z):
        return gram({"gamma": "0.5"}, Z, there) @ alpha + b

    shown, positive = sent(app), f(X) >= t
    line = np.column_stack([shown["main"].trace("boundary")[axis] for axis in "xy"])
    line = line[np.isfinite(line[:, 0])].astype(float)
    assert len(line) > 10 or not f(X).min() < t < f(X).max()
    np.testing.assert_allclose(f(line), t, atol=2e-3)
    cross = shown["main"].trace("wrong")
    np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), X[positive != Y])
    found = cards(app)
    for k, rows in enumerate((split.test, split.train)):
        own, yes = Y[rows] == 1, positive[rows]
        tp, fp, fn = (yes & own).sum(), (yes & ~own).sum(), (~yes & own).sum()
        values = {
            "Accuracy": (yes == own).mean(),
            "Precision": tp / (tp + fp) if tp + fp else 0.0,
            "Recall": tp / (tp + fn),
            "F1": 2 * tp / (2 * tp + fp + fn),
        }
        for name, value in values.items():
            assert found[name][k] == pytest.approx(100.0 * value, abs=0.051)
        right = int((yes == own).sum())
        assert (
            f"{right} of {len(rows)} {'training' if k else 'test'} points are predicted correctly"
            in verdict(app)
        )
    own, yes = Y[split.test] == 1, positive[split.test]
    tp, fp, fn = (yes & own).sum(), (yes & ~own).sum(), (~yes & own).sum()
    tn = (~yes & ~own).sum()
    assert shown["matrix"].trace("matrix")["text"] == [[f"{tn}", f"{fp}"], [f"{fn}", f"{tp}"]]
    dot = shown["roc"].trace("here")
    assert (dot["x"][0], dot["y"][0]) == pytest.approx((fp / (fp + tn), tp / (tp + fn)))
    dot = shown["precision"].trace("here")
    share = tp / (tp + fp) if tp + fp else 1.0
    assert (dot["x"][0], dot["y"][0]) == pytest.approx((tp / (tp + fn), share))


def test_one_threshold_moves_everything():
    app = opened()
    agrees(app, 0.0)
    slider = control(app, "w_threshold")
    for t in (0.4, -0.7, 1.02, slider["high"], slider["low"]):
        move(app, "w_threshold", t)
        assert dict(app.query_params) == {"e_t": f"{t:g}"}
        agrees(app, t)


def test_a_threshold_beyond_all_scores_is_kept_by_the_link():
    app = opened(t="7.5")
    assert control(app, "w_threshold")["value"] == 7.5
    agrees(app, 7.5)


def test_the_matrix_and_the_curves_can_be_those_of_the_training_part():
    app = opened()
    app.segmented_control(key="w_part").set_value("train").run()
    assert dict(app.query_params) == {"e_part": "train"}
    text = sent(app)["matrix"].trace("matrix")["text"]
    assert sum(int(v) for row in text for v in row) == 62


def test_the_split_is_chosen_in_the_sidebar():
    app = opened()
    move(app, "w_share", 0.5)
    app.toggle(key="w_stratified").set_value(False).run()
    app.number_input(key="w_lot").set_value(4).run()
    assert dict(app.query_params) == {"e_share": "0.5", "e_stratified": "0", "e_lot": "4"}
    split = train_test(Y, DATA.ids, share=0.5, stratified=False, seed=4)
    assert f"of {len(split.test)} test points" in verdict(app)
    symbols = sent(app)["main"].trace("points")["marker"]["symbol"]
    hollow = [i for i, symbol in enumerate(symbols) if symbol.endswith("-open")]
    assert hollow == split.test.tolist()


def test_several_classes_have_no_threshold_and_say_why():
    app = opened(source="classes")
    assert "No threshold" in captions(app)
    assert "w_threshold" not in controls(app)
    shown = sent(app)
    assert len(shown["matrix"].trace("matrix")["text"]) == 4
    assert "AUC" in shown["roc"].figure["layout"]["title"]["text"]
    here = app.session_state["sessionclasses"]
    here.edit([Edit("add", points=((0.0, 0.0),), label=5, stroke=1)], many=True)
    again(app)
    assert "Class 5 has too few points" in verdict(app)
    assert session(app).experiment.n_classes == 2


def test_points_are_edited_here_too():
    app = opened()
    session(app).edit([Edit("add", points=((0.1, 2.0), (0.2, 2.0)), label=1, stroke=1)])
    again(app)
    assert "placed" in app.query_params
    assert len(sent(app)["main"].trace("points")["x"]) == 92


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"dataset": "own"}, "The board is empty"),
        (ONE_CLASS, "points share a class"),
        ({"e_source": "table", "t_real": "mine"}, "There is no table yet"),
        ({"dataset": "own", "placed": "18MMTkE6Bph2PTg"}, ""),
    ],
)
def test_what_cannot_be_judged_says_why(view: str, words: dict[str, str], why: str):
    app = open_page("evaluation", words | {"e_view": view})
    assert why in verdict(app)
    assert "no model" in badge(app) or not why


@pytest.mark.parametrize(
    ("view", "words"),
    grid(
        VIEWS,
        [
            {"kernel": "linear", "margin": "hard"},
            {"kernel": "sigmoid", "C": "0.5"},
            {"kernel": "built", "recipe": "2 * rbf(gamma=3) + linear"},
            {"class_weight": "balanced"},
            {"e_source": "classes", "m_class_weight": "own", "m_weights": "1_2_1_3"},
            {"classes": "3", "class_weight": "own", "weights": "1_2_3"},
        ],
    ),
)
def test_every_machine_in_every_view(view: str, words: dict[str, str]):
    app = open_page("evaluation", words | {"e_view": view})
    assert SAID.search(verdict(app))


@pytest.mark.parametrize("view", VIEWS)
def test_a_table_of_many_columns_is_shown_on_a_plane_that_says_so(view: str):
    asked = {"e_source": "table", "e_view": view, "t_learn": "all"}
    app = open_page("evaluation", asked)
    texts = [one["text"] for one in sent(app)["main_table"].figure["layout"]["annotations"]]
    assert "A slice: sepal length and sepal width are held" in texts[0].replace("<br>", " ")
    assert texts[1:] == ["petal length (standardised) →", "↑ petal width (standardised)"]
    assert SAID.search(verdict(app))


def test_a_table_of_two_classes_has_a_threshold():
    app = with_table("cancer")
    move(app, "w_threshold", control(app, "w_threshold")["high"])
    assert cards(app)["Recall"][0] == 0.0


@pytest.mark.parametrize(
    "words",
    [{"view": "x"}, {"share": "2"}, {"t": "nan"}, {"folds": "1"}, {"cells": "99"}, {"part": ""}],
)
def test_words_that_make_no_sense_are_left_out(words):
    assert "28 test points" in verdict(opened(**words))


def test_messages_name_classes_as_the_picture_does():
    of = Source(title="x", X=X, y=Y, class_names=("−1", "+1"), numbers=(0, 1))
    assert of.named("Class 0 has 3, class 1 none.") == "Class −1 has 3, class +1 none."
    assert of.named("class 7") == "class 7"
