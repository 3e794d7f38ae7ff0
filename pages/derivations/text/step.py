"""A derivation: where it comes from, and its steps, each a line of LaTeX with a sentence.

A step says what holds for any points; what holds for those of the board is computed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from pages.derivations.model.question import Lit, Question, Subject, Uses
from pages.derivations.text.latex import plain_text

MAIN, CLASSES = "", "classes"  # the boards
NUMBERS = "In numbers"


def no_numbers(case: Any) -> str:
    """For a step without numbers of its own."""
    return ""


def unlit(case: Any) -> Lit:
    """For a step that speaks of no part of the picture."""
    return Lit()


@dataclass(frozen=True, eq=False)
class DerivationStep:
    """One line of a derivation.

    formula : LaTeX. said : one sentence, what was done. numbers : the same line with the numbers of
    the subject's case, LaTeX. here : a sentence with numbers. lit : the part of the picture.
    erratum : what a tutorial prints at this step, what holds here, and why.
    """

    formula: str
    said: str
    numbers: Callable[[Any], str] = no_numbers
    here: Callable[[Any], str] = no_numbers
    lit: Callable[[Any], Lit] = unlit
    erratum: str = ""


class WrittenStep(NamedTuple):
    """A step with the numbers of the board put in; see `DerivationStep`."""

    formula: str
    said: str
    numbers: str = ""
    here: str = ""
    lit: Lit = Lit()
    erratum: str = ""


class Citation(NamedTuple):
    """A paper or book with the section, and its address."""

    text: str
    url: str


@dataclass(frozen=True, eq=False)
class DerivationText:
    """A derivation: one entry of `DERIVATIONS`.

    make : the subject of its numbers; None for one that needs no points. uses : the model. board :
    whose points. sliders : names of the settings that its numbers depend on. uses_descent :
    whether they depend on those of the page Descent.
    """

    title: str
    source: Citation
    steps: tuple[DerivationStep, ...]
    make: Callable[[Uses, Question], Subject] | None = None
    uses: Uses = field(default_factory=Uses)
    board: str = MAIN
    sliders: tuple[str, ...] = ()
    uses_descent: bool = False

    def subject(self, question: Question) -> Subject:
        """What the numbers are computed from."""
        return Subject(None) if self.make is None else self.make(self.uses, question)


class WrittenDerivation(NamedTuple):
    """A derivation with the numbers of the board put in."""

    steps: tuple[WrittenStep, ...]
    subject: Subject


@lru_cache(maxsize=16)
def written(derivation: DerivationText, question: Question) -> WrittenDerivation:
    """All steps of a derivation; those of equal questions are computed once."""
    subject = derivation.subject(question)
    if subject.case is None and derivation.make is not None:
        plain = (
            WrittenStep(one.formula, one.said, erratum=one.erratum) for one in derivation.steps
        )
        return WrittenDerivation(tuple(plain), subject)
    case = subject.case
    steps = tuple(
        WrittenStep(
            one.formula, one.said, one.numbers(case), one.here(case), one.lit(case), one.erratum
        )
        for one in derivation.steps
    )
    return WrittenDerivation(steps, subject)


def step_latex(step: WrittenStep) -> str:
    """A step as LaTeX: the formula, the sentence, the formula with numbers."""
    parts = [rf"\[{step.formula}\]", _escaped(step.said)]
    if step.numbers:
        parts.append(rf"\[{step.numbers}\]")
    return "\n".join([*parts, *(_escaped(text) for text in (step.here, step.erratum) if text)])


def step_text(step: WrittenStep) -> str:
    """A step as plain text."""
    parts = [plain_text(step.formula), step.said]
    if step.numbers:
        parts.append(f"{NUMBERS}: {plain_text(step.numbers)}")
    return "\n".join([*parts, *(text for text in (step.here, step.erratum) if text)])


def whole_latex(derivation: DerivationText, found: WrittenDerivation) -> str:
    """All steps as LaTeX, below the title."""
    source = _escaped(f"Source: {derivation.source.text}")
    head = [
        rf"\section*{{{_escaped(derivation.title)}}}",
        rf"{source}, \url{{{derivation.source.url}}}",
    ]
    return "\n\n".join([*head, *map(step_latex, found.steps)])


def whole_text(derivation: DerivationText, found: WrittenDerivation) -> str:
    """All steps as plain text, below the title."""
    head = [derivation.title, f"Source: {derivation.source.text}, {derivation.source.url}"]
    head += [found.subject.note] if found.subject.note else []
    steps = (f"{k}. {step_text(step)}" for k, step in enumerate(found.steps, start=1))
    return "\n\n".join([*head, *steps])


SIGNS = {
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "δ": r"\delta",
    "η": r"\eta",
    "θ": r"\theta",
}
SIGNS |= {"κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ξ": r"\xi", "ρ": r"\rho", "σ": r"\sigma"}
SIGNS |= {"φ": r"\varphi", "Σ": r"\sum", "∇": r"\nabla", "∂": r"\partial", "≤": r"\le", "≥": r"\ge"}
SIGNS |= {"‖": r"\|", "−": "-", "·": r"\cdot", "½": r"\tfrac12", "√": r"\surd", "∞": r"\infty"}
SIGNS |= {"ᵢ": "_i", "ⱼ": "_j", "₀": "_0", "₁": "_1", "₂": "_2", "₊": "_+", "₋": "_-", "²": "^2"}
SIGNS |= {"⟨": r"\langle", "⟩": r"\rangle", "≠": r"\ne", "×": r"\times", "→": r"\to", "ℓ": r"\ell"}
SIGNS |= {"′": "'", "⁻": "^-", "¹": "^1", "ₛ": "_s", "ₜ": "_t", "⁰": "^0", "ᵀ": r"^\top"}


def _escaped(text: str) -> str:
    """A sentence as LaTeX: its signs of mathematics between dollars."""
    found = "".join(rf"${SIGNS[c]}$" if c in SIGNS else c for c in text)
    return found.replace("$$", " ").replace("%", r"\%")
