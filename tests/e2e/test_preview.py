"""The picture follows the hand before the server has answered."""

from __future__ import annotations

import base64

import numpy as np
import pytest
from playwright.sync_api import Page

from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import Run, run
from tests.e2e.browser import Canvas, eventually, hold, let_go, open_page
from tests.e2e.test_controls import Control
from tests.helpers.grids import few

# the picture that is seen: f on the boundary and the margins is 0, -1 and 1; the regions are shades
# of tanh f; marks with rings are support vectors
SEEN = """() => {
    const { preview, dom } = svmCanvas.get("main");
    const uids = ["below", "boundary", "above"];
    const data = preview.data ?? dom.painted.data;
    const trace = (uid) => data.find((one) => one.uid === uid);
    const { x0, dx, y0, dy, z } = trace("regions");
    return { ahead: preview.data !== null, painted: preview.painted,
             lines: uids.map((uid) => [[...trace(uid).x], [...trace(uid).y]]),
             rings: trace("points").marker.line.width.filter((width) => width > 1).length,
             crosses: trace("wrong").x.length,
             grid: [x0, dx, y0, dy], z: z.values ? [...z.values] : z.bdata };
}"""


def shows(page: Page, expected: Run) -> dict:
    """What is seen, once it is the picture of this run."""
    found = eventually(page, SEEN, lambda seen: _is_of(seen, expected))
    assert found["rings"] == expected.support.sum()
    assert found["crosses"] == expected.wrong.sum()
    return found


def _is_of(seen: dict, expected: Run) -> bool:
    for level, line in zip((-1.0, 0.0, 1.0), seen["lines"], strict=True):
        places = np.array(line, dtype=float).T
        places = places[~np.isnan(places[:, 0])]
        if not len(places) or np.abs(expected.model(places) - level).max() > 0.02:
            return False
    x0, dx, y0, dy = seen["grid"]
    z = seen["z"]
    z = np.frombuffer(base64.b64decode(z), np.int8) if isinstance(z, str) else np.array(z)
    n = int(np.sqrt(len(z)))
    u, v = np.meshgrid(x0 + dx * np.arange(n), y0 + dy * np.arange(n))
    f = expected.model(np.column_stack([u.ravel(), v.ravel()]))
    return bool(np.abs(127.0 * np.tanh(f) - z).max() < 1.0)


@pytest.mark.parametrize(("name", "field"), few(("γ", "gamma"), ("C", "C")))
def test_what_a_hand_does_is_seen_before_it_is_answered(browser, app_url, name, field):
    with open_page(browser, f"{app_url}/?n_samples=60") as page:
        control, canvas = Control(page, name), Canvas(page, "main")
        hold(page)
        revision = canvas.revision
        page.mouse.move(*control.place(control.share))
        page.mouse.down()
        for share in (0.66, 0.4):  # and below where it was
            page.mouse.move(*control.place(share), steps=3)
            expected = run(change(Experiment(n_samples=60), **{field: control.value}))
            assert shows(page, expected)["ahead"]
        assert canvas.revision == revision
        page.mouse.up()
        assert shows(page, expected)["ahead"]
        let_go(page)
        canvas.wait_ready()
        assert not shows(page, expected)["ahead"]
        assert canvas.revision > revision

        experiment = expected.experiment
        hold(page)
        canvas.click(0.5, 2.0)
        assert shows(page, run(edited(page, experiment)))["ahead"]
        at = experiment.board().all_points[0]
        canvas.drag((at.x, at.y), (0.0, -1.5))
        expected = run(edited(page, experiment))
        assert len(expected.data) == 61
        assert shows(page, expected)["ahead"]
        let_go(page)
        page.wait_for_url("**placed=**")
        canvas.wait_ready()
        assert not shows(page, expected)["ahead"]


def edited(page: Page, experiment: Experiment) -> Experiment:
    """The experiment after the edits that are on their way."""
    board = experiment.board()
    for one in page.evaluate("svmCanvas.get('main').outbox.pending"):
        if one["t"] in ("add", "move"):
            points, ids = tuple(map(tuple, one["p"])), tuple(one.get("ids", ()))
            board = board.apply(Edit(one["t"], ids=ids, points=points, label=one.get("c", 0)))
    return experiment.with_board(board)
