"""The pictures of the page on mathematics, against brute force and other ways to compute them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from pages.mathematics.model.convexity import ConvexityPicture
from pages.mathematics.model.distances import DistancesPicture
from pages.mathematics.model.lagrange import BEST, LagrangePicture, contour
from pages.mathematics.model.plane import FARTHEST, SHORTEST, PlanePicture
from pages.mathematics.model.subgradient import AT_KINK, SubgradientPicture
from svmcore.losses import LOSSES

RNG = np.random.default_rng(5)
EVERYWHERE = np.concatenate([np.linspace(-50.0, 50.0, 20001), RNG.uniform(-3.0, 3.0, 20000)])
COORDINATES = st.floats(-1e6, 1e6)
PICTURES = (
    SubgradientPicture(),
    ConvexityPicture(),
    ConvexityPicture("objective"),
    LagrangePicture(),
    PlanePicture(),
    DistancesPicture(),
)


def tangent(loss: str, t: float) -> float:
    f, h = LOSSES[loss](), 1e-6
    a, b = f(np.array([t - h, t + h]))
    return float((b - a) / (2.0 * h))


# the hinge and its subgradients


@given(st.sampled_from(list(LOSSES)), st.floats(-1.3, 2.0), st.floats(-3.0, 2.0))
def test_the_verdict_is_the_inequality_at_every_t(loss, t, g):
    """Tried at 40 000 places; where the line is above the loss is the stretch, all of it."""
    picture = SubgradientPicture(loss, t, g).moved(0, t, 0.0)
    excess = picture.excess(EVERYWHERE)
    assert picture.holds == (excess.max() <= 1e-7) or abs(excess.max()) < 1e-5
    if picture.holds:
        assert picture.stretch is None
        return
    low, high = picture.stretch
    assert low < picture.witness < high
    assert picture.excess(np.array([picture.witness]))[0] > 0.0
    inside = (low + 1e-6 < EVERYWHERE) & (high - 1e-6 > EVERYWHERE)
    outside = (low - 1e-6 > EVERYWHERE) | (high + 1e-6 < EVERYWHERE)
    assert (excess[inside] > -1e-12).all()
    assert (excess[outside] < 1e-9).all()
    assert picture.t0 in (low, high)


@pytest.mark.parametrize("g", [-1.0, -0.7, -0.25, 0.0])
def test_at_the_kink_every_slope_of_the_fan_is_a_subgradient(g):
    picture = SubgradientPicture("hinge", 1.0, g)
    assert picture.interval == (-1.0, 0.0)
    assert picture.holds
    assert picture.excess(EVERYWHERE).max() <= 1e-12
    assert picture.sentence()[0].kind == "certified"
    assert "every slope from −1 to 0" in picture.sentence()[1]


@pytest.mark.parametrize("loss", ["squared_hinge", "huber_hinge"])
@pytest.mark.parametrize("t", [-0.4, 0.5, 0.8, 1.0, 1.3, 1.9])
def test_a_smooth_loss_has_one_subgradient_the_derivative(loss, t):
    picture = SubgradientPicture().with_loss(loss).moved(0, t, 0.0)
    low, high = picture.interval
    assert low == high == pytest.approx(tangent(loss, picture.t0), abs=1e-6)
    assert picture.slope == low, "a line below the loss stays there while the point slides"
    assert not picture.at_kink


def test_handles_snap_to_the_kink_and_to_a_subgradient_and_no_farther():
    start = SubgradientPicture("hinge", 0.3, -1.0)
    assert start.moved(0, 1.0 + 0.9 * AT_KINK, 7.0).t0 == 1.0
    assert start.moved(0, 1.0 + 1.1 * AT_KINK, 7.0).t0 != 1.0
    assert SubgradientPicture("huber_hinge", 0.3).moved(0, 1.03, 0.0).t0 == 1.03
    point, _ = start.handles
    assert start.moved(1, point[0] + 1.0, point[1] - 1.02).slope == -1.0
    assert start.moved(1, point[0] + 1.0, point[1] - 0.9).slope == pytest.approx(-0.9)
    kink = SubgradientPicture("hinge", 1.0, -0.5)
    assert kink.moved(1, 2.0, 0.02).slope == 0.0
    assert kink.moved(1, 2.0, -0.02).slope == -0.02


# Lagrange multipliers


def test_the_optimum_on_the_circle_is_where_a_search_finds_it():
    best = minimize_scalar(lambda a: -2 * math.cos(a) - math.sin(a), bounds=(-1, 2)).x
    picture = LagrangePicture().moved(0, 2.0, 1.01)
    assert picture.angle == BEST == pytest.approx(best, abs=1e-4)
    assert picture.point == pytest.approx((2 / 5**0.5, 1 / 5**0.5))
    assert picture.value == pytest.approx(5**0.5)
    assert picture.multiplier == pytest.approx(5**0.5 / 2)
    np.testing.assert_allclose([2.0, 1.0], np.multiply(picture.multiplier, picture.normal))
    assert picture.aligned
    assert picture.sentence()[0].text == "maximum"
    assert "f = 2.236 = √5" in picture.sentence()[1]
    opposite = picture.moved(0, -20.0, -9.9)
    assert (opposite.value, opposite.multiplier) == pytest.approx((-(5**0.5), -(5**0.5) / 2))
    assert opposite.sentence()[0].text == "minimum"


@given(st.floats(-math.pi, math.pi))
def test_numbers_anywhere_on_the_circle(angle):
    picture = LagrangePicture().moved(0, 3.0 * math.cos(angle), 3.0 * math.sin(angle))
    p, f = np.array(picture.point), np.array([2.0, 1.0])
    assert math.hypot(*p) == pytest.approx(1.0)
    assert picture.value == pytest.approx(f @ p)
    cosine = f @ picture.normal / math.hypot(*f) / math.hypot(*picture.normal)
    assert math.cos(math.radians(picture.between)) == pytest.approx(cosine)
    step = 1e-6
    ahead = replace(picture, angle=picture.angle + step)
    assert picture.along == pytest.approx((ahead.value - picture.value) / step, abs=1e-5)
    tangential = f - np.multiply(picture.multiplier, picture.normal)
    assert math.hypot(*tangential) == pytest.approx(abs(picture.along), abs=1e-7)
    assert tangential @ p == pytest.approx(0.0, abs=1e-9)
    arc = np.linspace(*picture.larger, 99)[1:-1]
    if not picture.aligned:
        assert (2.0 * np.cos(arc) + np.sin(arc) > picture.value - 1e-9).all()
    np.testing.assert_allclose(contour(picture.value) @ f, picture.value, atol=1e-9)


@pytest.mark.parametrize("degrees", [-150, -100, -60, 0, 60, 100, math.degrees(BEST)])
def test_the_card_says_which_steps_increase_f(degrees):
    for away in (0.0, 180.0):
        angle = math.radians(degrees + away)
        picture = LagrangePicture().moved(0, math.cos(angle), math.sin(angle))
        steps = [replace(picture, angle=picture.angle + step) for step in (-0.01, 0.01)]
        gains = sum(step.value > picture.value for step in steps)
        said = ("any step decreases f", "one way increases f", "any step increases f")[gains]
        assert picture.cards()[-1].detail == said
        if gains == 1:
            way = "clockwise" if steps[0].value > picture.value else "counter-clockwise"
            assert f"moving {way} increases f" in picture.sentence()[1]


# the geometry of planes


@given(
    st.tuples(st.floats(-2, 2), st.floats(-2, 2)).filter(lambda w: math.hypot(*w) > 0.1),
    st.floats(-2, 2),
    st.floats(0.25, 4.0),
)
def test_distances_by_projecting_points(w, b, s):
    """From any point of one line to its foot on the other, by least squares."""
    picture = PlanePicture(w, b, s)
    for c in (-1.0, 0.0, 1.0):
        np.testing.assert_allclose(picture.f(picture.line(c)), c, atol=1e-8)
    q, along = picture.line(0.0)[0], picture.along
    to_origin = q - along * (along @ q)
    assert picture.distance == pytest.approx(math.hypot(*to_origin), abs=1e-7)
    across = picture.line(1.0)[1] - picture.line(-1.0)[0]
    assert picture.street == pytest.approx(math.hypot(*(across - along * (along @ across))))
    assert picture.street == pytest.approx(2.0 / (s * math.hypot(*w)))


def test_the_handles_move_what_they_are_called():
    picture = PlanePicture((1.0, 0.0), -1.0)
    slid = picture.moved(1, 0.5, 99.0)
    assert (slid.w, slid.b) == ((1.0, 0.0), -0.5)
    np.testing.assert_allclose(slid.handles[1], [0.5, 1.15])
    turned = picture.moved(0, 0.0, 2.0)
    assert (turned.w, turned.b) == ((0.0, 2.0), -1.0)
    assert turned.distance == 0.5


def test_w_is_never_zero():
    gone = PlanePicture().moved(1, 0.0, 0.0).moved(0, 0.0, 0.0)
    assert gone.length == pytest.approx(SHORTEST)
    assert gone.sentence()[0].text == "w = 0 gives no line"
    kept = PlanePicture().moved(0, 0.0, 0.0)
    assert kept.distance == pytest.approx(FARTHEST), "the line stays in sight"
    assert "move it out of view" in kept.sentence()[1]


@pytest.mark.parametrize("picture", PICTURES, ids=repr)
@given(moves=st.lists(st.tuples(st.integers(0, 3), COORDINATES, COORDINATES), max_size=6))
def test_any_drag_leaves_finite_numbers_and_a_handle_that_can_be_reached(picture, moves):
    for handle, x, y in moves:
        picture = picture.moved(handle % len(picture.names), x, y)
        assert np.isfinite(picture.handles).all()
        assert np.abs(picture.handles).max() < 3.4
        text = picture.sentence()[1] + "".join(f"{c.value}{c.detail}" for c in picture.cards())
        assert "nan" not in text
        assert "0000000" not in text


@pytest.mark.parametrize("picture", PICTURES, ids=repr)
@given(data=st.data())
def test_a_handle_put_down_where_it_is_stays_there(picture, data):
    """Escape takes a handle back to where it was; so being there has to be a place to go to."""
    handle = data.draw(st.integers(0, len(picture.names) - 1))
    x, y = data.draw(st.floats(-2, 2)), data.draw(st.floats(-2, 2))
    moved = picture.moved(handle, x, y)
    again = moved.moved(handle, *moved.handles[handle])
    np.testing.assert_allclose(again.handles, moved.handles, atol=2e-4)
