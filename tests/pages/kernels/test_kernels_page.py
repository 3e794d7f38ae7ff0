"""The page Kernels without a browser: its views on every board, clicks, words and formulas."""

from __future__ import annotations

import numpy as np
import pytest

from pages.kernels.settings import SPACES, KernelsView
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.state.run import data_of
from pages.ui.canvas import Command, Pick
from tests.helpers.grids import grid
from tests.helpers.links import to_query
from tests.helpers.opened import (
    TRAINED,
    UNTRAINED,
    again,
    badge,
    experiment,
    machine,
    open_page,
    plain,
    sent,
    session,
    verdict,
)

CELLS = {f"cell{k}" for k in range(6)}
PICTURES = {
    "gallery": {"main", "flexibility"} | CELLS,
    "lift": {"main", "lift"},
    "gram": {"main", "gram", "spectrum"},
    "apart": {"main", "apart"},
    "choose": {"main", "choice"},
}
BUILT = "2 * rbf(gamma=3) + linear"


def open_kernels(query=None, view="gallery", **words):
    asked = {} if view == "gallery" else {"i_kernels": view}
    return open_page("kernels", asked | (query or {}) | words)


def expected(view, query) -> set[str]:
    """The pictures of a view; that of the widths is the RBF's, five points a class are compared."""
    found = set(PICTURES[view])
    if query.get("kernel", "rbf") != "rbf":
        found -= {"flexibility"}
    y = data_of(experiment(query)).y
    if min((y > 0).sum(), (y < 0).sum()) < 5:
        found -= {"choice"}
    return found


def is_told(app, query, view) -> None:
    """The picture has the board's points, and its sentence is also its name."""
    data = data_of(experiment(query))
    main = sent(app)["main"]
    points = main.trace("points")
    np.testing.assert_allclose(np.column_stack([points["x"], points["y"]]).reshape(-1, 2), data.X)
    assert main.header["pointLabels"] == [int(sign > 0) for sign in data.y]
    sentence = verdict(app).removeprefix(badge(app)).strip()
    assert sentence
    assert main.header["alt"].endswith(sentence)
    assert session(app).value(KernelsView).kernels == view
    assert set(sent(app)) == expected(view, query)


@pytest.mark.parametrize(("view", "board"), grid(PICTURES, TRAINED))
def test_every_view_opens_on_every_machine(view, board):
    query = TRAINED[board]
    app = open_kernels(query, view)
    is_told(app, query, view)
    if view != "lift":  # there the machine is another one, without a badge
        stationary = query.get("kernel") == "sigmoid"
        assert badge(app).startswith("stationary" if stationary else "optimal")
    if view in ("gallery", "choose"):
        found = machine(query)
        assert f"{(found.case > 0).sum()} of {len(found.y)} points are support vectors" in verdict(
            app
        )
        many = int((found.margins < 0).sum())
        assert f"{many or 'none'} {'are' if many > 1 else 'is'} misclassified" in verdict(app)


@pytest.mark.parametrize(("view", "board"), grid(PICTURES, UNTRAINED))
def test_every_view_opens_without_a_machine(view, board):
    query, words = UNTRAINED[board]
    app = open_kernels(query, view)
    is_told(app, query, view)
    if view in ("gallery", "choose"):
        assert words in verdict(app)
    if view == "choose" and board != "inseparable":
        assert "Each class needs 5 points" in "".join(h.value for h in app.get("html"))
        assert not [b for b in app.button if b.key == "compare"]


BOARDS = {name: TRAINED[name] for name in ("usual", "two points", "sigmoid", "hard RBF")}
BOARDS |= {f"untrained {name}": query for name, (query, _) in UNTRAINED.items()}


@pytest.mark.parametrize(("space", "board"), grid(SPACES, BOARDS))
def test_every_space_opens(space, board):
    query = BOARDS[board]
    app = open_kernels(query, "lift", i_lift=space)
    is_told(app, query, "lift")
    assert app.selectbox(key="w_lift").value == space


@pytest.mark.parametrize("view", PICTURES)
def test_a_point_that_was_deleted_while_it_was_asked_about(view):
    app = open_kernels({}, view, i_point="5", i_other="6")
    data = data_of(experiment({}))
    rings = [t for t in sent(app)["main"].figure["data"] if t["uid"] == "asked"]
    assert tuple(data.X[data.ids.index(5)]) in [(*ring["x"], *ring["y"]) for ring in rings]
    session(app).edit([Edit("delete", ids=(5, 6), stroke=1)])
    again(app)
    assert sent(app)["main"].trace("asked") is None
    assert 5 not in sent(app)["main"].header["ids"]
    session(app).edit([Command.UNDO])
    again(app)
    assert sent(app)["main"].trace("points") is not None
    assert dict(app.query_params)["i_point"] == "5"
    session(app).edit([Edit("clear", stroke=2)])
    again(app)
    assert sent(app)["main"].header["ids"] == []


@pytest.mark.parametrize("view", PICTURES)
def test_a_point_that_is_dragged_is_followed_and_the_link_waits(view):
    app = open_kernels({}, view, i_point="5")
    before = dict(app.query_params)
    session(app).edit([Edit("move", ids=(5,), points=((0.5, 0.25),), stroke=1, live=True)])
    again(app)
    assert dict(app.query_params) == before
    main = sent(app)["main"]
    assert (main.trace("points")["x"][-1], main.trace("points")["y"][-1]) == (0.5, 0.25)
    ring = main.trace("asked")
    assert (ring["x"], ring["y"]) == ([0.5], [0.25])
    waits = {"flexibility"} if view == "gallery" else set()
    assert set(sent(app)) == PICTURES[view] - waits, "what takes long waits for the gesture's end"
    session(app).edit([Command.GESTURE_END])
    again(app)
    assert "placed" in app.query_params
    assert set(sent(app)) == PICTURES[view]


def test_views_spaces_and_orders_are_words_of_the_link():
    app = open_kernels()
    app.button_group(key="w_kernel_view").set_value("lift").run()
    app.selectbox(key="w_lift").set_value("cusp").run()
    assert dict(app.query_params) == {"i_kernels": "lift", "i_lift": "cusp"}
    app.button_group(key="w_kernel_view").set_value("gram").run()
    app.button_group(key="w_gram_order").set_value("given").run()
    assert not app.exception
    assert dict(app.query_params) == {"i_kernels": "gram", "i_lift": "cusp", "i_order": "given"}
    app.switch_page("pages/dual/page.py")
    again(app)
    app.switch_page("pages/kernels/page.py")
    again(app)
    assert app.button_group(key="w_kernel_view").value == "gram"
    assert app.button_group(key="w_gram_order").value == "given"


def wrong(app) -> list[str]:
    found = (h.value for h in app.get("html") if '<p class="svm-wrong"' in h.value)
    return [plain(text) for text in found]


@pytest.mark.parametrize("view", ["gallery", "lift"])
def test_a_formula_that_is_none_leaves_the_kernel_and_says_why_once(view):
    app = open_kernels({"kernel": "built"}, view)
    app.text_input(key="w_recipe").set_value(BUILT)
    again(app)
    wanted = change(Experiment(), kernel="built", recipe=BUILT)
    assert session(app).experiment == wanted
    assert not wrong(app)
    good, words = verdict(app), dict(app.query_params)
    assert words.items() >= to_query(wanted).items()
    for text, place in (("2 * sin", "'sin' at place 5"), ("rbf +", "end"), ("rbf - linear", "'-'")):
        app.text_input(key="w_recipe").set_value(text)
        again(app)
        [why] = wrong(app)
        assert place in why
        assert why[0].isupper()
        assert why.endswith(".")
        assert session(app).experiment == wanted
        assert app.text_input(key="w_recipe").value == text, "nothing typed is lost"
        assert verdict(app) == good
        assert dict(app.query_params) == words
        assert set(sent(app)) == expected(view, words)
    app.text_input(key="w_recipe").set_value("linear^2")
    again(app)
    assert not wrong(app)
    assert session(app).experiment.recipe == "linear^2"


def test_a_mistake_is_over_when_another_formula_comes_by_a_link():
    app = open_kernels({"kernel": "built"})
    app.text_input(key="w_recipe").set_value("2 *")
    again(app)
    assert len(wrong(app)) == 1
    app.query_params.clear()
    app.query_params["kernel"], app.query_params["recipe"] = "built", BUILT
    again(app)
    assert not wrong(app)
    assert app.text_input(key="w_recipe").value == BUILT


def test_a_click_on_the_picture_asks_and_a_place_lets_go_of_the_point():
    app = open_kernels(view="gram")
    session(app).pick(Pick(id=7))
    again(app)
    assert dict(app.query_params) == {"i_kernels": "gram", "i_point": "7"}
    assert sent(app)["main"].trace("similarity") is not None
    session(app).pick(Pick(place=(0.25, -0.5)))
    again(app)
    assert dict(app.query_params) == {"i_kernels": "gram", "i_place": "0.25,-0.5"}
    assert sent(app)["main"].trace("similarity") is None
