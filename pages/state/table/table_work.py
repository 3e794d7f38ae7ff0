"""How much work the models of a table are, and how much of it is done where.

The unit is a squared row of a kernel's model: 3e-7 s of processor time at worst, over noise, C and
gamma; usually a seventh of that. A Laplacian one of 100 times the usual gamma over 12 columns takes
up to half as much again.
"""

from pages.model_selection.candidate import Candidate

ROW_WORK = 730.0  # of each class against the rest, for a row: one of ten may be hopeless
LINEAR_ROW, LINEAR_CELL = 90.0, 1.3  # of a linear model, for a row and for each of its numbers
AT_ONCE = 1.1e6  # at worst about a third of a second: what a script may do
BESIDE = 2.5e7  # usually a second: what a thread beside the scripts may do, in steps that make way
BY_ITSELF = 5e8  # what begins when a view is opened, without a click


def work(machine: Candidate, n: int, d: int, k: int, fits: int = 1) -> float:
    """About how much there is to do at worst: `fits` models of (n, d) and k classes."""
    if machine.kernel == "linear":
        each = n * (LINEAR_ROW + LINEAR_CELL * d)
    else:
        each = float(n) ** 2 + (ROW_WORK * n if k > 2 else 0.0)
    return fits * (1 if k == 2 else k) * each
