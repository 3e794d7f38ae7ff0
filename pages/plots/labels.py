"""The words in the picture: the names of the lines, of w and of the street, where there is room."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pages.plots.placement import Sheet
from pages.state.scene import Scene
from svmcore.arrays import Array
from svmcore.grid import Extent

NAMES = ("f = −1", "f = 0", "f = +1")
PLACES = 20  # along a line: a good place is enough
SLIDES = (0.0, -2.0, -0.5, -1.5, 0.3, -2.3)  # of the street along the boundary, in units of SLIDE
SLIDE = 0.28  # of the picture: how far the street is from w


class Label(NamedTuple):
    """A text beside the place `at`, on the side `towards`; in the middle of it for zeros."""

    at: Array
    towards: Array
    text: str


def lettering(
    scene: Scene, show: tuple[str, ...], view: Extent
) -> tuple[list[Label], Array | None]:
    """The words, and the segment across the street, moved to where its own word has room."""
    words: list[Label] = []
    zero = np.zeros(2)
    if not len(scene.run.data):
        middle = np.array([0.5 * (view[0] + view[1]), 0.5 * (view[2] + view[3])])
        words.append(Label(middle, zero, "Click here to place points"))
    if scene.meeting is not None:
        words.append(Label(scene.meeting, zero, "✕"))
        words.append(Label(scene.meeting, np.array([0.0, 1.0]), "the hulls meet here"))
    if scene.grid is None:
        return words, None
    street = None
    sheet = Sheet(scene.grid, view, scene.run.data.X)
    if "weights" in show and scene.street is not None and scene.normal is not None:
        words += [_name_normal(scene, sheet)]
        street, width = _name_street(scene, sheet)
        words += [width]
    for which in (1, 0, 2) if "margins" in show else (1,):
        word = _name_line(scene, sheet, which)
        words += [] if word is None else [word]
    return words, street


def _name_line(scene: Scene, sheet: Sheet, which: int) -> Label | None:
    """Beside the line, rather away from the street; nothing where no place is free."""
    x0, x1, y0, y1 = sheet.view
    at = scene.lines[which]
    if 1 < len(at) < PLACES:  # long straight pieces, which are lines all along
        at = np.vstack([at[:-1] + t * np.diff(at, axis=0) for t in (0.0, 0.25, 0.5, 0.75)])
    at = at[((at > [x0, y0]) & (at < [x1, y1])).all(axis=1)]
    at = at[:: max(1, -(-len(at) // PLACES))]
    if not len(at):
        return None
    h = float(sheet.grid.x[1] - sheet.grid.x[0])
    shifts = np.array([[h, 0.0], [-h, 0.0], [0.0, h], [0.0, -h]])
    f = sheet.grid.at((at[None] + shifts[:, None]).reshape(-1, 2)).reshape(4, -1)
    uphill = np.nan_to_num(np.column_stack([f[0] - f[1], f[2] - f[3]]))
    away = -uphill if which == 0 else uphill
    every, towards = np.vstack([at, at]), np.vstack([away, -away])
    cost = np.repeat([0.0, 0.5], len(at))
    best, free = sheet.place(len(NAMES[which]), every, towards, cost)
    return Label(every[best], towards[best], NAMES[which]) if free else None


def _name_normal(scene: Scene, sheet: Sheet) -> Label:
    """At the tip of w, before it or beside it."""
    assert scene.normal is not None
    foot, tip = scene.normal
    along = tip - foot
    beside = np.array([-along[1], along[0]])
    towards = np.array([along, along + beside, along - beside, beside, -beside])
    sheet.points = np.vstack([sheet.points, _stations(scene.normal)])
    name = "w, shortened" if scene.normal_shortened else "w"
    best, _ = sheet.place(len(name), np.tile(tip, (5, 1)), towards, np.linspace(0.0, 0.4, 5))
    return Label(tip, towards[best], name)


def _name_street(scene: Scene, sheet: Sheet) -> tuple[Array, Label]:
    """The segment may stand anywhere along the boundary, its word beyond either end or askew."""
    assert scene.street is not None
    across = scene.street[1] - scene.street[0]
    across = across / max(float(np.hypot(*across)), 1e-300)
    along = np.array([-across[1], across[0]])
    unit = SLIDE * min(sheet.view[1] - sheet.view[0], sheet.view[3] - sheet.view[2])
    slides = np.array(SLIDES)[:, None] * unit * along
    ends = np.vstack([scene.street[1] + slides, scene.street[0] + slides])
    beyond = np.repeat([across, -across], len(SLIDES), axis=0)
    at, towards = np.tile(ends, (3, 1)), np.vstack([beyond, beyond + along, beyond - along])
    cost = np.repeat([0.0, 0.2, 0.2], len(ends)) + np.tile(0.1 * np.arange(len(SLIDES)), 6)
    text = f"2/‖w‖ = {scene.run.width or 0.0:.4g}"
    best, _ = sheet.place(len(text), at, towards, cost)
    street = scene.street + slides[best % len(SLIDES)]
    sheet.points = np.vstack([sheet.points, _stations(street)])
    return street, Label(at[best], towards[best], text)


def _stations(segment: Array) -> Array:
    return np.asarray(segment[0] + np.linspace(0.0, 1.0, 9)[:, None] * (segment[1] - segment[0]))
