"""What the page Challenges shows, and the line that a visitor has drawn, as words of a link."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from pages.challenges.model.line import EDGE, FARTHEST, DrawnLine
from pages.challenges.model.moved import FARTHEST_MOVE, MovedPoints
from pages.challenges.model.widest import FIRST, STARTS, Drawing
from pages.state.board.experiment import MARGINS
from pages.state.board.line_task import task_experiment
from pages.state.board.shared_parameters import penalty, sample_seed
from pages.state.link.choices import CheckedChoices
from pages.state.screen.view import View
from svmcore.params import param

VIEWS = {"widest": View("Widest margin", layers=()), "goals": View("Goals")}
LONGEST_WORD = 40  # characters of a class word
TASK = ("seed", "margin", "C")  # another one of these is another task
HANDLES = ("ax", "ay", "bx", "by", "distance")
ORDER = dict.fromkeys(TASK, -1)  # another task forgets the line


@dataclass(frozen=True)
class ChallengesView(CheckedChoices):
    """The view, a key of `VIEWS`; the goal that is open; the class word that codes depend on."""

    view: str = "widest"
    goal: str = FIRST
    word: str = ""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"view": tuple(VIEWS), "goal": tuple(STARTS)}

    def __post_init__(self) -> None:
        """Refuse a view or a goal that does not exist, and a class word that is too long."""
        super().__post_init__()
        if len(self.word) > LONGEST_WORD:
            raise ValueError(
                f"word must have at most {LONGEST_WORD} characters, got {len(self.word)}"
            )


@dataclass(frozen=True)
class LineTask(CheckedChoices):
    """A task of the widest margin, and the line that was drawn for it.

    seed, margin, C : the sample and the model.
    ax, ay, bx, by : the two handles on the line.
    distance : of the margin f = +1 from the line, to its left.
    shown : whether the optimum is shown.
    moved, r : whether the points move at random (hard margin), and how far at most.
    """

    seed: int = sample_seed()
    margin: str = "hard"
    C: float = penalty()
    ax: float = param(-1.5, -EDGE, EDGE)
    ay: float = param(-0.5, -EDGE, EDGE)
    bx: float = param(1.5, -EDGE, EDGE)
    by: float = param(-0.5, -EDGE, EDGE)
    distance: float = param(0.5, -FARTHEST, FARTHEST)
    shown: bool = False
    moved: bool = False
    r: float = param(
        0.2, 0.0, FARTHEST_MOVE, label="Largest move r", help="No point moves farther than r."
    )

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"margin": MARGINS}

    @property
    def line(self) -> DrawnLine:
        """The line with its margins."""
        return DrawnLine((self.ax, self.ay), (self.bx, self.by), self.distance)

    @property
    def drawing(self) -> Drawing:
        """The line over the points of the task."""
        return Drawing(self.line, task_experiment(self.seed, self.margin, self.C))

    @property
    def moved_points(self) -> MovedPoints | None:
        """The draws; None where the points do not move."""
        if not self.moved or self.margin != "hard":
            return None
        return MovedPoints(self.drawing, self.r, self.seed)

    @property
    def untouched(self) -> bool:
        """Whether the line is where every task begins."""
        start = LineTask()
        return all(getattr(self, name) == getattr(start, name) for name in HANDLES)

    def with_line(self, line: DrawnLine) -> Self:
        """The same task with another line."""
        (ax, ay), (bx, by) = line.first, line.second
        return replace(self, ax=ax, ay=ay, bx=bx, by=by, distance=line.distance)

    def reset(self) -> Self:
        """The same task with the line where it begins."""
        return self.with_line(LineTask().line)


def change_task(task: LineTask, **changes: Any) -> LineTask:
    """The task with fields changed. Another task hides the optimum, other points reset the line."""
    found = replace(task, **changes)
    if (found.seed, found.margin) != (task.seed, task.margin):
        found = found.reset()
    if any(getattr(found, name) != getattr(task, name) for name in TASK):
        found = replace(found, shown=False)
    return replace(found, **{k: v for k, v in changes.items() if k not in TASK})
