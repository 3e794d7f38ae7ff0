"""What the pages Dual and Kernels once said or did wrongly."""

from __future__ import annotations

import re

import pytest

from pages.dual.model.path import path_record
from pages.state.board import Placed
from pages.state.experiment import Experiment, change
from pages.state.inspected import Inspected
from tests.helpers.links import to_query, value_of
from tests.helpers.opened import again, blocks, controls, numbers, open_page, sent, session, verdict

PARTED = {"dataset": "linear", "kernel": "linear", "margin": "hard", "C": "0.01"}


@pytest.mark.parametrize("C", ["0.002", "1", "3000"])
def test_the_path_says_from_where_to_where_it_goes(C):
    app = open_page("dual", {"i_dual": "path", "C": C, "n_samples": "30"})
    film = sent(app)["path"].figure["film"]["C"]
    low, high = numbers(verdict(app).partition("From C = ")[2])[:2]
    assert (low, high) == (pytest.approx(film[0], rel=1e-3), pytest.approx(film[-1], rel=1e-3))


def test_the_path_counts_changes_of_the_case():
    app = open_page("dual", {"i_dual": "path"})
    told = path_record(change(Experiment(), formulation="dual", solver="auto"), 0.25)
    states = told.path.state
    changes = int((states[1:] != states[:-1]).sum())
    assert re.search(r"change their case .* (\d+) times", verdict(app))[1] == str(changes)


def test_smo_says_why_a_hard_margin_has_nothing_to_train():
    app = open_page("dual", {"i_dual": "smo", "kernel": "linear", "margin": "hard"})
    assert "points of both classes" not in verdict(app), "there are 45 of each"


def test_f_that_was_not_asked_about_is_not_a_missing_machine():
    app = open_page("kernels", {"i_kernels": "apart"})
    [note] = sent(app)["apart"].figure["layout"]["annotations"]
    assert note["text"] == "no place is inspected"


@pytest.mark.parametrize(
    ("query", "label", "name", "value"),
    [
        ({"gamma": "10", "i_along": "gamma"}, "γ = 0.5", "gamma", 0.5),
        ({"gamma": "10", "i_along": "sigma"}, "σ = 1", "gamma", 0.5),
        ({"kernel": "poly", "degree": "2", "i_along": "degree"}, "degree = 3", "degree", 3),
        ({"kernel": "poly", "coef0": "2", "i_along": "coef0"}, "coef0 = 1", "coef0", 1.0),
        ({"kernel": "laplacian", "gamma": "10", "i_along": "gamma"}, "γ = 0.5", "gamma", 0.5),
    ],
)
def test_the_cell_of_a_usual_value_can_be_taken_too(query, label, name, value):
    app = open_page("kernels", query)
    next(b for b in app.button if b.label == label).click()
    again(app)
    assert session(app).experiment[name] == pytest.approx(value)


@pytest.mark.parametrize(("word", "text"), [("along", "magic"), ("point", "-5"), ("other", "-9")])
def test_a_word_that_makes_no_sense_is_ignored(word, text):
    assert value_of(Inspected, {f"i_{word}": text}) == Inspected()


def test_there_is_no_table_of_another_machine_beside_a_hard_margin():
    app = open_page("dual", {"i_dual": "beside"} | PARTED)
    assert not blocks(app, "svm-numbers svm-beside")
    assert any("choose it, with a C" in caption.value for caption in app.caption)


def test_a_budget_of_the_playground_leaves_no_unfinished_machine_without_a_control():
    app = open_page("dual", {"max_iter": "1"})
    widgets = {w.key for w in app.number_input} | set(controls(app))
    assert "w_max_iter" in widgets or "unfinished" not in verdict(app)


def test_one_place_is_ringed_where_one_is_taken_apart():
    app = open_page("kernels", {"i_kernels": "apart", "i_point": "5", "i_place": "1,1"})
    rings = [t for t in sent(app)["main"].figure["data"] if t["uid"] == "asked"]
    assert len(rings) == 1


@pytest.mark.parametrize("query", [{"dataset": "own"}, {"kernel": "linear", "margin": "hard"}])
def test_without_a_machine_a_click_is_not_asked_for_once_more(query):
    app = open_page("kernels", {"i_kernels": "apart", "i_place": "1,1"} | query)
    assert "Click a place or a point to take f apart" not in verdict(app)


def test_a_link_may_name_a_sample_and_a_point_of_it():
    app = open_page("dual", {"dataset": "circles", "i_point": "5"})
    assert session(app).value(Inspected).point == 5
    app.query_params["dataset"], app.query_params["i_point"] = "xor", "7"
    again(app)
    assert session(app).experiment.dataset == "xor"
    assert session(app).value(Inspected).point == 7


def test_another_sample_lets_go_of_the_point():
    app = open_page("dual", {"i_point": "5"})
    session(app).choose(seed=9)
    again(app)
    assert sent(app)["main"].trace("asked") is None


@pytest.mark.parametrize("page", ["playground", "dual", "kernels"])
def test_points_above_each_other_outside_the_usual_window(page):
    board = change(
        Experiment(), dataset="own", placed=(Placed(4.0, -1.0, 1, 0), Placed(4.0, 1.0, 0, 0))
    )
    app = open_page(page, to_query(board))  # raises: argmax of an empty sequence, scene.py
    assert "2 of 2" in verdict(app)
