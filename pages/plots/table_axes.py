"""The axes of a picture of a table: the names of its columns."""

from typing import Any

from pages.plots.layout_sizes import NOTE_TYPE
from pages.plots.theme import Figure
from pages.plots.traces import on_paper


def axis_names(axes: tuple[str, str]) -> list[dict[str, Any]]:
    """What stands at the axes, as `plotted` gives it."""
    first, second = axes
    ink = {"font": {"size": NOTE_TYPE, "color": "$ink"}, "bgcolor": "$page", "borderpad": 2}
    return [
        on_paper(f"{first} →", 1, 0, "right") | ink,
        on_paper(f"↑ {second}", 0, 1, "left") | ink | {"yanchor": "top"},
    ]


def free_axes(layout: Figure) -> None:
    """Let a step along one axis differ from one along the other."""
    for name in ("scaleanchor", "scaleratio"):
        del layout["yaxis"][name]
