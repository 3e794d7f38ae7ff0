"""Placed points as a text of a link, exact to the last digit.

After a version comes, as base64, a checksum; then classes, weights and ids, column by column, as
numbers of one byte or more, deflated; then the coordinates. They lie on a grid: each axis has a
unit, in which all coordinates are whole numbers, the lowest of them and how many there may be. The
cells of all points are the digits of one long number. Deflate would make it longer: coordinates
have no pattern.

A text that was changed or cut off does not fit its checksum, and no point is read from it.
"""

import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import gcd
from typing import NamedTuple

from pages.datasets.limits import DECIMALS, MAX_CLASSES
from pages.state.board.board import FIRST_PLACED_ID, LAST_ID, LIMIT, MAX_POINTS, Placed, weighed
from pages.state.link.base64_text import from_base64, to_base64

VERSION = "1"
DAMAGED = "points must be copied whole, these are damaged"
_SCALE = 10**DECIMALS
_CHECK = 4  # bytes of the checksum
_MOST_BYTES = 20_000  # more than MAX_POINTS points take
_RAW = -15  # deflated data without a header and a checksum of its own


class _Axis(NamedTuple):
    """The `size` multiples of `unit` from `low * unit` on."""

    unit: int
    low: int
    size: int

    def cell(self, value: int) -> int:
        """The number of a coordinate on the axis, from 0."""
        return value // self.unit - self.low

    def value(self, cell: int) -> int:
        """The coordinate of a cell."""
        return (self.low + cell) * self.unit


def _axis(values: Sequence[int]) -> _Axis:
    """The coarsest and shortest axis that has all values."""
    unit = gcd(*values) or 1
    low, high = min(values, default=0) // unit, max(values, default=0) // unit
    return _Axis(unit, low, high - low + 1)


def write_points(placed: tuple[Placed, ...]) -> str:
    """The points in order: 27 bits each with three decimals, 34 with four."""
    xs = [round(p.x * _SCALE) for p in placed]
    ys = [round(p.y * _SCALE) for p in placed]
    x_axis, y_axis = _axis(xs), _axis(ys)
    places = zip(xs, ys, strict=True)
    digits = [x_axis.cell(x) * y_axis.size + y_axis.cell(y) for x, y in places]
    cells = _number_of(digits, x_axis.size * y_axis.size)
    labels = (p.label for p in placed)
    weights = (round(p.weight * _SCALE) for p in placed)
    id_steps = (b - a for a, b in pairwise((FIRST_PLACED_ID, *(p.id for p in placed))))
    numbers = _to_bytes((*x_axis, *y_axis, *labels, *weights, *id_steps))
    data = zlib.compress(numbers, 9, _RAW) + cells.to_bytes(-(-cells.bit_length() // 8))
    return VERSION + to_base64(zlib.crc32(data).to_bytes(_CHECK) + data)


def _number_of(digits: list[int], base: int) -> int:
    """The number with these digits, joined two by two: one by one takes the square of the time."""
    while len(digits) > 1:
        if len(digits) % 2:
            digits = [0, *digits]
        pairs = zip(digits[::2], digits[1::2], strict=True)
        digits, base = [high * base + low for high, low in pairs], base * base
    return sum(digits)


def read_points(text: str) -> tuple[Placed, ...]:
    """The points of a text from `write_points`; raises ValueError for any other text."""
    data = from_base64(text[1:])
    check, data = data[:_CHECK], data[_CHECK:]
    if text[:1] != VERSION or zlib.crc32(data).to_bytes(_CHECK) != check:
        raise ValueError(DAMAGED)
    inflate = zlib.decompressobj(_RAW)
    try:
        numbers = _from_bytes(inflate.decompress(data[:_MOST_BYTES], _MOST_BYTES))
    except zlib.error as error:
        raise ValueError(DAMAGED) from error
    n, rest = divmod(len(numbers) - 6, 3)
    if rest or not 0 <= n <= MAX_POINTS:
        raise ValueError(DAMAGED)
    x_axis, y_axis, columns = _Axis(*numbers[:3]), _Axis(*numbers[3:6]), numbers[6:]
    if min(x_axis.size, y_axis.size) < 1:
        raise ValueError(DAMAGED)
    cells, places = int.from_bytes(inflate.unused_data), []
    for _ in range(n):
        cells, y = divmod(cells, y_axis.size)
        cells, x = divmod(cells, x_axis.size)
        places.append((x_axis.value(x), y_axis.value(y)))
    labels, weights, ids = columns[:n], columns[n : 2 * n], accumulate(columns[2 * n :])
    return tuple(
        _point(*place, label, weight, FIRST_PLACED_ID + own)
        for place, label, weight, own in zip(reversed(places), labels, weights, ids, strict=True)
    )


def _point(x: int, y: int, label: int, weight: int, own_id: int) -> Placed:
    """A point; raises ValueError for one that no board can hold."""
    inside = max(abs(x), abs(y)) <= LIMIT * _SCALE
    if not (inside and 0 <= label < MAX_CLASSES and 0 <= own_id <= LAST_ID):
        raise ValueError(DAMAGED)
    return Placed(x / _SCALE, y / _SCALE, label, own_id, weighed(weight / _SCALE))


def _to_bytes(numbers: Iterable[int]) -> bytes:
    """Whole numbers with 7 bits a byte, the lowest first; the sign is the lowest bit of all."""
    data = bytearray()
    for number in numbers:
        rest = 2 * number if number >= 0 else -2 * number - 1
        while rest > 127:
            data.append(rest & 127 | 128)
            rest >>= 7
        data.append(rest)
    return bytes(data)


def _from_bytes(data: bytes) -> list[int]:
    """The numbers of `_to_bytes`."""
    numbers, rest, shift = [], 0, 0
    for byte in data:
        rest |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(-(rest + 1 >> 1) if rest & 1 else rest >> 1)
            rest = shift = 0
    return numbers
