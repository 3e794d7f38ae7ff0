"""Whose points the page Predict asks about: its own sample, or the Playground's."""

from __future__ import annotations

from pages.predict.session import settle
from pages.predict.settings import PredictSettings
from pages.state.board import Edit
from pages.ui.session import session_of, value
from tests.helpers.opened import (
    again,
    in_session,
    session,
)
from tests.pages.predict.page import (
    SMALL,
    opened,
    picture,
)


def test_the_sample_of_the_playground_is_a_choice_and_stays_one_while_it_grows():
    app = opened(C="3")
    assert picture(app).header["key"] == "marks", "90 points are too many to judge"
    app.button_group(key="w_predict_sample").set_value("board")
    app = again(app)
    assert len(picture(app).trace("points")["x"]) == 90
    assert dict(app.query_params) == {"C": "3", "q_sample": "board"}
    app = opened(**SMALL)
    assert app.button_group(key="w_predict_sample").value == "board"
    session(app).choose(n_samples=60)
    app = again(app)
    assert picture(app).header["key"] == "main"
    assert app.query_params["q_sample"] == "board"
    app = opened(**SMALL)
    sprayed = Edit("add", points=tuple((0.1 * k, 1.0) for k in range(25)), label=1)
    found = []

    def edited():
        session_of().edit([sprayed])
        settle()  # as the fragment does, which runs without the page
        found.append(value(PredictSettings).sample)

    in_session(app, edited)
    assert found == ["board"]
    session(app).choose(n_samples=60)
    app = again(app)
    app.button_group(key="w_predict_sample").set_value("task")
    app = again(app)
    assert picture(app).header["key"] == "marks"
    assert session(app).experiment.n_samples == 60
