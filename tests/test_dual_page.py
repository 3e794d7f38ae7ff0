"""The page Dual without a browser: its views on every kind of board, and its point by point."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.svm import SVC

from pages.ui.canvas import Command, Pick
from svmcore.board import Edit
from svmcore.report import number
from svmcore.run import data_of, run
from svmcore.share import to_query
from tests.opened import (
    again,
    blocks,
    desk,
    experiment,
    gram,
    lines,
    machine,
    numbers,
    open_page,
    said,
    sent,
    table,
)

ONE_CLASS = {
    "removed": "0.2-3.5.9-10.12.14-16.18-19.22-26.28-29.32.35.40.42.46-47.49.54.56.60-62.66.68-72"
    ".75.77.79.81.83-84.88-89"
}
TRAINED = {
    "usual": {},
    "two points": {"dataset": "own", "placed": "18MMTkE6Bph2PTg"},  # (-1, 0.5) and (1.5, -0.5)
    "hard": {"dataset": "linear", "kernel": "linear", "margin": "hard"},
    "hard RBF": {"margin": "hard", "gamma": "5"},
    "linear": {"kernel": "linear", "C": "0.1"},
    "poly": {"kernel": "poly", "degree": "2"},
    "laplacian": {"kernel": "laplacian", "C": "3"},
    "built": {"kernel": "built", "recipe": "2 * rbf(gamma=3) + linear"},
    "sigmoid": {"kernel": "sigmoid", "C": "0.5"},
}
UNTRAINED = {
    "empty": ({"dataset": "own"}, "The board is empty"),
    "one class": (ONE_CLASS, "points share a class: add a point of class +1"),
    "inseparable": ({"kernel": "linear", "margin": "hard"}, "No straight line separates"),
}
PICTURES = {
    "points": {"main", "alpha"},
    "smo": {"main", "smo", "smo_values"},
    "path": {"main", "path", "path_alphas", "path_counts", "path_errors"},
    "beside": {"main", "growth"},
}


def open_dual(query=None, view="points", **words):
    asked = {} if view == "points" else {"i_dual": view}
    return open_page("dual", asked | (query or {}) | words)


def reference(query) -> SVC:
    """scikit-learn's machine of a link, from the kernel as the tests write it."""
    X, y = shown(query)
    C = 1e9 if query.get("margin") == "hard" else float(query.get("C", 1.0))
    return SVC(kernel="precomputed", C=C, tol=1e-9).fit(gram(query, X, X), y)


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
    sentence = said(app).removeprefix(app_badge(app)).strip()
    assert sentence
    assert main.header["alt"].endswith(sentence)
    assert desk(app).inside.dual == view


def app_badge(app) -> str:
    found = re.search(r'svm-badge svm-\w+">(.*?)</span>', blocks(app, "svm-verdict")[0])
    return found[1] if found else ""


@pytest.mark.parametrize("view", PICTURES)
@pytest.mark.parametrize("board", TRAINED)
def test_every_view_opens_on_every_machine(view, board):
    query = TRAINED[board]
    app = open_dual(query, view)
    is_told(app, query, view)
    lost = board == "sigmoid" and view == "path"
    assert set(sent(app)) == ({"main"} if lost else PICTURES[view])
    if lost:
        assert "not positive semi-definite" in said(app)
    if board == "sigmoid" and view == "beside":
        assert any("so the dual has no primal" in c.value for c in app.caption)
    assert app.query_params.get("i_dual") == (None if view == "points" else view)


@pytest.mark.parametrize("board", UNTRAINED)
def test_points_without_a_machine_say_what_to_do(board):
    query, words = UNTRAINED[board]
    app = open_dual(query)
    is_told(app, query, "points")
    assert words in said(app)
    assert set(sent(app)) == {"main"}, "no multipliers, no bars"
    assert not blocks(app, "svm-story")
    assert not blocks(app, "svm-recipe")


@pytest.mark.parametrize("view", ["smo", "path", "beside"])
@pytest.mark.parametrize("board", ["empty", "one class"])
def test_other_views_without_two_classes_say_what_to_do(view, board):
    query = UNTRAINED[board][0]
    app = open_dual(query, view)
    is_told(app, query, view)
    assert set(sent(app)) == ({"main", "growth"} if view == "beside" else {"main"})
    assert sent(app)["main"].header["film"] == ""
    if view == "smo":
        assert "place points of both classes" in said(app)
    if view == "path":
        missing = {"empty": "There are no points yet", "one class": "Only one class has points"}
        assert missing[board] in said(app)
    if view == "beside":
        assert any("needs points of both classes" in c.value for c in app.caption)


@pytest.mark.parametrize("view", PICTURES)
@pytest.mark.parametrize("query", [{}, {"dataset": "own"}, {"kernel": "linear", "margin": "hard"}])
def test_a_point_that_is_not_there_is_no_point(view, query):
    bare = open_dual(query, view)
    app = open_dual(query, view, i_point="1000077", i_other="4242")
    assert said(app) == said(bare)
    assert set(sent(app)) == set(sent(bare))
    assert sent(app)["main"].trace("asked") is None
    if view == "points" and not query:
        assert table(app)["chosen"] is None
        assert lines(app, "svm-story") == lines(bare, "svm-story")


@pytest.mark.parametrize("board", [b for b in TRAINED if b != "two points"])
def test_the_sentence_counts_by_the_conditions(board):
    query = TRAINED[board]
    found = machine(query)
    idle, free, bound = (int((found.case == case).sum()) for case in range(3))
    assert found.violation.max() < 1e-5
    if board not in ("sigmoid", "hard", "hard RBF"):
        theirs = np.zeros(len(found.y))
        best = reference(query)
        theirs[best.support_] = np.abs(best.dual_coef_[0])
        assert (theirs > 1e-6).sum() == free + bound
        assert (theirs > found.C - 1e-6).sum() == bound
    text = said(open_dual(query))
    assert f"{free + bound} of {len(found.y)} points are support vectors" in text
    assert ("stand on their margin" in text) == (free > 1)
    assert f"{free} stand on their margin" in text
    assert (f"{bound} are " in text) == (bound > 0)
    assert f"the other {idle} are" in text
    assert ("beyond their margin" in text) == bool(
        (found.margins[found.case == 0] > 1 + 1e-6).all()
    )


@pytest.mark.parametrize("board", [b for b in TRAINED if b != "two points"])
def test_by_hand_adds_up(board):
    query = TRAINED[board]
    found = machine(query)
    first, *middle, b, last = lines(open_dual(query), "svm-recipe", "li")
    size, balance = numbers(first.replace("α > 0", ""))
    assert size == (found.case > 0).sum()
    assert abs(balance) < 1e-6
    coef = found.alpha * found.y
    if query.get("kernel") == "linear":
        w = ", ".join(number(float(v)) for v in coef @ found.X)
        assert middle == [f"w = Σ α y x = ({w})"]
    else:
        assert not middle
    free = found.case == 1
    votes = (found.y - found.K @ coef)[free]
    assert b.startswith(f"b = {number(float(votes.mean()), 4)}: the mean of")
    assert f"over the {free.sum()} free" in b
    assert numbers(b)[-1] == pytest.approx(np.ptp(votes), abs=1e-8)
    assert "sign" in last


@pytest.mark.parametrize("query", [{"C": "0.01"}, TRAINED["two points"]])
def test_without_a_free_point_b_has_room(query):
    found = machine(query)
    assert not (found.case == 1).any()
    b = next(s for s in lines(open_dual(query), "svm-recipe", "li") if s.startswith("b ="))
    assert "no point is free" in b
    own, low, high = numbers(b)
    scores = found.K @ (found.alpha * found.y)
    inside = np.linspace(low, high, 9)[1:-1]
    loss = [np.maximum(0, 1 - found.y * (scores + b)).sum() for b in [*inside, low - 1, high + 1]]
    np.testing.assert_allclose(loss[:-2], loss[0], rtol=1e-2)
    assert min(loss[-2:]) > loss[0]
    assert own == pytest.approx((low + high) / 2, abs=1e-2)


KINDS = [
    ("usual", 0),
    ("usual", 1),
    ("usual", 2),
    ("laplacian", 2),
    ("built", 1),
    ("hard", 1),
    ("hard RBF", 1),
    ("linear", 2),
    ("poly", 1),
]


@pytest.mark.parametrize(("board", "case"), KINDS)
def test_a_point_tells_its_own_numbers_and_what_it_holds_up(board, case):
    query = TRAINED[board]
    found = machine(query)
    k = int(np.flatnonzero(found.case == case)[-1])
    app = open_dual(query, i_point=str(k))
    sign, why, missed = lines(app, "svm-story")
    assert sign == f"A point of class {'+1' if found.y[k] > 0 else '−1'}."
    if case == 0:
        assert f"y f(x) is {number(found.margins[k])}, beyond" in why
        assert why.endswith("α = 0.")
        assert missed == "Without it the machine is the same."
    elif case == 1:
        assert "stands on its margin (y f = 1)" in why
        assert why.endswith(f": {number(found.alpha[k])}.")
        assert ("of any size" in why) == (query.get("margin") == "hard")
    else:
        assert f"a slack of {number(found.slack[k])}" in why
        assert ("wrong side" in why) == (found.margins[k] < 0)
        assert why.endswith(f"α = C = {number(found.C)}.")
    is_missed(app, query, found, k, missed)
    ring = sent(app)["main"].trace("asked")
    assert (ring["x"], ring["y"]) == ([found.X[k, 0]], [found.X[k, 1]])
    assert table(app)["chosen"] == sent(app)["main"].header["ids"][k]


def is_missed(app, query, found, k, missed) -> None:
    """The change of f that is told, and the dotted line, are those of a machine without it."""
    kept = np.arange(len(found.y)) != k
    C = min(found.C, 1e9)
    fit = SVC(kernel="precomputed", C=C, tol=1e-9).fit(found.K[np.ix_(kept, kept)], found.y[kept])

    def without(Z):
        return gram(query, Z, found.X[kept][fit.support_]) @ fit.dual_coef_[0] + fit.intercept_

    change = np.abs(without(found.X) - found.y * found.margins)
    ghost = sent(app)["main"].trace("ghost")
    if "same" in missed:
        assert change.max() < 1e-4
        assert ghost is None
        return
    told, x, y = numbers(missed)
    assert told >= change.max() * 0.99
    near = np.array([[x, y]])
    coef = found.alpha * found.y
    there = abs(float(without(near)[0] - gram(query, near, found.X)[0] @ coef - found.b))
    assert there == pytest.approx(told, rel=0.1)
    line = np.column_stack([ghost["x"], ghost["y"]]).astype(float)
    line = line[np.isfinite(line).all(axis=1)]
    assert len(line) > 1
    assert np.abs(without(line)).max() < 0.05 * np.abs(found.margins).max()


def test_the_only_point_of_its_class_is_missed_wholly():
    app = open_dual(TRAINED["two points"], i_point="1000000")
    found = machine(TRAINED["two points"])
    *_, why, missed = lines(app, "svm-story")
    assert missed == "Without it there is no machine: it is the only point of its class."
    assert number(found.alpha[0]) in why
    assert sent(app)["main"].trace("ghost") is None


def test_a_click_asks_and_the_same_click_lets_go():
    app = open_dual()
    desk(app).pick(Pick(id=7))
    again(app)
    assert dict(app.query_params) == {"i_point": "7"}
    assert len(lines(app, "svm-story")) == 3
    desk(app).pick(Pick(id=7))
    again(app)
    assert not dict(app.query_params)
    assert len(lines(app, "svm-story")) == 1


@pytest.mark.parametrize("view", PICTURES)
def test_a_point_that_is_dragged_is_followed_and_the_link_waits(view):
    app = open_dual(view=view, i_point="5")
    before = dict(app.query_params)
    desk(app).edit([Edit("move", ids=(5,), points=((0.5, 0.25),), stroke=1, live=True)])
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
        assert said(app).endswith(dual_words(desk(app).experiment))
    desk(app).edit([Command.REST])
    again(app)
    assert "placed" in app.query_params
    if view in ("smo", "path"):
        assert not sent(app)[view].figure["film"]["id"].endswith("~")
    desk(app).edit([Command.UNDO])
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
    desk(app).edit([Edit("clear", stroke=1)])
    again(app)
    assert len(sent(app)["main"].header["ids"]) == 0
    desk(app).edit([Edit("add", points=((0.0, 1.0),), label=1, stroke=2)])
    desk(app).edit([Edit("add", points=((0.0, -1.0),), label=0, stroke=3)])
    again(app)
    assert set(sent(app)) == PICTURES[view]


def test_views_and_the_sidebar_are_words_of_the_link():
    app = open_dual()
    app.button_group(key="w_dual_view").set_value("beside").run()
    assert desk(app).inside.dual == "beside"
    assert set(app.query_params) == {"i_dual"}
    app.select_slider(key="w_C").set_value(10.0).run()
    app.button_group(key="w_kernel").set_value("linear").run()
    app.button_group(key="w_dual_view").set_value("points").run()
    assert not app.exception
    wanted = experiment({"C": "10", "kernel": "linear"})
    assert desk(app).experiment == wanted
    assert dict(app.query_params) == to_query(wanted)
    keys = {w.key for w in (*app.selectbox, *app.button_group)}
    assert not keys & {"w_solver", "w_formulation"}, "the page is about one of each"


def test_the_primal_of_the_playground_stays_what_it_was():
    query = {"formulation": "primal", "solver": "newton", "kernel": "linear"}
    app = open_dual(query)
    assert app_badge(app).startswith("optimal")
    assert desk(app).experiment.formulation == "primal"
    found = machine({"kernel": "linear"})
    assert f"{(found.case > 0).sum()} of 90 points" in said(app)
