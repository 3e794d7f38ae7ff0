"""The table of points and the picture beside it: their values, and what a click on them does."""

import numpy as np
import pytest

import pages.ui.rows.rows as rows_module
from pages.state.board.board import FIRST_PLACED_ID, Edit
from pages.state.text.number_format import number
from pages.ui.canvas.events import Pick
from tests.helpers.opened import TRAINED, again, board_of, machine, numeral, open_page, sent, table

HEADS = ["", "α", "y f(x)", "slack", "KKT violation", "case"]
CASES = ("α = 0", "free", "α = C")


def cells_of(app) -> list[list[str]]:
    """The table's rows in the order of the board."""
    found = table(app)
    assert [name for name, _ in found["columns"]] == HEADS
    return sorted(found["cells"], key=lambda row: int(row[0]))


@pytest.mark.parametrize("query", [TRAINED["hard"], {"tol": "0.1"}])
def test_every_cell_follows_from_alpha_b_and_the_kernel(query):
    found = machine(query)
    rows = cells_of(open_page("dual", query))
    assert [row[0] for row in rows] == [str(i + 1) for i in range(len(found.y))]
    for i, (_, alpha, margin, slack, violation, case) in enumerate(rows):
        assert alpha == number(float(found.alpha[i]))
        near(margin, found.margins[i])
        near(slack, found.slack[i])
        assert "tol" in query or case == CASES[found.case[i]]  # its alphas are near C only
        assert numeral(violation) == pytest.approx(found.violation[i], rel=0.5, abs=1e-5)
    assert ("tol" in query) == (found.violation.max() > 1e-3)


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
    board_of(app).edit([Edit("add", points=((0.1, 0.2),), label=1, stroke=1)])
    again(app)
    [placed] = board_of(app).experiment.placed
    assert placed.id >= FIRST_PLACED_ID
    assert placed.id in table(app)["ids"]
    board_of(app).pick(Pick(id=placed.id))
    assert table(again(app))["chosen"] == placed.id
    board_of(app).edit([Edit("delete", ids=(placed.id,), stroke=2)])
    shown = table(again(app))
    assert shown["chosen"] is None
    assert placed.id not in shown["ids"]


def test_rows_hand_on_the_row_that_was_clicked_and_nothing_else(monkeypatch):
    given, state, picked = {}, {}, []
    monkeypatch.setattr(rows_module, "_rows", lambda **words: given.update(words))
    monkeypatch.setattr(rows_module.st, "session_state", state)
    ids = np.array([1, FIRST_PLACED_ID])
    rows_module.rows("kkt", {}, [["1"], ["2"]], ids=ids, chosen=1, on_pick=picked.append)
    assert all(type(i) is int for i in given["data"]["ids"])
    bad = (None, 1, "1", [], {}, {"id": 8}, {"id": "1"}, {"id": True}, {"id": 1.0})
    for wish in (*bad, {"id": 1}, {"id": FIRST_PLACED_ID, "n": 3}):
        state["kkt"] = {"pick": wish}
        given["on_pick_change"]()
    assert picked == [1, FIRST_PLACED_ID]
