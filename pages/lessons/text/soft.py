"""The lesson on the soft margin: slack, the cost, and what C does."""

from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board
from pages.model_selection.margin_tolerance import MARGIN_TOLERANCE
from pages.state.board.experiment import change
from pages.state.model.run import run
from pages.state.text.number_format import number

SMALL, LARGE = (change(model.OVERLAP, C=C) for C in (0.01, 100.0))
FORGIVING = change(model.with_point(model.SEPARABLE, model.OUTLIER), margin="soft", C=1.0)
ALONE = change(model.SEPARABLE, margin="soft", C=1.0)


def _slack() -> Spoken:
    shown = run(model.OVERLAP)
    violating = int((model.slacks(shown) > MARGIN_TOLERANCE).sum())
    wrong = int(shown.wrong.sum())
    return Spoken(
        "A soft margin may be violated: the red line from a point to its margin is ξ/‖w‖ long.",
        "Drag a point over its margin, then over the boundary, and watch its red line.",
        "How many points violate the margin, and how many of them are misclassified (ξ > 1)?",
        f"{violating} of {len(shown.data)} violate it; misclassified: {wrong}.",
    )


def _cost() -> Spoken:
    shown = run(model.OVERLAP)
    total, C = model.slacks(shown).sum(), model.OVERLAP.C
    (w1, w2), _ = model.weights(shown)
    half = 0.5 * (w1**2 + w2**2)
    return Spoken(
        "The SVM minimises ½‖w‖² + C Σ ξ: a wide margin against few violations.",
        "Move C and watch which of the two gives way.",
        "At C = 1, which part of the cost is larger?",
        f"C Σ ξ = {number(C * total, 4)}, and ½‖w‖² = {number(half, 4)}: the cost is "
        f"{number(half + C * total, 4)}.",
    )


def _small() -> Spoken:
    low, high = run(SMALL), run(LARGE)
    return Spoken(
        "A small C makes violations cheap: the margin is wide.",
        "Before you move C to 100: will the margin be wider or narrower?",
        "How wide is the margin at C = 0.01 and at C = 100?",
        f"{number(model.width(low))} at C = 0.01, {number(model.width(high))} at C = 100.",
    )


def _large() -> Spoken:
    low, high = (int((model.slacks(run(one)) > MARGIN_TOLERANCE).sum()) for one in (SMALL, LARGE))
    return Spoken(
        "A large C makes violations expensive: the margin is narrow, and few points violate it.",
        "Move C back and forth between 0.01 and 100.",
        "How many points violate the margin at C = 100, and how many at C = 0.01?",
        f"{high} at C = 100, {low} at C = 0.01.",
    )


def _outlier() -> Spoken:
    before, after = (number(model.width(run(one))) for one in (ALONE, FORGIVING))
    hard = run(model.with_point(model.SEPARABLE, model.OUTLIER))
    return Spoken(
        "The soft margin hardly moves for one outlier: it pays for its slack instead.",
        "Drag the lone blue circle at the boundary about. Then choose the hard margin.",
        "How wide is the margin with and without the outlier?",
        f"{after} with it, {before} without it. The hard margin with it: "
        f"{number(model.width(hard))}.",
    )


LESSON = Lesson(
    "soft-margin",
    "The soft margin",
    10,
    (
        Scenario("Slack", board(model.OVERLAP, show=("slack",)), _slack),
        Scenario("What is minimised", board(model.OVERLAP, show=("slack",)), _cost),
        Scenario("A small C", board(SMALL, show=("slack",)), _small),
        Scenario("A large C", board(LARGE, show=("slack",)), _large),
        Scenario("The outlier again", board(FORGIVING, show=("slack",)), _outlier),
    ),
)
