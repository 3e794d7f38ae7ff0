"""Words, and the model trained on them."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pages.state.model.feature_maps import principal
from svmcore.arrays import Array, Bools, read_only
from svmcore.kernels.strings import SpectrumKernel, StringKernel, SubsequenceKernel, normalised

# --- Lists of words: how a visitor's text is read, what it may hold, and examples ---

MAX_WORDS = 60  # of both lists together
MAX_LETTERS = 30  # of a word
LETTERS = ("L", "M", "N")  # Unicode's categories of letters, of their marks, of digits
MARKS = "-'’"  # what may stand in a word beside letters and digits


class WordLists(NamedTuple):
    """An example: its title, and the words of class −1 and of class +1."""

    title: str
    minus: tuple[str, ...]
    plus: tuple[str, ...]


_MEDICINES = (
    "atenolol bisoprolol carvedilol esmolol labetalol metoprolol nadolol pindolol propranolol "
    "timolol",
    "benazepril captopril enalapril fosinopril lisinopril moexipril perindopril quinapril "
    "ramipril trandolapril",
)
_LANGUAGES = (
    "water bread window night friend school star summer winter white green thought bridge "
    "kitchen tomorrow",
    "acqua pane finestra notte amico scuola stella estate inverno bianco verde pensiero ponte "
    "cucina domani",
)
EXAMPLES = {
    name: WordLists(title, *(tuple(text.split()) for text in lists))
    for name, title, lists in (
        ("medicines", "Names of medicines: -olol, -pril", _MEDICINES),
        ("languages", "English and Italian words", _LANGUAGES),
    )
}


def read_words(text: str) -> tuple[str, ...]:
    """The words of a text, in small letters, each once; spaces, commas or line breaks between them.

    Raises ValueError with one sentence for what is no word.
    """
    # small letters last: a sign may be made of capital ones, and a link is read again
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
    for sign in ",;":
        plain = plain.replace(sign, " ")
    found = tuple(dict.fromkeys(plain.split()))
    for word in found:
        if len(word) > MAX_LETTERS:
            raise ValueError(
                f"a word must have at most {MAX_LETTERS} letters, got {word[:12]}… with {len(word)}"
            )
        if not all(_is_letter(sign) for sign in word):
            raise ValueError(
                f"a word must be made of letters, digits, hyphens and apostrophes, got {word}"
            )
    return found


def read_word(text: str) -> str:
    """The only word of a text, or "" if there is none.

    Raises ValueError with one sentence for more than one, and for what is no word.
    """
    found = read_words(text)
    if len(found) > 1:
        raise ValueError(f"the new word must be a single word, got {len(found)}")
    return found[0] if found else ""


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign)[0] in LETTERS or sign in MARKS


def check_lists(minus: tuple[str, ...], plus: tuple[str, ...]) -> None:
    """Raise ValueError with one sentence for lists that no model is trained on."""
    if not minus or not plus:
        raise ValueError("each class must have at least one word")
    if len(minus) + len(plus) > MAX_WORDS:
        raise ValueError(
            f"both lists together must have at most {MAX_WORDS} words, got {len(minus) + len(plus)}"
        )


# --- An SVM of words: the Gram matrix, kernel PCA, the model, and words left out one by one ---

NOTHING = 1e-9  # of C: a smaller alpha is a rounding error


@dataclass(frozen=True, eq=False, kw_only=True)
class WordModel:
    """f(s) = sum_i coef_i K(s_i, s) + b, trained on words, and kernel PCA of the same K.

    words, y : (n,), class -1 first. own : K(s, s) before normalising, (n,). K : normalised, (n, n)
    coef : y alpha, (n,). scores : f at the words, (n,)
    left_out : f at each word of a model that is trained on the others, (n,)
    coordinates : of kernel PCA, (n, 2). shares : of the variance, (2,)
    slope, level : where f is cut by the plane of the coordinates p: level + <slope, p>
    """

    kernel: StringKernel
    words: tuple[str, ...]
    y: Array
    C: float
    own: Array
    K: Array
    coef: Array
    b: float
    scores: Array
    left_out: Array
    coordinates: Array
    shares: Array
    slope: Array
    level: float

    @property
    def support(self) -> Bools:
        """alpha_i > 0 but for rounding."""
        return np.asarray(np.abs(self.coef) > NOTHING * self.C)

    @property
    def bound(self) -> Bools:
        """alpha_i = C but for rounding."""
        return np.asarray(np.abs(self.coef) >= (1.0 - NOTHING) * self.C)

    @property
    def wrong(self) -> Bools:
        """Misclassified training words; f = 0 is class +1."""
        return np.asarray((self.scores >= 0.0) != (self.y > 0.0))

    @property
    def wrong_left_out(self) -> Bools:
        """Words that are misclassified by a model trained on the others."""
        return np.asarray((self.left_out >= 0.0) != (self.y > 0.0))

    @property
    def across(self) -> int:
        """How many words lie on the other side of the line in the plane than f says."""
        drawn = self.level + self.coordinates @ self.slope
        return int(((drawn >= 0.0) != (self.scores >= 0.0)).sum())

    @property
    def short(self) -> int:
        """How many words have no part of the kernel's length, so that K is 0 for them."""
        return int((self.own == 0.0).sum())


def make_kernel(kind: str, length: int, decay: float) -> StringKernel:
    """The kernel of a link's words."""
    return SpectrumKernel(length) if kind == "spectrum" else SubsequenceKernel(length, decay)


@lru_cache(maxsize=16)
def word_model(
    minus: tuple[str, ...], plus: tuple[str, ...], kernel: StringKernel, C: float
) -> WordModel:
    """The model of two lists of words; equal arguments share one read-only result."""
    words = (*minus, *plus)
    y = np.where(np.arange(len(words)) < len(minus), -1.0, 1.0)
    K = kernel(words, words)
    own = K.diagonal()
    K = normalised(0.5 * (K + K.T), own, own)
    coef, b = _fit(K, y, C)
    scores = K @ coef + b
    coordinates, shares = principal(K, 2)
    return WordModel(
        kernel=kernel,
        words=words,
        y=read_only(y),
        C=C,
        own=read_only(own),
        K=read_only(K),
        coef=read_only(coef),
        b=b,
        scores=read_only(scores),
        left_out=read_only(_left_out(K, y, C, coef, scores)),
        coordinates=read_only(coordinates),
        shares=read_only(shares),
        slope=read_only(coef @ coordinates),
        level=float(K.mean(axis=0) @ coef) + b,
    )


def _fit(K: Array, y: Array, C: float) -> tuple[Array, float]:
    """y alpha, (n,), and b. Of words of one class, f is that class everywhere."""
    coef = np.zeros(len(y))
    if len(set(y.tolist())) < 2:
        return coef, float(y[0]) if len(y) else 0.0
    from svmcore import SVC  # its library takes a second to load: not before it is needed

    model = SVC(kernel="precomputed", C=C).fit(K, y.astype(int))
    coef[model.support_] = model.dual_coef_[0]
    return coef, float(model.intercept_[0])


def _left_out(K: Array, y: Array, C: float, coef: Array, scores: Array) -> Array:
    """f at each word without it. Without a word of alpha = 0 the model is the same."""
    found = scores.copy()
    for i in np.flatnonzero(np.abs(coef) > NOTHING * C):
        rest = np.delete(np.arange(len(y)), i)
        weights, b = _fit(K[np.ix_(rest, rest)], y[rest], C)
        found[i] = K[i, rest] @ weights + b
    return found


@dataclass(frozen=True, eq=False, kw_only=True)
class NewWord:
    """A word that was not trained on.

    score : f. place : its kernel PCA coordinates, (2,)
    nearest : the training words with the largest K > 0, and K, at most `NEAREST`
    parts : every part u that it has, with its term in f: f = b + the sum of the terms; the largest
        first
    """

    word: str
    score: float
    place: Array
    nearest: tuple[tuple[str, float], ...]
    parts: tuple[tuple[str, float], ...]


NEAREST = 3


@lru_cache(maxsize=32)
def new_word(model: WordModel, word: str) -> NewWord:
    """f at a word, the words it is most similar to, and f by parts: substrings, or subsequences."""
    own = model.kernel([word], [word])[0]
    k = normalised(model.kernel([word], model.words), own, model.own)[0]
    order = np.argsort(-k, kind="stable")[:NEAREST]
    return NewWord(
        word=word,
        score=float(k @ model.coef + model.b),
        place=_place(model, k),
        nearest=tuple((model.words[i], float(k[i])) for i in order if k[i] > 0.0),
        parts=_parts(model, word, float(own[0])),
    )


def _place(model: WordModel, k: Array) -> Array:
    """The coordinates of a word with the values k, (n,): <phi(s) - mean, e_j>, as of the others.

    What is the same for all words does not count, as their coordinates add up to 0.
    """
    away = k - model.K.mean(axis=0)
    sizes = (model.coordinates**2).sum(axis=0)
    along = away @ model.coordinates
    return np.asarray(np.divide(along, sizes, out=np.zeros(2), where=sizes > 0.0))


def _parts(model: WordModel, word: str, own: float) -> tuple[tuple[str, float], ...]:
    """phi_u(s) sum_i coef_i phi_u(s_i) for each part u of s, the phi of length 1."""
    if own == 0.0:
        return ()
    there = {u: weight / own**0.5 for u, weight in model.kernel.features(word).items()}
    terms = dict.fromkeys(there, 0.0)
    for s, coef, size in _held(model):
        for u, weight in model.kernel.features(s).items():
            if u in terms:
                terms[u] += coef * weight / size**0.5 * there[u]
    return tuple(sorted(terms.items(), key=lambda term: (-abs(term[1]), term[0])))


def _held(model: WordModel) -> Sequence[tuple[str, float, float]]:
    held = np.flatnonzero((model.coef != 0.0) & (model.own > 0.0))
    return [(model.words[i], float(model.coef[i]), float(model.own[i])) for i in held]
