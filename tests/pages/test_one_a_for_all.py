"""One A for all pages of a board: frozen on one, it is compared with on Dual and Kernels, too."""

from __future__ import annotations

import numpy as np

from pages.state.board.experiment import Experiment, change
from pages.state.model.comparison import FrozenModel
from pages.state.model.run import run
from pages.state.model.scene import scene
from tests.helpers.opened import again, blocks, board_of, open_page, plain, sent, visit_of

A = change(Experiment(), solver="smo", max_iter=3)
SHOWN = change(A, solver="auto", max_iter=0)  # what Dual and Kernels train instead
LINK = {"C": "100", "frozen": "-C~solver.smo~max_iter.3"}
WORDS = "B: C = 100 instead of 1."  # the solver is the same there


def a_of(app):
    return sent(app)["main"].trace("frozen")


def test_a_of_the_playground_is_on_dual_with_its_curve_and_its_multipliers():
    app = open_page("", LINK)
    app.switch_page("pages/dual/page.py").run()
    wanted = scene(run(SHOWN), board_of(app).view).lines[1]
    np.testing.assert_allclose(a_of(app)["x"], wanted[:, 0], rtol=1e-6)
    assert WORDS in sent(app)["main"].header["alt"]
    found = run(SHOWN)
    behind = sent(app)["alpha"].trace("frozen")
    np.testing.assert_allclose(behind["y"], np.sort(found.alpha[found.support])[::-1][:80])
    [table] = blocks(app, "svm-numbers svm-compare")
    assert f"Support vectors{int(found.support.sum())}" in plain(table)
    assert plain(table).endswith(WORDS)
    assert "cards" in app.button_group(key="w_parts").options
    app.button(key="swap").click()
    again(app)
    assert board_of(app).experiment == A
    assert visit_of(app).value(FrozenModel).frozen == change(Experiment(), C=100.0)
    app.button(key="drop").click()
    again(app)
    assert not blocks(app, "svm-numbers svm-compare")
