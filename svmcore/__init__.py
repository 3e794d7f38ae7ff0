"""Support vector machines whose answers are proved: scikit-learn's estimators, trained exactly.

    from sklearn.datasets import load_breast_cancer
    from svmcore import SVC
    X, y = load_breast_cancer(return_X_y=True)
    model = SVC(C=10.0, probability=True).fit(X, y)
    model.predict(X), model.predict_proba(X), model.certificate_.relative_gap

Every estimator has scikit-learn's parameters and fitted attributes, and beside them (but for
`SubgradientSVC`) `certificate_`: the duality gap and the KKT violation, computed from the solution
alone. They stand wherever scikit-learn's own stand: in pipelines, grid searches, cross-validation.

* Classification: `SVC` (C = infinity is the hard margin) and `NuSVC`, one against one;
  `OneVsRestSVC`; `JointSVC`, all classes in one problem; `LinearSVC`; `SubgradientSVC`, a descent.
* Regression: `SVR`, `NuSVR`, `LinearSVR`. One class: `OneClassSVM`.
* Kernels: "linear", "poly", "rbf", "sigmoid", "laplacian", "precomputed", any callable, or a sum or
  product from `svmcore.kernels`; kernels on strings: `svmcore.kernels.strings`.
* Textbook methods, step by step: `solve(DualProblem(K, y, C), SMO())`, or a `PrimalProblem` with a
  loss of `svmcore.losses`; its `Solution` has a `Certificate` and a `Status`.
* `blas_threads(n)`: training and prediction give BLAS one thread, and `n` inside this context.
* What the estimators are made of: `svmcore.engine` trains any SVM to the last digit,
  `svmcore.multiclass` several classes, `svmcore.probability` makes probabilities of scores, and
  `svmcore.path` follows the model over C.

In the repository, `docs/differences.md` lists what differs from `sklearn.svm`, and
`docs/mathematics.md` says what is solved.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from svmcore.optim.threads import blas_threads
from svmcore.problems import Certificate, DualProblem, PrimalProblem
from svmcore.solvers import (
    SGD,
    SMO,
    Auto,
    InteriorPoint,
    MiniBatch,
    Newton,
    Pegasos,
    ProjectedGradient,
    Solution,
    Status,
    Subgradient,
    solve,
)

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

__version__ = "0.1.0"

__all__ = [
    "SGD",
    "SMO",
    "SVC",
    "SVR",
    "Auto",
    "Certificate",
    "DualProblem",
    "InteriorPoint",
    "JointSVC",
    "LinearSVC",
    "LinearSVR",
    "MiniBatch",
    "Newton",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "OneVsRestSVC",
    "Pegasos",
    "PrimalProblem",
    "ProjectedGradient",
    "Solution",
    "Status",
    "Subgradient",
    "SubgradientSVC",
    "blas_threads",
    "solve",
]


def __getattr__(name: str) -> Any:
    """The estimators, on first use: scikit-learn takes longer to load than all the rest."""
    if name in __all__:
        return getattr(import_module("svmcore.estimators"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What is public: `__all__`, and the names that every module has."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
