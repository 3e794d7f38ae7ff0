"""Which prediction is asked for, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pages.predict.model.what_changes import KINDS
from pages.state.link.choices import CheckedChoices
from pages.state.screen.layers import MODEL_LAYERS
from pages.state.screen.view import View
from svmcore.params import param

VIEWS = {
    name: View(title, MODEL_LAYERS, parts=("boundary", "sentence", "cards", "controls"))
    for name, title in {
        "support": "Support vectors",
        "change": "What changes?",
        "kernel": "Which kernel?",
    }.items()
}
SAMPLES = {"task": "Task", "board": "Playground"}
MIXED = "all"  # the kinds of questions in turn


@dataclass(frozen=True)
class PredictSettings(CheckedChoices):
    """The view, the kind of question about a change, and the number of the task.

    sample : whose points are marked, a key of `SAMPLES`; "" for those of the board where a visitor
        has made it what it is and they are few, else those of the task.
    """

    view: str = "support"
    sample: str = ""
    about: str = MIXED
    task: int = param(
        1, 1, 9999, label="Task", help="The same number is the same task on every computer."
    )

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "view": tuple(VIEWS),
        "sample": ("", *SAMPLES),
        "about": (MIXED, *KINDS),
    }

    @property
    def kind(self) -> str:
        """The kind of question that the task asks, one of `KINDS`."""
        return KINDS[(self.task - 1) % len(KINDS)] if self.about == MIXED else self.about
