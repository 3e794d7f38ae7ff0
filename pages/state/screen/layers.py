"""The layers of a picture that a visitor can show or hide."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

LAYERS = ("regions", "margins", "support", "slack", "weights", "zones", "tube")
DECISION_LAYERS = LAYERS[:5]  # those of the picture of one decision function
MODEL_LAYERS = LAYERS[:3]  # where it has neither w nor slack
SEVERAL_LAYERS = ("regions", "zones", "support")  # where there are several decision functions
ALPHA_RINGS = (
    "Rings are support vectors: heavy on the margin, thin with a dot at α = C "
    "(before training has converged: inside the margin)."
)
PLAIN_RINGS = "Rings are support vectors: α > 0 in at least one f."  # for pictures with one kind
OPTIONAL = ("slack",)  # shown where the visitor asks: a line for each of many points hides the rest


@dataclass(frozen=True)
class Layers:
    """The layers that are hidden, and those of `OPTIONAL` that are shown, as in `LAYERS`.

    A link of a time when slack was shown unless hidden may say that it is hidden: so it is.
    """

    hide: tuple[str, ...] = ()
    show: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, ...]:
        """The layers that the pictures show."""
        usual = (name for name in LAYERS if name not in OPTIONAL or name in self.show)
        return tuple(name for name in usual if name not in self.hide)

    def with_shown(self, shown: Iterable[str]) -> "Layers":
        """Just these layers shown."""
        wanted = set(shown)
        return Layers(
            tuple(name for name in LAYERS if name not in wanted and name not in OPTIONAL),
            tuple(name for name in OPTIONAL if name in wanted),
        )


def change_layers(layers: Layers, **names: Iterable[str]) -> Layers:
    """Other layers hidden or shown; a name that no layer has is left out."""
    known = {"hide": LAYERS, "show": OPTIONAL}
    return replace(
        layers, **{k: tuple(n for n in known[k] if n in new) for k, new in names.items()}
    )
