"""The table of points and the picture beside it: their values, and what a click on them does."""

from __future__ import annotations

import numpy as np
import pytest

import pages.ui.rows as rows_module
from pages.state.board import FIRST_PLACED_ID, Edit
from pages.state.verdict import number
from pages.ui.canvas import Pick
from tests.helpers.opened import (
    TRAINED,
    again,
    machine,
    numeral,
    open_page,
    sent,
    session,
    table,
)

HEADS = ["", "α", "y f(x)", "slack", "KKT violation", "case"]
CASES = ("α = 0", "free", "α = C")


def cells_of(app) -> list[list[str]]:
    """The table's rows in the order of the board."""
    found = table(app)
    assert [name for name, _ in found["columns"]] == HEADS
    return sorted(found["cells"], key=lambda row: int(row[0]))


@pytest.mark.parametrize("board", ["usual", "hard", "poly", "sigmoid"])
def test_every_cell_follows_from_alpha_b_and_the_kernel(board):
    query = TRAINED[board]
    found = machine(query)
    rows = cells_of(open_page("dual", query))
    assert [row[0] for row in rows] == [str(i + 1) for i in range(len(found.y))]
    for i, (_, alpha, margin, slack, violation, case) in enumerate(rows):
        assert alpha == number(float(found.alpha[i]))
        near(margin, found.margins[i])
        near(slack, found.slack[i])
        assert case == CASES[found.case[i]]
        assert numeral(violation) < 1e-5
        assert found.violation[i] < 1e-5


def test_the_violation_of_a_machine_that_is_not_finished_is_its_own():
    query = {"tol": "0.1"}
    found = machine(query)
    rows = cells_of(open_page("dual", query))
    told = np.array([numeral(row[4]) for row in rows])
    np.testing.assert_allclose(told, found.violation, rtol=0.5, atol=1e-9)
    assert told.max() > 1e-3


def near(text: str, wanted: float) -> None:
    """Three digits, but for the rounding of the last one and of what is 0."""
    assert numeral(text) == pytest.approx(wanted, rel=6e-3, abs=1e-9)


def test_the_heaviest_come_first_and_rows_know_their_points():
    app = open_page("dual", {"C": "3"})
    found, shown = machine({"C": "3"}), table(app)
    numbered = [int(row[0]) - 1 for row in shown["cells"]]
    assert (np.diff(found.alpha[numbered]) < 1e-9).all()
    ids = sent(app)["main"].header["ids"]
    assert shown["ids"] == [ids[i] for i in numbered]
    assert sorted(shown["ids"]) == sorted(ids)
    assert shown["chosen"] is None
    bars = sent(app)["alpha"]
    heights = np.asarray(bars.figure["data"][0]["y"], dtype=float)
    own = {id: found.alpha[i] for i, id in enumerate(ids)}
    np.testing.assert_allclose(heights, [own[id] for id in bars.header["linkedIds"]], rtol=1e-6)


def test_a_placed_point_has_its_row_too():
    app = open_page("dual")
    session(app).edit([Edit("add", points=((0.1, 0.2),), label=1, stroke=1)])
    again(app)
    [placed] = session(app).experiment.placed
    assert placed.id >= FIRST_PLACED_ID
    assert placed.id in table(app)["ids"]
    session(app).pick(Pick(id=placed.id))
    assert table(again(app))["chosen"] == placed.id
    session(app).edit([Edit("delete", ids=(placed.id,), stroke=2)])
    shown = table(again(app))
    assert shown["chosen"] is None
    assert placed.id not in shown["ids"]


class Browser:
    """What Streamlit is handed by `rows`, and a browser's answer."""

    def __init__(self, monkeypatch) -> None:
        self.given, self.session_state, self.picked = {}, {}, []
        monkeypatch.setattr(rows_module, "_rows", lambda **given: self.given.update(given))
        monkeypatch.setattr(rows_module.st, "session_state", self.session_state)

    def draw(self, cells, ids, chosen=None) -> None:
        rows_module.rows(
            "kkt", {"α": "why"}, cells, ids=ids, chosen=chosen, on_pick=self.picked.append
        )

    def answer(self, wish: object) -> list[int]:
        self.picked.clear()
        self.session_state["kkt"] = {"pick": wish}
        self.given["on_pick_change"]()
        return self.picked


@pytest.fixture
def browser(monkeypatch) -> Browser:
    return Browser(monkeypatch)


def test_rows_hand_on_the_row_that_was_clicked_and_nothing_else(browser):
    browser.draw([["1"], ["2"]], np.array([7, FIRST_PLACED_ID]), chosen=7)
    assert browser.given["data"]["chosen"] == 7
    assert browser.given["data"]["ids"] == [7, FIRST_PLACED_ID]
    assert all(type(i) is int for i in browser.given["data"]["ids"])
    assert browser.given["data"]["columns"] == [["α", "why"]]
    assert browser.answer({"id": 7}) == [7]
    assert browser.answer({"id": FIRST_PLACED_ID, "n": 3}) == [FIRST_PLACED_ID]
    for wish in (None, 7, "7", [], {}, {"id": 8}, {"id": "7"}, {"id": True}, {"id": 7.0}):
        assert browser.answer(wish) == [], wish
