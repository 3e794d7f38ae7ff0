"""Buttons, questions and choices of the page Predict."""

from collections.abc import Mapping

from pages.model_selection.kernel_formula import KERNELS
from pages.predict.model.what_changes import ChangeTask, quarters
from pages.predict.model.which_kernel import KernelTask
from pages.predict.settings import MIXED
from pages.state.board.experiment import Experiment
from pages.state.text.number_format import number
from pages.state.text.support_words import misclassified

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
