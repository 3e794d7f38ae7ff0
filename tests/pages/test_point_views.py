"""The views of Dual and Kernels on every kind of board, and while points are dragged or deleted."""

from __future__ import annotations

import numpy as np
import pytest

from pages.dual.settings import DualView
from pages.kernels.settings import KernelsView
from pages.state.board.board import Edit
from pages.state.model.run import data_of, run
from pages.ui.canvas.events import Command, Pick
from tests.helpers.grids import few, grid
from tests.helpers.opened import (
    TRAINED,
    UNTRAINED,
    again,
    badge,
    blocks,
    board_of,
    captions,
    experiment,
    lines,
    machine,
    open_page,
    sent,
    table,
    verdict,
    visit_of,
)

VIEWS = {  # the pictures of a view beside the main one
    ("dual", "points"): {"alpha"},
    ("kernels", "gallery"): {"flexibility", *(f"cell{k}" for k in range(6))},
    ("dual", "smo"): {"smo", "smo_values", "smo_bars"},
    ("kernels", "gram"): {"gram", "spectrum"},
    ("dual", "path"): {"path", "path_alphas", "path_counts", "path_errors"},
    ("kernels", "lift"): {"lift"},
    ("kernels", "apart"): {"apart"},
    ("dual", "beside"): {"growth"},
    ("kernels", "choose"): {"choice"},
}
OPENING = ("points", "gallery")  # the first views of their pages, which no link names
SETTINGS = {"dual": DualView, "kernels": KernelsView}


def opened(place, query=None, **words):
    page, view = place
    asked = {} if view in OPENING else {f"i_{page}": view}
    return open_page(page, asked | (query or {}) | words)


def expected(place, query) -> set[str]:
    """The pictures of a view for a board."""
    page, view = place
    y, kernel = data_of(experiment(query)).y, query.get("kernel", "rbf")
    smaller = min((y > 0).sum(), (y < 0).sum())
    if view == "gallery" and kernel != "rbf":
        return {"main"} | VIEWS[place] - {"flexibility"}
    lost = (
        (view == "choose" and smaller < 5)
        or (view == "path" and kernel == "sigmoid")
        or (page == "dual" and view != "beside" and run(experiment(query)).model is None)
    )
    return {"main"} if lost else {"main"} | VIEWS[place]


def is_told(app, query, place) -> None:
    """The picture has the board's points, and its sentence is also its name."""
    data = data_of(experiment(query))
    main = sent(app)["main"]
    points = main.trace("points")
    np.testing.assert_allclose(np.column_stack([points["x"], points["y"]]).reshape(-1, 2), data.X)
    assert main.header["pointLabels"] == [int(sign > 0) for sign in data.y]
    assert len(main.header["ids"]) == len(data)
    sentence = verdict(app).removeprefix(badge(app)).strip()
    assert sentence
    assert main.header["alt"].endswith(sentence)
    page, view = place
    assert getattr(visit_of(app).value(SETTINGS[page]), page) == view
    assert app.query_params.get(f"i_{page}") == (None if view in OPENING else view)
    assert set(sent(app)) == expected(place, query)


@pytest.mark.parametrize(
    ("place", "board"),
    grid(VIEWS, TRAINED, also=[(("dual", "path"), "sigmoid"), (("dual", "beside"), "sigmoid")]),
)
def test_every_view_opens_on_every_machine(place, board):
    query, view = TRAINED[board], place[1]
    app = opened(place, query)
    is_told(app, query, place)
    if board == "sigmoid" and view == "path":
        assert "not positive semi-definite" in verdict(app)
    if board == "sigmoid" and view == "beside":
        assert "so the dual has no primal" in captions(app)
    if view in ("gallery", "choose"):
        found = machine(query)
        assert badge(app).startswith("stationary" if board == "sigmoid" else "optimal")
        words = f"{(found.case > 0).sum()} of {len(found.y)} points are support vectors"
        assert words in verdict(app)


@pytest.mark.parametrize(
    ("place", "board"),
    grid(VIEWS, ["one class"], also=[(("dual", "points"), "inseparable")]),
)
def test_every_view_without_a_machine_says_what_to_do(place, board):
    query, words = UNTRAINED[board]
    app = opened(place, query)
    is_told(app, query, place)
    assert not sent(app)["main"].header["film"]
    page, view = place
    if view == "path":
        assert "Only one class has points" in verdict(app)
    elif view == "beside":
        assert "needs points of both classes" in captions(app)
    elif page == "dual" or view in ("gallery", "choose"):
        assert words in verdict(app)
    if view == "choose":
        assert "Each class needs 5 points" in "".join(h.value for h in app.get("html"))
        assert not [b for b in app.button if b.key == "compare"]
    assert not blocks(app, "svm-point-text")
    assert not blocks(app, "svm-derivation")


@pytest.mark.parametrize("query", [{}, {"dataset": "own"}])
def test_a_point_that_is_not_there_is_no_point(query):
    place = ("dual", "points")
    bare, app = opened(place, query), opened(place, query, i_point="1000077", i_other="4242")
    assert verdict(app) == verdict(bare)
    assert set(sent(app)) == set(sent(bare))
    assert sent(app)["main"].trace("asked") is None
    if not query:
        assert table(app)["chosen"] is None
        assert lines(app, "svm-point-text") == lines(bare, "svm-point-text")


@pytest.mark.parametrize(("page", "view"), few(*VIEWS, first=4))
def test_a_point_that_is_dragged_is_followed_and_the_link_waits(page, view):
    app = opened((page, view), i_point="5")
    before = dict(app.query_params)
    board_of(app).edit([Edit("move", ids=(5,), points=((0.5, 0.25),), stroke=1, live=True)])
    again(app)
    assert dict(app.query_params) == before
    pictures = sent(app)
    points, ring = (pictures["main"].trace(uid) for uid in ("points", "asked"))
    assert (points["x"][-1], points["y"][-1]) == (0.5, 0.25)
    if page == "kernels" or view == "points":
        assert (ring["x"], ring["y"]) == ([0.5], [0.25])
    waits = {"flexibility"} if view == "gallery" else set()
    assert set(pictures) == {"main"} | VIEWS[page, view] - waits, (
        "what takes long waits for the end"
    )
    if view in ("smo", "path"):
        assert pictures[view].figure["film"]["id"].endswith("~")
        assert pictures[view].figure["film"]["live"]
    if view == "points":
        found = run(board_of(app).experiment)
        idle = int((found.data.y * found.model(found.data.X) > 1 + 1e-5).sum())
        assert verdict(app).endswith(f"the other {idle} are beyond their margin, so α = 0.")
    board_of(app).edit([Command.GESTURE_END])
    again(app)
    assert "placed" in app.query_params
    assert set(sent(app)) == {"main"} | VIEWS[page, view]
    if view in ("smo", "path"):
        assert not sent(app)[view].figure["film"]["id"].endswith("~")
    board_of(app).edit([Command.UNDO])
    again(app)
    assert dict(app.query_params) == before


@pytest.mark.parametrize(("page", "view"), few(*VIEWS, first=4))
def test_points_may_be_deleted_while_a_view_is_open(page, view):
    app = opened((page, view), i_point="5", i_other="6")
    board_of(app).edit([Edit("delete", ids=(5, 6), stroke=1)])
    again(app)
    assert sent(app)["main"].trace("asked") is None
    assert 5 not in sent(app)["main"].header["ids"]
    board_of(app).edit([Command.UNDO])
    again(app)
    assert dict(app.query_params)["i_point"] == "5"
    board_of(app).edit([Edit("clear", stroke=2)])
    again(app)
    assert sent(app)["main"].header["ids"] == []
    for label, y in ((1, 1.0), (0, -1.0)):
        board_of(app).edit([Edit("add", points=((0.0, y),), label=label, stroke=3 + label)])
    again(app)
    assert set(sent(app)) == expected((page, view), dict(app.query_params))


@pytest.mark.parametrize(("page", "view"), [("dual", "points"), ("kernels", "gram")])
def test_a_click_asks_and_a_place_or_the_same_click_lets_go(page, view):
    app = opened((page, view))
    before = dict(app.query_params)
    board_of(app).pick(Pick(id=7))
    assert dict(again(app).query_params) == before | {"i_point": "7"}
    assert sent(app)["main"].trace("asked") is not None
    assert (sent(app)["main"].trace("similarity") is not None) == (view == "gram")
    board_of(app).pick(Pick(place=(0.25, -0.5)) if view == "gram" else Pick(id=7))
    place = {"i_place": "0.25,-0.5"} if view == "gram" else {}
    assert dict(again(app).query_params) == before | place
    assert sent(app)["main"].trace("similarity") is None
