"""The words in the picture: the names of the lines, of w and of the street, where there is room."""

from dataclasses import replace
from functools import partial

import numpy as np

from pages.datasets.limits import Extent
from pages.plots.label_placement import DOT, Label, Obstacle, Sheet, stations
from pages.plots.layout_sizes import PICTURE
from pages.state.model.scene import LEVELS, STREET_ASIDE, Scene, rise
from pages.state.text.board_words import CLICK_HERE
from svmcore.arrays import Array, Bools

NAMES = ("f = −1", "f = 0", "f = +1")
A, B = "A: f = 0", "B: f = 0"  # of two models in one picture; the letter alone where room is short
AWAY = 11.0  # pixels between an anchor and its word
ROOM = 0.01  # worth of a pixel of distance from points, in points that a word covers
PLACES = 20  # along a line: a good place is enough
BOUNDARY = LEVELS[1:2]
# of the street along the boundary, in units of STREET_ASIDE
SLIDES = (0.0, -2.0, -0.5, -1.5, 0.3, -2.3)
CORNERS = np.array([[x, y] for x in (-1.0, 1.0) for y in (1.0, -1.0)])
AROUND = np.vstack([[[0.0, 1.0], [0.0, -1.0], [1.0, 0.0], [-1.0, 0.0]], CORNERS])
_SAMPLES = np.array([[x, y] for y in (-1.0, 1.0) for x in (-1.0, -0.5, 0.0, 0.5, 1.0)])


def pixel(view: Extent) -> float:
    """The length of a pixel in data units."""
    return max((view[1] - view[0]) / PICTURE[0], (view[3] - view[2]) / PICTURE[1])


def lettering(
    scene: Scene, show: tuple[str, ...], view: Extent, frozen: Scene | None = None
) -> tuple[list[Label], Array | None]:
    """The words, and the segment across the street, moved to where its own word has room.

    frozen : of another model, whose boundary is named too.
    """
    words: list[Label] = []
    if not len(scene.run.data):
        middle = np.array([0.5 * (view[0] + view[1]), 0.5 * (view[2] + view[3])])
        words.append(Label(CLICK_HERE, middle))
    if scene.meeting is not None:
        words += _name_meeting(scene, scene.meeting, view)
    street, board = None, _Board(scene, view, frozen)
    if frozen is not None and frozen.grid is not None:
        words += _name_line(board, frozen, 1, A)
    if scene.grid is None:
        return words, None
    if "weights" in show and scene.street is not None and scene.normal is not None:
        words.append(_name_normal(scene, board))
        street, width = _name_street(scene, board)
        words.append(width)
    words += _name_line(board, scene, 1, NAMES[1] if frozen is None else B)
    for which in (0, 2) if "margins" in show else ():
        words += _name_line(board, scene, which, NAMES[which])
    return words, street


def _name_meeting(scene: Scene, meeting: Array, view: Extent) -> list[Label]:
    """A cross, and what it is: near it where that covers nothing, else in the emptiest corner."""
    px = pixel(view)
    sheet = Sheet(view, px)
    outlines = [Obstacle(stations(hull, DOT * px), 2.0) for hull in scene.hulls]
    others = [Obstacle(scene.run.data.X, DOT, room=ROOM), *outlines]
    reach = np.repeat([AWAY, 2.0 * AWAY, 3.0 * AWAY], len(AROUND))[:, None] * px
    side = np.tile(AROUND, (3, 1))
    at, cost = meeting + reach * side, 0.1 * reach[:, 0] / (AWAY * px)
    _, word, free = sheet.place("the hulls meet here", at, side, cost, others, most=0.0)
    if not free:
        x0, x1, y0, y1 = view
        low, high = np.array([x0, y0]) + AWAY * px, np.array([x1, y1]) - AWAY * px
        at = np.where(CORNERS > 0.0, high, low)
        _, word, _ = sheet.place("✕ the hulls meet", at, -CORNERS, np.zeros(4), others)
    return [Label("✕", meeting), word]


class _Board:
    """A picture with equal scales that is being lettered: off its points, across no line of f.

    Nor across those of a `frozen` model.
    """

    def __init__(self, scene: Scene, view: Extent, frozen: Scene | None) -> None:
        self.view, self.px = view, pixel(view)
        self.grids = [one.grid for one in (scene, frozen) if one and one.grid]
        self.sheet = Sheet(view, self.px, partial(self._across, LEVELS))
        # the same picture, in which a word may lie on a margin
        self.loose = replace(self.sheet, barred=partial(self._across, BOUNDARY))
        self.points = scene.run.data.X

    def place(
        self,
        text: str,
        at: Array,
        towards: Array,
        cost: Array,
        most: float = np.inf,
        *,
        loose: bool = False,
    ) -> tuple[int, Label, bool]:
        """See `Sheet.place`; of anchors `at`, (m, 2), with the word on the side `towards`, (m, 2).

        `cost` is what an anchor costs by itself, in points that the word would cover. `loose` lets
        the word lie on a margin.
        """
        share = towards / np.maximum(np.abs(towards).max(axis=1, keepdims=True), 1e-300)
        side = np.where(np.abs(share) > 0.4, np.sign(share), 0.0)
        length = np.maximum(np.hypot(*towards.T), 1e-300)[:, None]
        points = Obstacle(self.points, DOT, room=ROOM)
        sheet = self.loose if loose else self.sheet
        return sheet.place(text, at + AWAY * self.px * towards / length, side, cost, [points], most)

    def avoid(self, segment: Array) -> None:
        """Keep words off a segment, too."""
        self.points = np.vstack([self.points, np.linspace(segment[0], segment[1], 9)])

    def _across(self, levels: tuple[float, ...], middle: Array, half: Array) -> Bools:
        """Which boxes have f, or that of the frozen model, on both sides of one of the levels."""
        places = (middle + (half * _SAMPLES)[:, None]).reshape(-1, 2)
        across = np.zeros(len(middle), dtype=bool)
        for grid in self.grids:
            band = np.searchsorted(levels, grid.at(places)).reshape(len(_SAMPLES), -1)
            across |= (band != band[0]).any(axis=0)
        return across


def _name_line(board: _Board, scene: Scene, which: int, name: str) -> list[Label]:
    """Beside the line, rather away from the street; nothing where no place is free.

    A name with a letter before a colon may be the letter alone, and that may lie on a margin.
    """
    assert scene.grid is not None
    x0, x1, y0, y1 = board.view
    at = scene.lines[which]
    if 1 < len(at) < PLACES:  # long straight pieces, which are lines all along
        at = np.vstack([at[:-1] + t * np.diff(at, axis=0) for t in (0.0, 0.25, 0.5, 0.75)])
    at = at[((at > [x0, y0]) & (at < [x1, y1])).all(axis=1)]
    at = at[:: max(1, -(-len(at) // PLACES))]
    if not len(at):
        return []
    uphill = np.nan_to_num(rise(scene.grid.at, at, float(scene.grid.x[1] - scene.grid.x[0])))
    away = -uphill if which == 0 else uphill
    cost = np.repeat([0.0, 0.5], len(at))
    at, towards = np.vstack([at, at]), np.vstack([away, -away])
    letter, colon, _ = name.partition(":")
    for text, loose in ((name, False), (letter, False), (letter, True))[: 3 if colon else 1]:
        _, word, free = board.place(text, at, towards, cost, loose=loose)
        if free:
            return [word]
    return []


def _name_normal(scene: Scene, board: _Board) -> Label:
    """At the tip of w or beside it: the whole name where it covers no point, else its letter."""
    assert scene.normal is not None
    foot, tip = scene.normal
    along = tip - foot
    beside = np.array([-along[1], along[0]])
    ends = np.array([along, along + beside, along - beside])
    shares = np.repeat([1.0, 0.75, 0.5, 0.25], 2)
    at = np.vstack([np.tile(tip, (len(ends), 1)), foot + shares[:, None] * along])
    towards = np.vstack([ends, np.tile([beside, -beside], (len(shares) // 2, 1))])
    board.avoid(scene.normal)
    cost = np.linspace(0.0, 0.4, len(at))
    if scene.normal_shortened:
        _, word, free = board.place("w (shortened)", at, towards, cost, most=0.0)
        if free:
            return word
    return board.place("w", at, towards, cost)[1]


def _name_street(scene: Scene, board: _Board) -> tuple[Array, Label]:
    """The segment may stand anywhere along the boundary, its word beyond either end or askew."""
    assert scene.street is not None
    across = scene.street[1] - scene.street[0]
    across = across / max(float(np.hypot(*across)), 1e-300)
    along = np.array([-across[1], across[0]])
    x0, x1, y0, y1 = board.view
    slides = np.array(SLIDES)[:, None] * STREET_ASIDE * min(x1 - x0, y1 - y0) * along
    ends = np.vstack([scene.street[1] + slides, scene.street[0] + slides])
    beyond = np.repeat([across, -across], len(SLIDES), axis=0)
    at, towards = np.tile(ends, (3, 1)), np.vstack([beyond, beyond + along, beyond - along])
    cost = np.repeat([0.0, 0.2, 0.2], len(ends)) + np.tile(0.1 * np.arange(len(SLIDES)), 6)
    best, word, _ = board.place(f"2/‖w‖ = {scene.run.width or 0.0:.4g}", at, towards, cost)
    street = scene.street + slides[best % len(SLIDES)]
    board.avoid(street)
    return street, word
