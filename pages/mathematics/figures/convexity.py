"""The chord of a function, above its graph or not."""

from typing import Any

import numpy as np

from pages.mathematics.figures.strokes import (
    Word,
    area,
    frame,
    handles,
    lettering,
    lines,
    title,
)
from pages.mathematics.model.convexity import ConvexityPicture
from pages.mathematics.model.subgradient import TIMES, WINDOW
from pages.plots.theme import Figure

LOW = -0.4  # what is seen below 0
ABOVE, BESIDE = 0.14, 0.12  # from a handle to its name
LEFTMOST, RIGHTMOST = -0.4, 1.9  # from where the long name has room to the left, to the right
STEP = 1e-9  # on either side of the jump of the 0-1 loss


def convexity_figure(picture: ConvexityPicture) -> Figure:
    """The function, the chord, the gap at the point of the chord, and where the curve is above."""
    t = np.unique(np.concatenate([TIMES, [-STEP]]))
    ends = [picture.handles[0], picture.handles[1]]
    places, chord = picture.between()
    above = np.maximum(picture.f(places), chord)
    color = "$good" if picture.worst is None else "$wrong"
    traces: list[dict[str, Any]] = []
    if picture.worst is not None:
        upper = np.column_stack([places, above])
        lower = np.column_stack([places, chord])
        traces.append(area(np.vstack([upper, lower[::-1]]), "violation", "$wrong"))
    traces.append(lines([np.column_stack([t, picture.f(t)])], "curve", "$ink", 3.5))
    traces.append(lines([np.array(ends)], "chord", color, 2.5))
    at = picture.middle
    gap = np.array([[at, picture.at(at)], [at, picture.chord]])
    drop = np.array([[at, LOW], [at, min(picture.at(at), picture.chord)]])
    traces.append(lines([drop], "drop", "$muted", 1.5, "3px,4px"))
    traces.append(lines([gap], "gap", "$good" if picture.holds else "$wrong", 3.5))
    traces += [lettering(_words(picture)), handles(picture)]
    layout = frame(WINDOW[:2], (LOW, WINDOW[3]))
    layout["xaxis"] |= {"title": title(picture.kind.axis), "dtick": 0.5}
    layout["yaxis"] |= {"dtick": 0.5}
    layout["margin"]["b"] = 48
    return {"data": traces, "layout": layout}


def _words(picture: ConvexityPicture) -> list[Word]:
    (x, fx), (z, fz), (at, chord) = picture.handles
    first, second = ("left", "right") if x <= z else ("right", "left")
    falls = (fx - fz) * (z - x) >= 0.0  # then there is room to the right above the chord
    side = "right" if (falls and at < RIGHTMOST) or at < LEFTMOST else "left"
    away = BESIDE if side == "right" else -BESIDE
    return [
        ((x, fx + ABOVE), "x", f"top {second}", "$ink"),
        ((z, fz + ABOVE), "z", f"top {first}", "$ink"),
        ((at + away, chord), "λφ(x) + (1 − λ)φ(z)", f"top {side}", "$ink"),
        ((at + 0.05, LOW + 0.02), "λx + (1 − λ)z", "top right", "$muted"),
    ]
