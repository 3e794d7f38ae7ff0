"""What Export offers on the page Strings: the classifier of words as programs."""

import json

from pages.export.program import CodeParts, Exported, ModelCode, PointsTable
from pages.export.program_text import call, numbers_code
from pages.export.sklearn_code import FROM_ENDS
from pages.state.text.number_format import number
from pages.strings.model import WordModel, make_kernel, word_model
from pages.strings.settings import KERNELS, StringSettings
from svmcore.kernels.strings import SpectrumKernel, SubsequenceKernel

SVMCORE = '''from svmcore import SVC
from svmcore.kernels.strings import {kind}, normalised

kernel = {kernel}


def own(S):
    """K(s, s) of each word."""
    return np.array([kernel([s], [s])[0, 0] for s in S])


def gram(S, T):
    """K(s, t) / sqrt(K(s, s) K(t, t)), shape (len(S), len(T)); 0 for a word without such a part."""
    return normalised(kernel(S, T), own(S), own(T))


model = SVC(kernel="precomputed", C={C}).fit(gram(words, words), y)


def decision_function(S):
    """f at a list of words: class +1 where it is 0 or more."""
    return model.decision_function(gram(S, words))


def support_vectors():
    """Which words have alpha > 0."""
    return np.isin(np.arange(len(words)), model.support_)


proof = model.certificate_
print(f"objective:       {{proof.primal:.10g}}  (primal)")
print(f"gap:             {{proof.gap:.3g}}  (relative: {{proof.relative_gap:.3g}})")
print(f"b:               {{model.intercept_[0]:.10g}}")
print(f"support vectors: {{support_vectors().sum()}} of {{len(words)}} words")
'''
SUBSEQUENCES = '''def parts(s):
    """Each subsequence of {k} letters, with {decay}^(letters it extends over) a place of it."""
    found = Counter()
    for places in combinations(range(len(s)), {k}):
        u = "".join(s[i] for i in places)
        found[u] += {decay} ** (places[-1] - places[0] + 1)
    return found
'''
SUBSTRINGS = '''def parts(s):
    """How often each substring of {k} letters is in s."""
    return Counter(s[i : i + {k}] for i in range(len(s) - {k} + 1))
'''
SKLEARN = '''from collections import Counter
{combinations}from math import sqrt

from sklearn.svm import SVC


{parts}

def unit(s):
    """The same, divided by its length: K(s, s) = 1."""
    found = parts(s)
    length = sqrt(sum(value**2 for value in found.values()))
    return {{u: value / length for u, value in found.items()}}


def inner_products(S, T):
    """K(s, t), shape (len(S), len(T))."""
    S, T = [unit(s) for s in S], [unit(t) for t in T]
    return np.array([[sum(v * t.get(u, 0.0) for u, v in s.items()) for t in T] for s in S])


svc = SVC(kernel="precomputed", C={C}, tol=1e-8).fit(inner_products(words, words), y)


def decision_function(S):
    """f at a list of words: class +1 where it is 0 or more."""
    return svc.decision_function(inner_products(S, words))


print(f"b:               {{svc.intercept_[0]:.10g}}")
print(f"support vectors: {{len(svc.support_)}} of {{len(words)}} words")
'''
FIGURE = """import plotly.graph_objects as go

f, held = decision_function(words), support_vectors()
ringed = [word for word, support in zip(words, held) if support]
figure = go.Figure()
for sign, color in ((1, "#0072b2"), (-1, "#d55e00")):
    some = y == sign
    figure.add_bar(x=np.array(words)[some], y=f[some], name=f"class {sign:+d}", marker_color=color)
figure.add_scatter(
    x=ringed, y=f[held], mode="markers", name="support vectors",
    marker=dict(symbol="circle-open", color="black", size=12),
)
figure.update_layout(template="simple_white", height=450, yaxis_title="f")
figure
"""


def strings_export(settings: StringSettings) -> Exported:
    """The words with their classes, and the classifier."""
    kernel = make_kernel(settings.kernel, settings.length, settings.decay)
    model = word_model(settings.minus, settings.plus, kernel, settings.C)
    columns = {"word": list(model.words), "y": model.y.astype(int).tolist()}
    return Exported(
        name=f"words_{settings.kernel}_k{settings.length}_C{settings.C:g}",
        code=_code(model, settings),
        points=PointsTable(columns, (), "y"),
    )


def _code(model: WordModel, settings: StringSettings) -> ModelCode:
    kernel = model.kernel
    data = "\n".join(
        [
            "import numpy as np",
            "",
            f"words = {_words(model.words)}",
            f"y = {numbers_code(model.y.astype(int).tolist())}",
        ]
    )
    lacks = "" if (model.support & ~model.bound).any() else FROM_ENDS
    ours = SVMCORE.format(kind=type(kernel).__name__, kernel=call(kernel), C=repr(model.C))
    return ModelCode(
        title=_title(model, settings),
        ours=CodeParts(data, ours),
        theirs=None if lacks else CodeParts(data, _sklearn(model)),
        lacks=lacks,
        figure=FIGURE,
        points="words",
    )


def _title(model: WordModel, settings: StringSettings) -> str:
    decay = f", λ = {number(settings.decay)}" if settings.kernel == "subsequence" else ""
    kernel = f"{KERNELS[settings.kernel]} kernel, k = {settings.length}{decay}"
    return f"{len(model.words)} words, {kernel}, C = {number(settings.C)}"


def _words(words: tuple[str, ...]) -> str:
    lines = [words[k : k + 5] for k in range(0, len(words), 5)]
    rows = "\n".join(
        "    " + ", ".join(json.dumps(word, ensure_ascii=False) for word in line) + ","
        for line in lines
    )
    return f"[\n{rows}\n]"


def _sklearn(model: WordModel) -> str:
    kernel, C = model.kernel, repr(model.C)
    if isinstance(kernel, SubsequenceKernel):
        parts = SUBSEQUENCES.format(k=kernel.length, decay=repr(kernel.decay))
        imports = "from itertools import combinations\n"
        return SKLEARN.format(combinations=imports, parts=parts, C=C)
    assert isinstance(kernel, SpectrumKernel)
    parts = SUBSTRINGS.format(k=kernel.length)
    return SKLEARN.format(combinations="", parts=parts, C=C)
