"""The goals: each has a solution, and neither its start nor a near miss solves it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pages.challenges.model.attempt import (
    NEW_POINTS,
    GoalAttempt,
    left_out_errors,
    new_sample,
    permitted,
)
from pages.challenges.text.goal import NOT_CONVERGED, NOT_PERMITTED, at_least, at_most, progress
from pages.challenges.text.goals import GOALS
from pages.state.board.board import Edit
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from tests.helpers.opened import numbers

Change = Callable[[Experiment], Experiment]


def words(**changed: Any) -> Change:
    return lambda start: change(start, **changed)


def edits(*made: Edit) -> Change:
    def edited(start: Experiment) -> Experiment:
        for k, edit in enumerate(made):
            one = Edit(edit.kind, edit.ids, edit.points, edit.label, stroke=k)
            start = start.with_board(start.board().apply(one))
        return start

    return edited


def add(*points: tuple[float, float], label: int = 0) -> Edit:
    return Edit("add", points=points, label=label)


def delete(*ids: int) -> Edit:
    return Edit("delete", ids=ids)


def move(i: int, x: float, y: float) -> Edit:
    return Edit("move", ids=(i,), points=((x, y),))


def column(x: float, n: int) -> tuple[tuple[float, float], ...]:
    return tuple((x, 0.2 * k - 1.0) for k in range(n))


XOR = add((1.0, 1.0), (-1.0, -1.0)), add((1.0, -1.0), (-1.0, 1.0), label=1)
SOLUTIONS: dict[str, Change] = {
    "bound": words(C=10.0),
    "free": words(C=0.01),
    "outlier": words(C=0.1),
    "few": words(kernel="poly", degree=2, coef0=0.0, C=1000.0),
    "all": words(gamma=50.0, C=100.0),
    "under": words(gamma=0.01),
    "over": words(gamma=100.0, C=1000.0),
    "new": words(gamma=1.0, C=10.0),
    "without": words(kernel="rbf"),
    "mercer": words(gamma=0.2, coef0=-1.0, C=100.0),
    "wide": edits(add(*column(-1.6, 10)), add(*column(1.6, 10), label=1)),
    "four": edits(*XOR),
    "double": edits(delete(8)),
    "two": edits(move(10, -0.19, 0.2)),
    "idle": edits(move(0, 2.4, 2.2)),
}
NEAR_MISSES: list[tuple[str, Change]] = [
    ("bound", words(C=1.0)),
    ("free", words(C=0.1)),
    ("outlier", words(C=0.3)),
    ("few", words(kernel="poly", degree=2, C=1000.0)),  # five of them
    ("all", words(gamma=50.0, C=1.0)),  # four are bound
    ("under", words(gamma=0.05)),
    ("over", words(gamma=5.0, C=100.0)),
    ("new", words(gamma=0.3, C=1.0)),  # too many support vectors
    ("without", words(kernel="poly", degree=2, C=10.0)),
    ("mercer", words(gamma=0.5, coef0=-1.0)),  # 80 % are correct
    ("wide", edits(add(*column(-1.6, 10)), add(*column(1.3, 10), label=1))),
    ("four", edits(*XOR, add((2.0, 2.0)))),
    ("four", edits(*XOR, move(1_000_000, -1.0, 1.0))),  # of both classes at one place
    ("double", edits(delete(13))),
    ("double", edits(move(8, 2.0, 2.0))),
    ("two", edits(delete(4))),
    ("idle", edits(move(0, 2.0, 2.0), move(0, 2.0, 2.0), move(3, 1.5, 1.5))),
]


@pytest.mark.parametrize("key", GOALS)
def test_the_start_does_not_solve_a_goal_and_a_permitted_change_does(key):
    goal = GOALS[key]
    assert goal.key == key
    begun = progress(goal, goal.start)
    assert not begun.solved
    assert NOT_PERMITTED not in begun.line
    solution = SOLUTIONS[key](goal.start)
    found = progress(goal, solution)
    assert found.solved, found.line
    elsewhere = change(solution, tol=1e-5)
    assert NOT_PERMITTED in progress(goal, elsewhere).line
    assert not progress(goal, elsewhere).solved


@pytest.mark.parametrize(("key", "how"), NEAR_MISSES)
def test_a_near_miss_is_permitted_and_does_not_solve_a_goal(key, how):
    goal = GOALS[key]
    found = progress(goal, how(goal.start))
    assert not found.solved
    assert NOT_PERMITTED not in found.line
    assert not all(condition.holds for condition in found.conditions)


def test_the_progress_says_the_numbers():
    start = GOALS["few"].start
    result = run(start)
    found = progress(GOALS["few"], start)
    assert found.line == (
        f"accuracy: {100 * result.accuracy:g} % (goal: 100 %); "
        f"support vectors: {int(result.support.sum())} (goal: at most 4)"
    )
    doubled = progress(GOALS["double"], SOLUTIONS["double"](GOALS["double"].start))
    wide, twice = numbers(doubled.conditions[1].text)
    assert twice == pytest.approx(2.0 * run(GOALS["double"].start).width, abs=1e-4)
    assert wide == pytest.approx(run(SOLUTIONS["double"](GOALS["double"].start)).width, abs=1e-4)


def test_a_number_never_looks_like_the_limit_that_it_misses():
    assert at_least("width", 2.99996, 3.0).text == "width: 2.99996 (goal: at least 3)"
    assert at_most("error", 8.00001, 8.0).text == "error: 8.00001 (goal: at most 8)"
    assert at_least("width", 3.0, 3.0).holds
    assert at_most("points", 4, 4).text == "points: 4 (goal: at most 4)"


def test_what_is_fixed_is_fixed():
    start = GOALS["bound"].start
    assert permitted(change(start, C=3.0), start, ("C",))
    for other in (words(seed=2), words(kernel="rbf"), words(margin="hard"), edits(delete(0))):
        assert not permitted(other(start), start, ("C",))
    assert permitted(edits(delete(0))(start), start, ("points",))
    rbf = GOALS["few"].start
    assert permitted(change(rbf, gamma=3.0), rbf, ("C", "kernel"))
    assert permitted(change(rbf, kernel="built", recipe="rbf + linear"), rbf, ("kernel",))
    assert not permitted(change(rbf, noise=0.3), rbf, ("C", "kernel"))
    assert not permitted(change(rbf, kernel="poly"), rbf, ("C", "gamma"))


def test_an_unfinished_training_solves_nothing():
    goal = GOALS["bound"]
    starved = run(change(goal.start, C=10.0, solver="smo", max_iter=1))
    assert not starved.finished
    line = progress(goal, starved.experiment).line
    assert NOT_CONVERGED in line
    assert "free support vectors" not in line


def test_new_points_are_of_the_same_distribution_and_others():
    start = GOALS["new"].start
    X, y = new_sample(start)
    assert (len(X), int(y.sum())) == (NEW_POINTS, NEW_POINTS // 2)
    here = run(start).data
    assert not {*map(tuple, X)} & {*map(tuple, here.X)}
    for label in (0, 1):
        apart = X[y == label].mean(axis=0) - here.X[(here.y > 0) == label].mean(axis=0)
        assert np.abs(apart).max() < 0.5
    result = run(start)
    wrong = ((result.model(X) >= 0) != (y > 0)).mean()
    assert GoalAttempt(result, start).new_error == pytest.approx(wrong)


def test_leave_one_out_counts_what_single_trainings_get_wrong():
    start = GOALS["without"].start
    result = run(start)
    errors = 0
    for i, x, sign in zip(result.data.ids, result.data.X, result.data.y, strict=True):
        model = run(edits(delete(i))(start)).model
        errors += (model(x[None])[0] >= 0) != (sign > 0)
    assert left_out_errors(result) == errors > 0
