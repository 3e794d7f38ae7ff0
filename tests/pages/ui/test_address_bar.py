"""The word of an address that says which edits its link contains."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.state.link.point_text import write_points
from pages.ui.canvas.inbox import Browser
from pages.ui.link.address_bar import REVISION, _page_of_link
from tests.e2e.server import APPS
from tests.helpers import ENDLESS
from tests.helpers.opened import board_of, open_page, visit_of
from tests.pages.state.test_point_text import by_hand

CUT = write_points(by_hand(40).placed)[:-1]


def test_a_link_with_the_word_of_another_visit_opens_as_one_without_it():
    """As it is copied where a page around the app shows the address, and the canvas's is within."""
    app = AppTest.from_file(str(APPS / "linked_app.py"), default_timeout=ENDLESS)
    app.query_params["C"], app.query_params[REVISION] = "2", "main.17"
    app.run()
    assert not app.exception
    assert (board_of(app).experiment.C, len(board_of(app).history.past)) == (2.0, 0)
    board_of(app).choose(C=3.0)
    app.run()
    assert app.query_params == {"C": "3"}
    inboxes = visit_of(app).remembered(Browser).inboxes
    inboxes["main"].ack, inboxes["handles"].ack = 5, 2
    board_of(app).choose(C=4.0)
    app.run()
    assert app.query_params == {"C": "4", REVISION: "main.5~handles.2"}
    app.query_params[REVISION] = "main.4"  # of a message that was late
    app.run()
    assert app.query_params == {"C": "4", REVISION: "main.4"}, "nothing is written again"
    assert (board_of(app).experiment.C, len(board_of(app).history.past)) == (4.0, 2)


@pytest.mark.parametrize(
    ("url", "page", "told"),
    [
        ("https://svm.example/svm/", "dual", {"page": "dual"}),
        ("https://svm.example/svm/race?C=3", "dual", {"page": "dual"}),
        ("https://svm.example/svm/dual/", "dual", {}),
        ("", "dual", {}),
        ("https://svm.example/svm/dual", "playground", {"left": "dual"}),
        ("https://svm.example/svm/", "playground", {}),
        ("https://svm.example/svm", "playground", {}),
    ],
)
def test_the_page_of_a_link_is_told_while_the_address_is_that_of_another(url, page, told):
    assert _page_of_link(url, page) == told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"kernel": "rbg*", "C": "3"}, "kernel=rbg\\* cannot be read and was left out"),
        ({"kernel": "no", "C": "x"}, "kernel=no and C=x cannot be read and were left out"),
        ({"lesson": "nowhere"}, "lesson=nowhere\\&step=1 cannot be read and was left out"),
        ({"placed": CUT}, "damaged or incomplete: its points cannot be read and were left out."),
        ({"placed": CUT, "C": "x"}, "C=x and its points cannot be read and were left out."),
    ],
)
def test_a_damaged_link_says_so_until_another_page_is_opened(words, said):
    app = open_page("playground", words)
    [warning] = app.warning
    assert said in warning.value
    app.query_params.clear()
    app.switch_page("pages/kernels/page.py").run()
    assert not app.warning


def test_a_damaged_link_takes_no_points_away():
    """What was on the board is one step of undo away."""
    app = open_page("playground", {"dataset": "own"})
    board_of(app).choose(placed=by_hand(3).placed)
    app.run()
    app.query_params["placed"] = CUT
    app.run()
    assert "its points cannot be read" in app.warning[0].value
    assert board_of(app).history.undo().present.experiment.placed == by_hand(3).placed
