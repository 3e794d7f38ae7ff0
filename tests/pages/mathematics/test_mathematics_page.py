"""The page on mathematics through Streamlit's test harness."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.mathematics.model.convexity import ConvexityPicture
from pages.mathematics.model.distances import FARTHEST, DistancesPicture
from pages.mathematics.model.plane import PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture, leftmost
from pages.mathematics.remembered import START, move
from pages.mathematics.settings import MathematicsView
from pages.state.board.board import Edit
from pages.ui.canvas.events import Command
from tests.helpers.links import value_of
from tests.helpers.opened import again, badge, blocks, in_session, open_page, verdict, visit_of
from tests.helpers.opened import move as slide


@pytest.fixture
def app() -> AppTest:
    return open_page("mathematics")


def pictures(app: AppTest) -> dict[str, object]:
    return {name: visit_of(app).value(type(start)) for name, start in START.items()}


def drag(app: AppTest, handle: int, x: float, y: float, *, live: bool = False) -> None:
    name = visit_of(app).value(MathematicsView).picture
    gesture = Edit("move", ids=(handle,), points=((x, y),), live=live)
    in_session(app, lambda: move(name, [gesture] if live else [gesture, Command.GESTURE_END]))
    again(app)


@pytest.mark.parametrize("name", list(START))
def test_each_picture_says_its_sentence_and_numbers(name):
    app = open_page("mathematics", {"ma_picture": name})
    assert START[name].sentence()[1] in verdict(app)
    for card in START[name].cards():
        assert card.value in blocks(app, "svm-cards")[0]
    assert app.button(key=f"reset_{name}").disabled


def test_a_picture_can_be_reset_and_keeps_its_state_while_another_is_looked_at(app):
    drag(app, 1, 2.0, 0.5)
    assert badge(app) == SubgradientPicture().moved(1, 2.0, 0.5).sentence()[0].text
    app.button(key="reset_subgradient").click().run()
    assert pictures(app) == START
    drag(app, 0, 0.3, 0.7)
    app.button_group(key="w_picture").set_value("lagrange").run()
    drag(app, 0, 2.0, 1.0)
    assert "maximum" in verdict(app)
    app.button_group(key="w_picture").set_value("subgradient").run()
    assert "t₀ = 0.3" in verdict(app)


def test_what_is_no_move_of_a_handle_changes_nothing(app):
    others = [Edit("add", points=((0.0, 0.0),)), Edit("clear"), Command.UNDO, Command.GESTURE_END]
    others.append(Edit("move", ids=(7,), points=((0.0, 0.0),)))
    in_session(app, lambda: move("subgradient", others))
    assert pictures(app) == START
    drag(app, 0, 0.25, 9.0)
    assert pictures(app)["subgradient"] == SubgradientPicture("hinge", 0.25, -1.0)
    assert START["subgradient"] == SubgradientPicture()


def test_a_link_opens_the_picture_with_its_handles(app):
    app.button_group(key="w_loss").set_value("squared_hinge").run()
    drag(app, 0, 0.25, 9.0)
    app.button_group(key="w_picture").set_value("lagrange").run()
    drag(app, 0, -1.0, 2.0)
    app.button_group(key="w_picture").set_value("convexity").run()
    app.selectbox(key="w_curve").set_value("sigmoid").run()
    drag(app, 0, -1.25, 0.0)
    app.button_group(key="w_picture").set_value("distances").run()
    for handle in range(4):
        drag(app, handle, 0.5, 0.75 - handle)
    app.button_group(key="w_picture").set_value("space").run()
    app.button(key="w_draw").click().run()
    app.button_group(key="w_picture").set_value("plane").run()
    slide(app, "w_scale", 2.0)
    slide(app, "w_scale", 1.0)
    drag(app, 0, 0.3, 1.1)
    drag(app, 1, 0.5, 0.5)
    words = dict(app.query_params)
    drag(app, 1, 0.9, 0.5, live=True)
    assert dict(app.query_params) == words, "the address waits for the end of a gesture"
    drag(app, 1, 0.5, 0.5)
    assert dict(app.query_params) == words
    other = open_page("mathematics", words)
    assert pictures(other) == pictures(app)
    assert pictures(other)["plane"] == PlanePicture((0.3, 1.1), -0.7)
    assert not any(pictures(other)[name] == START[name] for name in START)
    assert verdict(other) == verdict(app)


@pytest.mark.parametrize(
    "words",
    [
        {"ma_picture": "none"},
        {"ma_loss": "none", "ma_t0": "5", "ma_slope": "9"},
        {"ma_t0": "nan", "ma_slope": "inf", "ma_angle": "nan", "ma_b": "nan", "ma_w": "nan,1"},
        {"ma_t0": "-1.4", "ma_angle": "7", "ma_b": "5", "ma_w": "0,0", "ma_scale": "9"},
        {"ma_w": "2,2"},
        {"ma_curve": "none", "ma_left": "9", "ma_right": "nan", "ma_mix": "1.5"},
        {"ma_normal": "0,0", "ma_c1": "9", "ma_c2": "inf", "ma_p": "5,0"},
        {"ma_gap": "9", "ma_draw": "-1"},
    ],
)
def test_a_link_cannot_take_a_handle_out_of_sight(words):
    assert all(
        value_of(kind, words) == kind() for kind in (MathematicsView, *map(type, START.values()))
    )


def test_a_link_cannot_take_the_end_of_a_chord_or_a_line_out_of_sight():
    words = {"ma_curve": "objective", "ma_right": "2.9"}
    assert value_of(ConvexityPicture, words) == ConvexityPicture("objective")
    far = value_of(DistancesPicture, {"ma_normal": "0.3,0.1", "ma_c1": "3", "ma_c2": "0.2"})
    assert abs(far.rho(far.c1)) == pytest.approx(FARTHEST)
    assert far.c2 == 0.2


def test_another_loss_takes_the_point_along_into_sight():
    far = SubgradientPicture("hinge", -1.3, -1.0)
    assert far.with_loss("squared_hinge").t0 == leftmost("squared_hinge") > -1.3
    assert value_of(SubgradientPicture, {"ma_loss": "hinge", "ma_t0": "-1.3"}).t0 == -1.3
    assert value_of(SubgradientPicture, {"ma_loss": "squared_hinge", "ma_t0": "-1.3"}).t0 == 1.0
