"""Kernels that were compared by cross-validation, and which of them to take."""

from collections.abc import Sequence
from dataclasses import dataclass

from pages.model_selection.kernel_formula import KERNELS

OPTIMISTIC = (
    "These scores are slightly optimistic: each is the best of its settings, chosen by that score."
)
TIE_TOL = 1e-12  # what rounding makes of two equal means


@dataclass(frozen=True)
class KernelChoice:
    """The cross-validation result of one kernel.

    settings : the best ones by name, C first. scores : the accuracy on each fold with these
    accuracy : their mean. error : its standard error, the standard deviation of the scores (of a
        sample, divided by k - 1) over the square root of their number k
    n_support : support vectors of the model that learns from all points with these settings
    fits : how many models were trained for this kernel, that one included
    """

    kernel: str
    settings: tuple[tuple[str, float], ...]
    scores: tuple[float, ...]
    accuracy: float
    error: float
    n_support: int
    fits: int

    @property
    def title(self) -> str:
        """What the kernel is called."""
        return KERNELS[self.kernel].title


def simplest(choices: Sequence[KernelChoice]) -> KernelChoice:
    """The first kernel whose accuracy is within one standard error of the best one's.

    Source: Hastie, Tibshirani, Friedman, The elements of statistical learning (2009), 7.10,
    https://hastie.su.domains/ElemStatLearn/
    """
    best = best_of(choices)
    least = best.accuracy - best.error - TIE_TOL
    return next(choice for choice in choices if choice.accuracy >= least)


def best_of(choices: Sequence[KernelChoice]) -> KernelChoice:
    """The kernel with the largest accuracy, of several the simplest."""
    top = max(choice.accuracy for choice in choices)
    return next(choice for choice in choices if choice.accuracy >= top - TIE_TOL)


def advice(choices: Sequence[KernelChoice], guess: float = 0.0) -> str:
    """Which kernel to take, in sentences that follow from the numbers; choices simplest first.

    `guess` is how often somebody is right who always says the larger class. The last sentence says
    what is wrong with the numbers themselves: a best score is the largest of several.

    Source: Cawley and Talbot, On over-fitting in model selection, JMLR 11 (2010),
    https://www.jmlr.org/papers/v11/cawley10a.html
    """
    return f"{_verdict(choices, guess)} {OPTIMISTIC}"


def _verdict(choices: Sequence[KernelChoice], guess: float) -> str:
    best, chosen = best_of(choices), simplest(choices)
    if best.accuracy - best.error <= guess:
        return (
            f"No kernel is better than always predicting the larger class ({percent(guess)} "
            "right) by "
            f"more than its standard error: the best, {best.title}, has {_accuracy(best)}."
        )
    right = f"{percent(chosen.accuracy)} cross-validation accuracy"
    if chosen != best:
        rest = f"{best.title} has {_accuracy(best)}"
        return f"{chosen.title} is as good as any here: {right}, and {rest}."
    if chosen == choices[0]:
        return f"{chosen.title} is as good as any here: {right}."
    more = "more than one standard error above any simpler one"
    return f"{chosen.title} is the best here: {right}, {more}."


def _accuracy(choice: KernelChoice) -> str:
    return with_error(choice.accuracy, choice.error)


def with_error(mean: float, error: float) -> str:
    """A mean over folds with its standard error: "94 % ± 2 % (standard error)"."""
    return f"{percent(mean)} ± {percent(error)} (standard error)"


def percent(share: float) -> str:
    """0.989 as "98.9 %", 1 as "100 %"."""
    return f"{100.0 * share:.1f} %".replace(".0 %", " %")
