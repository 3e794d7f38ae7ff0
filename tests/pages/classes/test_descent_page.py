"""The view Descent of the page Classes without a browser: every loss, every state, its link."""

from __future__ import annotations

import re

import pytest

from pages.classes.model import MulticlassDescent
from pages.state.board import Edit
from tests.helpers.opened import (
    again,
    badge,
    blocks,
    control,
    controls,
    move,
    open_page,
    plain,
    verdict,
)

OPEN = {"v_view": "descent"}


def shown(app) -> MulticlassDescent:
    return app.session_state["session"].values.get(MulticlassDescent, MulticlassDescent())


def cards(app) -> str:
    (text,) = blocks(app, "svm-cards")
    return plain(text)


def test_a_run_is_shown_at_its_last_epoch():
    app = open_page("classes", OPEN | {"cd_passes": "3", "m_kernel": "rbf"})
    assert badge(app) == "epoch 3 of 3"
    assert "The run ended with its last epoch, 3." in verdict(app)
    assert "Above the optimum" in cards(app)
    assert "The penalty multiplies all weights" in plain(blocks(app, "svm-agreement")[0])


def test_the_first_point_of_a_batch_has_one_number():
    app = open_page("classes", OPEN | {"cd_batch": "8"})
    said = plain(blocks(app, "svm-agreement")[0])
    first = re.match(r".*?Point (\d+) is of class", said)[1]
    assert f"the thickest is point {first}." in said


def test_the_choices_go_into_the_link():
    app = open_page("classes", OPEN)
    assert dict(app.query_params) == OPEN
    app.selectbox(key="w_course_loss").set_value("crammer_singer").run()
    app.selectbox(key="w_course_way").set_value("lambda").run()
    app.segmented_control(key="w_course_batch").set_value("8").run()
    app.segmented_control(key="w_course_schedule").set_value("constant").run()
    move(app, "w_step", 0.5)
    move(app, "w_passes", 10)
    move(app, "w_lot", 7)
    app.selectbox(key="w_course_tol").set_value("0.01").run()
    move(app, "w_epoch", 2)
    assert not app.exception
    wanted = MulticlassDescent(
        loss="crammer_singer",
        way="lambda",
        batch="8",
        schedule="constant",
        tol="0.01",
        step=0.5,
        passes=10,
        lot=7,
        epoch=2,
    )
    assert shown(app) == wanted
    other = open_page("classes", dict(app.query_params))
    assert shown(other) == wanted
    assert verdict(other) == verdict(app)
    move(app, "w_epoch", control(app, "w_epoch")["high"])
    assert "cd_epoch" not in app.query_params


def test_the_start_has_no_update_and_all_scores_are_0():
    app = open_page("classes", OPEN | {"cd_epoch": "0", "cd_passes": "2"})
    assert badge(app) == "epoch 0 of 2"
    assert "90 points are misclassified." in verdict(app)
    assert "no update yet" in cards(app)
    assert not blocks(app, "svm-agreement")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"m_dataset": "own"}, "The board is empty"),
        ({"m_kernel": "sigmoid"}, "positive semi-definite kernel"),
    ],
)
def test_where_there_is_no_machine_it_says_why(words, sentence):
    app = open_page("classes", OPEN | words)
    assert sentence in verdict(app)
    assert badge(app) == "no model yet"
    assert "w_epoch" not in controls(app)


def test_one_class_is_not_enough():
    app = open_page("classes", OPEN | {"m_dataset": "own"})
    here = app.session_state["sessionclasses"]
    here.edit([Edit("add", points=((0.0, 0.0),), label=0, stroke=1)], many=True)
    again(app)
    assert "There is only one point" in verdict(app)
    here.edit([Edit("add", points=((1.0, 0.0),), label=3, stroke=2)], many=True)
    again(app)
    assert "No point is misclassified." in verdict(app)


def test_a_place_is_asked_about_there_too():
    app = open_page("classes", OPEN | {"v_place": "1,2", "cd_passes": "2"})
    assert "At (1, 2) class" in verdict(app)


@pytest.mark.parametrize(
    "words",
    [
        {"cd_loss": "x", "cd_way": "x", "cd_batch": "7", "cd_schedule": "", "cd_tol": "1"},
        {"cd_step": "0", "cd_passes": "100000", "cd_lot": "-1", "cd_update": "-5"},
        {"cd_step": "nan", "cd_passes": "1.5", "cd_epoch": "a", "cd_update": "1e9"},
    ],
)
def test_words_that_make_no_sense_are_left_out(words):
    assert shown(open_page("classes", OPEN | words)) == MulticlassDescent()
