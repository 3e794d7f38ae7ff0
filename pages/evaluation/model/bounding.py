"""The bounds of the leave-one-out error as the only step of a job."""

from collections.abc import Iterator

from pages.model_selection.candidate import Candidate
from pages.model_selection.leave_one_out_bounds import LeaveOneOutBounds, leave_one_out_bounds
from svmcore.arrays import Array, Indices


def bounding(
    machine: Candidate, X: Array, y: Indices, w: Array | None
) -> Iterator[LeaveOneOutBounds]:
    """The bounds of `leave_one_out_bounds`."""
    yield leave_one_out_bounds(machine, X, y, w)
