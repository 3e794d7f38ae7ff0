"""The words in the picture: each beside what it names, none across a line or another word."""

import itertools

import numpy as np
import pytest

from pages.plots.decision import decision_figure
from pages.plots.label_placement import Obstacle, Sheet, stations
from pages.plots.labels import AWAY, NAMES, lettering, pixel
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.model.scene import LEVELS, fit_view, scene
from pages.state.screen.layers import DECISION_LAYERS

CASES = {
    "moons, linear": {"kernel": "linear"},
    "blobs, hard": {"dataset": "blobs", "noise": 0.1, "kernel": "linear", "margin": "hard"},
    "outlier, hard": {"dataset": "outlier", "kernel": "linear", "margin": "hard"},
    "moons": {},
    "moons, narrow": {"gamma": 20.0},
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
    """The word is within reach of its line and in a band that the line bounds."""
    drawn, view, boxes = lettered(changes)
    words, _ = lettering(drawn, DECISION_LAYERS, view)
    for word in words:
        if word.text in NAMES:
            which = NAMES.index(word.text)
            left, right, low, high = boxes[word.text]
            inside = drawn.run.model(np.array([[(left + right) / 2, (low + high) / 2]]))
            assert np.searchsorted(LEVELS, inside)[0] in (which, which + 1)
            line = stations(drawn.lines[which], pixel(view))
            for end in (word.at, np.clip(line, [left, low], [right, high])):
                off = np.hypot(*(line - end).T)
                assert off.min() <= (AWAY + 1.0) * pixel(view)


def test_the_street_moves_along_the_boundary_only():
    drawn, view, _ = lettered({"dataset": "linear", "kernel": "linear"})
    words, street = lettering(drawn, DECISION_LAYERS, view)
    assert not np.allclose(street, drawn.street), "moved, for the word had no room"
    np.testing.assert_allclose(drawn.run.model(street), [-1.0, 1.0], atol=1e-6)
    np.testing.assert_allclose(street[1] - street[0], drawn.street[1] - drawn.street[0])
    off = np.hypot(*(street - words[1].at).T).min()
    assert off == pytest.approx(AWAY * pixel(view)), "its word stands at an end"


@pytest.mark.parametrize(
    "changes", [{"noise": 1.0, "dataset": "blobs"}, {"dataset": "xor"}], ids=str
)
def test_where_the_hulls_meet_is_said_beside_points_and_outlines(changes):
    drawn, view, boxes = lettered({"kernel": "linear", "margin": "hard"} | changes)
    [(text, (left, right, low, high))] = [(t, box) for t, box in boxes.items() if "hulls" in t]
    for points in (drawn.run.data.X, *(stations(hull, pixel(view)) for hull in drawn.hulls)):
        x, y = points.T
        assert not ((x > left) & (x < right) & (y > low) & (y < high)).any(), text
    x, y = drawn.meeting
    off = np.hypot(max(left - x, x - right, 0.0), max(low - y, y - high, 0.0))
    assert text.startswith("✕") or off <= 5.0 * AWAY * pixel(view)


RIGHT = np.array([[1.0, 0.0], [1.0, 0.0]])


@pytest.mark.parametrize(
    ("obstacle", "most", "expected"),
    [
        (Obstacle(np.array([[15.0, 50.0]]), 0.0), np.inf, 1),  # covered, which costs 1
        (Obstacle(np.array([[15.0, 50.0]]), 0.0, price=0.3), np.inf, 0),  # less than the place
        (Obstacle(np.array([[15.0, 50.0]]), 0.0, price=0.3), 0.0, 1),
        (Obstacle(np.array([[15.0, 61.0]]), 0.0), np.inf, 0),  # 2 pixels above the box
        (Obstacle(np.array([[15.0, 61.0]]), 3.0), np.inf, 1),
        (Obstacle(np.array([[15.0, 61.0]]), 0.0, room=0.01), np.inf, 1),  # 2 against 60 pixels
        (Obstacle(np.array([[15.0, 61.0]]), 0.0, room=0.008), np.inf, 0),
    ],
    ids=str,
)
def test_the_cheapest_place_is_taken(obstacle, most, expected):
    at = np.array([[10.0, 50.0], [190.0, 50.0]])
    sheet = Sheet((0.0, 300.0, 0.0, 100.0))
    best, _, free = sheet.place("abc", at, RIGHT, np.array([0.0, 0.5]), [obstacle], most)
    assert (best, free) == (expected, True)


def test_without_a_free_place_the_cheapest_is_returned_and_not_written():
    sheet = Sheet((0.0, 300.0, 0.0, 100.0), barred=lambda middle, half: middle[:, 1] > 10.0)
    at = np.array([[10.0, 50.0], [90.0, 50.0]])
    best, word, free = sheet.place("abc", at, -RIGHT, np.array([1.0, 0.5]))
    assert (best, word.position, free) == (1, "middle left", False)
    assert sheet.boxes == []
    wide = Sheet((0.0, 300.0, 0.0, 100.0))
    assert wide.place("abc", at, RIGHT, np.array([np.inf, 9.0]))[::2] == (1, True)


def test_stations_are_even_along_each_piece():
    curve = np.array([[0.0, 0.0], [3.0, 4.0], [np.nan, np.nan], [5.0, 5.0], [5.0, 11.0]])
    found = stations(curve, 2.5)
    np.testing.assert_allclose(
        found, [[0.0, 0.0], [1.5, 2.0], [3.0, 4.0], [5.0, 5.0], [5.0, 8.0], [5.0, 11.0]]
    )
    assert stations(np.full((2, 2), np.nan), 1.0).shape == (0, 2)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("dataset", ["linear", "xor"])
def test_the_name_of_w_covers_no_point_and_is_short_where_the_long_one_would(dataset, seed):
    words = {"dataset": dataset, "kernel": "linear", "seed": seed, "n_samples": 150, "C": 0.05}
    drawn, _, boxes = lettered(words)
    [name] = [text for text in boxes if text.startswith("w")]
    left, right, low, high = boxes[name]
    X = drawn.run.data.X
    inside = np.logical_and([left, low] < X, [right, high] > X)
    assert not inside.all(axis=1).any(), name
    assert drawn.normal_shortened or name == "w"


@pytest.mark.parametrize("seen", [(-6.6, 6.6, -2.4, 2.4), (-1.0, 1.6, -1.2, 0.9)])
def test_names_stand_inside_what_is_seen(seen):
    """A wide, low picture, and one that is zoomed in: of the lines' whole names no part is cut."""
    shown = run(Experiment())
    drawn = scene(shown, seen)
    figure = decision_figure(drawn, fit_view(shown.data), seen=seen)
    half = 8.0 * pixel(seen)  # of a line's height

    def inside(figure):
        words = next(trace for trace in figure["data"] if trace["uid"] == "labels")
        assert NAMES[1] in words["text"]
        x, y = np.array(words["x"]), np.array(words["y"])
        across = (seen[0] < x) & (x < seen[1])
        return (across & (seen[2] + half <= y) & (y <= seen[3] - half)).all()

    assert inside(figure)
    assert not inside(decision_figure(drawn, fit_view(shown.data))), "placed for the whole picture"
