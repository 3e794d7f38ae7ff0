"""What is hidden on the pages, and when their links are written and read."""

from __future__ import annotations

import pytest

from pages.challenges.settings import ChallengesView
from pages.classes.settings import ClassesView
from pages.evaluation.settings import EvaluationSettings
from pages.playground.text import HINT
from pages.predict.settings import PredictSettings
from pages.state.board import Edit
from pages.state.layers import OPTIONAL
from pages.ui import link, page_shell
from pages.ui.session import Session, session_of
from tests.helpers.opened import again, controls, move, open_page, sent, session

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


TOOLED = ["", "descent", "dual", "losses", "kernels", "classes", "regression", "nu"]


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


def test_switches_stay_in_the_order_of_the_clicks():
    """Given in another one they would be given anew, and forget what is clicked meanwhile."""
    app = open_page("")
    app.button_group(key="w_show").set_value(["weights", "regions"]).run()
    assert app.session_state["w_show"] == ["weights", "regions"]
    assert session(app).show[:2] == ("regions", "weights")


@pytest.mark.parametrize(
    ("page", "view", "there"),
    [
        ("evaluation", EvaluationSettings(view="folds"), {"w_folds"}),
        ("classes", ClassesView(view="descent"), {"w_step"}),
        ("predict", PredictSettings(sample="board"), {"w_C"}),
        ("challenges", ChallengesView(view="goals"), {"w_seed"}),
    ],
)
def test_the_sidebar_follows_a_view_that_the_picture_alone_was_drawn_for(
    page, view, there, monkeypatch
):
    app = open_page(page)
    before = {*controls(app), *(one.key for one in app.number_input)}
    changes = iter([view])

    def between() -> None:  # where a run of the fragment alone begins
        for one in changes:
            session_of().store(one)

    monkeypatch.setattr(page_shell, "hide_controls", between)
    after = {*controls(again(app)), *(one.key for one in app.number_input)}
    assert there <= before ^ after, sorted(after)


@pytest.mark.parametrize("page", ["", "evaluation"])
def test_a_page_that_runs_itself_again_does_not_bring_an_old_link_back(page, monkeypatch):
    app = open_page(page)
    move(app, "w_C", 10.0)
    written = dict(app.query_params)
    app.query_params.clear()  # what the browser had when it asked for this run
    reads, stale = iter([lambda: None, link.read]), iter([True, False])
    monkeypatch.setattr(link, "read", lambda: next(reads)())  # a fragment alone reads no address
    monkeypatch.setattr(Session, "stale", lambda self: next(stale, False))
    app.run()
    assert next(reads, None) is None, "it was run again"
    assert session(app).experiment.C == 10.0
    assert dict(app.query_params) == written
