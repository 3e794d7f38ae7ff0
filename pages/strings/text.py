"""What the page Strings says: of its kernels, the picture, the numbers, and a new word."""

from pages.state.text.number_format import number
from pages.state.text.publications import SOURCES, cite
from pages.state.text.verdict import Metric
from pages.strings.model import NewWord, WordModel

WORDS = "Words"
MINUS, PLUS = "Class −1", "Class +1"
LIST_HELP = (
    "Words with spaces, commas or line breaks between them; capital letters count as small ones. "
    "Up to 60 words in both lists together, up to 30 letters each."
)
KERNEL, MODEL = "Kernel", "Model"
NEW_WORD = "New word"
NEW_WORD_HELP = "A word to classify; it is not trained on."
FORMULAS = {
    "subsequence": "K(s, t) = Σᵤ φᵤ(s) φᵤ(t) over all subsequences u of k letters, which may have "
    "gaps; φᵤ(s) is the sum of λˡ over the places of u in s, l the number of letters from its "
    f"first to its last one. Source: {cite('lodhi')}.",
    "spectrum": "K(s, t) = Σᵤ φᵤ(s) φᵤ(t) over all substrings u of k letters, without gaps; φᵤ(s) "
    f"is how often u occurs in s. Source: {cite('leslie')}.",
}
NORMALISED = "K is divided by √(K(s, s) K(t, t)), so that long words count no more than short ones."
TITLE_GRAM, GRAM_UNIT = "Gram matrix K", "words in the order of the lists; pale: 0, strong: 1"
LEFT_OUT_HELP = (
    "Each word is classified by a model that is trained on all others; the share that is right."
)
SUPPORT_HELP = "Words with α > 0: f is a sum over them alone."
TRAINING_HELP = "The share of the words on which the model is trained that f classifies correctly."
PARTS_HELP = "the largest terms of f, one for each part of the word"


def sentence(model: WordModel) -> str:
    """What the leave-one-out test and the model come to."""
    n, right = len(model.words), int((~model.wrong_left_out).sum())
    wrong, held = int(model.wrong.sum()), int(model.support.sum())
    support = "1 is a support vector" if held == 1 else f"{held} are support vectors"
    errors = f"{wrong} {'is' if wrong == 1 else 'are'} misclassified (red crosses)"
    errors = errors if wrong else "none is misclassified"
    return (
        f"Leave-one-out: {right} of {n} words classified correctly. "
        f"In training, {support} (rings) and {errors}."
    )


def picture_text(model: WordModel) -> str:
    """What is drawn, and how far it is from the model itself."""
    share = 100.0 * float(model.shares.sum())
    n, m = len(model.words), model.across
    gives = (
        f"it gives {m} of {n} words another class than f"
        if m
        else "here it gives every word the class that f gives it"
    )
    text = (
        "The picture is the plane of the first two "
        f"[kernel PCA]({SOURCES['kernel-pca'].link}) components, with "
        f"{share:.0f} % of the variance. The line is where f = 0 cuts this plane. The words are "
        f"projected onto it, so the line is not their boundary: {gives}. Rings and crosses are "
        "those of f itself."
    )
    if model.short:
        count = "1 word is" if model.short == 1 else f"{model.short} words are"
        text += f" {count} shorter than k letters: K with every word is 0."
    return text


def cards(model: WordModel) -> tuple[Metric, ...]:
    """The leave-one-out accuracy, the support vectors and the training accuracy."""
    n = len(model.words)
    return (
        _share("Leave-one-out accuracy", n - int(model.wrong_left_out.sum()), n, LEFT_OUT_HELP),
        Metric("Support vectors", str(int(model.support.sum())), f"of {n} words", SUPPORT_HELP),
        _share("Training accuracy", n - int(model.wrong.sum()), n, TRAINING_HELP),
    )


def _share(name: str, right: int, n: int, help: str) -> Metric:
    return Metric(name, f"{100.0 * right / n:.3g} %", f"{right} of {n}", help)


def new_word_text(model: WordModel, found: NewWord) -> str:
    """f at a new word, its class, and what it is similar to."""
    side = "+1" if found.score >= 0.0 else "−1"
    text = f"f({found.word}) = {number(found.score)}: class {side}."
    known = " It is a training word." if found.word in model.words else ""
    if not found.parts:
        return f"{text}{known} It is shorter than k letters, so f is b."
    if not found.nearest:
        return f"{text}{known} It shares no part with any training word, so f is b."
    near = ", ".join(f"{word} ({number(k, 2)})" for word, k in found.nearest)
    return f"{text}{known} Most similar: {near}."


def hover_text(model: WordModel, i: int) -> str:
    """What the pointer is told of a training word; the word itself is put before it."""
    side = "+1" if model.y[i] > 0 else "−1"
    alpha = abs(float(model.coef[i]))
    lines = (
        f"class {side}",
        f"α = {number(alpha if model.support[i] else 0.0, 4)}",
        f"f = {number(float(model.scores[i]))}",
        f"f without it = {number(float(model.left_out[i]))}",
    )
    return "<br>".join(lines)
