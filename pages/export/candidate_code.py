"""A candidate of model selection as programs: scaling, kernel, weights and training of its rows.

Both programs know the points as X, y, `weight` and `train`, a mask of the rows that are learnt
from, and define `decision_function` and `predict`.
"""

from typing import NamedTuple

from pages.export.candidate_program import CandidateProgram
from pages.export.program_text import call, kernel_classes
from pages.export.sklearn_kernel import kernel_function, sklearn_kernel
from pages.export.sweep_code import Fold
from pages.model_selection.multiclass_model import MAX_ITER
from svmcore.kernels import Linear

BALANCED = [
    "    counts = np.bincount(y, weight)  # each class weighs the same in all",
    "    weight = weight * (counts.sum() / (len(counts) * counts))[y]",
]
SCALED = [
    "    mean, spread = X.mean(0), X.std(0)",
    "    flat = spread <= 1e-12 * np.abs(X).max(0)  # columns that do not vary among these points",
    "    spread[flat] = {unit}",
    "",
    "    def scaled(Z):",
    "        return (np.asarray(Z, dtype=float) - mean) / spread",
    "",
]
AS_IS = ["", "    def scaled(Z):", "        return np.asarray(Z, dtype=float)", ""]
ACCURACY = [
    "right = predict(X) == y",
    'print(f"training:        {right[train].mean():.2%} correct")',
    "if test.any():",
    '    print(f"test:            {right[test].mean():.2%} correct")',
    "",
]
ESTIMATED, PREDICTED = "{m}.decision_function({s}({z}))", "{m}.predict({s}({z}))"
ABOUT = '    """The model of some points, and how it scales the coordinates."""'


def svmcore_candidate(found: CandidateProgram) -> str:
    """The program with svmcore's estimators."""
    machine = found.machine
    if found.joint:
        name = "JointSVC"
        options = f", loss={machine.scheme!r}, delta={machine.delta!r}, "
        options += f"bias_inside={machine.bias_inside!r}, max_iter={MAX_ITER}"
    else:
        name = "SVC" if machine.scheme == "svc" else "OneVsRestSVC"
        options = "" if machine.scheme == "svc" else f", max_iter={MAX_ITER}"
    lines = [
        f"from svmcore import {name}",
        f"from svmcore.kernels import {kernel_classes(found.kernel)}",
        "",
        "",
        f"def trained(X, y, weight{found.arguments}):",
        ABOUT,
        *_prepared(found),
        f"    model = {name}(C={found.C!r}, kernel={call(found.kernel)}{options})",
        "    return model.fit(S, y, sample_weight=weight), scaled",
        "",
        "",
        "model, scaled = trained(X[train], y[train], weight[train])",
        *_function(found, ESTIMATED, "model", "scaled"),
        "def predict(Z):",
        '    """The class at the rows of Z."""',
        f"    return {_predicted(found, ESTIMATED, PREDICTED, 'model', 'scaled', 'Z')}",
        "",
        "",
        "def support_vectors():",
        '    """Which points the model depends on."""',
        "    return np.isin(np.arange(len(X)), np.flatnonzero(train)[model.support_])",
        "",
        "",
        "proof = model.certificate_",
        'print(f"status:          {model.status_.name}")',
        'print(f"objective:       {proof.primal:.10g}  (primal)")',
        'print(f"gap:             {proof.gap:.3g}  (relative: {proof.relative_gap:.3g})")',
        'print(f"support vectors: {support_vectors().sum()} of {train.sum()}")',
        *ACCURACY,
        *_folds(found, "trained", ESTIMATED, PREDICTED, "len(one.support_)"),
    ]
    return "\n".join(lines)


def sklearn_candidate(found: CandidateProgram) -> str:
    """The program with scikit-learn; `missing` says nothing against it."""
    imports, function, fit, f, predicted, support = (_crammer_singer if found.joint else _svc)(
        found
    )
    inside = [f"    {line}".rstrip() for line in function[1:-1]] if found.gamma_is_named else []
    lines = [
        *imports,
        "",
        *((not inside and function) or [""]),
        f"def trained_svc(X, y, weight{found.arguments}):",
        ABOUT,
        *_prepared(found),
        *inside,
        *fit,
        "",
        "",
        "svc, svc_scaled = trained_svc(X[train], y[train], weight[train])",
        *_function(found, f, "svc", "svc_scaled"),
        f"found = {_predicted(found, f, predicted, 'svc', 'svc_scaled', 'X')}",
        *[line.replace("predict(X)", "found") for line in ACCURACY],
        *_folds(found, "trained_svc", f, predicted, support),
    ]
    return "\n".join(lines)


class SklearnFit(NamedTuple):
    """Imports, a function of the kernel, the lines that train; templates of f and the class; how
    many support vectors `one` has, "" where it does not know.
    """

    imports: list[str]
    function: list[str]
    fit: list[str]
    f: str
    predicted: str
    support: str


def _svc(found: CandidateProgram) -> SklearnFit:
    """SVC, which has votes of pairs; or one SVC a class."""
    machine = found.machine
    kernel = sklearn_kernel(found.kernel)
    imports = [*kernel.imports, "from sklearn.svm import SVC"]
    svc = f"SVC(C={found.C!r}, {kernel.arguments}, tol=1e-8, cache_size=500)"
    if machine.scheme == "svc" or found.record.k == 2:
        fit = [f"    return {svc}.fit(S, y, sample_weight=weight), scaled"]
        count = "len(one.support_)"
        return SklearnFit(imports, kernel.function, fit, ESTIMATED, PREDICTED, count)
    fit = [
        "    svcs = [  # what OneVsRestClassifier does",
        f"        {svc}.fit(S, y == label, sample_weight=weight)",
        "        for label in np.unique(y)",
        "    ]",
        "    return svcs, scaled",
    ]
    f = "np.column_stack([each.decision_function({s}({z})) for each in {m}])"
    count = "len(np.unique(np.concatenate([each.support_ for each in one])))"
    return SklearnFit(imports, kernel.function, fit, f, f"{f}.argmax(1)", count)


def _crammer_singer(found: CandidateProgram) -> SklearnFit:
    """LinearSVC on features of the kernel, with its margin of 1 stretched to delta."""
    machine = found.machine
    plain, known = isinstance(found.kernel, Linear), kernel_function(found.kernel)
    imports = ["from sklearn.kernel_approximation import Nystroem", *known.imports]
    C = f"C / {machine.delta!r}" if "C" in found.varied else repr(machine.C / machine.delta)
    linear = f'LinearSVC(C={C}, multi_class="crammer_singer", tol=1e-9)'
    features = [
        "    # with all points as components the inner products of the features are K",
        '    nystroem = Nystroem(kernel="precomputed", n_components=len(S), random_state=0)',
        "    there = nystroem.fit_transform(kernel(S, S))",
        "",
        "    def features(Z):",
        "        return nystroem.transform(kernel(scaled(Z), S))",
        "",
    ]
    fit = [
        *([] if plain else features),
        f"    svc = {linear}.set_params(max_iter=1_000_000)",
        f"    svc.fit({'S' if plain else 'there'}, y, sample_weight=weight)",
        f"    return svc, {'scaled' if plain else 'features'}",
    ]
    delta = "" if machine.delta == 1.0 else f"{machine.delta!r} * "
    imports = [*([] if plain else imports), "from sklearn.svm import LinearSVC"]
    function = [] if plain else known.function
    return SklearnFit(imports, function, fit, delta + ESTIMATED, PREDICTED, "")


def _function(found: CandidateProgram, f: str, model: str, scaled: str) -> list[str]:
    """`decision_function`, with an empty line or two around it."""
    two = found.record.k == 2
    about = f"f: class 1 where it is {found.t!r} or more" if two else "f of each class"
    return [
        "",
        "",
        "def decision_function(Z):",
        f'    """{about}, at the rows of Z, shape (m, d)."""',
        f"    return {f.format(m=model, s=scaled, z='Z')}",
        "",
        "",
    ]


def _predicted(
    found: CandidateProgram, f: str, predicted: str, model: str, scaled: str, Z: str
) -> str:
    """The classes at some rows: of two by the threshold."""
    names = {"m": model, "s": scaled, "z": Z}
    if found.record.k == 2:
        return f"({f.format(**names)} >= {found.t!r}).astype(int)"
    return predicted.format(**names)


def _folds(
    found: CandidateProgram, trained: str, f: str, predicted: str, support: str
) -> list[str]:
    """Cross-validation, where the data have a `fold`; or the curve or grid that it is made for."""
    if found.sweep is not None:
        named = _predicted(found, f, predicted, "one", "its", "X[rows]")
        return [found.sweep.code(Fold(trained, named, support, trained == "trained_svc"))]
    if not found.folds:
        return []
    return [
        "shares = []  # of the points of a fold that are right, by a model trained without them",
        "for k in range(fold.max() + 1):",
        "    out = fold == k",
        f"    one, its = {trained}(X[~out], y[~out], weight[~out])",
        f"    named = {_predicted(found, f, predicted, 'one', 'its', 'X[out]')}",
        "    shares.append((named == y[out]).mean())",
        'print(f"cross-validation: {np.mean(shares):.4%} correct in {len(shares)} folds")',
        "",
    ]


def _prepared(found: CandidateProgram) -> list[str]:
    """Weights, scaling and gamma: the lines before the training."""
    machine, k = found.machine, found.record.k
    factors = [1.0] * k if machine.balanced else list(machine.weights or [1.0] * k)
    weights = [f"    weight = weight * np.array({factors!r})[y]  # of the classes"]
    unit = "1.0" if found.unit is None else "unit[flat]"
    scaled = [line.format(unit=unit) for line in SCALED] if machine.scaling != "none" else AS_IS
    return [
        *(BALANCED if machine.balanced else weights if set(factors) != {1.0} else []),
        *scaled,
        "    S = scaled(X)",
        *found.gamma(),
    ]
