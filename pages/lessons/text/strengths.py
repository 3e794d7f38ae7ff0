"""The lesson on what support vector machines do well and what they do not."""

import numpy as np

from pages.lessons.model import scores, smo, two_classes
from pages.lessons.model import strengths as model
from pages.lessons.model.many_classes import FOUR, WW
from pages.lessons.model.traps import CELLS
from pages.lessons.text.choosing import FEW
from pages.lessons.text.classes import screen
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, evaluation, view
from pages.model_selection.kernel_choice import percent
from pages.model_selection.kernel_formula import KERNELS
from pages.state.board.experiment import change
from pages.state.link.example_links import Link, of_settings
from pages.state.model.run import run
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

SAME = 1e-6  # values of f that differ by less are the same but for rounding
NAMES = [KERNELS[name].title for name in model.KERNELS]


def _columns() -> Spoken:
    found = model.wide()
    return Spoken(
        "Strength: more columns than points. The penalty on ‖w‖ limits the fit, whatever their "
        "number.",
        f"Digits 3 and 8, of which {model.DIGITS.held} % are test points, and the linear kernel. "
        "Lower the test share.",
        "How many columns and training points are there, and how many test points are right?",
        f"{found.columns} columns, {found.train} training points; {found.test - found.wrong} of "
        f"{found.test} test points are right ({percent(1.0 - found.wrong / found.test)}).",
    )


def _memory() -> Spoken:
    shown = run(model.MANY)
    held, n = int(shown.support.sum()), len(shown.data)
    assert model.without_others(model.MANY) < SAME
    return Spoken(
        "Strength: little memory. f is a sum over the support vectors; all other points can go.",
        "Erase points without a ring: the boundary stays.",
        f"How many of the {n} points must a program keep to predict?",
        f"{held}, {percent(held / n)}. Trained on these alone, f is the same.",
    )


def _versatile() -> Spoken:
    wrong = [int(run(change(model.CORNERS, kernel=name)).wrong.sum()) for name in model.KERNELS]
    rows = [f"{name} {count}" for name, count in zip(NAMES, wrong, strict=True)]
    return Spoken(
        "Strength: the same method with another kernel has other boundaries.",
        "Compare the small pictures; click one to choose its kernel.",
        f"How many of the {len(run(model.CORNERS).data)} points does each of the kernels "
        f"{listed(NAMES)} misclassify?",
        f"{listed(rows)}.",
    )


def _far() -> Spoken:
    found = model.turns()
    return Spoken(
        "Strength: a point beyond its margin has loss 0, however far away it is.",
        f"The point at ({model.FAR[0]:g}, {model.FAR[1]:g}) is classified correctly. Drag it about "
        "there.",
        "By how much does it turn the boundary of the SVM, and that of a least-squares fit?",
        f"By {number(round(found.svm, 3))}° and {number(found.least_squares)}°. A misclassified "
        "outlier does turn an SVM: see An outlier and C.",
    )


def _overlap() -> Spoken:
    runs = [run(one) for one in (*model.CLOUDS, model.LABELS)]
    held = [int(one.support.sum()) for one in runs]
    clouds = [f"{k} at noise {noise:g}" for k, noise in zip(held, model.NOISES, strict=False)]
    return Spoken(
        "Weakness: where classes overlap, every point inside the margin is a support vector.",
        "Choose the sample Blobs, and move Noise from 0.3 to 1.",
        f"How many of {len(runs[0].data)} points are support vectors of two blobs, and with random "
        "labels?",
        f"{listed(clouds)}, and {held[-1]} with random labels.",
    )


def _rows() -> Spoken:
    sizes = [one.n_samples for one in (model.FEW, model.MORE)]
    steps = [len(smo.pair_steps(one)) for one in (model.FEW, model.MORE)]
    entries = [2 * n * k for n, k in zip(sizes, steps, strict=True)]
    rows = [f"{count:,} in {k} steps" for k, count in zip(steps, entries, strict=True)]
    return Spoken(
        "Weakness: many points. The Gram matrix of N points has N² entries, and each step of SMO "
        "needs two of its rows.",
        f"Compare the number of steps for {sizes[0]} and {sizes[1]} points.",
        f"How many entries of K does SMO look at, with {sizes[0]} and with {sizes[1]} points?",
        f"{rows[0]}, and {rows[1]}: {number(entries[1] / entries[0], 2)} times as many.",
    )


def _probability() -> Spoken:
    found = model.frequency()
    low, high = model.NEAR_ONE
    return Spoken(
        "Weakness: no probabilities. With the linear kernel f is the distance from the boundary "
        "times ‖w‖, and has no bounds.",
        "Read f at the points that are farthest from the boundary.",
        f"Which share of new points with f from {low:g} to {high:g} is of class +1, and what range "
        "has f?",
        f"{percent(found.positive)} of {found.n:,}, and f runs from {number(found.low)} to "
        f"{number(found.high)} on {model.NEW_POINTS:,}.",
    )


def _scores() -> Spoken:
    x, y = model.PLACE
    first = {int(np.argmax(model.scores(C))) for C in model.CS}
    assert len(first) == 1
    rows = [
        f"C = {C:g}: {', '.join(number(score, 2) for score in model.scores(C))}" for C in model.CS
    ]
    return Spoken(
        "Weakness: scores are not calibrated. A stronger penalty (small C, large λ) draws these "
        "four towards 0.",
        f"Move C from {model.CS[1]:g} to {model.CS[0]:g} and watch the bars.",
        f"What are the scores of the four classes at ({x:g}, {y:g}) with each C?",
        f"{rows[0]}; {rows[1]}. Class {first.pop()} leads.",
    )


def _tuning() -> Spoken:
    found = scores.grid_map(FEW, CELLS)
    best, worst = found.best, max(found.by_simplicity, key=lambda cell: cell.cv_error)
    rows = [
        f"{percent(cell.cv_error)} at C = {number(cell.C)}, γ = {number(cell.value)}"
        for cell in (best, worst)
    ]
    return Spoken(
        "Strength: few parameters, C and γ for the RBF kernel. Weakness: the error depends on "
        "them, so they need careful tuning.",
        "Press Compute the map. Where is the error large?",
        "How large is the cross-validation error of the best cell of the map, and of the worst?",
        f"{rows[0]}; {rows[1]}.",
    )


def _digits() -> Link:
    asked = model.DIGITS
    words = of_settings(
        "t_", real=asked.real, learn=asked.learn, kernel=asked.kernel, held=asked.held
    )
    return Link("evaluation", "", words | of_settings("e_", view="test", source="table"))


LESSON = Lesson(
    "strengths",
    "Strengths and weaknesses",
    20,
    (
        Scenario("More columns than points", _digits, _columns),
        Scenario("Support vectors are enough", board(model.MANY), _memory),
        Scenario(
            "One method, several kernels",
            view("kernels", "i_", model.CORNERS, kernels="gallery"),
            _versatile,
        ),
        Scenario("Beyond the margin", board(model.WITH_FAR), _far),
        Scenario("Overlap", board(model.LABELS), _overlap),
        Scenario("Many points", view("dual", "i_", model.MORE, dual="smo"), _rows),
        Scenario("No probabilities", board(two_classes.OVERLAP), _probability),
        Scenario(
            "Scores are not calibrated",
            screen(change(FOUR, C=model.CS[1]), WW, place=model.PLACE),
            _scores,
        ),
        Scenario("Few parameters, careful tuning", evaluation(FEW, "map", cells=CELLS), _tuning),
    ),
)
