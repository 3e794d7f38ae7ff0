"""The page Capacity through Streamlit's test harness."""

from __future__ import annotations

import numpy as np
import pytest

from pages.capacity.model import LABELLINGS, chosen_points, shattering
from pages.capacity.panels.shattering import _move
from pages.capacity.settings import CapacityView, ShatteredPoints
from pages.capacity.text import cover_sentence, shattering_sentence
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment
from pages.state.model.run import data_of
from tests.helpers.opened import (
    blocks,
    board_of,
    control,
    in_session,
    move,
    open_page,
    sent,
    until_done,
    verdict,
    visit_of,
)


def labelling_captions(app):
    [block] = blocks(app, "svm-labellings")
    return [part.split("<")[0] for part in block.split("<figcaption>")[1:]]


def test_every_labelling_is_shown_and_a_dragged_point_changes_them():
    app = open_page("capacity")
    assert shattering_sentence(shattering("linear", ShatteredPoints().places(3))) in verdict(app)
    assert len(labelling_captions(app)) == 8
    there = ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0))
    for k, place in enumerate(there):
        in_session(
            app,
            lambda k=k, place=place: _move(
                board_of(app), [Edit("move", ids=(k,), points=(place,))]
            ),
        )
    app.run()
    assert "6 of 8 labellings are separable" in verdict(app)
    assert sum("✕" in text for text in labelling_captions(app)) == 2
    words = dict(app.query_params)
    assert words == {"vc_corners": "0_0_1_1_2_2_-1_1"}
    opened = visit_of(open_page("capacity", words)).value(ShatteredPoints)
    assert opened.places(3) == there
    app.button(key="reset_points").click().run()
    assert dict(app.query_params) == {}


def test_four_points_a_kernel_and_the_large_labelling():
    app = open_page("capacity", {"vc_points": "four", "vc_labelling": "6"})
    assert "14 of 16" in verdict(app)
    assert sent(app)["shattering"].trace("boundary") is None
    app.button_group(key="w_vc_kernel").set_value("rbf").run()
    assert "All 16" in verdict(app)
    assert sent(app)["shattering"].trace("boundary") is not None
    move(app, "w_labelling", 2)
    assert visit_of(app).value(CapacityView).shown == 1
    app.button_group(key="w_vc_points").set_value("three").run()
    assert control(app, "w_labelling")["high"] == 8


def test_with_the_boundary_hidden_nothing_tells_which_are_separable():
    app = open_page("capacity", {"vc_points": "four", "without": "boundary.sentence"})
    assert labelling_captions(app) == [str(k + 1) for k in range(16)]
    [block] = blocks(app, "svm-labellings")
    assert "separable" not in block
    assert "svm-failed" not in block


def test_cover_measures_on_the_points_of_the_board():
    app = open_page("capacity", {"vc_view": "cover", "n_samples": "8", "vc_count": "5"})
    assert cover_sentence(5, "linear", 8) in verdict(app)
    fills = sent(app)["main"].trace("points")["marker"]["symbol"]
    data = data_of(board_of(app).experiment)
    chosen = chosen_points(data.X, 5, Experiment().seed)
    np.testing.assert_array_equal(np.flatnonzero([s == "circle" for s in fills]), np.sort(chosen))
    app.button(key="measure_cover").click().run()
    app = until_done(app)
    measured = sent(app)["cover"].trace("measured")
    assert measured["x"][0] == 5
    assert f"of {LABELLINGS} random labellings" in " ".join(h.value for h in app.get("html"))
    move(app, "w_count", 1)
    assert sent(app)["cover"].trace("measured")["x"] == measured["x"], "for another N they stay"
    assert "random labellings are" not in " ".join(h.value for h in app.get("html"))
    app.button_group(key="w_vc_features").set_value("cubic").run()
    assert sent(app)["cover"].trace("measured") is None, "those were of other features"


def test_a_measurement_that_cannot_be_made_says_why(monkeypatch):
    def measuring(*_):
        raise ValueError("There is no way.")
        yield

    monkeypatch.setattr("pages.capacity.panels.cover.measuring", measuring)
    app = open_page("capacity", {"vc_view": "cover", "n_samples": "8"})
    app.button(key="measure_cover").click().run()
    app = until_done(app)
    assert "There is no way." in " ".join(h.value for h in app.get("html"))


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"n_samples": "2"}, "The board has 2 points: N = 6 cannot be measured"),
        ({"n_samples": "600", "vc_features": "cubic", "vc_count": "60"}, "C(60, 10)"),
    ],
)
def test_cover_on_other_boards(query, word):
    app = open_page("capacity", {"vc_view": "cover"} | query)
    assert word in " ".join(h.value for h in app.get("html"))
    assert not app.button(key="measure_cover").disabled
