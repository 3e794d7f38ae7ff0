"""What Export offers on the page ν: the model with its share ν as programs."""

from pages.datasets.two_class import DATASETS
from pages.export.figure_code import MODEL_FIGURE, OUTLINE_FIGURE
from pages.export.points import two_class_table
from pages.export.program import CodeParts, Exported, ModelCode, PointsTable
from pages.export.program_text import call, kernel_classes, numbers_code, rows_code
from pages.export.sklearn_code import INDEFINITE, UNFINISHED, single_precision
from pages.export.sklearn_kernel import sklearn_kernel
from pages.model_selection.kernel_formula import KERNELS
from pages.nu.model import NuRun, NuSettings, constant_diagonal, nu_run
from pages.nu.text import TITLES
from pages.state.board.experiment import Experiment
from pages.state.text.number_format import number
from svmcore.problems.certificate import Status

FROM_ENDS = (
    "scikit-learn's code is left out: too few support vectors have 0 < α < 1 for ρ and b to be "
    "unique, and scikit-learn's {} may choose others."
)
NO_SPHERE = (
    "scikit-learn's code is left out: it has no support vector data description; its "
    "OneClassSVM is the same model only where K(x, x) is constant."
)
CLASSES = {"nu_svc": "NuSVC", "one_class": "OneClassSVM", "sphere": "OneClassSVM"}
IMPORTS = """from svmcore.engine import {task}, space_of, train
from svmcore.kernels import {kernel}
{beside}
"""
# for each mode: the task, what is imported beside it, the model, and what f says
MADE = {
    "nu_svc": (
        "nu_classification",
        "from svmcore.model import Model\n",
        """task = nu_classification(y, nu, np.ones(len(X)))
result = train(space_of(kernel, X), task)
rho, b = -result.v.mean(), result.intercept
outside = y * (result.scores + b) < rho - ROUNDING
# y f >= rho was asked: divided by rho, the margins are f = -1 and f = +1
model = Model(kernel, X, y * result.alpha / rho, b / rho)
""",
        "f at the rows of Z, shape (m, 2): class +1 where it is 0 or more.",
    ),
    "one_class": (
        "one_class",
        "from svmcore.model import Model\n",
        """result = train(space_of(kernel, X), one_class(nu, np.ones(len(X))))
rho = -result.intercept
outside = result.scores < rho - ROUNDING
model = Model(kernel, X, result.alpha, -rho)
""",
        "f at the rows of Z, shape (m, 2): inside the outline where it is 0 or more.",
    ),
    "sphere": (
        "data_description",
        "from svmcore.kernels.base import diagonal_of\n",
        """squares = diagonal_of(kernel, X)  # |phi(x_i)|^2
result = train(space_of(kernel, X), data_description(squares, nu, np.ones(len(X))))
alpha = result.alpha / result.alpha.sum()  # the centre is c = sum_i alpha_i phi(x_i)
centre = float(alpha @ kernel(X, X) @ alpha)  # |c|^2


def model(Z):
    \"\"\"R^2 - |phi(z) - c|^2: square distances from c are sums of K.\"\"\"
    return rho - (diagonal_of(kernel, Z) - 2.0 * kernel(Z, X) @ alpha + centre)


rho = 2.0 * result.v[0] / result.alpha.sum() + centre  # R^2
outside = model(X) < -ROUNDING
""",
        "R^2 - |phi(z) - c|^2 at the rows of Z, shape (m, 2): 0 or more in the sphere.",
    ),
}
ROUNDING = """ROUNDING = 1e-7  # of f
"""
REPORT = """
def support_vectors():
    \"\"\"Which points have alpha > 0.\"\"\"
    return result.alpha > 1e-8


proof = result.certificate
print(f"status:          {result.status.name}")
print(f"gap:             {proof.gap:.3g}  (relative: {proof.relative_gap:.3g})")
print(f"rho:             {rho:.10g}RADIUS")
print(f"outside:         {outside.mean():.2%} of the points, at most nu")
print(f"support vectors: {support_vectors().mean():.2%} of the points, at least nu")
"""


def nu_export(experiment: Experiment, choice: NuSettings) -> Exported:
    """The points, of one class without their classes, and the model."""
    found = nu_run(experiment, choice)
    shown = found.experiment
    return Exported(
        name=f"{shown.dataset}_{shown.kernel}_{choice.mode}_nu{choice.nu:g}",
        code=None if found.model is None else _code(found),
        why=found.sentence if found.model is None else "",
        points=_table(found),
    )


def _table(found: NuRun) -> PointsTable:
    """The points without weights: ν counts points."""
    table = two_class_table(found.data)
    columns = {name: values for name, values in table.columns.items() if name != "weight"}
    return PointsTable(columns, table.features, table.target)


def _code(found: NuRun) -> ModelCode:
    shown, choice = found.experiment, found.choice
    kernel = KERNELS[shown.kernel].title
    sample = DATASETS[shown.dataset].title
    data = f"import numpy as np\n\nX = {rows_code(found.data.X)}"
    data += "" if choice.one else f"\ny = {numbers_code(found.data.y.tolist())}"
    lacks = _missing(found)
    return ModelCode(
        title=f"{sample}, {TITLES[choice.mode]}, {kernel} kernel, ν = {number(choice.nu)}",
        ours=CodeParts(data, _svmcore(found)),
        theirs=None if lacks else CodeParts(data, _sklearn(found)),
        lacks=lacks,
        figure=OUTLINE_FIGURE if choice.one else MODEL_FIGURE,
    )


def _missing(found: NuRun) -> str:
    kernel, choice = found.experiment.build_kernel(), found.choice
    if choice.mode == "sphere" and not constant_diagonal(kernel):
        return NO_SPHERE
    if not kernel.psd:
        return INDEFINITE
    if found.status is not Status.OPTIMAL:
        return UNFINISHED
    free, y = found.support & ~found.bound, found.data.y
    sides = (free,) if choice.one else (free & (y > 0.0), free & (y < 0.0))
    if not all(side.any() for side in sides):
        return FROM_ENDS.format(CLASSES[choice.mode])
    return single_precision(kernel, found.data.X, found.alpha)


def _svmcore(found: NuRun) -> str:
    choice, kernel = found.choice, found.experiment.build_kernel()
    task, beside, made, about = MADE[choice.mode]
    lines = [
        IMPORTS.format(task=task, kernel=kernel_classes(kernel), beside=beside.rstrip()),
        f"kernel, nu = {call(kernel)}, {min(choice.nu, found.largest)!r}",
        ROUNDING + made,
        "",
        "def decision_function(Z):",
        f'    """{about}"""',
        "    return model(np.asarray(Z, dtype=float))",
        "",
    ]
    radius = "  (R^2)" if choice.mode == "sphere" else ""
    return "\n".join(lines) + "\n" + REPORT.replace("RADIUS", radius)


def _sklearn(found: NuRun) -> str:
    choice, kernel = found.choice, sklearn_kernel(found.experiment.build_kernel())
    name, nu = CLASSES[choice.mode], min(choice.nu, found.largest)
    factor, note = "", []
    if choice.mode == "sphere":
        factor = f"{2.0 / (nu * len(found.data))!r} * "
        note = [
            "    # K(x, x) is constant: R^2 - |phi(z) - c|^2 is f of one class times 2 / (nu n)"
        ]
    value = "svm.decision_function(np.asarray(Z, dtype=float))"
    lines = [
        *kernel.imports,
        f"from sklearn.svm import {name}",
        "",
        *kernel.function,
        f"svm = {name}(nu={nu!r}, {kernel.arguments}, tol=1e-9, cache_size=500)",
        f"svm.fit({'X' if choice.one else 'X, y'})",
        "",
        "",
        "def decision_function(Z):",
        f'    """{MADE[choice.mode][1]}"""',
        *note,
        f"    return {factor}{value}",
        "",
        "",
        'print(f"support vectors: {len(svm.support_) / len(X):.2%} of the points, at least nu")',
        "",
    ]
    return "\n".join(lines)
