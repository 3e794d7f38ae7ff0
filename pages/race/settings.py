"""What a visitor chooses for a race, as words of a link: who runs, and for which loss."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from pages.race.model.racers import RACERS, possible_racers
from pages.state.descent.film_moment import FilmMoment
from pages.state.link.choices import CheckedChoices
from pages.state.screen.view import View
from pages.state.text.publications import Cited
from svmcore.losses import LOSSES

PARTS = ("sentence", "charts", "controls")
VIEWS = {
    "race": View("Race", layers=(), parts=PARTS),
    "duel": View(
        "Mirror descent and perceptron",
        layers=(),
        parts=PARTS,
        sources=(
            Cited("mirror descent", "online", "§2"),
            Cited("perceptron", "rosenblatt"),
            Cited("bound on its mistakes", "novikoff"),
        ),
    ),
}


@dataclass(frozen=True)
class RaceView(CheckedChoices):
    """Which view stands on the page: a race of solvers, or two methods update by update."""

    view: str = "race"

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"view": tuple(VIEWS)}


class DuelMoment(FilmMoment):
    """The update at which mirror descent and the perceptron were stopped."""


@dataclass(frozen=True)
class RaceSettings:
    """The names of the racers, in the order of the menu, and the loss all are to minimise."""

    racers: tuple[str, ...] = ("gradient", "sgd", "pegasos", "smo", "projected", "interior")
    race_loss: str = "hinge"

    def __post_init__(self) -> None:
        """Refuse what does not exist; who cannot run for the loss is kept and stands aside."""
        if self.race_loss not in LOSSES:
            known = ", ".join(LOSSES)
            raise ValueError(f"race_loss must be one of {known}, got {self.race_loss!r}")
        for name in self.racers:
            if name not in RACERS:
                raise ValueError(f"a racer must be one of {', '.join(RACERS)}, got {name!r}")

    @property
    def running(self) -> tuple[str, ...]:
        """Those of the chosen that can run for the loss, in the order of the menu."""
        return tuple(name for name in possible_racers(self.race_loss) if name in self.racers)


def change_race(
    settings: RaceSettings, racers: Iterable[str] | None = None, race_loss: str = ""
) -> RaceSettings:
    """Other racers, or another loss; a racer that does not exist is left out."""
    if racers is not None:
        named = tuple(racers)
        settings = replace(settings, racers=tuple(name for name in RACERS if name in named))
    return replace(settings, race_loss=race_loss or settings.race_loss)
