"""What a race remembers for this visit: the last race."""

from dataclasses import dataclass

from pages.race.model.race import Race


@dataclass
class RaceMemory:
    """`last` is shown until the next race has been run."""

    last: Race | None = None


@dataclass
class DuelMemory:
    """An update that is wanted of mirror descent and the perceptron; -1 for none."""

    focus: int = -1

    def step_to(self, update: int) -> None:
        """An update is wanted that the film on the screen does not hold."""
        self.focus = update
