"""What the views of the page Dual have in common."""

from pages.dual.settings import SOLVERS, DualView
from pages.ui.controls.widgets import select
from pages.ui.visit.visit import choices

SOLVER_HELP = (
    "SMO changes two multipliers in a step. Projected gradient and interior point change all at "
    "once. Newton's method minimises the primal, which needs a differentiable loss: the squared "
    "hinge."
)


def choose_solver() -> None:
    """Whose iterations are shown."""
    select(choices(DualView), "by", SOLVERS, SOLVER_HELP, label="Solver", key="w_dual_by")
