"""What the page Lessons remembers for a visit and puts into no link."""

from dataclasses import dataclass, field

from pages.state.own_lesson import OwnLesson


@dataclass
class OwnLessonMemory:
    """Own lessons as they were before a step was removed, or another one opened.

    problem : what is wrong with a file that was chosen last, or with a change; "" for nothing.
    files : how many files were opened.
    """

    before: list[OwnLesson] = field(default_factory=list)
    problem: str = ""
    files: int = 0
