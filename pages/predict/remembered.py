"""What the page Predict remembers for this visit: marks, choices, shown answers and scores."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field

from pages.predict.settings import VIEWS, PredictSettings
from pages.state.model.run import data_of
from pages.ui.board.board_state import BoardState, board_state
from pages.ui.visit.visit import remembered, set_fields, value

JUDGED = 40  # points that a person can judge one by one


def _by_view() -> dict[str, dict[Hashable, float]]:
    return {view: {} for view in VIEWS}


@dataclass(frozen=True)
class ShownAnswer:
    """A task whose answer is shown, whether its score counts, and the points marked for it."""

    task: Hashable
    counts: bool
    marks: frozenset[int]


@dataclass
class PredictMemory:
    """Tasks by whatever tells them from others.

    marks : the ids of the marked points, by the number of the sample on the board, or by the task.
    on_board : whether the points on the board were asked about last.
    chosen : the choice in a task. tries : how often a task was begun once more.
    scores : of every task the score of its first answer, from 0 to 1, by view.
    shown : the answer that is shown, by view.
    """

    marks: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))
    chosen: dict[Hashable, str] = field(default_factory=dict)
    tries: dict[Hashable, int] = field(default_factory=lambda: defaultdict(int))
    scores: dict[str, dict[Hashable, float]] = field(default_factory=_by_view)
    shown: dict[str, ShownAnswer] = field(default_factory=dict)
    on_board: bool = False

    def mark(self, sample: Hashable, point: int) -> None:
        """Mark a point, or unmark it."""
        self.marks[sample] ^= {point}

    def answer(
        self, view: str, task: Hashable, score: float, marks: frozenset[int] = frozenset()
    ) -> None:
        """Show the answer of a task; only the first score of it counts."""
        counts = task not in self.scores[view]
        if counts:
            self.scores[view][task] = score
        self.shown[view] = ShownAnswer(task, counts, marks)

    def again(self, view: str, task: Hashable) -> None:
        """Hide the answer of a task, which is begun once more."""
        self.shown.pop(view, None)
        self.chosen.pop(task, None)
        self.tries[task] += 1

    def is_shown(self, view: str, task: Hashable) -> bool:
        """Whether the answer of a task is shown."""
        return view in self.shown and self.shown[view].task == task


def asks_about_board(board: BoardState) -> bool:
    """Whether the points to mark are those of the Playground's board."""
    chosen = value(PredictSettings).sample
    if chosen:
        return chosen == "board"
    own = board.experiment
    return own != board.kind.entry.start and len(data_of(own)) <= JUDGED


def settle() -> None:
    """Stay with the board when it is changed here to what would not have opened this page."""
    memory, asks = remembered(PredictMemory), asks_about_board(board_state())
    if memory.on_board and not asks and not value(PredictSettings).sample:
        set_fields(PredictSettings, sample="board")
        asks = True
    memory.on_board = asks
