"""The part of a board's plane that a visitor has zoomed to."""

import math
from dataclasses import dataclass

from pages.datasets.limits import Extent

FINE = 1000.0  # to which part of the box its edges are written: to a pixel or two


@dataclass(frozen=True)
class BoardZoom:
    """The box (x0, x1, y0, y1) that is seen; None: the whole picture, as it opens."""

    zoom: Extent | None = None

    def __post_init__(self) -> None:
        """Refuse what is no box."""
        if self.zoom is None:
            return
        x0, x1, y0, y1 = self.zoom
        if not (x0 < x1 and y0 < y1 and all(map(math.isfinite, (x1 - x0, y1 - y0)))):
            raise ValueError(f"a box must have x0 < x1 and y0 < y1, got {self.zoom}")


def zoom_to(box: Extent | None) -> BoardZoom:
    """The zoom that shows this box, in no more digits than are seen."""
    if box is None:
        return BoardZoom()
    x0, x1, y0, y1 = box
    digits = [math.ceil(-math.log10((b - a) / FINE)) for a, b in ((x0, x1), (y0, y1))]
    x, y = (max(0, d) for d in digits)
    return BoardZoom((round(x0, x), round(x1, x), round(y0, y), round(y1, y)))
