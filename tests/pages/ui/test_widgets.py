"""Widgets, late messages, words of other pages and points that come along to another sample."""

import html
import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.dual.settings import DualView
from pages.kernels.settings import KernelsView
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.board.inspected import Inspected
from pages.state.text.verdict import HELP
from pages.ui.board.kept_points import sample_picked
from pages.ui.canvas.events import Command
from pages.ui.controls import widgets
from pages.ui.visit.widget_state import WidgetState
from tests.helpers.links import words_of
from tests.helpers.opened import again, blocks, board_of, in_session, move, open_page, visit_of


def test_what_a_widget_showed_before_is_no_choice_for_a_moment():
    """The message is played by the callback that Streamlit calls when it takes one for a choice."""
    app = open_page("playground", {"kernel": "poly"})
    board_of(app).choose(kernel="linear")  # an undo, or a click on a cell of the map
    again(app)
    app.button_group(key="w_kernel").set_value("poly").run()
    assert board_of(app).experiment.kernel == "linear"
    assert app.button_group(key="w_kernel").value == "linear"
    app.button_group(key="w_kernel").set_value("sigmoid").run()
    assert board_of(app).experiment.kernel == "sigmoid", "another value is a choice at once"


def test_the_value_that_a_widget_was_given_is_no_choice(monkeypatch):
    """A run that gives way after a late message does not set the widget again."""
    state, memory, heard = {}, WidgetState(), []
    monkeypatch.setattr(widgets.st, "session_state", state)
    monkeypatch.setattr(widgets, "widget_state", lambda: memory)
    widgets.bound("table", "iris", heard.append)
    changed = widgets.bound("table", "mine", heard.append)["on_change"]
    for message in ("iris", "mine"):
        state["table"] = message
        changed()
    assert heard == []
    for message in ("wine", "mine"):
        state["table"] = message
        changed()
    assert heard == ["wine", "mine"]


CLEAR = "clear_kept"


def placed(app: AppTest, *points: tuple[float, float]) -> AppTest:
    """The app with more points placed by hand."""
    edit = Edit("add", points=points, label=1, stroke=len(board_of(app).history.past))
    in_session(app, lambda: board_of(app).edit([edit]))
    return again(app)


def picked(app: AppTest, name: str) -> AppTest:
    in_session(app, lambda: sample_picked(board_of(app))(name))
    return again(app)


def notice(app: AppTest) -> str:
    """What is said of own points, and its button; empty where there is none."""
    buttons = [b.label for b in app.button if b.key == CLEAR]
    said = [c.value for c in app.caption if "kept" in c.value]
    assert len(said) == len(buttons) < 2
    return " | ".join(said + buttons)


def test_points_that_came_along_are_said_until_something_is_done_to_them():
    app = placed(open_page(""), (1.5, 1.5), (-2.0, 0.5), (0.5, 2.0))
    assert notice(app) == "", "nothing has come along yet"
    app = picked(app, "blobs")
    assert notice(app) == "Your 3 points were kept. | Clear my points"
    assert notice(move(app, "w_C", 10.0)) == "Your 3 points were kept. | Clear my points"
    app = placed(app, (2.0, 2.0))
    assert notice(app) == "", "they are four now"
    app = picked(app, "moons")
    assert notice(app) == "Your 4 points were kept. | Clear my points"
    app.button(key=CLEAR).click().run()
    assert board_of(app).experiment == change(Experiment(), dataset="moons", C=10.0)
    assert notice(app) == ""
    in_session(app, lambda: board_of(app).edit([Command.UNDO]))
    assert len(board_of(again(app)).experiment.placed) == 4
    assert notice(app) == "Your 4 points were kept. | Clear my points"


@pytest.mark.parametrize("page", ["dual", "race"])
def test_every_page_keeps_the_words_it_does_not_show(page):
    asked = [
        DualView("path"),
        KernelsView("gram", "kernels", "paraboloid", "given"),
        Inspected(8, 2),
    ]
    words = {name: text for value in asked for name, text in words_of(value).items()}
    app = open_page(page, words | {"i_dull": "1", "racers": "smo.interior"})
    assert [visit_of(app).value(type(value)) for value in asked] == asked
    board_of(app).choose(C=10.0)
    again(app)
    assert {n: v for n, v in app.query_params.items() if n.startswith("i_")} == words
    assert app.query_params["C"] == "10"


FOCUSED = re.compile(r'<(?:div|tr|span) class="([\w -]+)" tabindex="(0|-1)" title="([^"]+)">')


@pytest.mark.parametrize(
    ("page", "query", "css", "of"),
    [
        ("", {"detail": "expert"}, "svm-cards", "svm-card"),
        ("nu", {}, "svm-cards", "svm-card"),
        ("", {}, "svm-verdict", "svm-badge svm-certified"),
    ],
)
def test_each_has_its_words_and_takes_the_focus(page, query, css, of):
    [block] = blocks(open_page(page, query), css)
    parts = [
        (stop, html.unescape(words)) for kind, stop, words in FOCUSED.findall(block) if kind == of
    ]
    found = [words for _, words in parts]
    assert [stop for stop, _ in parts] == ["0"] + ["-1"] * (len(parts) - 1)  # one tab stop
    assert len(found) == block.count(f'class="{of}"') > 0
    if of == "svm-card" and not page:
        assert found[: len(HELP)] == [text for name, text in HELP.items() if f">{name}<" in block]
