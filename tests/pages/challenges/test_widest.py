"""The widest margin by hand: numbers and score by hand, against the engine, and what is said."""

import math
from dataclasses import replace

import numpy as np
import pytest

from pages.challenges.figures import widest_figure
from pages.challenges.model.line import DrawnLine
from pages.challenges.model.widest import Drawing
from pages.challenges.settings import LineTask
from pages.challenges.text.widest import badge, percent_below, remark, sentence
from pages.datasets.two_class import WINDOW
from pages.state.board.board import Placed
from pages.state.board.experiment import Experiment
from pages.state.board.line_task import GAP, task_experiment
from pages.state.model.run import run
from pages.state.model.scene import fit_view
from tests.helpers.figures import traces
from tests.helpers.links import value_of, words_of
from tests.helpers.opened import numbers

UPRIGHT = DrawnLine((0.0, -1.0), (0.0, 1.0), -0.5)  # f = 2 x
PLACES = [(1.0, 0.0, 1), (2.0, 1.0, 1), (0.4, 0.0, 1), (-1.0, 0.0, 0), (0.25, -1.0, 0)]
OPTIMUM = ("bestbelow", "best", "bestabove")


def board(
    places: list[tuple[float, float, int]], margin: str = "hard", C: float = 2.0
) -> Experiment:
    placed = tuple(Placed(x, y, label, 1_000_000 + k) for k, (x, y, label) in enumerate(places))
    return Experiment(dataset="own", kernel="linear", margin=margin, C=C, placed=placed)


def drawn(task: Experiment) -> DrawnLine:
    """The optimum of a task as a line with handles."""
    model = run(task).model
    assert model is not None
    w, b = model.weights, model.intercept
    length = float(np.hypot(*w))
    foot, along = -b / length**2 * w, np.array([w[1], -w[0]]) / length
    first, second = (tuple(map(float, place)) for place in (foot, foot + along))
    return DrawnLine(first, second, 1.0 / length)


def test_the_numbers_of_a_line_by_hand():
    hard = Drawing(UPRIGHT, board(PLACES))
    np.testing.assert_allclose(hard.margins, [2.0, 4.0, 0.8, 2.0, -0.5])
    np.testing.assert_allclose(hard.slack, [0.0, 0.0, 0.2, 0.0, 1.5], atol=1e-12)
    assert hard.violating.tolist() == [False, False, True, False, True]
    assert hard.inside.tolist() == [False, False, True, False, False]
    assert hard.wrong.tolist() == [False, False, False, False, True]
    assert not hard.feasible
    assert hard.cost == pytest.approx(2.0)
    soft = Drawing(UPRIGHT, board(PLACES, "soft"))
    assert soft.cost == pytest.approx(2.0 + 2.0 * 1.7)


def test_the_score_by_hand():
    """Points at x = -1 and x = 1 allow a width of 2, of which f = 2 x takes half."""
    task = board([(1.0, 0.0, 1), (-1.0, 0.0, 0), (3.0, 1.0, 1)])
    assert Drawing(UPRIGHT, task).score() == pytest.approx(0.5)
    wider = replace(UPRIGHT, distance=-1.0)
    assert Drawing(wider, task).score() == pytest.approx(1.0)
    assert Drawing(replace(UPRIGHT, distance=-1.001), task).score() == 0.0, "it is violated"
    assert Drawing(replace(UPRIGHT, distance=0.5), task).score() == 0.0, "the sides are exchanged"
    soft = board([(1.0, 0.0, 1), (-1.0, 0.0, 0)], "soft")
    assert Drawing(UPRIGHT, soft).score() == pytest.approx(0.5 / 2.0), "1/2 |w|^2 is 1/2 at best"


@pytest.mark.parametrize("margin", ["hard", "soft"])
@pytest.mark.parametrize("seed", range(4))
def test_no_line_is_better_than_the_engine_and_its_own_line_has_the_full_score(margin, seed):
    task = task_experiment(seed, margin, 0.7)
    best = drawn(task)
    if margin == "hard":  # rounding may leave a violation
        best = replace(best, distance=best.distance * (1.0 - 1e-9))
    found = Drawing(best, task)
    certificate = run(task).solution.certificate
    assert found.cost == pytest.approx(certificate.primal, rel=1e-6)
    assert found.score() == pytest.approx(1.0, abs=1e-6)
    assert found.line.width == pytest.approx(run(task).width, rel=1e-6)
    rng, scores = np.random.default_rng(seed), []
    for _ in range(200):
        first, second = rng.normal(best.first, 0.1, 2), rng.normal(best.second, 0.1, 2)
        other = DrawnLine(tuple(first), tuple(second), best.distance * rng.uniform(0.2, 1.5))
        scores.append(Drawing(other, task).score())
        if margin == "hard" and Drawing(other, task).feasible:
            assert other.width <= run(task).width * (1.0 + 1e-9)
        if margin == "soft":
            assert Drawing(other, task).cost >= certificate.primal * (1.0 - 1e-9)
    assert max(scores) < 1.0
    assert max(scores) > 0.5


@pytest.mark.parametrize("seed", range(4))
def test_every_task_has_a_margin_in_sight_and_begins_with_a_bad_line(seed):
    hard = LineTask(seed=seed).drawing
    assert hard.optimum().width > GAP - 1e-3
    assert fit_view(run(hard.experiment).data) == WINDOW
    assert not hard.feasible
    soft = LineTask(seed=seed, margin="soft").drawing
    assert soft.optimum().finished
    assert soft.score() < 0.7


def test_the_optimum_is_drawn_where_the_model_has_it_and_slack_ends_on_the_margin():
    task = LineTask(seed=3)
    shown = traces(widest_figure(task.drawing, WINDOW, shown=True, revision=""))
    result = task.drawing.optimum()
    for uid, level in zip(OPTIMUM, (-1.0, 0.0, 1.0), strict=True):
        ends = np.column_stack([shown[uid]["x"], shown[uid]["y"]]).astype(float)
        np.testing.assert_allclose(result.model(ends), level, atol=1e-4)
    assert len(shown["bestsupport"]["x"]) == result.support.sum()
    soft = Drawing(UPRIGHT, board(PLACES, "soft"))
    shown = traces(widest_figure(soft, WINDOW, shown=False, revision=""))
    assert (list(shown["inside"]["x"]), list(shown["wrong"]["x"])) == ([0.4], [0.25])
    x = shown["slack"]["x"]
    np.testing.assert_allclose(x[[0, 1, 3, 4]], [0.4, 0.5, 0.25, -0.5], atol=1e-6)


def test_the_sentence_names_the_violated_constraint_and_how_often():
    hard = Drawing(UPRIGHT, board(PLACES))
    assert sentence(hard, True).startswith(
        "y f(x) ≥ 1 is violated by 2 points: 1 inside the margin (ring) "
        "and 1 misclassified (cross)."
    )
    assert sentence(hard, True).endswith("your score is 0 while a constraint is violated.")
    fine = Drawing(UPRIGHT, board([(1.0, 0.0, 1), (-1.0, 0.0, 0)]))
    assert (badge(hard).name, badge(fine).name) == ("not feasible", "no violation")
    assert sentence(fine, True) == (
        "The margin is 1 wide, and y f(x) ≥ 1 holds for all 2 points. "
        "The widest margin is 2: your score is 50 %."
    )
    assert "infinitely many" in remark(fine)
    assert numbers(remark(fine)) == [1.0], "the nearest point is 1 away"
    soft = Drawing(UPRIGHT, board(PLACES, "soft"))
    assert numbers(sentence(soft, False))[:1] == [5.4]
    exchanged = Drawing(replace(UPRIGHT, distance=0.5), board(PLACES))
    assert "drag the margin's handle across the line" in remark(exchanged)


def test_only_the_optimum_is_said_to_be_100_percent():
    assert percent_below(1.0) == "100 %"
    assert percent_below(math.nextafter(1.0, 0.0)) == "99.9 %"
    assert percent_below(0.5004) == "50 %"


def test_a_link_shows_the_attempt():
    line = DrawnLine((0.1234, -2.0), (1.0, 1.5), -0.75)
    soft = LineTask(seed=7, margin="soft", C=10.0, shown=True).with_line(line)
    for attempt in (soft, LineTask(seed=7, moved=True, r=0.35)):
        assert value_of(LineTask, words_of(attempt)) == attempt
