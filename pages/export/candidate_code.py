"""A candidate of model selection as programs: scaling, kernel, weights and training of its rows.

Both programs know the points as X, y, `weight` and `train`, a mask of the rows that are learnt
from, and define `decision_function` and `predict`.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pages.export.figure_code import CLASS_FIGURES, CONFUSION
from pages.export.multiclass_code import missing_of_classes
from pages.export.parts import call
from pages.export.sklearn_kernel import SklearnKernel, kernel_function, sklearn_kernel
from svmcore.kernels import RBF, Kernel, Laplacian, Linear
from svmcore.model_selection.candidate import Candidate
from svmcore.multiclass import JOINT, MulticlassModel
from svmcore.multiclass.train import MAX_ITER

BALANCED = [
    "    counts = np.bincount(y, weight)  # each class weighs the same in all",
    "    weight = weight * (counts.sum() / (len(counts) * counts))[y]",
]
SCALED = [
    "    mean, spread = X.mean(0), X.std(0)",
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


@dataclass(frozen=True, kw_only=True)
class CandidateProgram:
    """A candidate that was trained on points of k classes: `record` is what came of it.

    t : from which f on class 1 of two is predicted. folds : whether the data have a `fold`
    """

    machine: Candidate
    record: MulticlassModel
    t: float = 0.0
    folds: bool = False

    @property
    def kernel(self) -> Kernel:
        """The kernel that it was trained with."""
        return self.record.kernel

    @property
    def joint(self) -> bool:
        """Whether all scores come from one problem."""
        return self.machine.scheme in JOINT

    @property
    def missing(self) -> str:
        """What scikit-learn lacks for the same model, as a sentence; "" where it has all."""
        return missing_of_classes(self.record)

    def figure(self, d: int) -> str:
        """The cell that draws the model of d coordinates: regions, or a confusion matrix."""
        if d != 2:
            return CONFUSION
        k, scheme = self.record.k, self.machine.scheme
        return CLASS_FIGURES["sign" if k == 2 else "winner" if scheme == "svc" else "score"]

    def gamma(self) -> list[str]:
        """The line that finds a gamma in units of the points' variance."""
        words = dict(self.machine.parameters)
        if not self.machine.relative or "gamma" not in words:
            return []
        there = f"{words['gamma']!r} / (S.shape[1] * S.var())"
        return [f"    gamma = {there}  # in units of 1 / (columns * variance)"]


def svmcore_candidate(found: CandidateProgram) -> str:
    """The program with svmcore's estimators."""
    machine, kernel = found.machine, type(found.kernel).__name__
    if found.joint:
        name = "JointSVC"
        options = f", loss={machine.scheme!r}, delta={machine.delta!r}, "
        options += f"bias_inside={machine.bias_inside!r}, max_iter={MAX_ITER}"
    else:
        name = "SVC" if machine.scheme == "svc" else "OneVsRestSVC"
        options = "" if machine.scheme == "svc" else f", max_iter={MAX_ITER}"
    made = f"{kernel}(gamma=gamma)" if found.gamma() else call(found.kernel)
    lines = [
        f"from svmcore import {name}",
        f"from svmcore.kernels import {kernel}",
        "",
        "",
        "def trained(X, y, weight):",
        ABOUT,
        *_prepared(found),
        f"    model = {name}(C={machine.C!r}, kernel={made}{options})",
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
        *_folds(found, "trained", ESTIMATED, PREDICTED),
    ]
    return "\n".join(lines)


def sklearn_candidate(found: CandidateProgram) -> str:
    """The program with scikit-learn; `missing` says nothing against it."""
    imports, function, fit, f, predicted = (_crammer_singer if found.joint else _svc)(found)
    lines = [
        *imports,
        "",
        *(function or [""]),
        "def trained_svc(X, y, weight):",
        ABOUT,
        *_prepared(found),
        *fit,
        "",
        "",
        "svc, svc_scaled = trained_svc(X[train], y[train], weight[train])",
        *_function(found, f, "svc", "svc_scaled"),
        f"found = {_predicted(found, f, predicted, 'svc', 'svc_scaled', 'X')}",
        *[line.replace("predict(X)", "found") for line in ACCURACY],
        *_folds(found, "trained_svc", f, predicted),
    ]
    return "\n".join(lines)


class SklearnFit(NamedTuple):
    """Imports, a function of the kernel, the lines that train, and f and the class: templates."""

    imports: list[str]
    function: list[str]
    fit: list[str]
    f: str
    predicted: str


def _svc(found: CandidateProgram) -> SklearnFit:
    """SVC, which has votes of pairs; or one SVC a class."""
    machine = found.machine
    kernel = _of_gamma(found.kernel) if found.gamma() else sklearn_kernel(found.kernel)
    imports = [*kernel.imports, "from sklearn.svm import SVC"]
    svc = f"SVC(C={machine.C!r}, {kernel.arguments}, tol=1e-8, cache_size=500)"
    if machine.scheme == "svc" or found.record.k == 2:
        fit = [f"    return {svc}.fit(S, y, sample_weight=weight), scaled"]
        return SklearnFit(imports, kernel.function, fit, ESTIMATED, PREDICTED)
    fit = [
        "    svcs = [  # what OneVsRestClassifier does",
        f"        {svc}.fit(S, y == label, sample_weight=weight)",
        "        for label in np.unique(y)",
        "    ]",
        "    return svcs, scaled",
    ]
    f = "np.column_stack([each.decision_function({s}({z})) for each in {m}])"
    return SklearnFit(imports, kernel.function, fit, f, f"{f}.argmax(1)")


def _crammer_singer(found: CandidateProgram) -> SklearnFit:
    """LinearSVC on features of the kernel, with its margin of 1 stretched to delta."""
    machine = found.machine
    plain, known = isinstance(found.kernel, Linear), kernel_function(found.kernel)
    imports = ["from sklearn.kernel_approximation import Nystroem", *known.imports]
    linear = f'LinearSVC(C={machine.C / machine.delta!r}, multi_class="crammer_singer", tol=1e-9)'
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
    return SklearnFit(imports, function, fit, delta + ESTIMATED, PREDICTED)


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


def _folds(found: CandidateProgram, trained: str, f: str, predicted: str) -> list[str]:
    """Cross-validation, where the data have a `fold`."""
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


def _of_gamma(kernel: Kernel) -> SklearnKernel:
    """The kernel with a gamma that the program finds."""
    if isinstance(kernel, RBF):
        return SklearnKernel([], 'kernel="rbf", gamma=gamma', [])
    if isinstance(kernel, Laplacian):
        imports = ["from sklearn.metrics.pairwise import laplacian_kernel"]
        function = "kernel=lambda A, B: laplacian_kernel(A, B, gamma=gamma)"
        return SklearnKernel(imports, function, [])
    raise ValueError(f"gamma must be that of the RBF or Laplacian kernel, got {kernel.title}")


def _prepared(found: CandidateProgram) -> list[str]:
    """Weights, scaling and gamma: the lines before the training."""
    machine, k = found.machine, found.record.k
    factors = [1.0] * k if machine.balanced else list(machine.weights or [1.0] * k)
    weights = [f"    weight = weight * np.array({factors!r})[y]  # of the classes"]
    scaled = SCALED if machine.scaling != "none" else AS_IS
    return [
        *(BALANCED if machine.balanced else weights if set(factors) != {1.0} else []),
        *scaled,
        "    S = scaled(X)",
        *found.gamma(),
    ]
