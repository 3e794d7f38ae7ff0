"""Support vector machines that prove their answers.

    from svmcore import Experiment, change, run
    result = run(change(Experiment(), kernel="rbf", gamma=2.0, C=10.0))
    result.solution.certificate.relative_gap

The same machines as scikit-learn estimators, which load scikit-learn when they are first asked for:

    from svmcore import SVC
    SVC(C=10.0).fit(X, y).certificate_

`docs/architecture.md` shows the rooms of the house, `docs/adding.md` how to add to it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from svmcore.experiment import Experiment, change
from svmcore.run import Run, run
from svmcore.share import from_code, from_query, to_code, to_query
from svmcore.solvers import Solution, Status, solve

if TYPE_CHECKING:
    from svmcore.estimators import (
        SVC,
        SVR,
        JointSVC,
        LinearSVC,
        NuSVC,
        NuSVR,
        OneClassSVM,
        OneVsRestSVC,
        SubgradientSVC,
    )

__all__ = [
    "SVC",
    "SVR",
    "Experiment",
    "JointSVC",
    "LinearSVC",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "OneVsRestSVC",
    "Run",
    "Solution",
    "Status",
    "SubgradientSVC",
    "change",
    "from_code",
    "from_query",
    "run",
    "solve",
    "to_code",
    "to_query",
]

ESTIMATORS = frozenset(
    {
        "SVC",
        "SVR",
        "JointSVC",
        "LinearSVC",
        "NuSVC",
        "NuSVR",
        "OneClassSVM",
        "OneVsRestSVC",
        "SubgradientSVC",
    }
)


def __getattr__(name: str) -> Any:
    """The estimators, on first use: scikit-learn takes longer to load than all the rest."""
    if name in ESTIMATORS:
        return getattr(import_module("svmcore.estimators"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *ESTIMATORS})
