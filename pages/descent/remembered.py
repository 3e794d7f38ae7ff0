"""What the page Descent remembers for this visit: the run on the screen and the one before it."""

from dataclasses import dataclass

from pages.descent.model.start import StartWeights
from pages.state.board.experiment import Experiment, with_default_training
from pages.state.descent.descent_methods import Descent
from pages.ui.board.board_state import BoardState
from pages.ui.visit.visit import value

Filmed = tuple[Experiment, Descent, StartWeights]


@dataclass
class FilmMemory:
    """The runs that are shown.

    filmed, ghost : the run on the screen, and the one before it, whose curves stay in grey.
    focus : an update around which the visitor wants to see every one; -1 for none.
    points : on how many points the constants in the sidebar are based.
    """

    filmed: Filmed | None = None
    ghost: Filmed | None = None
    focus: int = -1
    points: int = 0

    def film(self, board: BoardState) -> Filmed:
        """What is to be seen; the run before it becomes the ghost."""
        how, start = value(Descent), value(StartWeights)
        wanted = (with_default_training(board.experiment), how, start)
        if wanted != self.filmed and not board.live:
            self.ghost, self.filmed, self.focus = self.filmed, wanted, -1
        return wanted

    def step_to(self, update: int) -> None:
        """An update is wanted that the film on the screen does not hold."""
        self.focus = update
