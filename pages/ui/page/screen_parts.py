"""Parts of the screen that are hidden: whether one is shown, and the switches for them."""

from typing import Any

from pages.plots.hidden import without_boundary
from pages.state.screen.screen_parts import PARTS, Parts
from pages.ui.controls.widgets import switches
from pages.ui.visit.visit import store, value

PARTS_LABEL = "Parts of the screen"
PARTS_HELP = "What is switched off here is hidden, in the link as well: let others guess first."


def is_shown(part: str) -> bool:
    """Whether a part, one of `PARTS`, is on the screen."""
    return part in value(Parts).shown


def without_hidden_parts(figure: dict[str, Any]) -> dict[str, Any]:
    """A picture, without its boundary where that is hidden."""
    return figure if is_shown("boundary") else without_boundary(figure)


def alt_text(alt: str, n: int) -> str:
    """What a screen reader says of a picture of n points: no more than is written below it."""
    return alt if is_shown("sentence") else f"{n} points"


def part_switches(names: tuple[str, ...] = PARTS) -> None:
    """Switches for the parts `names` that a page has; one choice for all pages."""
    shown = value(Parts).shown

    def changed(chosen: list[str]) -> None:
        others = (name for name in shown if name not in names)
        store(value(Parts).with_shown((*chosen, *others)))

    here = [name for name in names if name in shown]
    switches("w_parts", PARTS_LABEL, {name: name for name in names}, here, changed, PARTS_HELP)
