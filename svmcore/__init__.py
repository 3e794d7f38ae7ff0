"""Support vector machines whose answers are proved: scikit-learn's estimators, trained exactly.

    from svmcore import SVC
    model = SVC(C=10.0).fit(X, y)
    model.predict(X), model.certificate_.relative_gap

Every estimator has scikit-learn's parameters and fitted attributes, and beside them `certificate_`:
the duality gap and the KKT violation, computed from the solution alone. `solve` runs the textbook
methods of `svmcore.solvers` on a problem of `svmcore.problems`, step by step.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from svmcore.solvers import Solution, Status, solve

if TYPE_CHECKING:
    from svmcore.estimators import (
        SVC,
        SVR,
        JointSVC,
        LinearSVC,
        LinearSVR,
        NuSVC,
        NuSVR,
        OneClassSVM,
        OneVsRestSVC,
        SubgradientSVC,
    )

__all__ = [
    "SVC",
    "SVR",
    "JointSVC",
    "LinearSVC",
    "LinearSVR",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "OneVsRestSVC",
    "Solution",
    "Status",
    "SubgradientSVC",
    "solve",
]


def __getattr__(name: str) -> Any:
    """The estimators, on first use: scikit-learn takes longer to load than all the rest."""
    if name in __all__:
        return getattr(import_module("svmcore.estimators"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
