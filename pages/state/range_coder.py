"""Numbers in as few bytes as they need: an adaptive range coder.

A sequence of choices becomes one long number: each choice narrows an interval to the part that
belongs to it, and parts are as wide as their choice was frequent under the same key so far. Whole
numbers only, so that every computer writes the same bytes. What describes a format is written once:
a `Coder` with a `Writer` returns the value that it is given, with a `Reader` the one it reads.

Source: Martin, Range encoding (1979); the estimate of a bit is Krichevsky and Trofimov's (1981).
"""

from dataclasses import dataclass, field
from typing import Protocol

_WIDE = 48  # bits of the interval
_STEP = 8  # bits that are written, and read, at a time
_TOP, _LEAST = 1 << _WIDE, 1 << (_WIDE - _STEP)
_CHUNK = 16  # binary digits that are coded at once
_MANY = 510  # after which the counts of a key are halved: later choices count more

Key = tuple[object, ...]


class Interval(Protocol):
    """What choices narrow: the interval that a long number is in."""

    def split(self, zeros: int, total: int, value: int) -> int:
        """0 or 1: of `total` equal parts the first `zeros` stand for 0, the others for 1."""

    def part(self, n: int, value: int) -> int:
        """One of n equal parts, counted from 0."""


@dataclass
class Writer:
    """An interval that the given values narrow. `low` and `steps` grow with what was written."""

    low: int = 0
    range: int = _TOP
    steps: int = 0

    def split(self, zeros: int, total: int, value: int) -> int:
        """The value that is given."""
        part = self.range // total
        if value:
            self.low += part * zeros
            self.range = part * (total - zeros)
        else:
            self.range = part * zeros
        if self.range < _LEAST:
            self._widen()
        return value

    def part(self, n: int, value: int) -> int:
        """The value that is given."""
        self.range //= n
        self.low += self.range * value
        if self.range < _LEAST:
            self._widen()
        return value

    def _widen(self) -> None:
        while self.range < _LEAST:
            self.low, self.range = self.low << _STEP, self.range << _STEP
            self.steps += 1

    def followed(self, rest: "Writer") -> "Writer":
        """All that was written, where `rest` has begun with the range of this one."""
        low = (self.low << _STEP * rest.steps) + rest.low
        return Writer(low, rest.range, self.steps + rest.steps)

    def bytes(self) -> bytes:
        """The fewest bytes that are in the interval, whatever follows."""
        size, end = _WIDE + _STEP * self.steps, self.low + self.range
        for cut in range(_WIDE, -1, -_STEP):
            first = -(-self.low >> cut)
            if first + 1 << cut <= end:
                return first.to_bytes((size - cut) // _STEP, "big")
        raise AssertionError("an interval holds at least one number")


@dataclass
class Reader:
    """The interval of a number in bytes, after the end of which it reads zeros."""

    data: bytes
    range: int = _TOP
    code: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        """Read the first bytes."""
        for _ in range(_WIDE // _STEP):
            self._next()

    @property
    def beyond(self) -> bool:
        """Whether what was read last is not in the data."""
        return self.at - _WIDE // _STEP > len(self.data)

    def split(self, zeros: int, total: int, value: int) -> int:
        """The value that was written."""
        part = self.range // total
        value = int(self.code // part >= zeros)
        self._narrow(part * zeros if value else 0, part * (total - zeros if value else zeros))
        return value

    def part(self, n: int, value: int) -> int:
        """The value that was written."""
        part = self.range // n
        value = min(self.code // part, n - 1)
        self._narrow(part * value, part)
        return value

    def _narrow(self, start: int, width: int) -> None:
        self.code, self.range = self.code - start, width
        while self.range < _LEAST:
            self.range <<= _STEP
            self._next()

    def _next(self) -> None:
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.code, self.at = self.code << _STEP | byte, self.at + 1


@dataclass
class Coder:
    """Numbers as choices. `counts` tells how often 0 and 1 were chosen under each key, and 1/2."""

    interval: Interval
    counts: dict[Key, tuple[int, int]] = field(default_factory=dict)

    def bit(self, key: Key, value: int = 0) -> int:
        """0 or 1, as frequent as it was under this key."""
        zeros, ones = self.counts.get(key, (1, 1))
        total = zeros + ones
        value = self.interval.split(zeros, total, value)
        zeros, ones = (zeros, ones + 2) if value else (zeros + 2, ones)
        if total > _MANY:
            zeros, ones = zeros + 1 >> 1, ones + 1 >> 1
        self.counts[key] = zeros, ones
        return value

    def uniform(self, n: int, value: int = 0) -> int:
        """One of n values that are equally frequent."""
        return self.interval.part(n, value)

    def number(self, key: Key, value: int = 0) -> int:
        """A number from 0 to 2^63: how many binary digits it has, and these."""
        length, node = value.bit_length(), 1
        for shift in range(5, -1, -1):
            node = 2 * node + self.bit((*key, node), length >> shift & 1)
        length = node - 64
        if length < 2:
            return length
        found = 2 + self.bit((*key, length, "next"), value >> length - 2 & 1)
        for rest in range(length - 2, 0, -_CHUNK):
            few = min(_CHUNK, rest)
            part = value >> rest - few & (1 << few) - 1
            found = found << few | self.uniform(1 << few, part)
        return found

    def signed(self, key: Key, value: int = 0) -> int:
        """A whole number."""
        size = self.number(key, abs(value))
        return -size if size and self.bit((*key, "-"), int(value < 0)) else size
