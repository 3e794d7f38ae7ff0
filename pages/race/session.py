"""What a race remembers for this visit: the last race."""

from dataclasses import dataclass

from pages.race.model.race import Race


@dataclass
class RaceMemory:
    """`last` is shown until the next race has been run."""

    last: Race | None = None
