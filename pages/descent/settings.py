"""What travels in a link: a descent, its start, and the landscape."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from pages.descent.model.beside import KINDS
from pages.descent.model.folds import FOLDS
from pages.descent.model.landscape import AXES
from pages.descent.model.start import StartWeights
from pages.state.descent.descent_methods import Descent, change_descent
from pages.state.descent.film_moment import FilmMoment
from pages.state.link.choices import CheckedChoices
from pages.state.link.codec import Entry


def _usual(descent: Descent) -> Descent:
    """The defaults of a method, its own name aside."""
    return replace(change_descent(Descent(), method=descent.method), method=Descent.method)


DESCENT = Entry(Descent(), "d_", change_descent, _usual)
START = Entry(StartWeights(), "d_")


@dataclass(frozen=True)
class LandscapeView(CheckedChoices):
    """Over which two numbers of the model the cost is drawn, a key of `AXES`."""

    axes: str = "w1, w2"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"axes": tuple(AXES)}


@dataclass(frozen=True)
class FoldsView(CheckedChoices):
    """Whether the same descent is carried out on five folds, how they are cut, and which is drawn.

    fold_order : a key of `FOLD_ORDERS`. fold : from 1
    """

    folded: bool = False
    fold_order: str = "stratified"
    fold: str = "5"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "fold_order": ("stratified", "given"),
        "fold": tuple(str(k + 1) for k in range(FOLDS)),
    }


@dataclass(frozen=True)
class BesideView(CheckedChoices):
    """What is carried out beside the descent, a key of `pages.descent.model.beside.KINDS` or ""."""

    beside: str = ""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"beside": ("", *KINDS)}


class DescentMoment(FilmMoment):
    """The update at which the descent was stopped."""
