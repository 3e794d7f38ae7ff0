"""What the panel of SMO says and draws of a step, asked of the browser's own code."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.dual.figures.smo import smo_dict
from pages.dual.model.smo_record import smo_record
from pages.state.board.experiment import Experiment, change
from pages.state.model.scene import cover, fit_view
from pages.ui.canvas.wire import to_json
from tests.helpers.dual_problems import placed
from tests.helpers.javascript import evaluated
from tests.helpers.opened import numeral

MODULES = {
    "timeline/js/decode.js": "decodeArrays",
    "timeline/js/microscope.js": "box, microscope, parabola, stepRows",
}
STEPS = """((film) => [
  microscope({ film, k: 0 }, ["(-)", "(+)"]),
  ...[...film.update.keys()].slice(1).map((k) => ({
    rows: stepRows(film, k),
    box: box(film, k),
    parabola: parabola(film, k),
    all: microscope({ film, k }, ["(-)", "(+)"]),
  })),
])(decodeArrays(data))"""


def panels(experiment):
    """The record, and for each step after the start what the panel says and draws."""
    record = smo_record(experiment)
    film = smo_dict(record, "run", cover(fit_view(record.data)))
    start, *said = evaluated(STEPS, MODULES, to_json(film))
    assert ("box" in start) == bool(np.isfinite(record.C))
    return record, said


FRAME_CENTER = (97.0, 81.0)
CASES = {
    "flat": placed([(0.0, 0.0, 0), (0.0, 0.0, 1)], kernel="linear", C=3.0),
    "upwards": change(Experiment(), kernel="sigmoid", n_samples=40),
    "soft": change(Experiment(), n_samples=40, C=5.0),
    "hard": change(Experiment(), n_samples=40, margin="hard", gamma=3.0),
    "hard line": change(
        Experiment(), n_samples=40, margin="hard", kernel="linear", dataset="blobs", noise=0.1
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_panel_says_and_draws_the_step(case):
    record, said = panels(CASES[case])
    y, K = record.data.y, record.kernel(record.data.X, record.data.X)
    for m, panel in enumerate(said, start=1):
        (_, told), _, (_, gained), (_, violation) = panel["rows"]
        top, low, high = record.line.unclipped[m], record.line.low[m], record.line.high[m]
        if np.isinf(top):
            assert f"has no maximum and rises to {'H' if top > 0 else 'L'}" in told
        else:
            assert "no maximum" not in told
            end = "clipped at L" if top < low else "clipped at H" if top > high else "not clipped"
            near = min(abs(top - low), abs(top - high)) <= 1e-6 * max(1.0, abs(top))
            assert end in told or near
        if np.isinf(record.C):
            assert "box" not in panel["all"]
            assert "without upper bound" in panel["all"]
        assert gained.startswith("+ ")
        for word in ("NaN", "undefined", "Infinity", "null", "e12"):
            assert word not in panel["all"]
        i, j = record.steps.pair[m]
        E = y - K @ (record.states.alpha[m] * y)
        scale = abs(record.steps.E[m, 0] - record.steps.E[m, 1])
        left = pytest.approx(E[i] - E[j], rel=1e-3, abs=2e-4 * scale + 1e-12)
        assert numeral(violation.split("→ ")[-1]) == left
        for path in re.findall(
            r'd="M([-\d.,L]+)" class="svm-why-', panel["box"] + panel["parabola"]
        ):
            at = np.array(re.findall(r"-?\d+\.\d", path), dtype=float).reshape(-1, 2)
            assert np.abs(at - FRAME_CENTER).max() <= 75.1, "outside of its frame"
