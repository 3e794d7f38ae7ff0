"""The page Dual without a browser: its views on every kind of board, and its point by point."""

from __future__ import annotations

import numpy as np
import pytest

from pages.dual.settings import DualView
from pages.state.board import Edit
from pages.state.run import data_of, run
from pages.ui.canvas import Command, Pick
from pages.ui.inspected_point import dual_experiment
from tests.helpers.grids import grid
from tests.helpers.links import to_query
from tests.helpers.opened import (
    TRAINED,
    UNTRAINED,
    again,
    badge,
    blocks,
    experiment,
    lines,
    machine,
    move,
    open_page,
    sent,
    session,
    table,
    verdict,
)

PICTURES = {
    "points": {"main", "alpha"},
    "smo": {"main", "smo", "smo_values"},
    "path": {"main", "path", "path_alphas", "path_counts", "path_errors"},
    "beside": {"main", "growth"},
}


def open_dual(query=None, view="points", **words):
    asked = {} if view == "points" else {"i_dual": view}
    return open_page("dual", asked | (query or {}) | words)


def shown(query):
    data = data_of(experiment(query))
    return data.X, data.y


def is_told(app, query, view) -> None:
    """The picture has the board's points, and its sentence is also its name."""
    X, y = shown(query)
    main = sent(app)["main"]
    points = main.trace("points")
    np.testing.assert_allclose(np.column_stack([points["x"], points["y"]]).reshape(-1, 2), X)
    assert main.header["pointLabels"] == [int(sign > 0) for sign in y]
    assert len(main.header["ids"]) == len(X)
    sentence = verdict(app).removeprefix(badge(app)).strip()
    assert sentence
    assert main.header["alt"].endswith(sentence)
    assert session(app).value(DualView).dual == view


@pytest.mark.parametrize(("view", "board"), grid(PICTURES, TRAINED, also=[("path", "sigmoid")]))
def test_every_view_opens_on_every_machine(view, board):
    query = TRAINED[board]
    app = open_dual(query, view)
    is_told(app, query, view)
    lost = board == "sigmoid" and view == "path"
    assert set(sent(app)) == ({"main"} if lost else PICTURES[view])
    if lost:
        assert "not positive semi-definite" in verdict(app)
    if board == "sigmoid" and view == "beside":
        assert any("so the dual has no primal" in c.value for c in app.caption)
    assert app.query_params.get("i_dual") == (None if view == "points" else view)


@pytest.mark.parametrize("board", UNTRAINED)
def test_points_without_a_machine_say_what_to_do(board):
    query, words = UNTRAINED[board]
    app = open_dual(query)
    is_told(app, query, "points")
    assert words in verdict(app)
    assert set(sent(app)) == {"main"}, "no multipliers, no bars"
    assert not blocks(app, "svm-point-text")
    assert not blocks(app, "svm-derivation")


@pytest.mark.parametrize("view", ["smo", "path", "beside"])
@pytest.mark.parametrize("board", ["empty", "one class"])
def test_other_views_without_two_classes_say_what_to_do(view, board):
    query = UNTRAINED[board][0]
    app = open_dual(query, view)
    is_told(app, query, view)
    assert set(sent(app)) == ({"main", "growth"} if view == "beside" else {"main"})
    assert sent(app)["main"].header["film"] == ""
    if view == "smo":
        assert UNTRAINED[board][1] in verdict(app)
    if view == "path":
        missing = {"empty": "There are no points yet", "one class": "Only one class has points"}
        assert missing[board] in verdict(app)
    if view == "beside":
        assert any("needs points of both classes" in c.value for c in app.caption)


@pytest.mark.parametrize(
    ("view", "query"),
    grid(PICTURES, [{}, {"dataset": "own"}, {"kernel": "linear", "margin": "hard"}]),
)
def test_a_point_that_is_not_there_is_no_point(view, query):
    bare = open_dual(query, view)
    app = open_dual(query, view, i_point="1000077", i_other="4242")
    assert verdict(app) == verdict(bare)
    assert set(sent(app)) == set(sent(bare))
    assert sent(app)["main"].trace("asked") is None
    if view == "points" and not query:
        assert table(app)["chosen"] is None
        assert lines(app, "svm-point-text") == lines(bare, "svm-point-text")


def test_a_click_asks_and_the_same_click_lets_go():
    app = open_dual()
    session(app).pick(Pick(id=7))
    again(app)
    assert dict(app.query_params) == {"i_point": "7"}
    assert len(lines(app, "svm-point-text")) == 3
    session(app).pick(Pick(id=7))
    again(app)
    assert not dict(app.query_params)
    assert len(lines(app, "svm-point-text")) == 1


@pytest.mark.parametrize("view", PICTURES)
def test_a_point_that_is_dragged_is_followed_and_the_link_waits(view):
    app = open_dual(view=view, i_point="5")
    before = dict(app.query_params)
    session(app).edit([Edit("move", ids=(5,), points=((0.5, 0.25),), stroke=1, live=True)])
    again(app)
    assert dict(app.query_params) == before
    pictures = sent(app)
    points = pictures["main"].trace("points")
    assert (points["x"][-1], points["y"][-1]) == (0.5, 0.25)
    assert set(pictures) == PICTURES[view]
    if view in ("smo", "path"):
        assert pictures[view].figure["film"]["id"].endswith("~")
        assert pictures[view].figure["film"]["live"]
    if view == "points":
        ring = pictures["main"].trace("asked")
        assert (ring["x"], ring["y"]) == ([0.5], [0.25])
        assert verdict(app).endswith(dual_words(session(app).experiment))
    session(app).edit([Command.GESTURE_END])
    again(app)
    assert "placed" in app.query_params
    if view in ("smo", "path"):
        assert not sent(app)[view].figure["film"]["id"].endswith("~")
    session(app).edit([Command.UNDO])
    again(app)
    assert dict(app.query_params) == before


def dual_words(of) -> str:
    """The end of the sentence: how many points are beyond their margin."""
    found = run(of)
    idle = int((found.data.y * found.model(found.data.X) > 1 + 1e-5).sum())
    return f"the other {idle} are beyond their margin, so α = 0."


@pytest.mark.parametrize("view", PICTURES)
def test_all_points_may_go_while_a_view_is_open(view):
    app = open_dual(view=view, i_point="5")
    session(app).edit([Edit("clear", stroke=1)])
    again(app)
    assert len(sent(app)["main"].header["ids"]) == 0
    session(app).edit([Edit("add", points=((0.0, 1.0),), label=1, stroke=2)])
    session(app).edit([Edit("add", points=((0.0, -1.0),), label=0, stroke=3)])
    again(app)
    assert set(sent(app)) == PICTURES[view]


def test_views_and_the_sidebar_are_words_of_the_link():
    app = open_dual()
    app.button_group(key="w_dual_view").set_value("beside").run()
    assert session(app).value(DualView).dual == "beside"
    assert set(app.query_params) == {"i_dual"}
    move(app, "w_C", 10.0)
    app.button_group(key="w_kernel").set_value("linear").run()
    app.button_group(key="w_dual_view").set_value("points").run()
    assert not app.exception
    wanted = experiment({"C": "10", "kernel": "linear"})
    assert session(app).experiment == wanted
    assert dict(app.query_params) == to_query(wanted)
    keys = {w.key for w in (*app.selectbox, *app.button_group)}
    assert not keys & {"w_solver", "w_formulation"}, "the page is about one of each"


def test_the_primal_of_the_playground_stays_what_it_was():
    query = {"formulation": "primal", "solver": "newton", "kernel": "linear"}
    app = open_dual(query)
    assert badge(app).startswith("optimal")
    assert session(app).experiment.formulation == "primal"
    assert dual_experiment(session(app)) == experiment({"kernel": "linear"})
    found = machine({"kernel": "linear"})
    assert f"{(found.case > 0).sum()} of 90 points" in verdict(app)
