"""The points alone, as the still part of a film: what a model learns from, what it is tested on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pages.plots.decision import hero_layout
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
    signs = np.where(labels > 0, "+1", "−1")
    marks = point_trace(
        data.X,
        [
            f"class {sign}<br>{'kept apart for the test' if out else 'learnt from'}"
            for sign, out in zip(signs, apart, strict=True)
        ],
        [
            SYMBOLS[label] + ("-open" if out else "")
            for label, out in zip(labels, apart, strict=True)
        ],
        [f"$class{label}" for label in labels],
        size=[9.0] * len(labels),
        line={
            "color": [
                f"$class{label}" if out else "$page"
                for label, out in zip(labels, apart, strict=True)
            ],
            "width": np.where(apart, 2.0, 1.0).tolist(),
        },
    )
    return {"data": [marks], "layout": hero_layout(extent, view, revision, framed=False)}
