"""Placed points as a text of a link: the fourth version, exact to the last digit.

A point is its class; two coordinates, each as hundredths and the two digits below them, the first
of points from left to right as the step from the one before; its weight where any has one; and its
id where reading would give another: ids decide which points are held out, and that is to stay the
same. A range coder learns while it reads: small steps and coordinates with fewer digits take less,
ids that count up next to nothing. A check after every `_BLOCK` points and after the last one tells
what came through; from a mistake on, or the end of a text that was cut off, nothing is read.
"""

from binascii import crc32
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pages.state.base64_text import from_start, to_base64
from pages.state.board import FIRST_PLACED_ID, LAST_ID, LIMIT, MAX_POINTS, Placed, weighed
from pages.state.range_coder import Coder, Decoder, Encoder
from svmcore.datasets.limits import DECIMALS, MAX_CLASSES

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


class _Header(NamedTuple):
    """How many points; whether they go from left to right, have weights, have ids of their own."""

    n: int = 0
    along: int = 0
    heavy: int = 0
    named: int = 0


_START, _ANY = _Point(), _Header()


class _Walk:
    """The one description of the format: an encoder is told what a decoder finds."""

    def __init__(self, coder: Coder, header: _Header = _ANY) -> None:
        self.coder, self.before = coder, _START
        self.placed, self.generated = -1, -1  # the last ids of either kind
        self.header = _Header(
            coder.number(("n",), header.n),
            coder.bit(("along",), header.along),
            coder.bit(("heavy",), header.heavy),
            coder.bit(("named",), header.named),
        )

    def point(self, k: int, given: _Point = _START) -> _Point:
        """The next point, number k."""
        coder, before = self.coder, self.before
        label = coder.number(("label", before.label), given.label)
        if self.header.along:
            x = before.x + coder.signed(("x",), given.x - before.x)
        else:
            x = self._coordinate("x", label, given.x)
        y = self._coordinate("y", label, given.y)
        weight = coder.number(("weight",), given.weight) if self.header.heavy else 0
        own = self._id(given.id) if self.header.named else k
        self.before = _Point(label, x, y, weight, own)
        return self.before

    def ends_block(self, k: int) -> bool:
        """Whether a check follows point number k."""
        return (k + 1) % _BLOCK == 0 or k + 1 == self.header.n

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


def write_points(placed: tuple[Placed, ...]) -> str:
    """The points in order: 26 bits each with three digits behind the point, 32 with four."""
    points = [_whole(p) for p in placed]
    steps = sum(abs(b.x - a.x) for a, b in pairwise(points))
    header = _Header(
        len(points),
        int(2 * steps < sum(abs(p.x) for p in points)),
        int(any(p.weight for p in points)),
        int(any(p.id != k for k, p in enumerate(points))),
    )
    encoder = Encoder()
    walk = _Walk(encoder, header)
    for k, point in enumerate(points):
        walk.point(k, point)
        if walk.ends_block(k):
            encoder.uniform(_CHECKS, _check(points[: k + 1]))
    return VERSION + to_base64(encoder.bytes())


def read_points(text: str) -> tuple[Placed, ...]:
    """The points up to the first mistake or the end; those that no board can hold are left out."""
    decoder = Decoder(from_start(text[1:]))
    walk = _Walk(decoder)
    points, right = list[_Point](), 0
    for k in range(min(walk.header.n, MAX_POINTS)):
        points.append(walk.point(k))
        if walk.ends_block(k):
            if decoder.uniform(_CHECKS) != _check(points) or decoder.beyond:
                break
            right = k + 1
    return tuple(_placed(p) for p in points[:right] if _possible(p))


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


def _check(points: Sequence[_Point]) -> int:
    return crc32(" ".join(str(number) for p in points for number in p).encode()) % _CHECKS
