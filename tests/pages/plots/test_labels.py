"""The words in the picture: each beside what it names, none across a line or another word."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pages.plots.decision import decision_figure
from pages.plots.labels import NAMES, lettering
from pages.plots.placement import AWAY, HIGH, Sheet, pixel
from pages.state.experiment import Experiment, change
from pages.state.layers import DECISION_LAYERS
from pages.state.run import run
from pages.state.scene import LEVELS, fit_view, scene

CASES = {
    "moons, linear": {"kernel": "linear"},
    "blobs, hard": {"dataset": "blobs", "noise": 0.1, "kernel": "linear", "margin": "hard"},
    "outlier, hard": {"dataset": "outlier", "kernel": "linear", "margin": "hard"},
    "xor, linear": {"dataset": "xor", "kernel": "linear"},
    "moons": {},
    "moons, narrow": {"gamma": 20.0},
    "circles": {"dataset": "circles"},
    "spirals": {"dataset": "spirals", "gamma": 10.0, "C": 10.0},
    "poly": {"kernel": "poly"},
}
every_case = pytest.mark.parametrize("changes", CASES.values(), ids=list(CASES))


def lettered(changes):
    """The scene, its view, the boxes of the words by their text: left, right, low, high."""
    result = run(change(Experiment(), **changes))
    view = fit_view(result.data)
    drawn = scene(result, view)
    trace = decision_figure(drawn, view)["data"][-1]
    boxes = {}
    columns = (trace[k] for k in ("x", "y", "text", "textposition"))
    for x, y, text, position in zip(*columns, strict=True):
        up, across = position.split()
        w, h = 7.0 * len(text) * pixel(view), 16.0 * pixel(view)
        left = x - {"left": w, "center": w / 2, "right": 0.0}[across]
        low = y - {"bottom": h, "middle": h / 2, "top": 0.0}[up]
        boxes[text] = (left, left + w, low, low + h)
    return drawn, view, boxes


@every_case
def test_no_word_lies_across_a_line_or_another_word(changes):
    drawn, view, boxes = lettered(changes)
    for text, (left, right, low, high) in boxes.items():
        assert view[0] <= left < right <= view[1], text
        assert view[2] <= low < high <= view[3], text
        px = pixel(view)  # the placing knows f to a fraction of a pixel
        across, up = np.linspace(left + px, right - px, 5), (low + px, high - px)
        edge = np.array([[x, y] for x in across for y in up])
        bands = np.searchsorted(LEVELS, drawn.run.model(edge))
        assert np.unique(bands).size == 1, f"{text} lies across a line"
    for (one, a), (other, b) in itertools.combinations(boxes.items(), 2):
        apart = a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]
        assert apart, f"{one} lies on {other}"


@every_case
def test_a_line_is_named_beside_itself(changes):
    """The anchor is on the line, the word within reach of it and in a band that it bounds."""
    drawn, view, boxes = lettered(changes)
    words, _ = lettering(drawn, DECISION_LAYERS, view)
    for word in words:
        if word.text in NAMES:
            which = NAMES.index(word.text)
            level = LEVELS[which]
            assert drawn.run.model(word.at[None])[0] == pytest.approx(level, abs=0.02)
            left, right, low, high = boxes[word.text]
            inside = drawn.run.model(np.array([[(left + right) / 2, (low + high) / 2]]))
            assert np.searchsorted(LEVELS, inside)[0] in (which, which + 1)
            near = np.clip(word.at, [left, low], [right, high])
            assert np.hypot(*(near - word.at)) <= (AWAY + 1.0) * pixel(view)


def test_the_boundary_of_a_narrow_street_is_not_named():
    """The street of the outlier is narrower than a letter is high: no word fits in."""
    drawn, view, boxes = lettered(CASES["outlier, hard"])
    assert drawn.run.width < 3.0 * HIGH * pixel(view)
    assert NAMES[1] not in boxes
    assert {NAMES[0], NAMES[2]} <= set(boxes)


def test_the_street_moves_along_the_boundary_only():
    drawn, view, _ = lettered({"dataset": "linear", "kernel": "linear"})
    words, street = lettering(drawn, DECISION_LAYERS, view)
    assert not np.allclose(street, drawn.street), "moved, for the word had no room"
    np.testing.assert_allclose(drawn.run.model(street), [-1.0, 1.0], atol=1e-6)
    np.testing.assert_allclose(street[1] - street[0], drawn.street[1] - drawn.street[0])
    assert np.abs(street - words[1].at).sum(axis=1).min() < 1e-9, "its word stands at an end"


def test_words_avoid_points_where_they_can():
    drawn, _, boxes = lettered({})
    for left, right, low, high in boxes.values():
        x, y = drawn.run.data.X.T
        assert not ((x > left) & (x < right) & (y > low) & (y < high)).any()


def test_a_place_is_given_away_once():
    """The same two places offered twice: the second word takes the other one, the third none."""
    drawn, view, _ = lettered({})
    sheet = Sheet(drawn.grid, view, np.empty((0, 2)))
    at = np.array([[-2.9, 2.3], [-2.0, 2.3]])
    offer = (3, at, np.tile([1.0, 0.0], (2, 1)), np.array([0.0, 1.0]))
    assert [sheet.place(*offer) for _ in range(2)] == [(0, True), (1, True)]
    assert sheet.place(*offer)[1] is False
