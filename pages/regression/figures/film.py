"""A descent of the tube as a film: f of every epoch at places along the picture."""

from functools import lru_cache
from typing import Any

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.frames import small
from pages.regression.model.descent import TubeDescent
from pages.regression.model.drawing import tube, widened
from pages.regression.text import film_words

MOMENTS, PLACES = 240, 181


@lru_cache(maxsize=4)
def tube_film(course: TubeDescent, row: int, name: str, view: Extent, live: bool) -> dict[str, Any]:
    """The film of a descent under a name: plain arrays with a row for each of M epochs.

    places : (P,), x. f : (M, P), the curve there, cut off far above and below the picture.
    exact : (P,), the optimum. learned : (n,), 1 for the points that the curve was trained on.
    The epoch of `row` is one of the moments.
    """
    last = len(course.epochs) - 1
    rows = np.union1d(np.linspace(0, last, min(last + 1, MOMENTS)).astype(np.intp), [row])
    rows = np.array([0, last]) if live else rows
    x0, x1, y0, y1 = widened(view)
    places = np.linspace(x0, x1, PLACES)
    low, high = y0 - (y1 - y0), y1 + (y1 - y0)
    known = tube(course.fitted, view)
    epochs = course.epochs[rows]
    return {
        "process": "tube",
        "kind": "curve",
        "id": name,
        "total": int(epochs[-1]),
        "per_epoch": 1.0,
        "update": epochs.astype(np.int32),
        "x": epochs.astype(np.float32),
        "marks": np.unique(np.rint(np.linspace(0, last, 11))).astype(np.int32),
        "live": live,
        "status": "",
        "batch": 0,
        "places": places,
        "f": small(np.clip(course.curves(places, rows.tolist()), low, high)),
        "exact": np.interp(places, known.x, known.f),
        "epsilon": course.fitted.epsilon,
        "learned": course.fitted.learned.astype(np.int8),
        "words": film_words(course, rows.tolist()),
    }
