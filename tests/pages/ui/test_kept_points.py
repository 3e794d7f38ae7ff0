"""Own points come along to another sample: that is said there and then, with a way out."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.ui.canvas import Command
from pages.ui.kept_points import sample_picked
from tests.helpers.opened import again, in_session, move, open_page, session

CLEAR = "clear_kept"


def placed(app: AppTest, *points: tuple[float, float]) -> AppTest:
    """The app with more points placed by hand."""
    edit = Edit("add", points=points, label=1, stroke=len(session(app).history.past))
    in_session(app, lambda: session(app).edit([edit]))
    return again(app)


def picked(app: AppTest, name: str) -> AppTest:
    in_session(app, lambda: sample_picked(session(app))(name))
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
    assert session(app).experiment == change(Experiment(), dataset="moons", C=10.0)
    assert notice(app) == ""
    in_session(app, lambda: session(app).edit([Command.UNDO]))
    assert len(session(again(app)).experiment.placed) == 4
    assert notice(app) == "Your 4 points were kept. | Clear my points"
