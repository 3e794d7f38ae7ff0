"""What is hidden on the pages with boards of their own, and when their links are written."""

from __future__ import annotations

import pytest

from pages.playground.text import HINT
from pages.state.board import Edit
from pages.state.layers import OPTIONAL
from tests.helpers.opened import again, open_page, sent

LABELS = {  # what is gone from the picture when a switch is off
    ("regression", "tube"): {"tube", "upper", "lower"},
    ("regression", "slack"): {"slack"},
    ("classes", "regions"): {"palea", "deepa", "palec", "deepc"},
    ("classes", "zones"): {"nobody"},
}
VIEWS = {"regression": ("rv_view", ["fit", "descent", "sweep"])}
VIEWS["classes"] = ("v_view", ["regions", "beside"])


def uids(app):
    return {trace["uid"] for trace in sent(app)["main"].figure["data"]}


@pytest.mark.parametrize(("page", "switch"), LABELS)
def test_what_is_switched_off_is_gone_in_every_view_and_in_the_link(page, switch):
    word, views = VIEWS[page]
    for view in views:
        usual = {} if view == views[0] else {word: view}
        usual |= {"show": switch} if switch in OPTIONAL else {}
        app = open_page(page, usual)
        assert LABELS[page, switch] <= uids(app)
        app = open_page(page, usual | {"hide": switch})
        assert not LABELS[page, switch] & uids(app)
        assert dict(app.query_params) == usual | {"hide": switch}
        switches = app.button_group(key="w_show")
        switches.set_value([*switches.value, switch]).run()
        assert LABELS[page, switch] <= uids(app)
        assert dict(app.query_params) == usual


TOOLED = ["", "descent", "dual", "kernels", "classes", "regression", "nu"]


@pytest.mark.parametrize("page", TOOLED)
def test_tools_have_one_order_on_all_pages(page):
    tools = sent(open_page(page))["main"].header["tools"]
    assert tools == ["add", "spray", "erase", "select", "pan", "pick"][: len(tools)]


@pytest.mark.parametrize("page", ["regression", "classes"])
@pytest.mark.parametrize("word", ["support"])
def test_rings_around_support_vectors_are_switched_off(page, word):
    def rings(app):
        return sent(app)["main"].trace("points")["marker"]["line"]["color"].count("$ink")

    assert rings(open_page(page)) > 0
    assert rings(open_page(page, {"hide": word})) == 0


@pytest.mark.parametrize(("page", "mark"), [("regression", "r_"), ("classes", "m_")])
def test_the_link_waits_for_the_end_of_a_gesture(page, mark):
    app = open_page(page)
    here = app.session_state["session" + page]
    for x in (0.5, 0.75):
        here.edit([Edit("add", points=((x, 0.25),), stroke=1, live=True)], many=True)
        assert dict(again(app).query_params) == {}
    here.edit([Edit("add", points=((1.0, 0.25),), stroke=1)], many=True)
    assert list(again(app).query_params) == [mark + "placed"]
    other = open_page(page, dict(app.query_params)).session_state["session" + page]
    assert other.experiment == here.experiment


def test_the_hint_is_given_where_it_can_be_followed():
    assert sent(open_page(""))["main"].header["hint"] == HINT
    for words in ({"dataset": "own"}, {"margin": "hard"}, {"kernel": "linear", "margin": "hard"}):
        assert sent(open_page("", words))["main"].header["hint"] == ""
