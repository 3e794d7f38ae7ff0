"""Numbers in as few bytes as they need: an adaptive range coder.

A sequence of choices becomes one long number: each choice narrows an interval to the part that
belongs to it, and parts are as wide as their choice was frequent under the same key so far. Whole
numbers only, so that every computer writes the same bytes. What describes a format is written once:
an `Encoder` returns the value that it is given, a `Decoder` the one that it reads.

Source: Martin, Range encoding (1979); the estimate of a bit is Krichevsky and Trofimov's (1981).
"""

from typing import Protocol

_WIDE = 48  # bits of the interval
_STEP = 8  # bits that are written, and read, at a time
_TOP, _LEAST = 1 << _WIDE, 1 << (_WIDE - _STEP)
_CHUNK = 16  # binary digits that are coded at once
_MANY = 510  # after which the counts of a key are halved: later choices count more

Key = tuple[object, ...]


class Coder(Protocol):
    """What describes a format is handed an encoder or a decoder."""

    def bit(self, key: Key, value: int = 0) -> int:
        """0 or 1, as frequent as it was under this key."""

    def uniform(self, n: int, value: int = 0) -> int:
        """One of n values that are equally frequent."""

    def number(self, key: Key, value: int = 0) -> int:
        """A number from 0 to 2^63: how many binary digits it has, and these."""

    def signed(self, key: Key, value: int = 0) -> int:
        """A whole number."""


class _Interval:
    """The interval, and how often each choice was made. `_where` is a place in it, of `total`."""

    def __init__(self) -> None:
        self.range = _TOP
        self.counts: dict[Key, list[int]] = {}

    def _where(self, total: int, given: int) -> int:
        raise NotImplementedError

    def _narrow(self, start: int, width: int) -> None:
        raise NotImplementedError

    def bit(self, key: Key, value: int = 0) -> int:
        counts = self.counts.setdefault(key, [1, 1])
        zeros, total = counts[0], counts[0] + counts[1]
        part = self.range // total
        value = int(self._where(total, zeros if value else 0) >= zeros)
        self._narrow(part * zeros if value else 0, part * counts[value])
        counts[value] += 2
        if total > _MANY:
            counts[:] = [n + 1 >> 1 for n in counts]
        return value

    def uniform(self, n: int, value: int = 0) -> int:
        part = self.range // n
        value = self._where(n, value)
        self._narrow(part * value, part)
        return value

    def number(self, key: Key, value: int = 0) -> int:
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
        size = self.number(key, abs(value))
        return -size if size and self.bit((*key, "-"), int(value < 0)) else size


class Encoder(_Interval):
    """Writes: every value is returned as it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.low = self.steps = 0

    def _where(self, total: int, given: int) -> int:
        return given

    def _narrow(self, start: int, width: int) -> None:
        self.low, self.range = self.low + start, width
        while self.range < _LEAST:
            self.low, self.range = self.low << _STEP, self.range << _STEP
            self.steps += 1

    def bytes(self) -> bytes:
        """The fewest bytes that are in the interval, whatever follows."""
        size, end = _WIDE + _STEP * self.steps, self.low + self.range
        for cut in range(size // _STEP * _STEP, -1, -_STEP):
            first = -(-self.low >> cut)
            if first + 1 << cut <= end:
                return first.to_bytes((size - cut) // _STEP, "big")
        raise AssertionError("an interval holds at least one number")


class Decoder(_Interval):
    """Reads; after the end it reads zeros."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data, self.at, self.code = data, 0, 0
        for _ in range(_WIDE // _STEP):
            self._next()

    @property
    def beyond(self) -> bool:
        """Whether what was read last is not in the data."""
        return self.at - _WIDE // _STEP > len(self.data)

    def _next(self) -> None:
        byte = self.data[self.at] if self.at < len(self.data) else 0
        self.code, self.at = self.code << _STEP | byte, self.at + 1

    def _where(self, total: int, given: int) -> int:
        return min(self.code // (self.range // total), total - 1)

    def _narrow(self, start: int, width: int) -> None:
        self.code, self.range = self.code - start, width
        while self.range < _LEAST:
            self.range <<= _STEP
            self._next()
