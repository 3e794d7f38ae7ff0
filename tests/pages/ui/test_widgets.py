"""Late messages about a widget that the session has changed meanwhile."""

from __future__ import annotations

from types import SimpleNamespace

from pages.ui import widgets
from pages.ui.memory import WidgetMemory
from tests.helpers.opened import again, open_page, session


def test_what_a_widget_showed_before_is_no_choice_for_a_moment():
    """The message is played by the callback that Streamlit calls when it takes one for a choice."""
    app = open_page("playground", {"kernel": "poly"})
    session(app).choose(kernel="linear")  # an undo, or a click on a cell of the map
    again(app)
    app.button_group(key="w_kernel").set_value("poly").run()
    assert session(app).experiment.kernel == "linear"
    assert app.button_group(key="w_kernel").value == "linear"
    app.button_group(key="w_kernel").set_value("sigmoid").run()
    assert session(app).experiment.kernel == "sigmoid", "another value is a choice at once"


def test_the_value_that_a_widget_was_given_is_no_choice(monkeypatch):
    """A run that gives way after a late message does not set the widget again."""
    state, memory, heard = {}, WidgetMemory(), []
    monkeypatch.setattr(widgets.st, "session_state", state)
    monkeypatch.setattr(widgets, "session_of", lambda: SimpleNamespace(widgets=memory))
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
