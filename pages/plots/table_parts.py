"""Parts of pictures of a table: its columns at the axes."""

from typing import Any

from pages.plots.parts import on_paper
from pages.plots.theme import Figure


def axis_names(axes: tuple[str, str]) -> list[dict[str, Any]]:
    """What stands at the axes, as `plotted` gives it."""
    first, second = axes
    ink = {"font": {"size": 13, "color": "$ink"}, "bgcolor": "$page", "borderpad": 2}
    return [
        on_paper(f"{first} →", 1, 0, "right") | ink,
        on_paper(f"↑ {second}", 0, 1, "left") | ink | {"yanchor": "top"},
    ]


def free_axes(layout: Figure) -> None:
    """Let a step along one axis differ from one along the other."""
    for name in ("scaleanchor", "scaleratio"):
        del layout["yaxis"][name]
