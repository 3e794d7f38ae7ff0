"""Freeze, change, swap, undo, drop and reload on the page itself."""

import numpy as np

from pages.state.board.experiment import Experiment, change
from pages.state.model.comparison import FrozenModel
from pages.state.model.run import run
from pages.state.model.scene import scene
from pages.ui.canvas.events import Command
from tests.helpers.opened import (
    again,
    blocks,
    board_of,
    in_session,
    move,
    open_page,
    plain,
    sent,
    visit_of,
)

A, B = Experiment(), change(Experiment(), C=100.0)


def frozen(app) -> Experiment | None:
    return visit_of(app).value(FrozenModel).frozen


def pair(app) -> tuple[Experiment | None, Experiment]:
    return frozen(app), board_of(app).experiment


def press(app, key: str):
    app.button(key=key).click()
    return again(app)


def undo(app, command: Command = Command.UNDO):
    in_session(app, lambda: board_of(app).edit([command]))
    return again(app)


def test_a_frozen_model_stays_while_all_else_changes():
    app = open_page("")
    assert [b.key for b in app.button if b.key in ("freeze", "swap", "drop")] == ["freeze"]
    press(app, "freeze")
    assert dict(app.query_params) == {"frozen": "same"}
    move(app, "w_C", 100.0)
    assert pair(app) == (A, B)
    assert dict(app.query_params) == {"C": "100", "frozen": "-C"}
    picture, wanted = sent(app)["main"], scene(run(A), board_of(app).view).lines[1]
    np.testing.assert_allclose(picture.trace("frozen")["x"], wanted[:, 0], rtol=1e-6)
    assert "B: C = 100 instead of 1." in picture.header["alt"]
    [table] = blocks(app, "svm-numbers svm-compare")
    assert "Support vectors2913" in plain(table)

    press(app, "swap")
    assert pair(app) == (B, A)
    assert dict(app.query_params) == {"frozen": "C.100"}
    press(app, "swap")
    assert pair(app) == (A, B)
    undo(undo(app))
    assert pair(app) == (A, B), "each swap is one step"
    undo(app, Command.REDO)
    assert pair(app) == (B, A)
    undo(undo(app))
    assert pair(app) == (A, A), "A outlives an undone change"

    app.switch_page("pages/kernels/page.py").run()
    app.switch_page("pages/playground/page.py").run()
    assert frozen(app) == A
    press(app, "drop")
    assert frozen(app) is None
    assert "frozen" not in app.query_params
    assert not blocks(app, "svm-numbers svm-compare")


def test_a_link_with_nonsense_opens_b_alone_and_an_a_without_a_model_is_said():
    app = open_page("", {"C": "100", "frozen": "kernel.magic"})
    assert pair(app) == (None, B)
    app = open_page("", {"C": "100", "frozen": "kernel.linear~margin.hard"})
    assert "A has no model" in plain(blocks(app, "svm-numbers svm-compare")[0])
    press(app, "swap")
    assert pair(app) == (B, change(A, kernel="linear", margin="hard", C=100.0))
