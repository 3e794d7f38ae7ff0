"""What a widget says that did not hear yet of the desk's change."""

from __future__ import annotations

import time
from types import SimpleNamespace

from pages.state.experiment import Experiment
from pages.ui import widgets
from pages.ui.memory import WidgetMemory
from tests.helpers.opened import again, control, move, open_page, session


def test_what_a_widget_showed_before_is_no_choice_for_a_moment(monkeypatch):
    """The message is played by the callback that Streamlit calls when it takes one for a choice."""
    app = open_page("playground", {"C": "21.5"})
    assert control(app, "w_C")["value"] == 21.5
    session(app).choose(C=3.0)  # an undo, or a click on a cell of the map
    again(app)
    late = app.select_slider(key="w_C")
    assert late.value == 3.0
    assert "21.5" in late.options, "or it would be taken for the first stop"
    late.set_value(21.5).run()
    assert session(app).experiment.C == 3.0
    assert control(app, "w_C")["value"] == 3.0
    move(app, "w_C", 7.0)
    assert session(app).experiment.C == 7.0, "another value is a choice at once"


def test_after_that_moment_it_is_a_choice_again(monkeypatch):
    app = open_page("playground")
    session(app).choose(C=3.0)
    again(app)
    now = time.monotonic()
    monkeypatch.setattr(widgets.time, "monotonic", lambda: now + 2.0 * widgets.UNDER_WAY)
    move(app, "w_C", Experiment.C)
    assert session(app).experiment.C == Experiment.C


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
