"""The lecture mode: its switch, its word in the link, and that a lesson keeps it."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.state.registry import ENTRIES
from pages.state.screen.presentation import Presentation
from tests.helpers import ENDLESS, ROOT
from tests.helpers.opened import again, at, board_of, controls, open_page, sent


def shows_large(app: AppTest) -> bool:
    return any("--svm-scale:" in part.body for part in app.get("html"))


def test_the_large_figure_travels_in_a_link():
    entry = ENTRIES[Presentation]
    assert entry.encode(Presentation(large="gram")) == {"large": "gram"}
    assert entry.decode({"large": "path_alphas"}).large == "path_alphas"
    assert entry.decode({"large": "<style>"}) == Presentation()
    with pytest.raises(ValueError, match="large must be the name of a figure, got 'a b'"):
        Presentation(large="a b")


@pytest.mark.parametrize(
    ("page", "words", "figure"),
    [
        ("kernels", {"i_kernels": "gram"}, "gram"),
        ("descent", {}, "landscape"),
        ("race", {}, "pace_passes"),
        ("classes", {"v_place": "0,0"}, "scores"),
    ],
)
def test_the_figure_of_a_view_takes_the_place_of_the_picture(page: str, words: dict, figure: str):
    app = open_page(page, words)
    before = sent(app)
    assert figure in before
    app.button(key="enlarge").click().run()
    assert app.query_params["large"] == figure
    assert before.keys() == sent(app).keys(), "the picture stays where it is drawn"
    assert figure in sent(app)
    app.button(key="shrink").click().run()
    assert "large" not in app.query_params
    assert not [b for b in app.button if b.key == "shrink"]


@pytest.mark.parametrize("page", ["", "guide"])
def test_the_switch_leads_into_the_lecture_and_back(page: str):
    app = open_page(page)
    assert not shows_large(app)
    app.button(key="lecture_switch").click().run()
    assert shows_large(app)
    assert app.query_params["mode"] == "lecture"
    app.button(key="lecture_switch").click().run()
    assert not shows_large(app)
    assert "mode" not in app.query_params


def embedded(page: str, words: dict[str, str] | None = None) -> AppTest:
    app = at(AppTest.from_file(f"{ROOT}/app.py", default_timeout=ENDLESS), page)
    app.context["is_embedded"] = True
    app.query_params.update(words or {})
    return again(app)


def test_a_frame_in_slides_shows_the_picture_and_a_way_out():
    app = embedded("", {"C": "10"})
    assert any("--svm-strip:" in part.body for part in app.get("html"))
    assert not shows_large(app)
    (way_out,) = app.get("link_button")
    assert way_out.proto.url == "?C=10"
    assert way_out.proto.label == "Open in SVM Playground"
    board_of(app).choose(C=3.0)
    (way_out,) = again(app).get("link_button")
    assert way_out.proto.url == "?C=3"
    assert not open_page("", {"C": "10"}).get("link_button")


HALL = {"mode": "lecture"}


@pytest.mark.parametrize(
    ("framed", "words", "moved", "buttons"),
    [
        (False, HALL, {"w_C", "w_gamma"}, {"lecture_switch", "enlarge"}),
        (True, {}, set(), set()),
        (True, HALL, {"w_C", "w_gamma"}, set()),
    ],
    ids=["lecture", "frame", "lecture in a frame"],
)
def test_what_a_layout_leaves_out_is_not_sent(framed, words, moved, buttons):
    words = words | {"i_kernels": "gram"}
    app = embedded("kernels", words) if framed else open_page("kernels", words)
    assert sent(app).keys() == {"main"}
    assert controls(app).keys() == moved
    assert {button.key for button in app.button if "answer" not in button.key} == buttons
    assert not app.selectbox
    large = words | {"large": "gram"}
    app = embedded("kernels", large) if framed else open_page("kernels", large)
    assert sent(app).keys() == {"main", "gram"}
    board_of(app).choose(C=3.0)
    assert board_of(again(app)).is_shown_by_widgets(), "they follow where they are not seen"


def test_a_lecture_moves_the_constant_of_a_descent():
    assert controls(open_page("descent", HALL)).keys() == {"w_constant_sum", "w_eta0"}


@pytest.mark.parametrize(
    ("page", "words"), [("descent", "Equivalent formulations"), ("lessons", "Sources · ")]
)
def test_a_lecture_leaves_out_what_stands_below(page: str, words: str):
    for mode, is_sent in (({}, True), (HALL, False)):
        app = open_page(page, mode)
        texts = [part.body for part in app.get("html")] + [part.value for part in app.caption]
        assert any(words in text for text in texts) == is_sent


@pytest.mark.parametrize("page", ["strings", "mathematics"])
def test_a_frame_with_a_page_without_a_board_has_a_way_out(page: str):
    (way_out,) = embedded(page).get("link_button")
    assert way_out.proto.label == "Open in SVM Playground"
