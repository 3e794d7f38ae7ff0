"""The points alone, as the still part of a film: what a model learns from, what it is tested on."""

import numpy as np
import numpy.typing as npt

from pages.plots.decision import board_layout
from pages.plots.parts import point_trace
from pages.plots.theme import SYMBOLS, Figure
from pages.state.run import Data
from svmcore.grid import Extent


def points_figure(
    data: Data, held_out: npt.ArrayLike, extent: Extent, view: Extent, revision: str
) -> Figure:
    """The points alone: those a model learns from filled, those kept apart hollow."""
    labels = (data.y > 0).astype(int)
    apart = np.zeros(len(data), dtype=bool)
    apart[np.asarray(held_out, dtype=np.intp)] = True
    colors = np.char.add("$class", labels.astype(str))
    words = np.where(apart, "<br>kept apart for the test", "<br>learnt from")
    marks = point_trace(
        data.X,
        np.char.add(np.where(labels > 0, "class +1", "class −1"), words).tolist(),
        np.char.add(np.array(SYMBOLS)[labels], np.where(apart, "-open", "")).tolist(),
        colors.tolist(),
        size=[9.0] * len(labels),
        line={
            "color": np.where(apart, colors, "$page").tolist(),
            "width": np.where(apart, 2.0, 1.0).tolist(),
        },
    )
    return {"data": [marks], "layout": board_layout(extent, view, revision, framed=False)}
