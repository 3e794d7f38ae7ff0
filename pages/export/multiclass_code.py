"""A model of several classes as programs: one vs. rest, one vs. one, and the joint schemes."""

import numpy as np

from pages.export.figure_code import BY_SCORE, BY_WINNER, PLANE, PLANE_END, RINGED
from pages.export.program import CodeParts, ModelCode, PointsTable
from pages.export.program_text import C_code, call, kernel_classes, numbers_code, rows_code, title
from pages.export.sklearn_code import FROM_ENDS, INDEFINITE, UNFINISHED, single_precision
from pages.export.sklearn_kernel import kernel_function, sklearn_kernel
from pages.model_selection.multiclass_model import MAX_ITER, MulticlassModel
from pages.state.board.experiment import Experiment
from pages.state.model.run import Data
from pages.state.multiclass.multiclass_run import TITLES, MulticlassRun, multiclass_sample_C
from pages.state.text.number_format import number
from svmcore.arrays import Array
from svmcore.kernels import Linear

NO_WESTON = "scikit-learn's code is left out: it has no Weston–Watkins scheme."
FREE_BIAS = (
    "scikit-learn's code is left out: its only Crammer–Singer scheme, that of LinearSVC, penalises "
    "the biases."
)
NEAR = 1e-6  # of C: an alpha nearer to 0 or to C is there
ABOUT = '    """f of each component at the rows of Z, shape (m, {})."""'
DECISION = """

def decision_function(Z):
ABOUT
    f = model.decision_function(np.asarray(Z, dtype=float))
    return VALUES


def predict(Z):
    \"\"\"The class at the rows of Z.\"\"\"
    return model.predict(np.asarray(Z, dtype=float))


def support_vectors():
    \"\"\"Which points have a weight that is not 0 in some component.\"\"\"
    return np.isin(np.arange(len(X)), model.support_)


proof = model.certificate_
print(f"components:      NAMES")
print(f"status:          {model.status_.name}")
print(f"objective:       {proof.primal:.10g}  (primal)")
print(f"gap:             {proof.gap:.3g}  (relative: {proof.relative_gap:.3g})")
print(f"support vectors: {support_vectors().sum()} of {len(labels)}")
print(f"accuracy:        {(predict(X) == labels).mean():.2%} of the training points")
"""


def class_table(data: Data, experiment: Experiment) -> PointsTable:
    """x1, x2, the class, and the weight where it matters."""
    columns = {"x1": data.X[:, 0].tolist(), "x2": data.X[:, 1].tolist()}
    columns["class"] = list(data.labels)
    weight = multiclass_sample_C(experiment, data) / experiment.C
    if (weight != 1.0).any():
        columns["weight"] = weight.tolist()
    return PointsTable(columns, ("x1", "x2"), "class")


def class_data(data: Data, experiment: Experiment, weight: Array) -> str:
    """The points, their classes, and the C of each."""
    lines = [
        "import numpy as np",
        "",
        f"X = {rows_code(data.X)}",
        f"labels = {numbers_code(list(data.labels))}",
    ]
    return "\n".join([*lines, *C_code(repr(experiment.C), weight, "labels")])


def multiclass_code(found: MulticlassRun) -> ModelCode:
    """The programs that train the model of a run again; there must be one."""
    many, experiment = found.many, found.experiment
    assert many is not None
    data = class_data(found.data, experiment, np.asarray(many.C / experiment.C))
    lacks = missing_of_classes(many)
    theirs = _joint if many.joint else _binary
    return ModelCode(
        title=f"{title(experiment)}, {TITLES[many.scheme]}{_joint_title(many)}",
        ours=CodeParts(data, _svmcore(many, experiment.C)),
        theirs=None if lacks else CodeParts(data, theirs(many, experiment.C)),
        lacks=lacks,
        figure=PLANE + (BY_WINNER if many.scheme == "ovo" else BY_SCORE) + RINGED + PLANE_END,
    )


def _joint_title(many: MulticlassModel) -> str:
    if not many.joint:
        return ""
    return f" with δ = {number(many.delta)}" + ", biases penalised" * many.bias_inside


def missing_of_classes(many: MulticlassModel) -> str:
    """What scikit-learn lacks for the same model, as a sentence; "" where it has all."""
    if many.scheme == "weston_watkins" and many.k > 2:  # of two classes both schemes are one
        return NO_WESTON
    if many.joint and not many.bias_inside:
        return FREE_BIAS
    if not many.kernel.psd:
        return INDEFINITE
    if many.status.name != "OPTIMAL":
        return UNFINISHED
    if many.joint:
        return ""
    alpha = np.abs(many.coef)
    free = (alpha > NEAR * many.C) & (alpha < (1.0 - NEAR) * many.C)
    if not free.any(axis=1).all():
        return FROM_ENDS
    return single_precision(many.kernel, many.X, many.coef)


def _svmcore(many: MulticlassModel, C: float) -> str:
    """The estimator of the scheme. Of two classes it says one f, which is turned into all."""
    kernel, two = many.kernel, many.k == 2
    options = [f"C={C!r}", f"kernel={call(kernel)}", f"max_iter={MAX_ITER}"]
    if many.scheme == "ovo":
        name, values = "SVC", "-f[:, None]" if two else "f"
        options += ['decision_function_shape="ovo"']
    elif many.scheme == "ovr":
        name, values = "OneVsRestSVC", "np.column_stack([-f, f])" if two else "f"
    else:
        name, values = "JointSVC", "np.column_stack([-0.5 * f, 0.5 * f])" if two else "f"
        options += [f"loss={many.scheme!r}", f"delta={many.delta!r}"]
        options += [f"bias_inside={many.bias_inside!r}"]
    weighed = ", sample_weight=weight" if bool((many.C != C).any()) else ""
    lines = [
        f"from svmcore import {name}",
        f"from svmcore.kernels import {kernel_classes(kernel)}",
        "",
        f"model = {name}(",
        *(f"    {option}," for option in options),
        f").fit(X, labels{weighed})",
        "",
    ]
    parts = {
        "ABOUT": ABOUT.format(len(many.coef)),
        "VALUES": values,
        "NAMES": ", ".join(many.names),
    }
    text = DECISION
    for word, part in parts.items():
        text = text.replace(word, part)
    return "\n".join(lines) + text


def _binary(many: MulticlassModel, C: float) -> str:
    """One vs. rest as a list of SVCs, one vs. one as SVC itself has it."""
    kernel, weighed = sklearn_kernel(many.kernel), bool((many.C != C).any())
    svc = f"SVC(C={C!r}, {kernel.arguments}, tol=1e-8, cache_size=500)"
    weight = ", sample_weight=weight" if weighed else ""
    if many.scheme == "ovo":
        ovo = svc[:-1] + ', decision_function_shape="ovo")'
        made = [f"svc = {ovo}", f"svc.fit(X, labels{weight})"]
        sign = "-" if many.k == 2 else ""  # of two classes f is positive for the second
        value = f"{sign}svc.decision_function(Z)" + ("[:, None]" if many.k == 2 else "")
    else:
        made = [
            "# what OneVsRestClassifier does; the columns are those of the sorted classes",
            "svcs = [",
            f"    {svc}.fit(X, labels == label{weight})",
            "    for label in np.unique(labels)",
            "]",
        ]
        value = "np.column_stack([svc.decision_function(Z) for svc in svcs])"
    count = (
        "len(svc.support_)"
        if many.scheme == "ovo"
        else ("len(set(np.concatenate([svc.support_ for svc in svcs])))")
    )
    lines = [
        *kernel.imports,
        "from sklearn.svm import SVC",
        "",
        *kernel.function,
        *made,
        "",
        "",
        "def decision_function(Z):",
        ABOUT.format(len(many.coef)),
        "    Z = np.asarray(Z, dtype=float)",
        f"    return {value}",
        "",
        "",
        f'print(f"support vectors: {{{count}}} of {{len(labels)}}")',
        "",
    ]
    return "\n".join(lines)


def _joint(many: MulticlassModel, C: float) -> str:
    """Crammer-Singer by LinearSVC, on features of the kernel, with the margin delta."""
    plain, known = isinstance(many.kernel, Linear), kernel_function(many.kernel)
    weighed = bool((many.C != C).any())
    features = [
        "# with all points as components the inner products of the features are K",
        'nystroem = Nystroem(kernel="precomputed", n_components=len(X), random_state=0)',
        "features = nystroem.fit_transform(kernel(X, X))",
    ]
    there = "Z" if plain else "nystroem.transform(kernel(Z, X))"
    f = f"svc.decision_function({there})"
    f = f"np.column_stack([-0.5 * {f}, 0.5 * {f}])" if many.k == 2 else f
    note = ["# LinearSVC asks for a lead of 1: f is delta times as large, and C divided by it"]
    lines = [
        *([] if plain else ["from sklearn.kernel_approximation import Nystroem"]),
        *([] if plain else known.imports),
        "from sklearn.svm import LinearSVC",
        "",
        *([] if plain else [*known.function, *features]),
        *(note if many.delta != 1.0 else []),
        f'svc = LinearSVC(C={C / many.delta!r}, multi_class="crammer_singer", tol=1e-9, '
        "max_iter=1_000_000)",
        f"svc.fit({'X' if plain else 'features'}, labels"
        f"{', sample_weight=weight' if weighed else ''})",
        "",
        "",
        "def decision_function(Z):",
        ABOUT.format(len(many.coef)),
        "    Z = np.asarray(Z, dtype=float)",
        f"    return {'' if many.delta == 1.0 else f'{many.delta!r} * '}{f}",
        "",
        "",
        'print(f"b: {svc.intercept_}")',
        "",
    ]
    return "\n".join(lines)
