"""What a change did to a model, in numbers, and why."""

from pages.predict.model.what_changes import ChangeTask, slack_sum
from pages.predict.text.controls import SYMBOLS
from pages.state.model.run import Run
from pages.state.text.number_format import number


def change_sentence(task: ChangeTask) -> str:
    """What the change did, in numbers, and why."""
    if task.kind == "removal":
        return _removal(task)
    name, (old, new) = SYMBOLS[task.parameter], task.values
    start = f"With {name} = {number(new)} instead of {number(old)}"
    if task.kind == "width":
        return f"{start} {_width(task)}"
    n = len(task.before.data)
    if task.kind == "count":
        before, after = (int(run.support.sum()) for run in (task.before, task.after))
        said = f"{after} of {n} points are support vectors{_instead(before, after)}"
        return f"{start}, {said}. {_why_count(task)}"
    before, after = (int(run.wrong.sum()) for run in (task.before, task.after))
    verb = "are" if after > 1 else "is"
    points = f"{after or 'none'} of {n} training points {verb} misclassified"
    return f"{start}, {points}{_instead(before, after)}. {_why_error(task)}"


def _instead(before: int, after: int) -> str:
    return ", as before" if after == before else f" (before: {before})"


def _removal(task: ChangeTask) -> str:
    before, k = task.before, task.point
    assert k is not None
    alpha, margin = number(before.alpha[k]), number(before.margins[k])
    if not before.support[k]:
        return (
            f"The point is not a support vector (α = 0, as y f(x) = {margin} is greater than 1), "
            "so the boundary does not move."
        )
    assert task.after.model is not None
    y = float(before.data.y[k])
    then = number(y * float(task.after.model(before.data.X[k][None])[0]))
    return (
        f"The point is a support vector of class {_side(y)} (α = {alpha}): without its loss y f(x) "
        f"there falls from {margin} to {then}, and the boundary beside it moves by "
        f"{number(abs(task.shift))} towards class {_side(task.shift)}."
    )


def _side(sign: float) -> str:
    return "+1" if sign > 0.0 else "−1"


def _width(task: ChangeTask) -> str:
    before, after = task.before, task.after
    assert before.width is not None
    assert after.width is not None
    if task.answer == "same":
        least = min(before.experiment.C, after.experiment.C)
        top = float(before.alpha.max())
        return (
            f"the margin is {number(after.width)} wide as before: the largest α is {number(top)}, "
            f"so α ≤ C binds neither at C = {number(least)} nor above it."
        )
    return (
        f"the margin is {number(after.width)} wide instead of {number(before.width)}. "
        f"{_price_of_slack(task)}"
    )


def _price_of_slack(task: ChangeTask) -> str:
    """Another C, by the sum of the slacks, which can only fall when C grows."""
    old, new = slack_sum(task.before), slack_sum(task.after)
    cost, less = ("more", "less") if task.values[1] > task.values[0] else ("less", "more")
    if number(old) == number(new):
        return f"Slack costs {cost}, but the optimum has the same: Σ ξ = {number(new)}."
    size = "larger" if less == "less" else "smaller"
    return (
        f"Slack costs {cost}, so the optimum has {less} of it (Σ ξ = {number(new)}, before "
        f"{number(old)}), with a {size} ‖w‖."
    )


def _reach(task: ChangeTask) -> str:
    old, new = (gamma**-0.5 for gamma in task.values)
    return f"Points now influence each other up to about {number(new)} away (before: {number(old)})"


def _kinds(run: Run) -> tuple[int, int]:
    """How many support vectors are on the margin, and how many at α = C."""
    bound = int((run.support & run.bound).sum())
    return int(run.support.sum()) - bound, bound


def _why_count(task: ChangeTask) -> str:
    """By the two kinds of support vectors: which of them became more or fewer."""
    (free, bound), (free_then, bound_then) = _kinds(task.before), _kinds(task.after)
    narrower = task.values[1] > task.values[0]
    more_free, more_bound = free_then - free, bound_then - bound
    on_margin = f"{free_then} are on the margin (before: {free})"
    at_bound = f"{bound_then} have α = C (before: {bound})"
    if narrower and more_free > abs(more_bound):
        return f"{_reach(task)}: points share fewer support vectors, and {on_margin}."
    if not narrower and -more_free > abs(more_bound):
        return f"{_reach(task)}: a support vector acts on more points, and {on_margin}."
    if narrower and -more_bound > abs(more_free):
        return f"{_reach(task)}: f can follow more points, and {at_bound}."
    if not narrower and more_bound > abs(more_free):
        return f"{_reach(task)}: f is smoother and follows fewer points, and {at_bound}."
    return f"{_reach(task)}. Of the support vectors, {on_margin} and {at_bound}."


def _why_error(task: ChangeTask) -> str:
    """By the slack that C pays for, or by the reach of the kernel; and where the sign changed."""
    turned = int((task.before.wrong != task.after.wrong).sum())
    if task.parameter == "C":
        return f"{_price_of_slack(task)} {_turned(turned)}"
    return f"{_reach(task)}, so f can change {_speed(task)} between points. {_turned(turned)}"


def _speed(task: ChangeTask) -> str:
    return "faster" if task.values[1] > task.values[0] else "only more slowly"


def _turned(count: int) -> str:
    points = "training point" if count == 1 else "training points"
    return f"The sign of f changes at {count or 'no'} {points}."
