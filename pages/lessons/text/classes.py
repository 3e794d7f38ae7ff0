"""The lesson on many classes: one-vs-rest, one-vs-one, joint schemes, and ambiguous places."""

from collections.abc import Callable
from typing import Any

import numpy as np

from pages.lessons.model import many_classes as model
from pages.lessons.text.scenario import Lesson, Scenario, Spoken
from pages.state.board.experiment import Experiment
from pages.state.link.example_links import Link, of_board, of_settings
from pages.state.multiclass.multiclass_run import Scheme, multiclass_run
from pages.state.text.number_format import number


def _rest() -> Spoken:
    run = multiclass_run(model.FOUR, model.OVR)
    assert run.many is not None
    return Spoken(
        "An SVM separates two classes. One-vs-rest trains one for each class against all others; "
        "the largest f decides.",
        "Under Boundary and margins of, choose the classes one after the other.",
        f"How many classifiers are trained for {run.many.k} classes, and how many points are "
        "misclassified?",
        f"{len(run.many.proofs)} classifiers; {int(run.wrong.sum())} of {len(run.labels)} points.",
    )


def _ambiguous() -> Spoken:
    shares = model.ambiguous(model.THREE, model.OVR)
    none, several = (f"{number(100.0 * shares[kind], 2)} %" for kind in ("nobody", "several"))
    return Spoken(
        "In the hatched places the classifiers do not agree: f > 0 for no class, or for several.",
        "Click into the triangle in the middle and read the scores.",
        "In what share of the picture is f > 0 for no class, and for several?",
        f"{none} for no class and {several} for several classes.",
    )


def _pairs() -> Spoken:
    run = multiclass_run(model.FOUR, model.OVO)
    assert run.many is not None
    ten = 10 * 9 // 2
    return Spoken(
        "One-vs-one trains an SVM for every two classes, on their points alone; each has a vote.",
        "Choose one pair under Boundary and margins of: its line ignores all other points.",
        f"How many classifiers are there for {run.many.k} classes, and how many for 10?",
        f"{len(run.many.proofs)}, and {ten} for 10: k (k − 1) / 2. Here {int(run.wrong.sum())} of "
        f"{len(run.labels)} points are misclassified.",
    )


def _ties() -> Spoken:
    tied = model.ambiguous(model.THREE, model.OVO)["tie"]
    rest = sum(model.ambiguous(model.THREE, model.OVR).values())
    return Spoken(
        "With three classes and three votes each class can get one: a tie, near the middle.",
        "Zoom in on the middle and click into the hatched triangle.",
        "In what share of the picture are votes tied, and how much was ambiguous one-vs-rest?",
        f"{number(100.0 * tied, 2)} %, and {number(100.0 * rest, 2)} % one-vs-rest.",
    )


def _row() -> Spoken:
    rest, joint = (multiclass_run(model.ROW, scheme) for scheme in (model.OVR, model.CS))
    f = model.scores_of(rest, 1)
    positive, right = int((f > 0.0).sum()), int((~joint.wrong).sum())
    assert float(np.ptp(f)) < model.CONSTANT
    return Spoken(
        "Three classes in a row: no line separates the middle one, class 1, from the rest.",
        "Choose Crammer–Singer, which trains all three scores together.",
        f"For how many of its {len(f)} points is the f of class 1 positive?",
        f"For {positive}: it is {number(float(f.mean()))} everywhere. Crammer–Singer classifies "
        f"{right} of {len(joint.labels)} points correctly.",
    )


def _joint() -> Spoken:
    runs = [multiclass_run(model.FOUR, s) for s in (model.OVR, model.OVO, model.WW, model.CS)]
    wrong = [int(run.wrong.sum()) for run in runs]
    return Spoken(
        "Joint schemes ask the score of the right class to exceed all others by δ. The "
        "largest score decides, so no region is ambiguous.",
        "Compare the small pictures: where do they differ?",
        "How many points does each of the four schemes misclassify?",
        f"One-vs-rest {wrong[0]}, one-vs-one {wrong[1]}, Weston–Watkins {wrong[2]}, "
        f"Crammer–Singer {wrong[3]} of {len(runs[0].labels)}.",
    )


def screen(experiment: Experiment, scheme: Scheme, **view: Any) -> Callable[[], Link]:
    """An experiment in a scheme on the page Classes, with settings of its view."""
    return lambda: Link(
        "classes",
        "",
        of_board(experiment, "classes")
        | of_settings("c_", scheme=scheme.scheme, delta=scheme.delta)
        | of_settings("v_", **view),
    )


LESSON = Lesson(
    "many-classes",
    "Many classes",
    10,
    (
        Scenario("One-vs-rest", screen(model.FOUR, model.OVR), _rest),
        Scenario("Ambiguous places", screen(model.THREE, model.OVR), _ambiguous),
        Scenario("One-vs-one", screen(model.FOUR, model.OVO), _pairs),
        Scenario("Tied votes", screen(model.THREE, model.OVO), _ties),
        Scenario("Three in a row", screen(model.ROW, model.OVR), _row),
        Scenario("Four schemes", screen(model.FOUR, model.CS, view="beside"), _joint),
    ),
)
