"""Two models compared: A, which is frozen, and B, the present one."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pages.state.board.board import quantise
from pages.state.board.experiment import Experiment
from pages.state.model.run import Data, Run

# --- The frozen model, with which the present one is compared ---


@dataclass(frozen=True)
class FrozenModel:
    """The experiment that was frozen as A; None while nothing is compared."""

    frozen: Experiment | None = None


Point = tuple[float, float, int, float]


@dataclass(frozen=True, eq=False)
class Comparison:
    """The runs of A and of B."""

    a: Run
    b: Run

    @cached_property
    def only_a(self) -> int:
        """How many points A was trained on that B was not."""
        a, b = self.a.data, self.b.data
        if a.labels == b.labels and (a.own_weight == b.own_weight).all() and (a.X == b.X).all():
            return 0  # as where nothing but the settings was changed
        return (_points(a) - _points(b)).total()

    @property
    def only_b(self) -> int:
        """How many points B was trained on that A was not."""
        return self.only_a + len(self.b.data) - len(self.a.data)

    @property
    def same_points(self) -> bool:
        """Whether both were trained on the same points, in whatever order."""
        return not self.only_a and not self.only_b


@lru_cache(maxsize=16)
def _points(data: Data) -> Counter[Point]:
    """How often each point occurs: its place with the digits of a link, its class, its weight."""
    places = ((quantise(x), quantise(y)) for x, y in data.X.tolist())
    return Counter(
        (*place, label, weight)
        for place, label, weight in zip(places, data.labels, data.own_weight.tolist(), strict=True)
    )
