"""What is said once an answer is shown, with its numbers; and the score of the visit."""

from collections.abc import Sequence

from pages.datasets.extent import Extent
from pages.predict.model.marking import Marking
from pages.predict.model.which_kernel import KernelTask, conic, largest, outline
from pages.state.model.run import Run
from pages.state.model.scene import Scene
from pages.state.text.number_format import number
from pages.state.text.verdict import Metric
from svmcore.arrays import Array, Indices

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
