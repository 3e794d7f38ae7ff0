"""The view Descent of the page Classes without a browser: every loss, every state, its link."""

from __future__ import annotations

import re

from pages.state.board.board import Edit
from tests.helpers.opened import again, badge, blocks, board_of, open_page, plain, sent, verdict

OPEN = {"v_view": "descent"}


def cards(app) -> str:
    (text,) = blocks(app, "svm-cards")
    return plain(text)


def test_a_run_is_shown_at_its_last_epoch():
    app = open_page("classes", OPEN | {"cd_passes": "3", "m_kernel": "rbf", "cd_batch": "8"})
    assert badge(app) == "epoch 3 of 3"
    assert "The run ended with its last epoch, 3." in verdict(app)
    assert "Above the optimum" in cards(app)
    said = plain(blocks(app, "svm-agreement")[0])
    first = re.match(r".*?Point (\d+) is of class", said)[1]
    assert f"the thickest is point {first}." in said


def test_the_start_has_no_update_and_all_scores_are_0():
    app = open_page("classes", OPEN | {"cd_epoch": "0", "cd_passes": "2"})
    assert badge(app) == "epoch 0 of 2"
    assert "90 points are misclassified." in verdict(app)
    assert "no update yet" in cards(app)
    assert not blocks(app, "svm-agreement")


def test_where_there_is_no_model_it_says_why():
    app = open_page("classes", OPEN | {"m_kernel": "sigmoid"})
    assert "positive semi-definite kernel" in verdict(app)
    assert badge(app) == "no model yet"
    assert "course_film" not in sent(app)


def test_one_class_is_not_enough():
    app = open_page("classes", OPEN | {"m_dataset": "own"})
    here = board_of(app, "classes")
    here.edit([Edit("add", points=((0.0, 0.0),), label=0, stroke=1)], many=True)
    again(app)
    assert "There is only one point" in verdict(app)
    here.edit([Edit("add", points=((1.0, 0.0),), label=3, stroke=2)], many=True)
    again(app)
    assert "No point is misclassified." in verdict(app)


def test_a_place_is_asked_about_there_too():
    app = open_page("classes", OPEN | {"v_place": "1,2", "cd_passes": "2"})
    assert "At (1, 2) class" in verdict(app)
