"""Models of several classes: schemes and descents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pages.classes.export import classes_export
from pages.classes.model import MulticlassDescent, multiclass_descent
from pages.classes.settings import ClassesView
from pages.state.experiment import change
from pages.state.multiclass_run import Scheme, multiclass_run
from tests.pages.export.case import FOUR, Case
from tests.pages.export.executed import plane


def classes(scheme: Scheme, course: MulticlassDescent | None = None, **changes: Any) -> Case:
    experiment, Z = change(FOUR, **changes), plane()
    view = ClassesView(view="regions" if course is None else "descent")
    if course is None:
        found = multiclass_run(experiment, scheme)
    else:
        found = multiclass_descent(experiment, course).shown(course.epoch, course.update)
    exported = classes_export(experiment, scheme, view, course or MulticlassDescent())
    support = int(found.support.sum()) if course is None else None
    right = (found.many.predict(found.data.X) == found.data.labels).mean()
    said = {"accuracy:": 100.0 * right}
    return Case(exported, Z, found.many.values(np.array(Z)), support, None, said)


def class_descent(**words: Any) -> MulticlassDescent:
    return MulticlassDescent(**({"passes": 4} | words))


BALANCED = {"class_weight": "own", "weights": (1.0, 3.0, 0.5, 2.0)}
SEVERAL: dict[str, Callable[[], Case]] = {
    "ovr": lambda: classes(Scheme("ovr"), class_weight="own", weights=(1.0, 3.0, 0.5)),
    "ovr two": lambda: classes(Scheme("ovr"), classes=2),
    "ovo": lambda: classes(Scheme("ovo"), kernel="linear", balance=0.8, class_weight="balanced"),
    "ovo two": lambda: classes(Scheme("ovo"), classes=2, kernel="laplacian"),
    "Weston-Watkins": lambda: classes(Scheme("weston_watkins", 2.0)),
    "Weston-Watkins two": lambda: classes(
        Scheme("weston_watkins", 2.0, "column"), classes=2, kernel="linear"
    ),
    "Crammer-Singer": lambda: classes(Scheme("crammer_singer", 2.0, "column"), **BALANCED),
    "Crammer-Singer linear": lambda: classes(
        Scheme("crammer_singer", 1.0, "column"), kernel="linear"
    ),
    "Crammer-Singer two": lambda: classes(Scheme("crammer_singer", 1.0, "column"), classes=2),
    "Crammer-Singer free": lambda: classes(Scheme("crammer_singer")),
    "class descent": lambda: classes(Scheme(), class_descent(epoch=2, update=7)),
    "class descent ovr": lambda: classes(
        Scheme(),
        class_descent(loss="one_versus_rest", step=0.01, epoch=3, update=5),
        kernel="linear",
        **BALANCED,
    ),
    "class descent ovr sum": lambda: classes(
        Scheme(), class_descent(loss="one_versus_rest", way="sum", step=1e-3), kernel="linear"
    ),
    "class descent batch": lambda: classes(
        Scheme(), class_descent(loss="crammer_singer", batch="8", tol="0.01"), **BALANCED
    ),
}
