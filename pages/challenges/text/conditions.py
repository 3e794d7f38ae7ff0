"""The conditions of the goals, each with its numbers."""

from pages.challenges.model.attempt import NEW_POINTS, GoalAttempt
from pages.challenges.text.goal import (
    Condition,
    Conditions,
    accuracy,
    at_least,
    at_most,
    percent,
)
from pages.state.text.number_format import number

NEGATIVE = 0.1  # of the largest eigenvalue, by which the smallest must be below 0


def _count(name: str, value: int, wanted: int) -> Condition:
    return Condition(f"{name}: {value} (goal: {wanted})", value == wanted)


def none_bound(a: GoalAttempt) -> Conditions:
    """At least three free support vectors, no bound one."""
    return (
        at_least("free support vectors", a.free, 3),
        _count("bound support vectors", a.bound, 0),
    )


def none_free(a: GoalAttempt) -> Conditions:
    """Every support vector is bound."""
    return at_least("support vectors", a.support, 1), _count("free support vectors", a.free, 0)


def wide_despite_outlier(a: GoalAttempt) -> Conditions:
    """A wide margin, one point given up."""
    return (
        at_least("margin width", a.width, 3),
        at_most("misclassified points", a.wrong, 1),
    )


def few_support(a: GoalAttempt) -> Conditions:
    """All correct, four support vectors."""
    return accuracy(a), at_most("support vectors", a.support, 4)


def all_free(a: GoalAttempt) -> Conditions:
    """All correct, every point a free support vector."""
    return accuracy(a), _count("free support vectors", a.free, a.n)


def underfits(a: GoalAttempt) -> Conditions:
    """Less than 60 % correct."""
    right = a.n - a.wrong
    return (
        Condition(f"accuracy: {percent(right, a.n)} (goal: less than 60 %)", 5 * right < 3 * a.n),
    )


def _new_error(a: GoalAttempt) -> str:
    return f"error on {NEW_POINTS} new points: {number(100.0 * a.new_error)} %"


def overfits(a: GoalAttempt) -> Conditions:
    """All correct, and a quarter of new points incorrect."""
    return accuracy(a), Condition(f"{_new_error(a)} (goal: at least 25 %)", a.new_error >= 0.25)


def generalises(a: GoalAttempt) -> Conditions:
    """A small error on new points, few support vectors."""
    return (
        Condition(f"{_new_error(a)} (goal: at most 8 %)", a.new_error <= 0.08),
        at_most("support vectors", a.support, 20),
    )


def no_left_out_error(a: GoalAttempt) -> Conditions:
    """Leave-one-out error 0."""
    return (_count("leave-one-out errors", a.left_out_errors, 0),)


def ten_each(a: GoalAttempt) -> Conditions:
    """Ten points of each class."""
    return (
        at_least("points of class −1", a.of_class(-1.0), 10),
        at_least("points of class +1", a.of_class(1.0), 10),
    )


def wide_margin(a: GoalAttempt) -> Conditions:
    """A margin at least 3 wide."""
    return (at_least("margin width", a.width, 3),)


def four_points(a: GoalAttempt) -> Conditions:
    """At most four points."""
    return (at_most("points", a.n, 4),)


def only_rbf(a: GoalAttempt) -> Conditions:
    """The RBF kernel separates what the linear one does not."""
    said = "separates" if a.linear else "does not separate"
    return (
        Condition(f"the linear kernel {said} the classes", not a.linear),
        Condition("the RBF kernel separates them", a.wrong == 0),
    )


def one_removed(a: GoalAttempt) -> Conditions:
    """One point removed, and nothing else changed."""
    if a.removed is None:
        return (Condition("points were added or changed: only remove one", False),)
    return (_count("points removed", a.removed, 1),)


def doubled(a: GoalAttempt) -> Conditions:
    """A margin twice as wide as at the start."""
    return (at_least("margin width", a.width, 2.0 * (a.first.width or 0.0)),)


def eight_each(a: GoalAttempt) -> Conditions:
    """Eight points of each class."""
    return (
        at_least("points of class −1", a.of_class(-1.0), 8),
        at_least("points of class +1", a.of_class(1.0), 8),
    )


def two_support(a: GoalAttempt) -> Conditions:
    """Two support vectors."""
    return (_count("support vectors", a.support, 2),)


def one_moved(a: GoalAttempt) -> Conditions:
    """One point moved by at least 1, and nothing else changed."""
    if a.moves is None:
        return (
            Condition("points were added, removed or given another class: only move one", False),
        )
    moved = _count("points moved", len(a.moves), 1)
    return moved, at_least("distance moved", max(a.moves, default=0.0), 1)


def same_line(a: GoalAttempt) -> Conditions:
    """The line of the start."""
    return (Condition(f"the line is {'the same' if a.same_line else 'another one'}", a.same_line),)


def negative_eigenvalue(a: GoalAttempt) -> Conditions:
    """A clearly negative eigenvalue, 90 % correct."""
    low, high = a.eigenvalues
    limit = -NEGATIVE * abs(high)
    share = f"−{number(100.0 * NEGATIVE)} % of the largest"
    found = at_most("smallest eigenvalue", low, limit)
    return Condition(f"{found.text} ({share})", found.holds), accuracy(a, 90)
