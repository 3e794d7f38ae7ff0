"""What Export offers on the page Losses: the model of the chosen loss as programs."""

from dataclasses import replace

from pages.export.figure_code import MODEL_FIGURE, TWO_CLASS_FIGURE
from pages.export.points import two_class_table
from pages.export.program import CodeParts, Exported, ModelCode
from pages.export.program_text import call, kernel_classes, points_code, short_name, title
from pages.export.sklearn_code import UNFINISHED, single_precision
from pages.export.sklearn_kernel import kernel_function
from pages.export.svmcore_code import BIAS, COUNT, DECISION, GAP, REPORT
from pages.export.two_class import NO_MODEL, two_class_code
from pages.losses.model import LossesSettings, LossRun, loss_run
from pages.losses.text import NAMES
from pages.state.board.experiment import Experiment
from pages.state.model.run import Run
from pages.state.text.number_format import number
from svmcore.kernels import Linear
from svmcore.losses import HuberHinge, LogisticLoss, SquaredLoss
from svmcore.problems.certificate import Status

SVM_INSTEAD = ", since the 0-1 loss is not convex"
HUBER = (
    "scikit-learn's code is left out: it has no Huber hinge (modified_huber of its SGDClassifier "
    "is another loss)."
)
SUPPORT = '''
def support_vectors():
    """Which points the loss still pushes: its slope is not 0 there."""
    return loss.slope(y * model(X)) < -1e-6
'''
FEATURES = """# with all points as components the inner products of the features are K
nystroem = Nystroem(kernel="precomputed", n_components=len(X), random_state=0)
features = nystroem.fit_transform(kernel(X, X))"""
PRECOMPUTED = """
# the squared hinge with C is the hard margin of the matrix K + I / (2 C); scikit-learn has no
# hard margin, but a C above every alpha gives the same model
svc = SVC(kernel="precomputed", C={C}, tol=1e-9, cache_size=500)
svc.fit(kernel(X, X) + np.diag(0.5 / C), y)"""

SPARSE = """from svmcore.engine.sparse_weights import fit_sparse_weights

# |w|_1 in place of 1/2 |w|^2; b costs nothing
solution = fit_sparse_weights(X, y, C, intercept=True, tol={tol!r})


def decision_function(Z):
    \"\"\"f(z) at the rows of Z, shape (m, 2): class +1 where it is 0 or more.\"\"\"
    return np.asarray(Z, dtype=float) @ solution.w + solution.intercept

"""
WEIGHTS = """print(f"w:               {solution.w.tolist()}")
print(f"b:               {solution.intercept:.10g}")
"""
PENALISED = (
    "scikit-learn's code is left out: its LinearSVC with penalty='l1' penalises b as well, by "
    "|b| / intercept_scaling."
)


def losses_export(experiment: Experiment, choice: LossesSettings) -> Exported:
    """The points, and the model of the loss."""
    found = loss_run(experiment, choice)
    shown = found.drawn.experiment
    exists = found.drawn.model is not None
    return Exported(
        name=short_name(shown).replace("_", f"_{found.choice.loss}{'_l1' * found.sparse}_", 1),
        code=_code(found) if exists else None,
        why="" if exists else NO_MODEL,
        points=two_class_table(found.data),
    )


def _code(found: LossRun) -> ModelCode:
    if found.is_svm:
        code = two_class_code(found.svm)
        extra = SVM_INSTEAD if found.choice.loss == "zero_one" else ""
        return replace(code, title=f"{code.title}, hinge loss{extra}")
    if found.sparse:
        return _sparse(found)
    drawn, loss = found.drawn, found.choice.chosen
    extra = f" with h = {number(loss.h)}" if isinstance(loss, HuberHinge) else ""
    lacks = HUBER if isinstance(loss, HuberHinge) else ""
    lacks = lacks if found.status is Status.OPTIMAL else lacks or UNFINISHED
    smooth = isinstance(loss, (LogisticLoss, SquaredLoss))
    if not smooth and not lacks and drawn.model is not None:
        lacks = single_precision(drawn.model.kernel, drawn.data.X, drawn.model.coef)
    data = f"import numpy as np\n\n{points_code(drawn.experiment, drawn.data)}"
    return ModelCode(
        title=f"{title(drawn.experiment)}, {NAMES[found.choice.loss]} loss{extra}",
        ours=CodeParts(data, _svmcore(found, smooth=smooth)),
        theirs=None if lacks else CodeParts(data, _sklearn(found)),
        lacks=lacks,
        figure=TWO_CLASS_FIGURE if smooth else MODEL_FIGURE,
    )


def _sparse(found: LossRun) -> ModelCode:
    """The model of |w|_1."""
    experiment, data = found.drawn.experiment, found.data
    points = f"import numpy as np\n\n{points_code(experiment, data)}"
    ours = SPARSE.format(tol=experiment.tol)
    return ModelCode(
        title=f"{title(experiment)}, squared hinge loss, penalty |w|_1",
        ours=CodeParts(points, f"{ours}{REPORT}{GAP}\n{WEIGHTS}"),
        lacks=PENALISED,
        figure=TWO_CLASS_FIGURE,
    )


def _svmcore(found: LossRun, *, smooth: bool) -> str:
    """Newton's method as the page takes it."""
    experiment, loss = found.drawn.experiment, found.choice.chosen
    kernel = experiment.build_kernel()
    lines = [
        "from svmcore.engine import space_of",
        "from svmcore.engine.linear_fit import fit_smooth",
        f"from svmcore.kernels import {kernel_classes(kernel)}",
        f"from svmcore.losses import {type(loss).__name__}",
        "from svmcore.model import Model",
        "",
        f"kernel, loss = {call(kernel)}, {call(loss)}",
        f"solution = fit_smooth(space_of(kernel, X), y, C, loss, tol={experiment.tol!r})",
        "model = Model(kernel, X, solution.coef, solution.intercept)",
        "",
    ]
    body = "\n".join(lines)
    report = "\n".join([GAP, BIAS, *([] if smooth else [COUNT]), ""])
    return f"{body}\n{'' if smooth else SUPPORT}\n{DECISION}\n{REPORT}{report}"


def _sklearn(found: LossRun) -> str:
    """The estimator with this loss, on coordinates of phi or on the matrix of the kernel."""
    drawn, loss = found.drawn, found.choice.chosen
    kernel, C = drawn.experiment.build_kernel(), drawn.experiment.C
    known = kernel_function(kernel)
    plain = isinstance(kernel, Linear)
    weighed = not (drawn.data.weight == 1.0).all()
    if not isinstance(loss, (LogisticLoss, SquaredLoss)):
        return _squared_hinge(drawn, known.imports, known.function)
    if isinstance(loss, LogisticLoss):
        name = "LogisticRegression"
        estimator = f'{name}(C={C!r}, solver="newton-cholesky", tol=1e-10, max_iter=1000)'
    else:
        name = "Ridge"
        estimator = f'{name}(alpha={0.5 / C!r}, solver="svd")  # alpha = 1 / (2 C)'
    value = "decision_function" if isinstance(loss, LogisticLoss) else "predict"
    weights = ", sample_weight=weight" if weighed else ""
    there = "Z" if plain else "nystroem.transform(kernel(Z, X))"
    lines = [
        *([] if plain else ["from sklearn.kernel_approximation import Nystroem"]),
        f"from sklearn.linear_model import {name}",
        *([] if plain else known.imports),
        "",
        *([] if plain else [*known.function, FEATURES]),
        f"estimator = {estimator}",
        f"estimator.fit({'X' if plain else 'features'}, y{weights})",
        "",
        "",
        "def decision_function(Z):",
        '    """f(z) at the rows of Z, shape (m, 2): class +1 where it is 0 or more."""',
        *([] if plain else ["    Z = np.asarray(Z, dtype=float)"]),
        f"    return estimator.{value}({there})",
        "",
        "",
        'print(f"b: {float(np.ravel(estimator.intercept_)[0]):.10g}")',
        "",
    ]
    return "\n".join(lines)


def _squared_hinge(drawn: Run, imports: list[str], function: list[str]) -> str:
    C = repr(float(f"{100.0 * float(drawn.alpha.max()):.3g}"))
    lines = [
        *imports,
        "from sklearn.svm import SVC",
        "",
        *function,
        PRECOMPUTED.strip().replace("{C}", C),
        "",
        "",
        "def decision_function(Z):",
        '    """f(z) at the rows of Z, shape (m, 2): class +1 where it is 0 or more."""',
        "    K = kernel(np.asarray(Z, dtype=float), X[svc.support_])",
        "    return K @ svc.dual_coef_[0] + svc.intercept_[0]",
        "",
        "",
        'print(f"b:               {svc.intercept_[0]:.10g}")',
        'print(f"support vectors: {len(svc.support_)} of {len(y)}")',
        "",
    ]
    return "\n".join(lines)
