"""What the page Lessons remembers for a visit and puts into no link."""

from dataclasses import dataclass, field

from pages.state.screen.own_lesson import OwnLesson

MOST_UNDONE = 50


@dataclass
class OwnLessonMemory:
    """How an own lesson was changed, and which of its steps is open for changes.

    before : lessons as they were, each with the one that followed.
    chosen : the step, from 0.
    problem : what is wrong with a file that was chosen last, or with a change; "" for nothing.
    files : how many files were opened.
    """

    before: list[tuple[OwnLesson, OwnLesson]] = field(default_factory=list)
    chosen: int = 0
    problem: str = ""
    files: int = 0

    def changed(self, before: OwnLesson, after: OwnLesson) -> None:
        """Remember a change."""
        if before != after:
            self.before = [*self.before[1 - MOST_UNDONE :], (before, after)]

    def can_undo(self, now: OwnLesson) -> bool:
        """Whether the lesson is what the last change made of it: steps are added elsewhere, too."""
        return bool(self.before) and self.before[-1][1] == now
