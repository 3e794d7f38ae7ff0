"""What the page Predict says."""

from collections.abc import Mapping, Sequence

from pages.datasets.limits import Extent
from pages.model_selection.kernel_formula import KERNELS
from pages.predict.model.what_changes import ChangeTask, quarters, slack_sum
from pages.predict.model.which_kernel import KernelTask, conic, largest, outline
from pages.predict.model.which_support import Marking
from pages.predict.settings import MIXED
from pages.state.board.experiment import Experiment
from pages.state.model.run import Run
from pages.state.model.scene import Scene
from pages.state.text.number_format import number
from pages.state.text.support_words import misclassified
from pages.state.text.verdict import Metric
from svmcore.arrays import Array, Indices

# --- Buttons, questions and choices of the page Predict ---

SHOW, NEXT, SKIP, AGAIN = "Show answer", "Next task", "Skip", "Try again"
KEYS = "**N**: show the answer, then the next task."
MARK_FIRST = "First mark at least one point."
CHOOSE_FIRST = "First choose an answer."
SKIP_HELP = "Another task; this one stays without a score."
AGAIN_HELP = "Hide the answer and predict once more; only the first answer counts."
MARK_KEYS = (
    "Click a point to mark it, once more to unmark it. With the keyboard, in the picture: "
    "**[** and **]** go from point to point, **Enter** marks."
)
FEW = 20
TOO_MANY = "{n} points are many to mark."
TAKE_FEW = f"Use {FEW} points"
TAKE_FEW_HELP = "Set the size of the sample; undo brings the other points back."
OWN_POINTS = "These are your own points: change them, or choose a sample under Data."
LEGEND = {
    "hits": ("○", "marked, and a support vector"),
    "missed": ("□", "a support vector, but not marked"),
    "extra": ("△", "marked, but not a support vector"),
}
BEFORE, AFTER = "before the change", "after the change"
RIGHT_CHOICE, OWN_CHOICE, OTHER_CHOICE = "right, your choice", "your choice", "right"
SAMPLE = "Sample"
ABOUT_LABEL = "Question"
ABOUT = {
    MIXED: "All in turn",
    "removal": "A point is removed",
    "width": "Margin width and C",
    "count": "Support vectors and γ",
    "error": "Training error",
}
TASK_LINK = "The link opens this task, for others as well."
SYMBOLS = {"C": "C", "gamma": "γ"}
KERNEL_CHOICES = {
    "linear": "Linear",
    "quadratic": "Polynomial, degree 2",
    "cubic": "Polynomial, degree 3",
    "wide": "RBF, γ = 0.1",
    "narrow": "RBF, γ = 20",
    "laplacian": "Laplacian, γ = 1",
}
_CHOICES: Mapping[str, Mapping[str, str]] = {
    "removal": {
        "plus": "Towards class +1 (orange diamonds)",
        "minus": "Towards class −1 (blue circles)",
        "still": "Not at all",
    },
    "width": {"wider": "Wider", "narrower": "Narrower", "same": "The same"},
    "error": {"more": "More", "fewer": "Fewer", "same": "The same number"},
}


def model_words(experiment: Experiment) -> str:
    """A model in words: "linear kernel, C = 1"."""
    kernel = KERNELS[experiment.kernel].title
    name = kernel if kernel.isupper() else kernel.lower()
    words = [f"{name} kernel"]
    own = experiment.parameters()["kernel"]
    words += [f"{SYMBOLS.get(p.name, p.name)} = {number(experiment[p.name])}" for p in own]
    hard = experiment.margin == "hard"
    return ", ".join([*words, "hard margin" if hard else f"C = {number(experiment.C)}"])


def support_question(experiment: Experiment) -> str:
    """What is asked of the points."""
    return f"The model: {model_words(experiment)}. Which points will be its support vectors?"


def marked(count: int, n: int) -> str:
    """How many points are marked."""
    return f"{count} of {n} points marked"


def change_question(task: ChangeTask) -> str:
    """What is asked of a change."""
    before = task.before
    start = (
        f"The model: {model_words(before.experiment)}, trained on these {len(before.data)} points."
    )
    if task.kind == "removal":
        return (
            f"{start} Then the ringed point is removed, and the model is trained again. Which way "
            "does the boundary move beside the point?"
        )
    name, (old, new) = SYMBOLS[task.parameter], task.values
    times = "ten times larger" if new > old else "ten times smaller"
    then = f"Then {name} is {times}: {name} = {number(new)}."
    if task.kind == "width":
        width = number(before.width or 0.0)
        return f"{start} Its margin is {width} wide. {then} How wide is the margin?"
    if task.kind == "count":
        held = int(before.support.sum())
        return f"{start} It has {held} support vectors. {then} How many does it have then?"
    missed = misclassified(int(before.wrong.sum()))
    return f"{start} Of these, {missed}. {then} How many training points are misclassified?"


def change_choices(task: ChangeTask) -> dict[str, str]:
    """The choices of a task, by their names."""
    if task.kind != "count":
        return dict(_CHOICES[task.kind])
    ranges = quarters(len(task.before.data))
    names = ("first", "second", "third", "fourth")
    return {name: f"{low} to {high}" for name, (low, high) in zip(names, ranges, strict=True)}


def kernel_question(task: KernelTask) -> str:
    """What is asked of a picture."""
    found = task.run
    return (
        "The picture shows the decision function of one of these kernels, trained on these "
        f"{len(found.data)} points with C = {number(found.experiment.C)}. Which kernel is it?"
    )


# --- What is said once an answer is shown, with its numbers; and the score of the visit ---

NOT_COUNTED = "Not counted: this task was answered before."
SCORE_HELP = (
    "The Jaccard index, in percent: the support vectors that you marked, divided by all points "
    "that are support vectors or were marked."
)
RIGHT_HELP = "100 % for the right choice, 0 % for another one."
VISIT_HELP = "The tasks of this view that you answered in this visit; first answers only."


def marking_sentence(found: Marking, run: Run) -> str:
    """How many support vectors and other points were marked, with y f(x) of the mistakes."""
    hits, extra = len(found.hits), len(found.extra)
    total = hits + len(found.missed)
    plural = "support vector" if total == 1 else "support vectors"
    which = f"all {total}" if hits == total else f"{hits or 'none'} of the {total}"
    if total == 1:
        which = "the only" if hits else "not the only"
    others = f"{extra or 'no'} other {'point' if extra == 1 else 'points'}"
    return f"You marked {which} {plural}, and {others}.{_margins(found, run)}"


def _margins(found: Marking, run: Run) -> str:
    """Why points were missed, or were no support vectors: their y f(x)."""
    parts = []
    for which, name in (
        (found.missed, "that you missed"),
        (found.extra, "that you marked by mistake"),
    ):
        if len(which):
            low, high = (number(value, 4) for value in _ends(run.margins[which]))
            parts.append(f"{low if low == high else f'{low} to {high}'} for {_those(which)} {name}")
    if not parts:
        return ""
    return f" A support vector has y f(x) ≤ 1: it is {' and '.join(parts)}."


def _those(which: Indices) -> str:
    return "the one" if len(which) == 1 else f"the {len(which)}"


def _ends(values: Array) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def marking_card(found: Marking) -> Metric:
    """The score of one task of marking."""
    hits, missed, extra = len(found.hits), len(found.missed), len(found.extra)
    detail = f"{hits} / ({hits} + {missed} missed + {extra} {'other' if extra == 1 else 'others'})"
    return Metric("Score", percent(found.score), detail, SCORE_HELP)


def choice_card(chosen: str, answer: str) -> Metric:
    """The score of one task with choices."""
    right = chosen == answer
    return Metric("Score", percent(float(right)), "right" if right else "not right", RIGHT_HELP)


def visit_card(scores: Sequence[float]) -> Metric:
    """The score of all tasks of a view in this visit."""
    n = len(scores)
    detail = f"mean of {n} {'task' if n == 1 else 'tasks'}"
    return Metric("This visit", percent(sum(scores) / n), detail, VISIT_HELP)


def percent(share: float) -> str:
    """A score as whole percents."""
    return f"{100.0 * share:.0f} %"


def verdict_words(chosen: str, answer: str, title: str) -> str:
    """Whether a choice was right, and what is."""
    return (
        f"Right: {_lower(title)}." if chosen == answer else f"No. The answer is: {_lower(title)}."
    )


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def kernel_sentence(task: KernelTask, drawn: Scene) -> str:
    """What in this picture gives the kernel away."""
    found, view = task.run, task.view
    return _CLUES[task.answer](found, drawn, view)


def _linear(found: Run, drawn: Scene, view: Extent) -> str:
    assert found.model is not None
    assert found.model.weights is not None
    w1, w2 = found.model.weights.tolist()
    return (
        f"f(x) = w·x + b with w = ({number(w1)}, {number(w2)}) and b = "
        f"{number(found.model.intercept)}, so the boundary is one straight line."
    )


def _quadratic(found: Run, drawn: Scene, view: Extent) -> str:
    shape = conic(found, view)
    article = "an" if shape == "ellipse" else "a"
    return (
        f"f is a polynomial of degree 2, so the boundary is a conic section, here {article} "
        f"{shape}; |f| grows up to {number(largest(found, view), 2)} in the picture."
    )


def _cubic(found: Run, drawn: Scene, view: Extent) -> str:
    return (
        "f is a polynomial of degree 3, so a straight line crosses the boundary at most three "
        f"times; here it has {_curves(drawn, view)}, and |f| grows up to "
        f"{number(largest(found, view), 2)} in the picture."
    )


def _wide(found: Run, drawn: Scene, view: Extent) -> str:
    gamma = found.experiment["gamma"]
    return (
        f"K falls to 1/e only at a distance of {number(gamma**-0.5)}, so each of the "
        f"{int(found.support.sum())} support vectors acts on a large part of the picture; the "
        f"boundary is smooth, with {_curves(drawn, view)}."
    )


def _narrow(found: Run, drawn: Scene, view: Extent) -> str:
    assert found.model is not None
    gamma, held = found.experiment["gamma"], int(found.support.sum())
    side = "+1" if found.model.intercept >= 0.0 else "−1"
    return (
        f"{held} of {len(found.data)} points are support vectors, and K falls to 1/e at a distance "
        f"of {number(gamma**-0.5)} from each; the boundary has {_curves(drawn, view)}; far from "
        f"all points f is b = {number(found.model.intercept)}, class {side}."
    )


def _laplacian(found: Run, drawn: Scene, view: Extent) -> str:
    return (
        "K depends on |x₁ − z₁| + |x₂ − z₂|, so the boundary has a corner where it crosses a "
        "vertical or a horizontal line through one of the "
        f"{int(found.support.sum())} support vectors."
    )


def _curves(drawn: Scene, view: Extent) -> str:
    """How many curves the boundary has in the picture, in words."""
    seen, closed = outline(drawn, view)
    words = f"{seen} {'curve' if seen == 1 else 'curves'}"
    if closed == 0:
        return words
    which = f"{closed} of them" if closed < seen else "all" if seen > 1 else "which is"
    return f"{words}, {which} closed"


_CLUES = {
    "linear": _linear,
    "quadratic": _quadratic,
    "cubic": _cubic,
    "wide": _wide,
    "narrow": _narrow,
    "laplacian": _laplacian,
}


# --- What a change did to a model, in numbers, and why ---


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
