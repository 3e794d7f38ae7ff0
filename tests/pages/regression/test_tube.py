"""The picture of a regression, against alpha, b and the kernel alone."""

from __future__ import annotations

import numpy as np
import pytest

from pages.regression.figures.tube import tube_figure
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.drawing import refined, tube, tube_of_course, widened
from pages.regression.model.experiment import Regression
from pages.state.text.board_words import CLICK_HERE
from tests.helpers.figures import accepted
from tests.helpers.tube_samples import CASES, VIEW, curve, of, own, trace, uids

every_case = pytest.mark.parametrize("words", CASES.values(), ids=CASES)
EDGE = 1e-5


def pixels_off(x, f, line_x, line_f, view):
    """From each place of a curve to a polyline, in pixels of a picture of 1000 by 1000."""
    u = np.array([1000.0 / (view[1] - view[0]), 1000.0 / (view[3] - view[2])])
    P = np.column_stack([x, f]) * u
    L = np.column_stack([line_x, line_f]) * u
    best = np.full(len(P), np.inf)
    at = np.searchsorted(L[:, 0], P[:, 0])
    for shift in range(-4, 5):  # the pieces around that which is above or below
        k = np.clip(at - 1 + shift, 0, len(L) - 2)
        a, d = L[k], L[k + 1] - L[k]
        t = np.clip(((P - a) * d).sum(1) / np.maximum((d * d).sum(1), 1e-300), 0.0, 1.0)
        best = np.minimum(best, np.hypot(*(P - a - t[:, None] * d).T))
    return best


@every_case
@pytest.mark.parametrize("view", [VIEW, (0.2, 0.5, -1.0, 1.5), (-40.0, 40.0, -30.0, 30.0)])
def test_it_is_f_to_a_tenth_of_a_pixel(words, view):
    found = of(**words)
    drawn = tube(found, view)
    x0, x1, y0, y1 = drawn.extent
    assert x0 < view[0] < view[1] < x1
    assert drawn.x[[0, -1]].tolist() == [x0, x1]
    assert (np.diff(drawn.x) > 0.0).all()
    seen = (drawn.f > y0) & (drawn.f < y1)
    np.testing.assert_allclose(drawn.f[seen], curve(found, drawn.x[seen]), atol=1e-6)
    x = np.random.default_rng(1).uniform(view[0], view[1], 20_000)
    f = curve(found, x)
    seen = (f > view[2]) & (f < view[3])
    assert pixels_off(x[seen], f[seen], drawn.x, drawn.f, view).max(initial=0.0) < 0.1


def test_a_spike_at_a_knot_is_found_wherever_it_is():
    for at in np.linspace(-2.9, 2.9, 37):
        x, f = refined(
            lambda x, at=at: np.exp(-1e6 * (x - at) ** 2), np.array([at]), widened(VIEW), VIEW
        )
        assert f.max() == 1.0
        near = at + np.linspace(-0.004, 0.004, 2001)
        off = pixels_off(near, np.exp(-1e6 * (near - at) ** 2), x, f, VIEW)
        assert off.max() < 0.1


def test_numbers_that_are_only_noise_do_not_fill_the_memory():
    rng = np.random.default_rng(0)
    x, _ = refined(lambda x: rng.standard_normal(len(x)), np.empty(0), widened(VIEW), VIEW)
    assert len(x) <= 8001


@every_case
def test_the_tube_is_epsilon_above_and_below(words):
    found = of(**words)
    figure = tube_figure(tube(found, VIEW), VIEW)
    accepted(figure)
    f, up, down = (trace(figure, uid) for uid in ("f", "upper", "lower"))
    seen = np.abs(f["y"]) < 3.6
    known = curve(found, f["x"])
    for line, shift in ((f, 0.0), (up, found.epsilon), (down, -found.epsilon)):
        np.testing.assert_allclose(line["y"][seen], (known + shift)[seen], atol=1e-6)
    area = trace(figure, "tube")
    np.testing.assert_array_equal(area["y"], np.concatenate([up["y"], down["y"][::-1]]))


@every_case
def test_red_segments_run_from_the_tube_to_the_points_outside(words):
    found = of(**words)
    slack = trace(tube_figure(tube(found, VIEW), VIEW), "slack")
    f = curve(found, found.x)
    r = found.z - f
    out = np.flatnonzero((np.abs(r) > found.epsilon + EDGE) & ~found.test)
    xs, zs = slack["x"].reshape(-1, 3), slack["y"].reshape(-1, 3)
    assert len(xs) == len(out)
    np.testing.assert_array_equal(xs[:, :2], found.x[out, None].repeat(2, axis=1))
    np.testing.assert_allclose(zs[:, 0], (f + np.sign(r) * found.epsilon)[out], atol=1e-7)
    np.testing.assert_array_equal(zs[:, 1], found.z[out])
    assert np.isnan(xs[:, 2]).all()


@every_case
def test_rings_sizes_and_hollow_marks_are_those_of_alpha(words):
    found = of(**words)
    points = trace(tube_figure(tube(found, VIEW), VIEW), "points")
    marker, a = points["marker"], np.maximum(found.alpha, found.alpha_star)
    C = found.regression.C
    np.testing.assert_array_equal(points["x"], found.x)
    np.testing.assert_array_equal(points["y"], found.z)
    support, bound = a > 1e-6 * C, a >= C * (1 - 1e-6)
    np.testing.assert_array_equal([c == "$ink" for c in marker["line"]["color"]], support)
    np.testing.assert_array_equal([s.endswith("dot") for s in marker["symbol"]], bound)
    np.testing.assert_array_equal([s.endswith("open") for s in marker["symbol"]], found.test)
    pull, size = np.abs(found.alpha - found.alpha_star)[~found.test], np.array(marker["size"])
    assert (np.diff(size[~found.test][np.argsort(pull)]) >= 0.0).all(), "size grows with α"


@every_case
def test_labels_are_in_the_picture_and_on_their_side_of_f(words):
    found = of(**words)
    labels = trace(tube_figure(tube(found, VIEW), VIEW), "labels")
    for x, z, text in zip(labels["x"], labels["y"], labels["text"], strict=True):
        assert VIEW[0] < x < VIEW[1]
        sign = {"f": 0, "f + ε": 1, "f − ε": -1}[text]
        assert sign * (z - curve(found, [x])[0]) >= (found.epsilon if sign else 0.0)


def test_a_machine_that_cannot_be_had_draws_its_points_alone():
    found = own([(1e6, 1.0), (-1e6, 2.0), (0.0, 0.0)], kernel="poly", degree=8, gamma=10.0)
    drawn = tube(found, VIEW)
    assert {"points", "labels"} <= set(uids(tube_figure(drawn, VIEW)))
    empty = tube_figure(tube(own([]), VIEW), VIEW)
    assert trace(empty, "labels")["text"] == [CLICK_HERE]


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_an_epochs_curve_with_the_exact_one_as_its_ghost(kernel):
    course = descend(Regression(kernel=kernel), RegressionDescent(epochs=12))
    found = course.fitted
    figure = tube_figure(tube_of_course(course, 5, VIEW), VIEW)
    f, ghost = trace(figure, "f"), trace(figure, "ghost")
    learned = found.x[~found.test]
    v, b = course.v[5], course.b[5]
    if kernel == "linear":
        known = v[0] * f["x"] + b
    else:
        known = v @ np.exp(-0.5 * (learned[:, None] - f["x"][None]) ** 2) + b
    np.testing.assert_allclose(f["y"], known, atol=1e-9)
    np.testing.assert_allclose(ghost["y"], curve(found, ghost["x"]), atol=1e-9)
    at = np.interp(found.x, f["x"], f["y"])
    out = (np.abs(found.z - at) > found.epsilon) & ~found.test
    assert len(trace(figure, "slack")["x"]) == pytest.approx(3 * out.sum(), abs=3)
    assert "support vector" not in str(trace(figure, "points")["customdata"])
