"""The page Evaluation without a browser: its views, its sources, the threshold, long work."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pages.evaluation.panels.source import Source
from pages.model_selection.candidate import Candidate, fitted
from pages.model_selection.splits import train_test
from pages.state.board.board import Edit
from pages.state.registry import BOARDS
from pages.state.table.table_settings import TableSettings
from pages.ui.page import page_shell
from tests.helpers.evaluation_app import DATA, VIEWS, X, Y, cards, opened, with_table
from tests.helpers.grids import grid
from tests.helpers.opened import (
    ONE_CLASS,
    again,
    badge,
    board_of,
    captions,
    control,
    controls,
    move,
    open_page,
    sent,
    table_of,
    verdict,
    visit_of,
)

# what the sentence below the picture of some view says where there is a model
SAID = re.compile(r"predicted correctly|Bayes error|model trained without|P\(class")


def test_a_link_opens_the_table_that_it_was_made_with():
    app = with_table("wine")
    assert table_of(app).prepared().title == "Wine"
    assert dict(app.query_params) == {"e_source": "table", "t_real": "wine"}
    assert "The model and the split are those of the page Data." in captions(app)
    visit_of(app).values[TableSettings] = replace(
        visit_of(app).values[TableSettings], real="cancer"
    )
    again(app)
    assert table_of(app).prepared().title == "Breast cancer"
    assert visit_of(app).values[TableSettings] != TableSettings()


def test_it_opens_on_the_board_of_the_playground_and_writes_nothing():
    app = opened()
    assert dict(app.query_params) == {}
    assert "28 test points are predicted correctly" in verdict(app)
    assert badge(app).startswith("optimal to")
    assert set(sent(app)) == {"main", "roc", "precision", "matrix"}


def test_one_threshold_moves_everything():
    split = train_test(Y, DATA.ids, share=0.3)
    model = fitted(Candidate(parameters=(("gamma", 0.5),)), X[split.train], Y[split.train])
    app, f = opened(), model.scores(X)
    for t in (0.4, control(app, "w_threshold")["high"]):
        move(app, "w_threshold", t)
        assert dict(app.query_params) == {"e_t": f"{t:g}"}
        wrong = (f >= t) != Y
        cross = sent(app)["main"].trace("wrong")
        np.testing.assert_allclose(np.column_stack([cross["x"], cross["y"]]), X[wrong])
        right = int((~wrong)[split.test].sum())
        assert f"{right} of {len(split.test)} test points are predicted correctly" in verdict(app)
        recall = (f >= t)[split.test][Y[split.test] == 1].mean()
        assert cards(app)["Recall"][0] == pytest.approx(100.0 * recall, abs=0.051)
    assert control(opened(t="7.5"), "w_threshold")["value"] == 7.5, "beyond all scores"


def test_the_split_and_its_part_are_those_of_the_link():
    app = opened(share="0.5", stratified="0", lot="4", part="train")
    text = sent(app)["matrix"].trace("matrix")["text"]
    assert sum(int(v) for row in text for v in row) == 45
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
    here = board_of(app, "classes")
    here.edit([Edit("add", points=((0.0, 0.0),), label=5, stroke=1)], many=True)
    again(app)
    assert "Class 5 has too few points" in verdict(app)
    assert board_of(app).experiment.n_classes == 2


UNJUDGED = {
    "points share a class": ONE_CLASS,
    "There is no table yet": {"e_source": "table", "t_real": "mine"},
    "": {"dataset": "own", "placed": "1nPbonJvgx8wzwY-RjYFpwRxGIGJgAgAz"},  # two points
}


@pytest.mark.parametrize(("view", "why"), grid(VIEWS, UNJUDGED))
def test_what_cannot_be_judged_says_why(view: str, why: str):
    app = open_page("evaluation", UNJUDGED[why] | {"e_view": view})
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


@pytest.mark.parametrize("view", ["test", "map"])
def test_a_table_of_many_columns_is_shown_on_a_plane_that_says_so(view: str):
    asked = {"e_source": "table", "e_view": view, "t_learn": "all"}
    app = open_page("evaluation", asked)
    texts = [one["text"] for one in sent(app)["main_table"].figure["layout"]["annotations"]]
    assert "A slice: sepal length and sepal width are held" in texts[0].replace("<br>", " ")
    assert texts[1:] == ["petal length (standardised) →", "↑ petal width (standardised)"]
    assert SAID.search(verdict(app))


def test_words_that_make_no_sense_are_left_out():
    words = {"view": "x", "share": "2", "t": "nan", "folds": "1", "cells": "99", "part": ""}
    assert "28 test points" in verdict(opened(**words))


def test_messages_name_classes_as_the_picture_does():
    of = Source(title="x", X=X, y=Y, class_names=("−1", "+1"), numbers=(0, 1))
    assert of.named("Class 0 has 3, class 1 none.") == "Class −1 has 3, class +1 none."
    assert of.named("class 7") == "class 7"


@pytest.mark.parametrize(("source", "name"), [("board", ""), ("classes", "classes"), ("table", "")])
def test_the_page_follows_the_board_that_is_judged(monkeypatch, source: str, name: str):
    followed = []
    monkeypatch.setattr(page_shell, "came_along", lambda board: followed.append(board.kind) or 0)
    opened(source=source)
    assert {id(kind) for kind in followed} == {id(BOARDS[name])}
