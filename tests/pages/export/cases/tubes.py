"""Models of curves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pages.regression.export import regression_export
from pages.regression.model.descent import RegressionDescent, descend
from pages.regression.model.experiment import Regression, change_regression
from pages.regression.model.fit import fit
from pages.regression.settings import RegressionView
from pages.state.board import Placed
from tests.pages.export.case import Case


def regression(steps: dict[str, Any] | None = None, epoch: int = -1, **changes: Any) -> Case:
    value = change_regression(Regression(), **changes)
    view = RegressionView(view="fit" if steps is None else "descent", epoch=epoch)
    course = RegressionDescent(**(steps or {}))
    Z = np.random.default_rng(3).uniform(-4.0, 4.0, (50, 1)).tolist()
    exported = regression_export(value, view, course)
    if steps is None:
        found = fit(value)
        support = int(found.support.sum()) if "support_vectors" in exported.code.script() else None
        said = {"b:": found.intercept, "epsilon:": found.epsilon}
        if support is not None:
            said["training MAE:"] = found.train_errors.mae
            said |= {"test MAE:": found.test_errors.mae} if found.test.any() else {}
        return Case(exported, Z, found(Z), support, None, said)
    shown = descend(value, course)
    said = {"cost J:": float(shown.terms.total[epoch])}
    return Case(exported, Z, shown.curves(Z, [epoch])[0], None, None, said)


HEAVY = tuple(Placed(1_000_000 + k, -1.0 + k, 0.5 * k, 0, 3.0) for k in range(4))
TUBES: dict[str, Callable[[], Case]] = {
    "tube": lambda: regression(placed=HEAVY),
    "tube linear": lambda: regression(kernel="linear", test_share=0.0, C=10.0),
    "tube ill": lambda: regression(kernel="linear", C=100.0),
    "tube of ends": lambda: regression(kernel="linear", C=0.001),
    "tube poly": lambda: regression(kernel="poly", epsilon=0.1, curve="step"),
    "tube laplacian": lambda: regression(kernel="laplacian", epsilon=0.05, C=10.0),
    "tube built": lambda: regression(kernel="built"),
    "flat tube": lambda: regression(epsilon=2.0),
    "nu tube": lambda: regression(machine="nu", nu=0.3),
    "nu tube weighed": lambda: regression(machine="nu", placed=HEAVY, kernel="linear"),
    "nu 1": lambda: regression(machine="nu", nu=1.0),
    "tube descent": lambda: regression({"eta0": 0.01, "epochs": 7}, 3, kernel="linear"),
    "nu tube descent": lambda: regression({"eta0": 0.01}, machine="nu", kernel="linear"),
    "tube descent all": lambda: regression({"batch": "all", "eta0": 1e-3}, placed=HEAVY),
    "tube descent weighed": lambda: regression(
        {"schedule": "pegasos"}, kernel="linear", placed=HEAVY
    ),
}
