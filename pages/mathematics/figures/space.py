"""A plane between two classes in space, with its margins."""

from typing import Any

import numpy as np

from pages.mathematics.model.space import SpacePicture
from pages.plots.decision import UIDS
from pages.plots.space import line, marks, polygon, rings, space_layout
from pages.plots.theme import Figure
from pages.state.model.scene import LEVELS

TITLE = "f(x) = w·x + b in three dimensions"


def space_figure(picture: SpacePicture) -> Figure:
    """The points, the planes f = -1, 0, +1 inside a cube, and a segment across the margin."""
    model = picture.model
    traces: list[dict[str, Any]] = []
    for uid, corners, height in zip(UIDS, model.planes, LEVELS, strict=True):
        if len(corners):
            traces.append(polygon(corners, uid, 0.24 if height == 0.0 else 0.08))
            rim = np.vstack([corners, corners[:1]])
            traces.append(line(rim, f"{uid}rim", "$ink", 4 if height == 0.0 else 2))
    traces.append(line(model.street, "street", "$ink", 6))
    texts = [
        f"class {'+1' if y > 0 else '−1'}<br>f(x) = {f:.3g}"
        for y, f in zip(model.y, model.X @ model.w + model.b, strict=True)
    ]
    traces.append(marks(model.X, model.y, texts))
    traces += rings(model.X, model.y, model.support, np.zeros(len(model.y), dtype=bool))
    layout = space_layout(TITLE, ("x₁", "x₂", "x₃"), f"space{picture.draw}")
    for axis in ("xaxis", "yaxis", "zaxis"):
        layout["scene"][axis]["range"] = [-model.half, model.half]
    return {"data": traces, "layout": layout}
