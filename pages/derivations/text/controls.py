"""What the page Derivations says around its steps."""

from pages.derivations.text.step import CLASSES, DerivationText, WrittenDerivation
from pages.state.multiclass.multiclass_run import MulticlassRun
from pages.state.multiclass.multiclass_verdict import multiclass_badge, multiclass_sentence
from pages.state.text.verdict import Badge, badge, sentence

LABEL = "Derivation"
BACK, NEXT, WHOLE, ONE = "Back", "Next", "All steps", "One step"
WHOLE_HELP = "All steps below each other, without numbers (key W)"
ONE_HELP = "One step at a time, with numbers (key W)"
BACK_KEY, NEXT_KEY, WHOLE_KEY = "B", "N", "W"  # no tool of the canvas has them
COPY_LATEX, COPY_TEXT = "Copy as LaTeX", "Copy as text"
STEP, ALL = "This step", "All steps"
FEW = 5  # steps: so many have room for their sentences on a low screen
SEPARABLE = "Load points that a line separates"
LARGE_RING = "A large ring is around the points that the step is about."
CIRCLE = "The largest 2x + y on the circle x² + y² = 1."
TRAINED = "The picture shows the model of the derivation."


def place(step: int, found: WrittenDerivation) -> str:
    """Where in the derivation a step is."""
    return f"Step {step} of {len(found.steps)}"


def shown_step(step: int, found: WrittenDerivation) -> int:
    """The step that is shown for that of a link, from 1."""
    return min(max(step, 1), len(found.steps))


def below(derivation: DerivationText, found: WrittenDerivation) -> tuple[Badge | None, str]:
    """What stands below the picture: which model it is, and what it does."""
    shown, note = found.subject.shown, found.subject.note
    if shown is None:
        return None, CIRCLE
    if isinstance(shown, MulticlassRun):
        return multiclass_badge(shown.many), f"{note}: {multiclass_sentence(shown)}"
    if shown.model is not None and shown.solution is None:  # trained by the derivation itself
        return None, f"{note}. {TRAINED}"
    if shown.model is None and shown.separation is not None:
        said = found.subject.obstacle.split(".")[0] + "."
    else:
        said = sentence(shown)
    return badge(shown), f"{note}: {said[:1].lower()}{said[1:]}"


def is_main(derivation: DerivationText) -> bool:
    """Whether the points are those of two classes."""
    return derivation.board != CLASSES
