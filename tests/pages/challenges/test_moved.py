"""Points that move at random: the theorem, the counts, what the browser gets."""

from __future__ import annotations

import numpy as np
import pytest

from pages.challenges.figures import counts_figure, moved_film
from pages.challenges.settings import LineTask
from pages.challenges.text.moved import moved_badge, moved_cards, moved_sentence
from pages.state.board.line_task import task_experiment
from pages.state.model.moved_points import DRAWS, STEPS, separated, unit_moves
from pages.state.model.run import run


def test_below_the_bound_the_svm_line_separates_all_draws_of_hundreds_of_boards():
    """And above it, after the move of one support vector straight across, it does not."""
    rng = np.random.default_rng(41)
    for seed in range(200):
        result = run(task_experiment(seed, "hard", 1.0))
        (X, y), w, b = (result.data.X, result.data.y), result.model.weights, result.model.intercept
        bound, unit = 1.0 / np.linalg.norm(w), w / np.linalg.norm(w)
        r = bound * rng.choice([rng.random(), 1.0 - 1e-6])
        assert separated(w, b, X, y, r, seed).all()
        k = result.margins.argmin()
        for far, stays in ((0.999, True), (1.001, False)):
            f = (X[k] - y[k] * far * bound * unit) @ w + b
            assert (y[k] * f > 0.0) == stays


def test_a_move_is_uniform_in_the_disk():
    u = unit_moves(3, 500) / STEPS
    length = np.hypot(u[..., 0], u[..., 1])
    assert length.max() <= 1.0
    np.testing.assert_allclose(u.mean(axis=(0, 1)), 0.0, atol=0.01)
    for radius in (0.3, 0.6, 0.9):
        assert (length <= radius).mean() == pytest.approx(radius**2, abs=0.015)
    assert (u[0] != u[1]).any()
    assert (unit_moves(4, 500) != unit_moves(3, 500)).any()


@pytest.mark.parametrize("r", [0.0, 0.3, 0.7])
def test_the_counts_are_those_of_the_places_that_the_browser_draws(r: float):
    task = LineTask(seed=2, moved=True, r=r).with_line(LineTask(ax=-0.5, by=2.0).line)
    moved, film = task.moved_points, moved_film(task.moved_points)
    drawing, n = moved.drawing, len(moved.drawing.y)
    places = drawing.X + film["step"] * film["moves"][1:].reshape(DRAWS, n, 2).astype(float)
    best = moved.drawing.optimum().model
    for w, b, found in (
        (film["own"][:2], film["own"][2], moved.own),
        (best.weights, best.intercept, moved.svm),
    ):
        right = (places @ np.asarray(w) + b >= 0.0) == (drawing.y > 0.0)
        assert (right.all(axis=1) == found).all()
    svm, own = int(moved.svm.sum()), int(moved.own.sum())
    assert film["words"]["cost"][-1] == f"SVM {svm} of {DRAWS}, you {own} of {DRAWS}"
    assert f"in {svm} of {DRAWS} draws, your line in {own}." in moved_sentence(moved)
    curves = {trace["uid"]: trace for trace in counts_figure(moved)["data"]}
    at = [int(curve["y"][round(100 * r)]) for curve in curves.values()]
    assert at == [own, svm]
    assert moved_badge(moved).kind == ("certified" if r < moved.limit else "plain")


def test_the_bound_of_a_drawn_line_is_the_distance_of_its_nearest_point():
    task = LineTask(seed=1, moved=True)
    assert task.moved_points.nearest == 0.0
    assert "misclassified before a move" in moved_cards(task.moved_points)[1].detail
    assert LineTask(seed=1, moved=True, margin="soft").moved_points is None
    line = LineTask(seed=1, ax=-0.9, ay=-2.4, bx=1.5, by=2.0, moved=True)
    drawing, moved = line.drawing, line.moved_points
    assert drawing.separates
    (ax, ay), (bx, by) = drawing.line.first, drawing.line.second
    along = np.array([bx - ax, by - ay]) / np.hypot(bx - ax, by - ay)
    away = (drawing.X - [ax, ay]) @ np.array([-along[1], along[0]])
    assert moved.nearest == pytest.approx(np.abs(away).min())
    assert moved.nearest < moved.limit
