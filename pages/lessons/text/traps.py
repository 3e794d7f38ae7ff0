"""The lesson on data that mislead, and how it can be seen."""

import numpy as np

from pages.lessons.model import scores, traps
from pages.lessons.model import two_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, evaluation
from pages.model_selection.kernel_choice import percent
from pages.state.board.experiment import Experiment, change
from pages.state.model.run import run
from pages.state.text.number_format import number

BALANCED = change(traps.RARE, class_weight="balanced")
TWINS = model.by_hand(
    (
        (-1.0, 0.0, 0),
        (-1.0, 0.0, 1),
        (1.0, 0.5, 0),
        (1.0, 0.5, 1),
        (-2.0, 1.0, 0),
        (-1.5, -1.0, 0),
        (-0.5, 1.5, 0),
        (2.0, -1.0, 1),
        (1.6, 1.2, 1),
        (0.8, -1.2, 1),
    ),
    gamma=2.0,
    C=1e4,
)
ALONE = model.by_hand(((-1.0, 0.5, 0), (0.5, -0.5, 0), (1.5, 1.0, 0)))
NOISE = change(Experiment(), dataset="random", gamma=50.0, C=100.0)


def _few() -> Spoken:
    equal, balanced = run(traps.RARE), run(BALANCED)
    positive = equal.data.y > 0.0
    few, n = int(positive.sum()), len(positive)
    missed = [int((shown.wrong & positive).sum()) for shown in (equal, balanced)]
    return Spoken(
        f"Only {few} of these {n} points are orange. Violations of the blue ones outvote them, so "
        "the boundary moves into the orange class.",
        "Under Expert, set the class weights to balanced.",
        "How many orange points are misclassified with equal and with balanced weights?",
        f"{missed[0]} of {few} with equal weights, {missed[1]} with balanced ones. The accuracy "
        f"of {number(100.0 * equal.accuracy)} % and {number(100.0 * balanced.accuracy)} % says "
        "nothing of this.",
    )


def _twins() -> Spoken:
    shown = run(TWINS)
    pairs = len(shown.data) - len(np.unique(shown.data.X, axis=0))
    return Spoken(
        "At two places a point of each class lies on the other. No function can be right for both.",
        "Raise C and γ as far as you like.",
        "How many points are misclassified at least, whatever the kernel?",
        f"{pairs}, one of each pair; here it is {int(shown.wrong.sum())} of {len(shown.data)}.",
    )


def _alone() -> Spoken:
    shown = run(ALONE)
    assert shown.model is None
    return Spoken(
        "All points share a class, so there is nothing to separate.",
        "Choose the orange class and place one point.",
        "How many points of the other class does an SVM need at least?",
        f"One. With these {len(shown.data)} points alone there is no model.",
    )


def _noise() -> Spoken:
    shown = run(NOISE)
    return Spoken(
        "The labels of these points are random: there is nothing to learn.",
        "Lower γ until the training accuracy falls.",
        "How good is the model on its training points, and how good on new ones?",
        f"{number(100.0 * shown.accuracy)} % of the training points are right, and "
        f"{number(100.0 * (1.0 - model.error_on_new(NOISE)))} % of {model.NEW_POINTS:,} new "
        "points; guessing gives 50 %.",
    )


def _units() -> Spoken:
    plain, scaled = (scores.folds(traps.UNSCALED, how).mean[0] for how in ("none", "inside"))
    return Spoken(
        f"The second feature is in a smaller unit: its numbers are {traps.UNIT:g} times as large. "
        "For the RBF kernel most of them are then far from each other.",
        "Look at the chart Scaling: accuracy.",
        "What is the cross-validation accuracy without scaling, and with scaling in the fold?",
        f"{percent(float(plain))} without, {percent(float(scaled))} with scaling.",
    )


def _copies() -> Spoken:
    copies, alone = (scores.folds(one) for one in (traps.COPIES, traps.NARROW))
    return Spoken(
        f"The labels are random, and each of the {len(alone.y)} points is there twice: the copy of "
        "a test point may be a training point.",
        "Read the accuracy of leave-one-out below the charts. Why is it so high?",
        "What is the cross-validation accuracy with the copies, and without them?",
        f"{percent(float(copies.mean[0]))} with copies, {percent(float(alone.mean[0]))} without. "
        "Copies must stay in the same fold.",
    )


LESSON = Lesson(
    "traps",
    "Traps in the data",
    15,
    (
        Scenario("A rare class", board(traps.RARE, detail="expert"), _few),
        Scenario("Two labels at one place", board(TWINS), _twins),
        Scenario("One class only", board(ALONE), _alone),
        Scenario("Random labels", board(NOISE), _noise),
        Scenario("Unscaled features", evaluation(traps.UNSCALED, "folds"), _units),
        Scenario("Copies", evaluation(traps.COPIES, "folds"), _copies),
    ),
)
