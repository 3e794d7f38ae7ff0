"""What the pictures with handles draw: the numbers inside the traces, in colours with a name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pages.mathematics.figures.convexity import convexity_figure
from pages.mathematics.figures.distances import distances_figure
from pages.mathematics.figures.pictures import lagrange_figure, plane_figure, subgradient_figure
from pages.mathematics.model.convexity import ConvexityPicture
from pages.mathematics.model.distances import DistancesPicture
from pages.mathematics.model.lagrange import LagrangePicture
from pages.mathematics.model.plane import PlanePicture
from pages.mathematics.model.subgradient import SubgradientPicture
from pages.ui.canvas.wire import to_json
from svmcore.losses import LOSSES
from tests.helpers.figures import accepted, traces

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
    LagrangePicture(),
    LagrangePicture().moved(0, 2.0, 1.0),
    PlanePicture((1.0, 0.0), -1.935),  # a line that leaves the square where it begins
    PlanePicture((-1.0, 2.0), 3.0, 4.0),
    ConvexityPicture("zero_one", 1.0, -1.0, 0.3),
    ConvexityPicture("objective", 0.5, 0.5),
    DistancesPicture(),
    DistancesPicture((-1.0, 0.0), 0.5, 0.5, (0.5, 0.0)),  # only the origin is away
]


def drawn(picture) -> dict[str, dict]:
    return traces(FIGURES[type(picture)](picture))


def points(trace) -> np.ndarray:
    return np.column_stack([trace["x"], trace["y"]])


@pytest.mark.parametrize("picture", CASES, ids=repr)
def test_plotly_accepts_every_property_and_the_handles_are_on_top(picture):
    figure = FIGURES[type(picture)](picture)
    accepted(figure)
    assert figure["data"][-1]["uid"] == "points"
    np.testing.assert_array_equal(points(figure["data"][-1]), picture.handles)


@pytest.mark.parametrize("loss", list(LOSSES))
def test_the_curve_is_the_loss_and_the_line_has_the_slope(loss):
    picture = replace(WRONG, loss=loss)
    curve, line = points(drawn(picture)["loss"]), points(drawn(picture)["line"])
    np.testing.assert_array_equal(curve[:, 1], LOSSES[loss]()(curve[:, 0]))
    (x0, y0), (x1, y1) = line
    assert (y1 - y0) / (x1 - x0) == pytest.approx(picture.slope)
    assert np.interp(picture.t0, [x0, x1], [y0, y1]) == pytest.approx(picture.value)


def test_where_the_line_is_above_the_loss_is_marked_as_wrong():
    shown = drawn(WRONG)
    low, high = WRONG.stretch
    above = points(shown["above"])
    assert (above[0, 0], above[-1, 0]) == (low, pytest.approx(high))
    assert (WRONG.excess(above[1:-1, 0]) > 0.0).all()
    np.testing.assert_allclose(above[:, 1], WRONG.line(above[:, 0]))
    t = points(shown["witness"])
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


def test_the_dimensions_are_as_long_as_their_numbers():
    picture = PlanePicture((-1.0, 2.0), 1.5, 2.0)
    shown = drawn(picture)
    for uid, length in (("distance", picture.distance), ("street", picture.street)):
        start, end = points(shown[uid])[:2]
        assert np.hypot(*(end - start)) == pytest.approx(length)
    street = points(shown["street"])[:2]
    np.testing.assert_allclose(picture.f(street), [-1.0, 1.0])
    np.testing.assert_allclose(picture.f(points(shown["boundary"])), 0.0, atol=1e-9)
    margins = picture.f(points(shown["margins"]))
    np.testing.assert_allclose(margins[~np.isnan(margins)], [-1, -1, 1, 1])
    np.testing.assert_allclose(points(shown["scaled"])[1], [-2.0, 4.0])
    assert "2/‖sw‖ = 0.447" in shown["labels"]["text"]
    assert "|b|/‖w‖ = 0.671" in shown["labels"]["text"]
