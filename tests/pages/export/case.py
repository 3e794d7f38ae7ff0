"""What a case of an export is, and what several of them begin with."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pages.export.program import Exported
from pages.state.board.experiment import Experiment, change


class Case(NamedTuple):
    """What is exported, places off the training points, f there, and the support vectors.

    file : the name and text of a file that the programs read. said : numbers that the
    program with svmcore prints, by the words in front of them; a percentage as 100 times the share
    scores : the rows of a curve or a grid, in which support vectors stand last
    """

    exported: Exported
    Z: list[Any]
    wanted: Any
    support: int | None = None
    file: tuple[str, str] | None = None
    said: Mapping[str, float] = {}
    scores: Any = None


FOUR = change(Experiment(), dataset="blobs", classes=4, n_samples=60)
WEIGHED = {"class_weight": "balanced", "balance": 0.8}
