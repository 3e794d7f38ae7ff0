"""The points alone, as the still part of a film: what a model learns from, what it is tested on."""

import numpy as np
import numpy.typing as npt

from pages.datasets.limits import Extent
from pages.plots.decision import board_layout
from pages.plots.theme import Figure
from pages.plots.traces import class_points
from pages.state.model.run import Data


def points_figure(
    data: Data, held_out: npt.ArrayLike, extent: Extent, view: Extent, revision: str
) -> Figure:
    """The points alone: those a model learns from filled, those kept apart hollow."""
    labels = (data.y > 0).astype(int)
    apart = np.zeros(len(data), dtype=bool)
    apart[np.asarray(held_out, dtype=np.intp)] = True
    words = np.where(apart, "<br>test point", "<br>training point")
    texts = np.char.add(np.where(labels > 0, "class +1", "class −1"), words).tolist()
    marks = class_points(data.X, texts, labels, np.zeros_like(apart), apart)
    return {"data": [marks], "layout": board_layout(extent, view, revision, framed=False)}
