"""The model of the pages Dual and Kernels, and the inspected point."""

from pages.state.board.experiment import Experiment, change
from pages.state.board.inspected import Inspected
from pages.state.model.run import Run
from pages.ui.board.board_state import BoardState
from pages.ui.visit.visit import value


def dual_experiment(board: BoardState) -> Experiment:
    """The experiment of the board as `in_dual`."""
    return in_dual(board.experiment)


def in_dual(experiment: Experiment) -> Experiment:
    """An experiment, solved in the dual by the solver that fits, to its end."""
    return change(experiment, formulation="dual", solver="auto", max_iter=0)


def inspected_index(run: Run) -> int | None:
    """The index of the inspected point in the run; None without one."""
    ids, point = run.data.ids, value(Inspected).point
    return ids.index(point) if point in ids else None
