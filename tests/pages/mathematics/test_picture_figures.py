"""What the pictures with handles draw: the numbers inside the traces, in colours with a name."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from pages.mathematics.figures.convexity import convexity_figure
from pages.mathematics.figures.distances import distances_figure
from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.model.convexity import ConvexityPicture
from pages.mathematics.model.distances import DistancesPicture
from pages.mathematics.model.lagrange import LagrangePicture
from pages.mathematics.model.plane import PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.plots.theme import resolve
from pages.ui.canvas.wire import to_json
from svmcore.losses import LOSSES

WRONG = SubgradientPicture("hinge", 0.3, -0.5)
FIGURES = {
    SubgradientPicture: subgradient_figure,
    LagrangePicture: lagrange_figure,
    PlanePicture: plane_figure,
    ConvexityPicture: convexity_figure,
    DistancesPicture: distances_figure,
}
CASES = [
    SubgradientPicture(),
    WRONG,
    SubgradientPicture("hinge", 1.0, 0.5),
    SubgradientPicture("squared_hinge", 0.0, -3.0),
    SubgradientPicture().with_loss("huber_hinge"),
    LagrangePicture(),
    LagrangePicture(-2.0),
    LagrangePicture().moved(0, 2.0, 1.0),
    LagrangePicture().moved(0, -2.0, -1.0),
    PlanePicture(),
    PlanePicture((0.05, 0.0), 0.0),
    PlanePicture((1.0, 0.0), -1.935),  # a line that leaves the square where it begins
    PlanePicture((-1.0, 2.0), 3.0, 4.0),
    PlanePicture((0.3, 0.2), 0.0, 0.25),
    ConvexityPicture(),
    ConvexityPicture("sigmoid", -1.2, 1.0),
    ConvexityPicture("zero_one", 1.0, -1.0, 0.3),
    ConvexityPicture("objective", 0.5, 0.5),
    DistancesPicture(),
    DistancesPicture((0.3, 1.0), -0.9, 0.7, (0.0, 2.0)),
    DistancesPicture(
        (-1.0, 0.0), 0.5, 0.5, (0.5, 0.0)
    ),  # all distances but that of the origin are 0
]


def drawn(picture) -> dict[str, dict]:
    return {trace["uid"]: trace for trace in FIGURES[type(picture)](picture)["data"]}


def points(trace) -> np.ndarray:
    return np.column_stack([trace["x"], trace["y"]])


@pytest.mark.parametrize("picture", CASES, ids=repr)
def test_plotly_accepts_every_property_and_colours_have_names(picture):
    figure = FIGURES[type(picture)](picture)
    for theme in ("light", "dark"):
        go.Figure(resolve(figure, theme))
    assert "$" not in json.dumps(resolve(json.loads(to_json(figure)), "light"))
    assert len(drawn(picture)) == len(figure["data"]), "two traces of one name"
    for trace in figure["data"]:
        assert re.fullmatch("[a-z]+", trace["uid"])
    assert "$class" not in to_json(figure), "class colours mean classes"
    sizes = [int(size) for size in re.findall(r'"size":(\d+)', to_json(figure["layout"]))]
    assert min([*sizes, drawn(picture)["labels"]["textfont"]["size"]]) >= 13


@pytest.mark.parametrize("picture", CASES, ids=repr)
def test_the_handles_are_the_points_and_the_top(picture):
    figure = FIGURES[type(picture)](picture)
    assert figure["data"][-1]["uid"] == "points"
    np.testing.assert_array_equal(points(figure["data"][-1]), picture.handles)
    assert figure["layout"]["xaxis"]["fixedrange"]


@pytest.mark.parametrize("loss", list(LOSSES))
def test_the_curve_is_the_loss_and_the_line_has_the_slope(loss):
    picture = replace(WRONG, loss=loss)
    curve, line = points(drawn(picture)["loss"]), points(drawn(picture)["line"])
    np.testing.assert_array_equal(curve[:, 1], LOSSES[loss]()(curve[:, 0]))
    (x0, y0), (x1, y1) = line
    assert (y1 - y0) / (x1 - x0) == pytest.approx(picture.slope)
    assert np.interp(picture.t0, [x0, x1], [y0, y1]) == pytest.approx(picture.value)


def test_the_fan_is_there_at_the_kink_only():
    assert {"fan", "wedge"} <= drawn(SubgradientPicture()).keys()
    fan = points(drawn(SubgradientPicture())["fan"])
    rows = fan[~np.isnan(fan).any(axis=1)].reshape(-1, 2, 2)
    slopes = np.diff(rows[:, :, 1]) / np.diff(rows[:, :, 0])
    np.testing.assert_allclose(slopes.ravel(), [-1.0, -0.75, -0.5, -0.25, 0.0])
    assert not {"fan", "wedge"} & drawn(WRONG).keys()


def test_where_the_line_is_above_the_loss_is_marked_as_wrong():
    traces = drawn(WRONG)
    low, high = WRONG.stretch
    above = points(traces["above"])
    assert (above[0, 0], above[-1, 0]) == (low, pytest.approx(high))
    assert (WRONG.excess(above[1:-1, 0]) > 0.0).all()
    np.testing.assert_allclose(above[:, 1], WRONG.line(above[:, 0]))
    assert traces["above"]["line"]["color"] == traces["violation"]["fillcolor"] == "$wrong"
    t = points(traces["witness"])
    assert t[0, 0] == t[1, 0] == WRONG.witness
    assert "$wrong" not in to_json(subgradient_figure(SubgradientPicture()))


def test_the_gradients_start_at_the_point_and_have_their_directions():
    picture = LagrangePicture()
    p = np.array(picture.point)
    for uid, gradient in (("gradient", (2.0, 1.0)), ("normal", picture.normal)):
        start, tip = points(drawn(picture)[uid])
        np.testing.assert_allclose(start, p)
        np.testing.assert_allclose(tip - start, 0.42 * np.array(gradient))
    np.testing.assert_allclose(points(drawn(picture)["contour"]) @ [2, 1], picture.value)
    arc = points(drawn(picture)["larger"])
    assert (arc @ [2, 1] >= picture.value - 1e-12).all()
    assert "73°" in drawn(picture)["labels"]["text"]


def test_a_solution_is_marked_and_has_nothing_left_to_walk():
    best = drawn(LagrangePicture().moved(0, 2.0, 1.0))
    assert best["contour"]["line"]["color"] == best["gradient"]["line"]["color"] == "$good"
    assert not {"along", "angle", "larger"} & best.keys()


def test_the_dimensions_are_as_long_as_their_numbers():
    picture = PlanePicture((-1.0, 2.0), 1.5, 2.0)
    traces = drawn(picture)
    for uid, length in (("distance", picture.distance), ("street", picture.street)):
        start, end = points(traces[uid])[:2]
        assert np.hypot(*(end - start)) == pytest.approx(length)
    street = points(traces["street"])[:2]
    np.testing.assert_allclose(picture.f(street), [-1.0, 1.0])
    np.testing.assert_allclose(picture.f(points(traces["boundary"])), 0.0, atol=1e-9)
    margins = picture.f(points(traces["margins"]))
    np.testing.assert_allclose(margins[~np.isnan(margins)], [-1, -1, 1, 1])
    np.testing.assert_allclose(points(traces["scaled"])[1], [-2.0, 4.0])
    assert "2/‖sw‖ = 0.447" in traces["labels"]["text"]
    assert "|b|/‖w‖ = 0.671" in traces["labels"]["text"]


def test_without_scaling_there_is_one_arrow():
    assert "scaled" not in drawn(PlanePicture())
    assert "2/‖w‖ = 1.49" in drawn(PlanePicture())["labels"]["text"]
