"""The moments of a race that a timeline plays: where every racer is, and its boundary."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pages.datasets.extent import Extent
from pages.race.model.race import Entrant, Race, Track
from pages.race.model.race_snapshot import Watch, boundary
from svmcore.arrays import Array, Indices

MOMENTS = 240  # at most, beside those of the racer that is highlighted
LINES = 36  # boundaries of one racer, at most
ROUND = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0])


@dataclass(frozen=True, eq=False)
class RaceFilm:
    """M moments of R racers.

    moments : (M,) passes or ms, rising; row : (M, R), the row of each racer's last iterate by then
    line : (M, R), the number of its boundary in `lines`, polylines of shape (m, 2)
    """

    race: Race
    by: str
    moments: Array
    row: Indices
    line: Indices
    lines: tuple[Array, ...]

    def at(self, moment: float) -> int:
        """The number of the moment that is nearest."""
        return int(np.abs(self.moments - moment).argmin())


def race_film(race: Race, watch: Watch, extent: Extent) -> RaceFilm | None:
    """The film of those who ran; None for nobody.

    Its moments are those at which a racer has a new iterate, of many some, with round ones and
    that of `watch` between them. Where a racer is highlighted, they are its iterates.
    """
    if not race.entrants:
        return None
    return _film(race.track, race.entrants, race.optimum, watch, extent)


@lru_cache(maxsize=4)
def _film(
    track: Track, entrants: tuple[Entrant, ...], optimum: float, watch: Watch, extent: Extent
) -> RaceFilm:
    moments = _moments(entrants, watch)
    row = np.array([[e.at(moment, watch.by) for e in entrants] for moment in moments.tolist()])
    line, lines = np.zeros_like(row), list[Array]()
    for r, entrant in enumerate(entrants):
        kept, drawn = _boundaries(track, entrant, extent)
        line[:, r] = len(lines) + np.searchsorted(kept, row[:, r], side="right") - 1
        lines += drawn
    return RaceFilm(Race(track, entrants, optimum), watch.by, moments, row, line, tuple(lines))


def _moments(entrants: tuple[Entrant, ...], watch: Watch) -> Array:
    own = [e for e in entrants if e.racer == watch.bold]
    events = np.unique(np.concatenate([getattr(e, watch.by) for e in own or entrants]))
    if not own:
        last = float(events[-1])
        if len(events) > MOMENTS:
            events = events[np.linspace(0, len(events) - 1, MOMENTS).astype(np.intp)]
        events = np.union1d(events, ROUND[last > ROUND])
    near = np.abs(events - watch.at).min() <= 1e-9 * watch.at
    return events if near else np.union1d(events, [watch.at])


@lru_cache(maxsize=24)
def _boundaries(track: Track, entrant: Entrant, extent: Extent) -> tuple[Indices, list[Array]]:
    """Some of a racer's iterates, and where f = 0 of each."""
    last = len(entrant) - 1
    kept = np.unique(np.linspace(0, last, LINES).astype(np.intp))
    return kept, [boundary(track, entrant, int(k), extent) for k in kept]
