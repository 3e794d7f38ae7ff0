"""What a race remembers for this visit: the moment that is looked at, and the last race."""

from dataclasses import dataclass, field

from pages.race.model.race import Race
from pages.race.model.race_snapshot import Watch


@dataclass
class RaceMemory:
    """`last` is shown until the next race has been run."""

    watch: Watch = field(default_factory=Watch)
    last: Race | None = None
