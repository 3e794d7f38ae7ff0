"""The layers of a picture that a visitor can show or hide."""

from collections.abc import Iterable
from dataclasses import dataclass

LAYERS = ("regions", "margins", "support", "slack", "weights", "zones", "tube")
DECISION_LAYERS = LAYERS[:5]  # those of the picture of one decision function


@dataclass(frozen=True)
class Layers:
    """The layers that are hidden, by name, in the order of `LAYERS`."""

    hide: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """The layers that are not hidden."""
        return tuple(name for name in LAYERS if name not in self.hide)


def change_layers(layers: Layers, hide: Iterable[str]) -> Layers:
    """Other layers hidden; a name that no layer has is left out."""
    return Layers(tuple(name for name in LAYERS if name in hide))
