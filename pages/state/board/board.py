"""The drawing board: its points, and the edits that change them.

A board is a generated sample (known by its indices only) with some of its points taken away and
some points placed by hand. Every edit is a pure function from board to board, so that undo is a
list of old boards and a test needs no browser.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Generic, Self, TypeVar

from pages.datasets.limits import DECIMALS

MAX_POINTS = 600
LIMIT = 1e6  # |coordinate| beyond which a hand-placed point is clipped
FIRST_PLACED_ID = 1_000_000  # ids below are indices into the generated sample
LAST_STROKE = 2**40  # whose points still have ids that JavaScript can count to
LAST_ID = FIRST_PLACED_ID + (LAST_STROKE + 2) * MAX_POINTS

LIGHTEST, HEAVIEST = 0.0625, 16.0  # weight of a point: how many points it counts as

EDIT_KINDS = (
    "add",
    "move",
    "delete",
    "wipe",
    "relabel",
    "duplicate",
    "jitter",
    "flip",
    "weigh",
    "clear",
)


@dataclass(frozen=True)
class Edit:
    """One gesture, or one part of a gesture that is still going on (same `stroke`).

    add: `points` appear with `label`. move: `ids[k]` goes to `points[k]`. delete, duplicate,
    flip: `ids`. wipe: what lies at one of `points` goes. relabel: `ids` get `label`. jitter: `ids`
    are shifted by `points[k]`, relative. weigh: the weights of `ids` are multiplied by `factor`.
    clear: everything goes. `live` says that the gesture is still going on.
    """

    kind: str
    ids: tuple[int, ...] = ()
    points: tuple[tuple[float, float], ...] = ()
    label: int = 0
    stroke: int = 0
    live: bool = False
    factor: float = 1.0


@dataclass(frozen=True)
class Placed:
    """A point placed by hand; a generated point that was moved becomes one.

    `weight` is how many points it counts as: a factor of its C.
    """

    x: float
    y: float
    label: int
    id: int
    weight: float = 1.0


def sample_of(X: Iterable[tuple[float, float]], labels: Iterable[int]) -> tuple[Placed, ...]:
    """Generated points, whose ids count from 0."""
    rows = zip(X, labels, strict=True)
    return tuple(Placed(float(x), float(y), label, i) for i, ((x, y), label) in enumerate(rows))


@dataclass(frozen=True)
class Board:
    """The generated points of the `sample` without those in `removed`, then the `placed` ones."""

    sample: tuple[Placed, ...] = field(repr=False)
    removed: frozenset[int] = frozenset()
    placed: tuple[Placed, ...] = ()

    def __len__(self) -> int:
        return len(self.sample) - len(self.removed) + len(self.placed)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the points; an id stays while other points come and go."""
        return tuple(point.id for point in self.all_points)

    @property
    def all_points(self) -> tuple[Placed, ...]:
        """Every point on the board: the generated ones that are left, then the placed ones."""
        return (*(p for p in self.sample if p.id not in self.removed), *self.placed)

    def apply(self, edit: Edit, *, classes: int = 2) -> Self:
        """The board after `edit`; unknown ids and points beyond MAX_POINTS are left out.

        Raises ValueError if the kind of edit is unknown or its label is not one of `classes`.
        """
        if edit.kind not in EDIT_KINDS:
            raise ValueError(f"edit must be one of {', '.join(EDIT_KINDS)}, got {edit.kind!r}")
        if not 0 <= edit.label < classes:
            raise ValueError(f"label must be from 0 to {classes - 1}, got {edit.label}")
        if edit.kind == "clear":
            return replace(self, removed=frozenset(range(len(self.sample))), placed=())
        if edit.kind == "add":
            new = [Placed(x, y, edit.label, 0) for x, y in edit.points]
            return self._add(new, edit.stroke)
        if edit.kind == "wipe":
            places = {(quantise(x), quantise(y)) for x, y in edit.points}
            return self._without({p.id for p in self.all_points if (p.x, p.y) in places})
        known = {point.id: point for point in self.all_points}
        chosen = [known[i] for i in edit.ids if i in known]
        if edit.kind == "delete":
            return self._without({point.id for point in chosen})
        if edit.kind == "duplicate":
            # more than a marker's width in a view that shows the chosen points: copies are seen
            shift = 0.04 * max(3.0, *(abs(p.x) for p in chosen)) if chosen else 0.0
            copies = [replace(p, x=p.x + shift, y=p.y + shift) for p in chosen]
            return self._add(copies, edit.stroke)
        target = dict(zip(edit.ids, edit.points, strict=False))
        return self._changed([_changed_point(p, edit, target, classes) for p in chosen])

    def _add(self, points: list[Placed], stroke: int) -> Self:
        """The board with more points, whose ids are given here.

        Strokes count up while a browser talks to a session, and each has ids of its own.

        So the id of a point that was deleted or undone does not come back: an event that is still
        under way for the old point finds nothing, and not another point.
        """
        room = MAX_POINTS - len(self)
        start = max((p.id + 1 for p in self.placed), default=0)
        start = max(start, FIRST_PLACED_ID + min(stroke, LAST_STROKE) * MAX_POINTS)
        new = tuple(
            replace(p, x=quantise(p.x), y=quantise(p.y), id=start + k)
            for k, p in enumerate(points[: max(room, 0)])
        )
        return replace(self, placed=self.placed + new)

    def _without(self, ids: set[int]) -> Self:
        generated = {i for i in ids if i < len(self.sample)}
        return replace(
            self,
            removed=self.removed | generated,
            placed=tuple(p for p in self.placed if p.id not in ids),
        )

    def _changed(self, changed: list[Placed]) -> Self:
        """Changed points keep their id; a generated one leaves the sample and joins the placed."""
        by_id = {p.id: p for p in changed}
        placed = tuple(by_id.pop(p.id, p) for p in self.placed)
        return replace(
            self, removed=self.removed | by_id.keys(), placed=placed + tuple(by_id.values())
        )


def fitting_board(
    sample: tuple[Placed, ...], removed: Iterable[int], placed: tuple[Placed, ...]
) -> Board:
    """A board of at most `MAX_POINTS`: what was placed has precedence where both do not fit."""
    gone = frozenset(i for i in removed if i < len(sample))
    kept = [p.id for p in sample if p.id not in gone]
    gone |= frozenset(kept[max(0, MAX_POINTS - len(placed)) :])
    return Board(sample, gone, placed)


def _changed_point(
    p: Placed, edit: Edit, target: dict[int, tuple[float, float]], classes: int
) -> Placed:
    if edit.kind == "relabel":
        return replace(p, label=edit.label)
    if edit.kind == "flip":
        return replace(p, label=(p.label + 1) % classes)
    if edit.kind == "weigh":
        return replace(p, weight=weighed(p.weight * edit.factor))
    x, y = target.get(p.id, (p.x, p.y) if edit.kind == "move" else (0.0, 0.0))
    if edit.kind == "jitter":
        x, y = p.x + x, p.y + y
    return replace(p, x=quantise(x), y=quantise(y))


def quantise(value: float) -> float:
    """`value` clipped to +-LIMIT and rounded to DECIMALS; NaN is refused."""
    if not math.isfinite(value):
        raise ValueError(f"a coordinate must be a finite number, got {value}")
    return round(min(max(float(value), -LIMIT), LIMIT), DECIMALS)


def weighed(weight: float) -> float:
    """`weight` clipped to what a point may weigh, to four digits; what is no weight is refused."""
    if not (math.isfinite(weight) and weight > 0.0):
        raise ValueError(f"a weight must be a number above 0, got {weight}")
    return round(min(max(float(weight), LIGHTEST), HEAVIEST), DECIMALS)


def renumbered(
    placed: tuple[Placed, ...], freed: Collection[int] = frozenset()
) -> tuple[Placed, ...]:
    """Placed points with ids that no other point has; who has such a one already keeps it.

    `freed` are the ids of generated points that have left the sample: one that was moved keeps its.
    """
    fresh = count(
        max((p.id + 1 for p in placed if p.id >= FIRST_PLACED_ID), default=FIRST_PLACED_ID)
    )
    found, known = [], set[int]()
    for p in placed:
        own = (p.id >= FIRST_PLACED_ID or p.id in freed) and p.id not in known
        found.append(p if own else replace(p, id=next(fresh)))
        known.add(found[-1].id)
    return tuple(found)


T = TypeVar("T")


@dataclass(frozen=True)
class History(Generic[T]):
    """Undo and redo as a value: `past` and `future` hold old states, oldest first.

    States pushed with the same `stroke` as the last one replace it: a drag, a spray or a sweep
    of the eraser is undone in one step.
    """

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()
    stroke: int | None = None
    depth: int = 100

    def push(self, state: T, stroke: int | None = None) -> Self:
        """Record a new state; what could have been redone is dropped."""
        if state == self.present:
            return self
        if stroke is not None and stroke == self.stroke:
            return replace(self, present=state, future=())
        past = (*self.past, self.present)[-self.depth :]
        return replace(self, present=state, past=past, future=(), stroke=stroke)

    def undo(self) -> Self:
        """One state back, where there is one."""
        if not self.past:
            return self
        *past, present = self.past
        future = (self.present, *self.future)
        return replace(self, present=present, past=tuple(past), future=future, stroke=None)

    def redo(self) -> Self:
        """One state forward again, where there is one."""
        if not self.future:
            return self
        present, *future = self.future
        past = (*self.past, self.present)
        return replace(self, present=present, past=past, future=tuple(future), stroke=None)
