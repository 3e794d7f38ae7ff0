"""The page on mathematics through Streamlit's test harness."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.mathematics.model.subgradient import SubgradientPicture
from pages.mathematics.session import START, PictureSession
from pages.state.board import Edit
from pages.state.experiment import Experiment, change
from pages.ui.canvas import HANDLES, TOOLS, Command, canvas
from tests.helpers import ROOT
from tests.helpers.links import to_query
from tests.helpers.opened import at, move

TITLES = {"subgradient": "Subgradients", "lagrange": "Lagrange", "plane": "Planes"}


@pytest.fixture
def app() -> AppTest:
    app = AppTest.from_file(f"{ROOT}/app.py", default_timeout=30).run()
    app.switch_page("pages/mathematics/page.py").run()
    assert not app.exception
    return app


def verdict(app: AppTest) -> str:
    assert not app.exception
    return next(h.value for h in app.get("html") if "svm-verdict" in h.value)


def cards(app: AppTest) -> str:
    return next(h.value for h in app.get("html") if "svm-cards" in h.value)


def picture_session(app: AppTest) -> PictureSession:
    return app.session_state["pictures"]


def drag(app: AppTest, handle: int, x: float, y: float) -> None:
    name = picture_session(app).chosen
    picture_session(app).move(
        name, [Edit("move", ids=(handle,), points=((x, y),)), Command.GESTURE_END]
    )
    app.run()


@pytest.mark.parametrize("name", list(START))
def test_each_picture_says_its_sentence_and_numbers(app, name):
    app.button_group(key="w_picture").set_value(name).run()
    assert START[name].sentence()[1] in verdict(app)
    for card in START[name].cards():
        assert card.value in cards(app)
    assert app.button(key=f"reset_{name}").disabled


def test_a_dragged_handle_changes_the_sentence_and_reset_brings_it_back(app):
    drag(app, 1, 2.0, 0.5)
    assert "svm-failed" in verdict(app)
    assert "0.5" in cards(app)
    app.button(key="reset_subgradient").click().run()
    assert picture_session(app).pictures == START
    assert START["subgradient"].sentence()[1] in verdict(app)


def test_a_picture_keeps_its_state_while_another_is_looked_at(app):
    drag(app, 0, 0.3, 0.7)
    app.button_group(key="w_picture").set_value("lagrange").run()
    drag(app, 0, 2.0, 1.0)
    assert "maximum" in verdict(app)
    app.switch_page("pages/guide/page.py").run()
    app.switch_page("pages/mathematics/page.py").run()
    assert "maximum" in verdict(app)
    app.button_group(key="w_picture").set_value("subgradient").run()
    assert "t₀ = 0.3" in verdict(app)


def test_another_loss_is_drawn_and_named(app):
    app.button_group(key="w_loss").set_value("squared_hinge").run()
    assert picture_session(app).pictures["subgradient"].loss == "squared_hinge"
    assert "the derivative" in verdict(app)


def test_scaling_says_that_the_line_stays(app):
    app.button_group(key="w_picture").set_value("plane").run()
    move(app, "w_scale", 2.0)
    assert "the same line" in verdict(app)
    assert "0.745 wide instead of 1.49" in verdict(app)


def test_what_is_no_move_of_a_handle_changes_nothing():
    picture_session = PictureSession()
    others = [Edit("add", points=((0.0, 0.0),)), Edit("clear"), Command.UNDO, Command.GESTURE_END]
    picture_session.move("subgradient", [*others, Edit("move", ids=(7,), points=((0.0, 0.0),))])
    assert picture_session.pictures == START
    assert PictureSession().pictures is not picture_session.pictures is not START
    picture_session.move("subgradient", [Edit("move", ids=(0,), points=((0.25, 9.0),))])
    assert picture_session.pictures["subgradient"] == SubgradientPicture("hinge", 0.25, -1.0)
    assert START["subgradient"] == SubgradientPicture()


def test_the_link_of_the_experiment_stays_in_the_address(app):
    wanted = change(Experiment(), C=10.0)
    app.switch_page("pages/playground/page.py").run()
    move(app, "w_C", 10.0)
    app.switch_page("pages/mathematics/page.py").run()
    assert dict(app.query_params) == to_query(wanted)
    app.button_group(key="w_picture").set_value("plane").run()
    assert dict(app.query_params) == to_query(wanted)
    app.switch_page("pages/playground/page.py").run()
    assert app.session_state["session"].experiment == wanted


def test_a_link_to_this_page_brings_the_experiment():
    app = AppTest.from_file(f"{ROOT}/app.py", default_timeout=30)
    app.query_params["C"] = "10"
    at(app, "mathematics").run()
    assert not app.exception
    assert app.session_state["session"].experiment == change(Experiment(), C=10.0)


def test_the_tool_of_handles_stands_alone():
    assert not set(HANDLES) & set(TOOLS)
    with pytest.raises(ValueError, match="tools must be among"):
        canvas("x", {}, palette={}, tools=("add", *HANDLES))
