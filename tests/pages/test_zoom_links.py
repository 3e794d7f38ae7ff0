"""Links hold what the visitor has zoomed to, of every board."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.state.board.zoom import BoardZoom, zoom_to
from pages.state.registry import BOARDS
from tests.helpers.opened import again, board_of, in_session, open_page, sent

BOX = (-0.51, 1.5, 0.25, 1.75)
TEXT = "-0.51_1.5_0.25_1.75"
PAGES = {"playground": "", "classes": "classes", "regression": "regression"}


def board(app: AppTest, page: str):
    return board_of(app, PAGES[page])


@pytest.mark.parametrize("page", PAGES)
def test_a_link_opens_on_its_zoom_and_fit_returns_to_the_whole(page: str):
    prefix = BOARDS[PAGES[page]].entry.prefix
    app = open_page(page, {prefix + "zoom": TEXT})
    here, header = board(app, page), sent(app)["main"].header
    assert header["zoom"] == list(BOX)
    assert here.view == BOX, "surfaces are computed for what is seen"
    assert here.home != BOX
    assert here.history.past == ()
    assert dict(again(app).query_params) == {prefix + "zoom": TEXT}
    in_session(app, lambda: here.zoomed(None))
    assert dict(again(app).query_params) == {}
    assert sent(app)["main"].header["zoom"] is None


def test_what_was_zoomed_to_is_written_when_it_is_told():
    app = open_page("playground", {"C": "3"})
    here, fits = board(app, "playground"), board(app, "playground").fits
    in_session(app, lambda: here.zoomed((-0.512345, 1.5, 0.25, 1.7509)))
    assert dict(again(app).query_params) == {"C": "3", "zoom": "-0.512_1.5_0.25_1.751"}
    assert here.fits == fits, "the browser shows it already"
    in_session(app, lambda: here.choose(dataset="circles"))
    assert "zoom" not in again(app).query_params, "another sample is shown whole"


@pytest.mark.parametrize("text", ["1_0_0_1", "0_1_0", "0_1_0_inf", "nan_1_0_1", "0_1_0_1e10", "x"])
def test_what_is_no_box_is_ignored(text: str):
    assert BOARDS[""].zoom.decode({"zoom": text}) == BoardZoom()


@pytest.mark.parametrize("box", [BOX, (-1e6, 1e6, -2e6, 2e6), (1.0, 1.0 + 1e-6, 5.0, 5.0 + 2e-6)])
def test_a_zoom_is_written_to_a_thousandth_of_what_is_seen(box):
    found = zoom_to(box)
    words = BOARDS[""].zoom.encode(found)
    assert BOARDS[""].zoom.decode(words) == found
    sizes = 2 * [box[1] - box[0]] + 2 * [box[3] - box[2]]
    for new, old, size in zip(found.zoom, box, sizes, strict=True):
        assert abs(new - old) <= size / 1000
    assert len(words["zoom"]) < 50
