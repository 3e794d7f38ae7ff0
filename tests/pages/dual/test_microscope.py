"""What the panel of SMO says and draws of a step, asked of the browser's own code."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.dual.figures.smo import smo_dict
from pages.dual.model.smo_record import smo_record
from pages.state.experiment import Experiment, change
from pages.state.scene import cover, fit_view
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
EDGE = 0.06  # of a pixel: what rounding to one digit may add


def panels(experiment):
    """The record, and for each step after the start what the panel says and draws."""
    record = smo_record(experiment)
    film = smo_dict(record, "run", cover(fit_view(record.data)))
    start, *said = evaluated(STEPS, MODULES, to_json(film))
    assert ("box" in start) == bool(np.isfinite(record.C))
    return record, said


def numbers(svg):
    return [float(word) for word in re.findall(r"-?\d+\.\d", svg)]


CASES = {
    "flat": placed([(0.0, 0.0, 0), (0.0, 0.0, 1)], kernel="linear", C=3.0),
    "upwards": change(Experiment(), kernel="sigmoid", n_samples=40),
    "soft": change(Experiment(), n_samples=40, C=5.0),
    "hard": change(Experiment(), n_samples=40, margin="hard", gamma=3.0),
    "hard line": change(
        Experiment(), n_samples=40, margin="hard", kernel="linear", dataset="blobs", noise=0.1
    ),
}
every_case = pytest.mark.parametrize("case", CASES)


@every_case
def test_the_words_say_where_the_top_is_and_what_the_box_left_of_it(case):
    record, said = panels(CASES[case])
    for m, panel in enumerate(said, start=1):
        (_, told), _, (_, gained), _ = panel["rows"]
        wish, low, high = record.line.unclipped[m], record.line.low[m], record.line.high[m]
        if np.isinf(wish):
            assert "no maximum" in told
            assert f"has no maximum and rises to {'H' if wish > 0 else 'L'}" in told
        else:
            assert "no maximum" not in told
            end = "clipped at L" if wish < low else "clipped at H" if wish > high else "not clipped"
            near = min(abs(wish - low), abs(wish - high)) <= 1e-6 * max(1.0, abs(wish))
            assert end in told or near
        if np.isinf(record.C):
            assert "box" not in panel["all"]
            assert "without upper bound" in panel["all"]
        assert gained.startswith("+ ")
        for word in ("NaN", "undefined", "Infinity", "null", "e12"):
            assert word not in panel["all"]


@every_case
def test_what_is_left_of_the_pair_s_violation_is_that_of_the_multipliers(case):
    record, said = panels(CASES[case])
    y, K = record.data.y, record.kernel(record.data.X, record.data.X)
    for m, panel in enumerate(said, start=1):
        i, j = record.steps.pair[m]
        E = y - K @ (record.states.alpha[m] * y)
        left = numeral(panel["rows"][3][1].split("→ ")[-1])
        scale = abs(record.steps.E[m, 0] - record.steps.E[m, 1])
        assert left == pytest.approx(E[i] - E[j], rel=1e-3, abs=2e-4 * scale + 1e-12)


@every_case
def test_the_pictures_stay_inside_their_frames(case):
    _, said = panels(CASES[case])
    for panel in said:
        x0, y0, size = 22.0, 6.0, 150.0
        for way in re.findall(r'd="M([\d.,L-]+)" class="svm-why-(?:way|step)"', panel["box"]):
            at = np.array(numbers(way)).reshape(-1, 2)
            assert (at >= np.array([x0, y0]) - EDGE).all()
            assert (at <= np.array([x0 + size, y0 + size]) + EDGE).all()
        curve = re.search(r'd="M([\d.,L-]+)" class="svm-why-way"', panel["parabola"])
        at = np.array(numbers(curve[1])).reshape(-1, 2)
        assert len(at) == 41
        assert (at[:, 0] >= x0 - EDGE).all()
        assert (at[:, 0] <= x0 + size + EDGE).all()
        for name in ("old", "new"):
            assert f'class="svm-why-{name}"' in panel["parabola"]
