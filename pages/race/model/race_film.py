"""The film of a race, and one moment of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from pages.datasets.limits import Extent
from pages.race.model.race import Entrant, Race, Track
from pages.race.model.racers import RACERS
from pages.state.link.choices import CheckedChoices
from pages.state.model.grid import decision_grid, level_lines
from pages.state.model.scene import ROUNDING, cover, simplify_polyline
from pages.state.text.number_format import number
from svmcore.arrays import Array, Indices
from svmcore.params import param
from svmcore.problems.certificate import Status

# --- A common moment of a race: where each racer stands by then, and its boundary ---


@dataclass(frozen=True)
class Watch(CheckedChoices):
    """What is looked at: the moment at which all are compared, in passes or ms, and who is bold."""

    by: str = "passes"
    at: float = param(2.0, 0.01, 1000.0)
    bold: str = ""

    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "by": ("passes", "ms"),
        "bold": ("", *RACERS),
    }


@dataclass(frozen=True, eq=False)
class Standing:
    """A racer at its last moment that is not after the common one.

    line : where f = 0, as polylines parted by NaN, (m, 2). wrong : training errors
    """

    entrant: Entrant
    k: int
    wrong: int
    line: Array

    @property
    def title(self) -> str:
        """The racer's name."""
        return RACERS[self.entrant.racer].title

    @property
    def short(self) -> str:
        """The same for beside a curve."""
        return RACERS[self.entrant.racer].short or self.title

    @property
    def suboptimality(self) -> float:
        """(J - J*) / J*."""
        return float(self.entrant.suboptimality[self.k])

    @property
    def passes(self) -> float:
        """Over the data, so far."""
        return float(self.entrant.passes[self.k])

    def stopped(self, at: float, by: str) -> str:
        """What to add of a racer that was stopped at the time limit before this moment."""
        last = self.k == len(self.entrant) - 1
        if not last or self.entrant.status is not Status.TIMEOUT or getattr(self, by) >= at:
            return ""
        passes = number(self.passes)
        return f", stopped at the time limit after {passes} pass{'es' if passes != '1' else ''}"

    @property
    def ms(self) -> float:
        """Of work, so far."""
        return float(self.entrant.ms[self.k])


def stands(race: Race, at: float, by: str, view: Extent) -> tuple[Standing, ...]:
    """All racers after `at` "passes" or "ms"; the lines are known where `view` is shown."""
    found = []
    for entrant in race.entrants:
        k = entrant.at(at, by)
        wrong = int(race.wrong(entrant, k).sum())
        found.append(Standing(entrant, k, wrong, boundary(race.track, entrant, k, cover(view))))
    return tuple(found)


@lru_cache(maxsize=512)
def boundary(track: Track, entrant: Entrant, k: int, extent: Extent) -> Array:
    """A racer's boundary, empty where f is constant but for rounding, as it is at the start."""
    nothing = np.empty((0, 2))
    model = track.model(entrant.coef[k], float(entrant.intercept[k]))
    grid = decision_grid(model, extent)
    noise = ROUNDING * float(np.abs(track.parametrization.matrix).max() * np.abs(model.coef).sum())
    if not np.isfinite(grid.values).all() or float(np.ptp(grid.values)) <= noise:
        return nothing
    (line,) = level_lines(grid, (0.0,), model)
    return simplify_polyline(line, extent)


# --- The moments of a race that a timeline plays: where every racer is, and its boundary ---

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
