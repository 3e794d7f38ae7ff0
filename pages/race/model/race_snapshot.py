"""A common moment of a race: where each racer stands by then, and its boundary."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from pages.datasets.extent import Extent
from pages.race.model.race import Entrant, Race, Track
from pages.race.model.racers import RACERS
from pages.state.link.choices import CheckedChoices
from pages.state.model.grid import decision_grid, level_lines
from pages.state.model.scene import ROUNDING, cover, simplify_polyline
from pages.state.text.number_format import number
from svmcore.arrays import Array
from svmcore.params import param
from svmcore.problems.certificate import Status


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
