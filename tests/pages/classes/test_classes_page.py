"""The page Classes without a browser: its views, its choices, its words in the link."""

from __future__ import annotations

from pages.classes.panels import common
from pages.classes.settings import ClassesView
from pages.state.board.board import MAX_POINTS, Edit
from pages.ui.canvas.events import Pick
from tests.helpers.opened import again, blocks, board_of, move, open_page, plain, sent, visit_of


def sheet(app):
    return board_of(app, "classes")


def verdict(app) -> str:
    (text,) = blocks(app, "svm-verdict")
    return plain(text)


def test_all_schemes_are_compared_on_one_screen():
    app = open_page("classes", {"v_view": "beside", "m_noise": "0.6", "v_place": "0.1,0.2"})
    assert visit_of(app).values[ClassesView].view == "beside"
    assert "optimal" in verdict(app)
    assert "(ring" not in verdict(open_page("classes", {"hide": "support"}))


def test_points_of_all_classes_can_be_placed_and_taken_back():
    app = open_page("classes", {"m_dataset": "own", "m_classes": "10"})
    here = sheet(app)
    for c in range(10):
        where = ((c % 4 - 1.5, c // 4 - 1.0),)
        here.edit([Edit("add", points=where, label=c, stroke=c + 1)], many=True)
    again(app)
    assert "10 of 10 points are support vectors" in verdict(app)
    here.edit([Edit("flip", ids=here.experiment.board().ids[-1:], stroke=20)], many=True)
    assert here.experiment.placed[-1].label == 0  # the class after the last is the first


def test_asking_about_a_place_says_every_score():
    app = open_page("classes")
    here = sheet(app)
    first = here.experiment.board().all_points[0]
    visit_of(app).values[ClassesView] = common.view_after(here, Pick(place=(1.0, 2.0)))
    again(app)
    assert verdict(app).split("At (1, 2) ")[1]
    assert dict(app.query_params) == {"v_place": "1,2"}
    (own,) = here.browser_ids([first.id])
    look = common.view_after(here, Pick(id=own))
    assert look.place == (first.x, first.y)


def test_a_second_click_on_a_point_lets_go_of_its_place(monkeypatch):
    app = open_page("classes")
    here = sheet(app)
    first, second = here.experiment.board().all_points[:2]
    own, other = here.browser_ids([first.id, second.id])
    asked = []

    def click(pick):
        look = ClassesView(place=asked[-1] if asked else None)
        monkeypatch.setattr(common, "value", lambda mark: look)
        asked.append(common.view_after(here, pick).place)

    click(Pick(id=own))
    click(Pick(id=own, hover=True))
    click(Pick(id=other))
    click(Pick(id=other))
    click(Pick(place=(1.0, 2.0)))
    click(Pick(place=(1.0, 2.0)))
    at = [(p.x, p.y) for p in (first, second)]
    assert asked == [at[0], at[0], at[1], None, (1.0, 2.0), (1.0, 2.0)]
    click(Pick(id=own + MAX_POINTS))  # a point of another sample
    assert asked[-1] is None


def test_one_machines_lines_on_demand():
    app = open_page("classes", {"v_first": "2"})
    assert app.selectbox(key="w_component").value == "2"
    app.selectbox(key="w_component").set_value("1").run()
    assert dict(app.query_params) == {"v_first": "1"}
    app.selectbox(key="w_scheme").set_value("ovo").run()
    assert app.selectbox(key="w_component").value == ""
    app.selectbox(key="w_component").set_value("0 3").run()
    assert dict(app.query_params) == {"c_scheme": "ovo", "v_first": "0", "v_second": "3"}


def test_class_weights_have_a_slider_each():
    app = open_page("classes", {"detail": "expert"})
    app.segmented_control(key="w_class_weight").set_value("own").run()
    move(app, "w_weight2", 4.0)
    assert sheet(app).experiment.weights == (1.0, 1.0, 4.0, 1.0)
    assert app.query_params["m_weights"] == "1_1_4_1"


def test_two_classes_are_called_by_their_numbers():
    app = open_page("classes", {"m_classes": "2"})
    assert sent(app)["main"].header["names"] == ["0", "1"]
