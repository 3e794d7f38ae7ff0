"""Placed points as a text of a link, exact to the last digit.

A point is its class; two coordinates, each as hundredths and the two digits below them, the first
of points from left to right as the step from the one before; its weight where any has one; and its
id where reading would give another: ids decide which points are held out, and that is to stay the
same. A range coder learns while it reads: small steps and coordinates with fewer digits take less,
ids that count up next to nothing. A check after every `_BLOCK` points and after the last one tells
what came through; from a mistake on, or the end of a text that was cut off, nothing is read.
"""

from binascii import crc32
from collections import deque
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from pages.datasets.limits import DECIMALS, MAX_CLASSES
from pages.state.base64_text import from_start, to_base64
from pages.state.board import FIRST_PLACED_ID, LAST_ID, LIMIT, MAX_POINTS, Placed, weighed
from pages.state.range_coder import Coder, Reader, Writer

VERSION = "4"
_SCALE = 10**DECIMALS
_FINE = 100  # what the two last digits count
_BLOCK = 40  # points
_CHECKS = 4096


class _Point(NamedTuple):
    """A point in whole numbers: `weight` 0 stands for 1, `id` is counted from the first placed."""

    label: int = 0
    x: int = 0
    y: int = 0
    weight: int = 0
    id: int = 0


class _Kind(NamedTuple):
    """Whether points go from left to right, have weights, have ids of their own."""

    along: int = 0
    heavy: int = 0
    named: int = 0


_START, _ANY = _Point(), _Kind()


@dataclass
class _Walk:
    """The one description of the format: a writing coder is told what a reading one finds.

    n : how many points were passed. before : the last of them. crc : of all their numbers.
    placed, generated : the last ids of either kind.
    """

    coder: Coder
    kind: _Kind
    n: int = 0
    before: _Point = _START
    crc: int = 0
    placed: int = -1
    generated: int = -1

    def point(self, given: _Point = _START) -> _Point:
        """The next point."""
        coder, before = self.coder, self.before
        label = coder.number(("label", before.label), given.label)
        if self.kind.along:
            x = before.x + coder.signed(("x",), given.x - before.x)
        else:
            x = self._coordinate("x", label, given.x)
        y = self._coordinate("y", label, given.y)
        weight = coder.number(("weight",), given.weight) if self.kind.heavy else 0
        own = self._id(given.id) if self.kind.named else self.n
        point = self.before = _Point(label, x, y, weight, own)
        self.crc = crc32((" " * (self.n > 0) + " ".join(map(str, point))).encode(), self.crc)
        self.n += 1
        return point

    @property
    def ends_block(self) -> bool:
        """Whether a check follows, whatever else does."""
        return self.n % _BLOCK == 0

    def check(self) -> bool:
        """The check of all points so far, and whether it is right."""
        right = self.crc % _CHECKS
        return self.coder.uniform(_CHECKS, right) == right

    def _coordinate(self, axis: str, label: int, given: int) -> int:
        hundredths = self.coder.signed((axis, label), given // _FINE)
        tenths = self._digit((axis, "first"), given // 10 % 10)
        return (
            hundredths * _FINE + tenths * 10 + self._digit((axis, "last", tenths > 0), given % 10)
        )

    def _digit(self, key: tuple[object, ...], given: int) -> int:
        """A digit: mostly 0, or else any."""
        some = self.coder.bit(key, int(given > 0))
        return 1 + self.coder.uniform(9, max(given - 1, 0)) if some else 0

    def _id(self, given: int) -> int:
        """Of a generated point that was moved, below 0; else stroke and place in the stroke."""
        if self.coder.bit(("generated",), int(given < 0)):
            step = self.coder.signed(
                ("generated", "step"), given + FIRST_PLACED_ID - self.generated
            )
            self.generated += step
            return self.generated - FIRST_PLACED_ID
        stroke, place = divmod(self.placed, MAX_POINTS)
        further = self.coder.signed(("stroke",), given // MAX_POINTS - stroke)
        usual = 0 if further else place + 1
        place = usual + self.coder.signed(("place", further != 0), given % MAX_POINTS - usual)
        self.placed = (stroke + further) * MAX_POINTS + place
        return self.placed


@dataclass(frozen=True)
class _Written:
    """Points that were written, all but the check after the last one, from a range of `start`."""

    placed: tuple[Placed, ...]
    start: int
    writer: Writer
    walk: _Walk

    def begins(self, placed: tuple[Placed, ...], kind: _Kind, start: int) -> bool:
        """Whether these points are written like this, and others after them."""
        n, same = self.walk.n, (self.walk.kind, self.start) == (kind, start)
        return same and placed[n - 1 : n] == self.placed[-1:] and placed[:n] == self.placed

    def copy(self) -> tuple[Writer, _Walk]:
        """What can be gone on with."""
        writer = replace(self.writer)
        return writer, replace(self.walk, coder=Coder(writer, dict(self.walk.coder.counts)))


# What was written lately: mostly a point is added. All choices of a header halve the range, so what
# it leaves depends only on how many binary digits n has, and the next point goes on from there.
# One takes at most 30 kB.
_LATELY: deque[_Written] = deque(maxlen=64)


def write_points(placed: tuple[Placed, ...]) -> str:
    """The points in order: 26 bits each with three digits behind the point, 32 with four."""
    kind, head = _kind(placed), Writer()
    _header(Coder(head), len(placed), kind)
    written = _written(placed, kind, head.range)
    writer, walk = written.copy()
    if not walk.ends_block:
        walk.check()
    return VERSION + to_base64(head.followed(writer).bytes())


def _written(placed: tuple[Placed, ...], kind: _Kind, start: int) -> _Written:
    """The points, from where the longest beginning of them ends that was written lately."""
    begun = [one for one in tuple(_LATELY) if one.begins(placed, kind, start)]
    if begun:
        writer, walk = max(begun, key=lambda one: len(one.placed)).copy()
    else:
        writer = Writer(range=start)
        walk = _Walk(Coder(writer), kind)
    for p in placed[walk.n :]:
        walk.point(_whole(p))
        if walk.ends_block:
            walk.check()
    _LATELY.append(found := _Written(placed, start, writer, walk))
    return found


def read_points(text: str) -> tuple[Placed, ...]:
    """The points up to the first mistake or the end; those that no board can hold are left out.

    Raises ValueError for what is no such text.
    """
    points, _ = _read(text)
    return tuple(_placed(p) for p in points if _possible(p))


def is_whole(text: str) -> bool:
    """Whether a text has all points that it was written with."""
    try:
        points, n = _read(text)
    except ValueError:
        return False
    return len(points) == n


def _read(text: str) -> tuple[list[_Point], int]:
    """The points up to the first mistake or the end, and how many there were to be."""
    if text[:1] != VERSION:
        raise ValueError(f"placed must start with {VERSION}, got {text[:1]!r}")
    reader = Reader(from_start(text[1:]))
    coder = Coder(reader)
    n, kind = _header(coder)
    walk, points, right = _Walk(coder, kind), list[_Point](), 0
    for _ in range(min(n, MAX_POINTS)):
        points.append(walk.point())
        if walk.ends_block or walk.n == n:
            if not walk.check() or reader.beyond:
                break
            right = walk.n
    return points[:right], n


def _header(coder: Coder, n: int = 0, kind: _Kind = _ANY) -> tuple[int, _Kind]:
    """How many points, and of which kind."""
    n = coder.number(("n",), n)
    bits = (coder.bit((name,), given) for name, given in kind._asdict().items())
    return n, _Kind(*bits)


def _kind(placed: tuple[Placed, ...]) -> _Kind:
    """How these points are written."""
    xs = [round(p.x * _SCALE) for p in placed]
    steps = sum(abs(b - a) for a, b in pairwise(xs))
    return _Kind(
        int(2 * steps < sum(map(abs, xs))),
        int(any(p.weight != 1.0 for p in placed)),
        int(any(p.id != FIRST_PLACED_ID + k for k, p in enumerate(placed))),
    )


def _whole(p: Placed) -> _Point:
    weight = 0 if p.weight == 1.0 else round(p.weight * _SCALE)
    own = p.id - FIRST_PLACED_ID
    return _Point(p.label, round(p.x * _SCALE), round(p.y * _SCALE), weight, own)


def _placed(p: _Point) -> Placed:
    weight = weighed(p.weight / _SCALE) if p.weight else 1.0
    return Placed(p.x / _SCALE, p.y / _SCALE, p.label, p.id + FIRST_PLACED_ID, weight)


def _possible(p: _Point) -> bool:
    inside = max(abs(p.x), abs(p.y)) <= LIMIT * _SCALE
    return p.label < MAX_CLASSES and inside and 0 <= p.id + FIRST_PLACED_ID <= LAST_ID
