"""Links and codes as the page hands them out and takes them, without a browser."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.link.codec import from_code, to_code
from pages.ui.canvas.events import Command
from tests.helpers.links import from_query, to_query
from tests.helpers.opened import board_of, control, open_page


def with_share_opened(app: AppTest) -> AppTest:
    app.session_state["share"] = True  # what a click on the button does
    return app.run()


def test_a_code_opens_an_experiment():
    wanted = change(Experiment(), dataset="xor", C=3.0)
    app = with_share_opened(open_page("playground", {}))
    app.text_input(key="share_code").set_value(f" {to_code(to_query(wanted))}\n").run()
    assert not app.exception
    assert board_of(app).experiment == wanted
    assert control(app, "w_C")["value"] == 3.0
    assert dict(app.query_params) == to_query(wanted)
    assert not with_share_opened(app).error
    board_of(app).edit([Command.UNDO])
    app.run()
    assert board_of(app).experiment == Experiment(), "undo returns to what was there before"


def test_what_is_shown_to_be_shared_opens_the_same_experiment():
    board = Experiment().board().apply(Edit("add", points=((1.5, 1.5),), label=1, stroke=1))
    wanted = change(Experiment().with_board(board), kernel="poly", degree=2)
    app = with_share_opened(open_page("playground", to_query(wanted)))
    address, code = (block.value for block in app.code)
    assert to_query(from_query(from_code(code))) == to_query(wanted)
    assert dict(parse_qsl(urlsplit(address).query)) == to_query(wanted)


@pytest.mark.parametrize("text", ["hello", "SVM1-", "SVM1-AAAA", "?C=3"])
def test_a_code_that_is_none_changes_nothing_and_says_why(text: str):
    app = with_share_opened(open_page("playground", {}))
    app.text_input(key="share_code").set_value(text).run()
    assert not app.exception
    assert board_of(app).experiment == Experiment()
    assert not board_of(app).history.past
    (problem,) = with_share_opened(app).error
    assert problem.value.startswith("a share code must ")
    app.text_input(key="share_code").set_value("").run()
    assert not with_share_opened(app).error
