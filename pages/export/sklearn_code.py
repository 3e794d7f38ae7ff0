"""The model of the board as Python with scikit-learn, or what it lacks for it."""

import numpy as np

from pages.export.program import CodeParts
from pages.export.program_text import points_code
from pages.export.sklearn_kernel import sklearn_kernel
from pages.state.model.run import Run
from pages.state.text.number_format import number
from svmcore.arrays import Array
from svmcore.kernels import Kernel
from svmcore.problems.certificate import Status

MOST_ENTRIES = 4_000_000  # of K, from which the digits of single precision are judged
LOOSEST = 1e-6  # tolerance up to which two solvers agree to about four digits
INDEFINITE = (
    "scikit-learn's code is left out: the sigmoid kernel is not positive semi-definite, so the "
    "dual has several stationary points, and scikit-learn's SVC may stop at another one."
)
UNFINISHED = (
    "scikit-learn's code is left out: the solver stopped before the optimum, and scikit-learn has "
    "no solver that takes the same steps."
)
LOOSE = (
    "scikit-learn's code is left out: with the tolerance {} two solvers stop at different points; "
    "set it to 1e-6 or less."
)
FROM_ENDS = (
    "scikit-learn's code is left out: no support vector lies on its margin, so b need not be "
    "unique, and scikit-learn's SVC may choose another one."
)
SINGLE = (
    "scikit-learn's code is left out: its solver, LIBSVM, keeps K in single precision, which makes "
    "f wrong by about {} here; a smaller C or other units of the points would help."
)
FLOAT = 6e-8  # relative error of a number in single precision
ACCURATE = 2e-5  # an error that leaves about four digits of f, whatever the kernel
HARD = "  # scikit-learn has no hard margin: this C is above every alpha of it, so it is the same"


def missing(result: Run) -> str:
    """Why scikit-learn cannot give the same model, as a sentence; "" where it can."""
    experiment, solution = result.experiment, result.solution
    if not experiment.build_kernel().psd:
        return INDEFINITE
    if solution is None or solution.status is not Status.OPTIMAL:
        return UNFINISHED
    if experiment.tol > LOOSEST:
        return LOOSE.format(number(experiment.tol))
    if not (result.support & ~result.bound).any():
        return FROM_ENDS
    return single_precision(experiment.build_kernel(), result.data.X, result.alpha)


def single_precision(kernel: Kernel, X: Array, coef: Array) -> str:
    """A sentence where LIBSVM's matrix, in single precision, leaves f too few digits.

    coef : (n,) or (m, n). The errors of the terms of f are independent: their squares add up. They
    are looked at in all points, or in as many as `MOST_ENTRIES` of K allow.
    """
    coef = np.atleast_2d(coef)
    held = np.flatnonzero((coef != 0.0).any(0))
    step = 1 + len(held) * len(X) // MOST_ENTRIES
    K = kernel(X[held], X[::step])
    error = FLOAT * float(np.sqrt((coef[:, held] ** 2 @ K**2).max()))
    return SINGLE.format(number(error, 1)) if error > ACCURATE else ""


def sklearn_parts(result: Run) -> CodeParts:
    """The program that trains the model; `missing` says nothing against it."""
    experiment, weighed = result.experiment, False
    kernel = experiment.build_kernel()
    if experiment.margin == "hard":
        C, note = repr(float(f"{10.0 * float(np.max(result.alpha)):.3g}")), HARD
    else:
        C, note, weighed = repr(experiment.C), "", bool((result.data.weight != 1.0).any())
    found = sklearn_kernel(kernel)
    fit = "X, y, sample_weight=weight" if weighed else "X, y"
    training = [
        *found.imports,
        "from sklearn.svm import SVC",
        "",
        *found.function,
        f"C_svc = {C}{note}",
        f"svc = SVC(C=C_svc, {found.arguments}, tol=1e-8, cache_size=500).fit({fit})",
        "alpha = np.abs(svc.dual_coef_[0])",
        "\n\ndef decision_function(Z):",
        '    """f(z) at the rows of Z, shape (m, 2): class +1 where it is above 0."""',
        "    return svc.decision_function(np.asarray(Z, dtype=float))",
        "\n",
        "f = svc.decision_function(X)",
        "coef, b = svc.dual_coef_[0], svc.intercept_[0]",
        "square = coef @ (f[svc.support_] - b)  # |w|^2",
        *(
            ["hinge = 0.0  # none in a hard margin"]
            if experiment.margin == "hard"
            else ["hinge = (C * np.maximum(0.0, 1.0 - y * f)).sum()"]
        ),
        "primal, dual = 0.5 * square + hinge, alpha.sum() - 0.5 * square",
        'print(f"objective:       {primal:.10g}  (primal)")',
        'print(f"gap:             {primal - dual:.3g}  (primal minus dual)")',
        'print(f"b:               {b:.10g}")',
        'print(f"support vectors: {len(svc.support_)} of {len(y)}")',
        "",
    ]
    data = f"import numpy as np\n\n{points_code(experiment, result.data)}"
    return CodeParts(data, "\n".join(training))
