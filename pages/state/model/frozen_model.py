"""The frozen model, with which the present one is compared."""

from dataclasses import dataclass

from pages.state.board.experiment import Experiment


@dataclass(frozen=True)
class FrozenModel:
    """The experiment that was frozen as A; None while nothing is compared."""

    frozen: Experiment | None = None
