"""The lesson on settings and scores that mislead, and how it can be seen."""

import numpy as np

from pages.lessons.model import scores, traps, two_classes
from pages.lessons.text.scenario import Lesson, Scenario, Spoken, board, evaluation, view
from pages.model_selection.kernel_choice import percent
from pages.state.board.experiment import Experiment, change
from pages.state.link.example_links import Link, of_board, of_settings
from pages.state.model.run import run
from pages.state.text.number_format import number
from pages.state.text.verdict import listed

SIGMOID = change(Experiment(), kernel="sigmoid")


def _sigmoid() -> Spoken:
    data = run(SIGMOID).data
    values = np.linalg.eigvalsh(SIGMOID.build_kernel()(data.X, data.X))
    negative = int((values < -1e-9 * values.max()).sum())
    return Spoken(
        "The sigmoid kernel is not positive semi-definite here: there is no feature space in which "
        "it is a scalar product.",
        "Compare the Gram matrix with that of the RBF kernel.",
        "How many eigenvalues of the Gram matrix are negative, and how small is the smallest?",
        f"{negative} of {len(values)}; the smallest is {number(float(values[0]))}, the largest "
        f"{number(float(values[-1]))}. The solver's answer is only known to be a stationary point.",
    )


def _stray() -> Spoken:
    costs = [f"{C:g}" for C in traps.CS]
    rows = [f"{number(traps.turned(C))}° at C = {C:g}" for C in traps.CS]
    return Spoken(
        "One orange point lies far to the upper left. Its α is at most C: a large C lets it turn "
        "the boundary.",
        "Drag the lone orange point about. Then move C from 0.01 to 100.",
        f"By how much does this point turn the boundary at C = {listed(costs)}?",
        f"By {listed(rows)}.",
    )


def _far() -> Spoken:
    value, b = traps.far_value()
    side = "+1" if b >= 0.0 else "−1"
    return Spoken(
        "Far from all points every RBF kernel value is nearly 0, so f is about b: the model still "
        "predicts a class.",
        "Click ever farther from the points and watch the bars shrink.",
        f"What are f at {traps.FAR} and b, and which class is predicted there?",
        f"f = {number(value)} and b = {number(b)}: class {side}, with no point near.",
    )


def _labels() -> Spoken:
    found = scores.held_out(traps.RARE)
    return Spoken(
        "A ROC curve needs the values of f. From predicted labels it has a single corner, and its "
        "area is another number.",
        "Move the threshold t: with f the curve stays, only the dot moves.",
        "What is the AUC from f, and what from the predicted labels?",
        f"{number(found.f_area)} from f, {number(found.label_area)} from labels.",
    )


def _best() -> Spoken:
    best = scores.grid_map(traps.RANDOM, traps.CELLS).best
    chosen = change(traps.RANDOM, C=best.C, gamma=best.value)
    new = two_classes.error_on_new(chosen)
    return Spoken(
        f"The labels are random, and {traps.CELLS**2} pairs of C and γ are tried. The best of many "
        "scores is optimistically biased.",
        "Press Compute the map and read the error of the best cell.",
        "What error has the best cell in cross-validation, and on new points?",
        f"{percent(best.cv_error)} in cross-validation, {percent(new)} on "
        f"{two_classes.NEW_POINTS:,} new points.",
    )


def _apart() -> Link:
    """The terms of f at the place far away."""
    return Link(
        "kernels",
        "",
        of_board(traps.SHARP)
        | of_settings("i_", kernels="apart")
        | of_settings("i_", place=traps.FAR),
    )


LESSON = Lesson(
    "traps-in-models",
    "Traps in models",
    15,
    (
        Scenario(
            "A function that is not a kernel",
            view("kernels", "i_", SIGMOID, kernels="gram"),
            _sigmoid,
        ),
        Scenario("An outlier and C", board(traps.WITH_STRAY), _stray),
        Scenario("Far from all points", _apart, _far),
        Scenario("AUC from labels", evaluation(traps.RARE, "test"), _labels),
        Scenario(
            "The best of many cells", evaluation(traps.RANDOM, "map", cells=traps.CELLS), _best
        ),
    ),
)
