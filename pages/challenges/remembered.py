"""What the page Challenges remembers for a visit: what is solved, the attempts, and a name."""

from dataclasses import dataclass, field

from pages.challenges.settings import ChallengesView
from pages.challenges.text.goals import GOALS
from pages.state.board.board import History
from pages.state.board.experiment import Experiment
from pages.ui.board.board_state import BoardState, board_state
from pages.ui.board.history_state import HistoryState
from pages.ui.visit.visit import remembered, set_fields, value

BOARD = "challenges"


@dataclass
class ChallengeMemory:
    """The goals that were seen unsolved, those that were then solved, the board of each goal that
    was left, and the visitor's name.
    """

    begun: set[str] = field(default_factory=set)
    solved: set[str] = field(default_factory=set)
    attempts: dict[str, Experiment] = field(default_factory=dict)
    name: str = ""


def memory() -> ChallengeMemory:
    """What is remembered of this visit."""
    return remembered(ChallengeMemory)


def note_progress(key: str, *, solved: bool) -> None:
    """Count a goal as solved, unless a link has opened its solution."""
    kept = memory()
    if not solved:
        kept.begun.add(key)
    elif key in kept.begun:
        kept.solved.add(key)


def goal_after(key: str) -> str | None:
    """The goal after another one in the list; None after the last one."""
    keys = list(GOALS)
    return next(iter(keys[keys.index(key) + 1 :]), None)


def open_goal(key: str) -> None:
    """Open a goal, with its board as it was left, or as the goal begins."""
    board, kept = board_state(BOARD), memory()
    kept.attempts[value(ChallengesView).goal] = board.experiment
    set_fields(ChallengesView, goal=key)
    _show(board, kept.attempts.get(key, GOALS[key].start))


def restart() -> None:
    """The board as the goal begins; undo leads back."""
    board = board_state(BOARD)
    board.load(GOALS[value(ChallengesView).goal].start)
    board.fit()


def settle(board: BoardState) -> None:
    """Begin the goal that a link names without a board: the board is then another goal's."""
    goal = GOALS[value(ChallengesView).goal]
    if board.experiment == board.kind.entry.start != goal.start:
        _show(board, goal.start)


def _show(board: BoardState, experiment: Experiment) -> None:
    """An experiment with a history of its own."""
    board.load(experiment)
    board.history = History(HistoryState(experiment))
    board.fit()
