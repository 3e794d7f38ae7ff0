"""Models of all pages as they are exported, with the values that the pages show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pages.export.program import Exported
from pages.export.two_class import two_class_export
from pages.state.experiment import Experiment, change
from pages.state.run import run
from tests.helpers.links import from_query
from tests.helpers.opened import TRAINED
from tests.pages.export.executed import plane


class Case(NamedTuple):
    """What is exported, places off the training points, f there, and the support vectors."""

    exported: Exported
    Z: list[Any]
    wanted: Any
    support: int | None = None


def two_class(experiment: Experiment) -> Case:
    result, Z = run(experiment), plane()
    support = int(result.support.sum())
    return Case(two_class_export(experiment), Z, result.model(np.array(Z)), support)


CASES: dict[str, Callable[[], Case]] = {
    "weighed": lambda: two_class(
        change(Experiment(), class_weight="balanced", balance=0.8, C=5.0, gamma=2.0)
    ),
    "hard": lambda: two_class(from_query(TRAINED["hard"])),
    "built": lambda: two_class(from_query(TRAINED["built"])),
    "laplacian": lambda: two_class(from_query(TRAINED["laplacian"])),
    "poly": lambda: two_class(from_query(TRAINED["poly"])),
    "sigmoid": lambda: two_class(from_query(TRAINED["sigmoid"])),
    "sgd": lambda: two_class(
        change(Experiment(), formulation="primal", solver="sgd", max_iter=300)
    ),
}
CHOICE = ("weighed", "hard")
