"""Models of all pages as they are exported, with the values that the pages show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from pages.export.program import Exported
from pages.export.two_class import two_class_export
from pages.losses.export import losses_export
from pages.losses.model.choice import LossesSettings
from pages.losses.model.minimiser import loss_run
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


def losses(loss: str, **changes: Any) -> Case:
    experiment, choice = change(Experiment(), **changes), LossesSettings(loss)
    found, Z = loss_run(experiment, choice), plane()
    none = loss in ("logistic", "squared")
    support = None if none else int(found.support.sum())
    return Case(losses_export(experiment, choice), Z, found.drawn.model(np.array(Z)), support)


WEIGHED = {"class_weight": "balanced", "balance": 0.8}
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
    "logistic": lambda: losses("logistic"),
    "logistic linear": lambda: losses("logistic", kernel="linear", C=20.0, **WEIGHED),
    "logistic poly": lambda: losses("logistic", kernel="poly"),
    "logistic laplacian": lambda: losses("logistic", kernel="laplacian", C=100.0),
    "squared": lambda: losses("squared", **WEIGHED),
    "squared linear": lambda: losses("squared", kernel="linear", C=0.1),
    "squared built": lambda: losses("squared", kernel="built"),
    "squared hinge": lambda: losses("squared_hinge", C=50.0, **WEIGHED),
    "squared hinge linear": lambda: losses("squared_hinge", kernel="linear"),
    "squared hinge poly": lambda: losses("squared_hinge", kernel="poly"),
    "Huber hinge": lambda: losses("huber_hinge", **WEIGHED),
    "0-1": lambda: losses("zero_one"),
}
CHOICE = ("weighed", "hard", "logistic", "squared hinge")
