"""The race's pictures: Plotly takes them, they show the record, and their words are readable."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pages.plots.curve_names import names_beside
from pages.plots.label_placement import TYPE, Label
from pages.race.figures import BOX, FLOOR, PICTURE, STYLES, boundaries_figure, pace_figure
from pages.race.model import race as module
from pages.race.model.race import enter, race, track_of
from pages.race.model.race_film import Watch, stands
from pages.race.model.racers import possible_racers
from pages.state.board.experiment import Experiment, change
from tests.helpers.figures import accepted, traces

LETTER, HIGH = TYPE[13]
VIEW = (-3.0, 3.0, -2.4, 2.4)


@pytest.fixture(scope="module")
def whole():
    track = track_of(change(Experiment(), n_samples=40), "hinge")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PASSES", 40.0)
        return race(track, [enter(track, name) for name in possible_racers("hinge")])


def figures(whole, watch):
    found = stands(whole, watch.at, watch.by, VIEW)
    yield boundaries_figure(whole.track, found, VIEW, bold=watch.bold)
    for by in ("passes", "ms"):
        yield pace_figure(whole, found, by, watch)


@pytest.mark.parametrize("watch", [Watch(), Watch("ms", 5.0, "smo"), Watch("passes", 0.01)])
def test_plotly_accepts_every_property(whole, watch):
    for figure in (*figures(whole, watch), pace_figure(None, (), "ms", watch)):
        accepted(figure)


def test_the_curves_are_the_record(whole):
    watch = Watch("ms", 5.0)
    found = stands(whole, watch.at, watch.by, VIEW)
    for by, scale in (("passes", 1.0), ("ms", 1e3)):
        figure = pace_figure(whole, found, by, watch)
        drawn, [floor] = traces(figure), figure["layout"]["shapes"]
        assert floor["y0"] == FLOOR
        assert "1" in figure["layout"]["xaxis"]["ticktext"]
        assert "10⁻⁹" in figure["layout"]["yaxis"]["ticktext"]
        for entrant in whole.entrants:
            x = scale * (entrant.passes if by == "passes" else entrant.seconds)
            curve = drawn[entrant.racer]
            np.testing.assert_allclose(curve["x"][1:], x[1:])
            assert 0.0 < curve["x"][0] <= curve["x"][1], "the start stands at the left end"
            np.testing.assert_array_equal(curve["y"], np.clip(entrant.suboptimality, FLOOR, 1e6))
            exact, clock = np.asarray(curve["customdata"]).T
            np.testing.assert_array_equal(exact, entrant.suboptimality)
            np.testing.assert_allclose(clock, x)


def test_the_boundaries_are_those_of_the_moment(whole):
    found = stands(whole, 3.0, "passes", VIEW)
    drawn = traces(boundaries_figure(whole.track, found, VIEW))
    for stand in found:
        line = drawn[stand.entrant.racer]
        np.testing.assert_allclose(line["x"], stand.line[:, 0], rtol=1e-6)
        np.testing.assert_allclose(line["y"], stand.line[:, 1], rtol=1e-6)
    np.testing.assert_array_equal(drawn["points"]["x"], whole.track.data.X[:, 0])


def test_bold_is_bold(whole):
    for figure in figures(whole, Watch("passes", 3.0, "gradient")):
        drawn = traces(figure)
        widths = {name: drawn[name]["line"]["width"] for name in STYLES if name in drawn}
        assert widths.pop("gradient") > 2.0 * max(widths.values())


def box(name):
    """Lower left and upper right corner of a name, as Plotly puts it there."""
    width = LETTER * len(name.text)
    x, y = name.at
    shift = {"middle right": 0.0, "middle left": -width}.get(name.position, -0.5 * width)
    lift = {"top center": 0.0, "bottom center": -HIGH}.get(name.position, -0.5 * HIGH)
    return np.array([x + shift, y + lift]), np.array([x + shift + width, y + lift + HIGH])


def touch(a, b):
    return bool(((a[0] < b[1]) & (b[0] < a[1])).all())


@pytest.mark.parametrize("narrower", [1.0, 1.8])
def test_names_of_a_race_are_apart_in_a_smaller_picture_too(whole, narrower):
    """At the same places of a chart, with type of the same size on fewer pixels."""
    found = stands(whole, 3.0, "passes", VIEW)
    for by in ("passes", "ms"):
        figure = pace_figure(whole, found, by, Watch())
        words, title = traces(figure)["names"]["text"], figure["layout"]["title"]["text"]
        assert {stand.short for stand in found} <= set(words)
        assert "optimum (dotted)" in title, "its line has a name where no room is beside it"
        assert not overlapping(figure, (BOX[0] / narrower, BOX[1]), leaves=("left",))
    figure = boundaries_figure(whole.track, found, VIEW)
    size = PICTURE[0] / narrower * np.array([1.0, (VIEW[3] - VIEW[2]) / (VIEW[1] - VIEW[0])])
    assert not overlapping(figure, size, leaves=("left", "right"))


def overlapping(figure, size, leaves) -> list[str]:
    """The names that touch another one, or the numbers of an axis, in axes of so many pixels."""
    words, layout = traces(figure)["names"], figure["layout"]
    ends = [layout[axis]["range"] for axis in ("xaxis", "yaxis")]
    logs = [layout[axis].get("type") == "log" for axis in ("xaxis", "yaxis")]
    boxes = {}
    for text, x, y, position in zip(
        *(words[k] for k in ("text", "x", "y", "textposition")), strict=True
    ):
        at = [np.log10(v) if log else v for v, log in zip((x, y), logs, strict=True)]
        at = [n * (v - a) / (b - a) for v, (a, b), n in zip(at, ends, size, strict=True)]
        boxes[text] = box(Label(text, np.array(at), position))
    pairs = [f"{a}, {b}" for a, b in combinations(boxes, 2) if touch(boxes[a], boxes[b])]
    out = {"left": lambda low, high: low[0] < 0.0, "right": lambda low, high: high[0] > size[0]}
    return pairs + [name for name, ends in boxes.items() for side in leaves if out[side](*ends)]


def test_busy_places_and_pauses_are_left_alone():
    curve = np.array([[0.0, 50.0], [100.0, 50.0], [np.nan, np.nan], [200.0, 50.0], [300.0, 50.0]])
    spots = np.array([[x, y] for x in range(0, 140, 4) for y in range(0, 100, 4)], dtype=float)
    (name,) = names_beside([curve], ["word"], (0.0, 300.0, 0.0, 100.0), busy=spots)
    assert name.at[0] > 140.0
    assert names_beside([np.empty((0, 2))], ["word"], (0.0, 300.0, 0.0, 100.0)) == []
    nothing = np.full((3, 2), np.nan)
    assert names_beside([nothing], ["word"], (0.0, 300.0, 0.0, 100.0)) == []
