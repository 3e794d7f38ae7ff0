"""The model of all points as the only step of a job."""

from collections.abc import Iterator

from pages.model_selection.candidate import Candidate, Progress
from pages.model_selection.holdout import Trial, on_all
from svmcore.arrays import Array, Indices


def training(
    machine: Candidate, X: Array, y: Indices, w: Array | None
) -> Iterator[Progress[Trial]]:
    """The model of `on_all`."""
    yield Progress(1, 1, on_all(machine, X, y, w))
