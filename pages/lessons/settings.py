"""Where in a lesson a visitor is, as words of a link."""

from dataclasses import dataclass

from pages.state.link.choices import CheckedChoices
from svmcore.params import param

MOST = 99  # steps of a lesson


@dataclass(frozen=True)
class LessonStep(CheckedChoices):
    """A lesson by its key ("" for none), its step from 1, and whether the answer is shown."""

    lesson: str = ""
    step: int = param(1, 1, MOST)
    answer: bool = False
