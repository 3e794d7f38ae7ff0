"""Text formats of a link: numbers, points, ranges, names and places."""

import base64
from collections.abc import Callable
from typing import Any, NamedTuple

from pages.state.board import FIRST_PLACED_ID, LAST_ID, LIMIT, MAX_POINTS, Placed, weighed
from svmcore.datasets.limits import DECIMALS, MAX_CLASSES

LARGEST_COORDINATE = 1e9  # a coordinate beyond which no place is inspected
# numbers a point, by the version of the text: x with the label, y; then the weight; then the id
VERSIONS = {"1": 2, "2": 3, "3": 4}
_SCALE = 10**DECIMALS


class Format(NamedTuple):
    """How a field is written and read. `read` raises ValueError for what makes no sense."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def write_number(value: float) -> str:
    """The shortest text that reads back as the same number, without a trailing .0."""
    return repr(value).removesuffix(".0")


def write_scalar(value: Any) -> str:
    """A text as it is, a switch as 0 or 1, a number as `write_number` writes it."""
    if isinstance(value, str):
        return value
    return write_number(int(value) if isinstance(value, bool) else value)


def read_scalar(usual: Any, text: str) -> Any:
    """A text, switch, whole number or number, by the type of the usual value."""
    return bool(int(text)) if isinstance(usual, bool) else type(usual)(text)


def read_place(text: str) -> tuple[float, float]:
    """Two coordinates with a comma between them.

    Raises ValueError if it is no such text, or a coordinate is beyond `LARGEST_COORDINATE` or no
    number.
    """
    x, y = (float(part) for part in text.split(","))
    if not (abs(x) < LARGEST_COORDINATE and abs(y) < LARGEST_COORDINATE):
        raise ValueError(f"a place must be two numbers, got {text!r}")
    return x, y


def write_ranges(indices: tuple[int, ...]) -> str:
    """(0, 1, 2, 7) -> "0-2.7"."""
    runs: list[list[int]] = []
    for i in sorted(indices):
        if runs and runs[-1][1] == i - 1:
            runs[-1][1] = i
        else:
            runs.append([i, i])
    return ".".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def read_ranges(text: str) -> tuple[int, ...]:
    """Indices of generated points, in order."""
    found: set[int] = set()
    for run in text.split("."):
        low, dash, high = run.partition("-")
        first, last = int(low), int(high if dash else low)
        if not 0 <= first <= last < MAX_POINTS:
            raise ValueError(f"removed must name points below {MAX_POINTS}, got {run!r}")
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def write_points(placed: tuple[Placed, ...]) -> str:
    """Per point two whole numbers, x with the label in its low digits, and y: 8 characters.

    Where points have weights, a third. Where their ids are not those that reading would give them,
    a fourth: ids decide which points are held out, and that is to stay the same.
    """
    given = all(p.id == FIRST_PLACED_ID + k for k, p in enumerate(placed))
    version = "3" if not given else "2" if any(p.weight != 1.0 for p in placed) else "1"
    out = bytearray()
    for p in placed:
        weight = 0 if p.weight == 1.0 else round(p.weight * _SCALE)
        own = 2 * p.id if p.id < FIRST_PLACED_ID else 2 * (p.id - FIRST_PLACED_ID) + 1
        x = _fold(round(p.x * _SCALE)) * 16 + p.label
        numbers = (x, _fold(round(p.y * _SCALE)), weight, own)
        for number in numbers[: VERSIONS[version]]:
            while number > 127:
                out.append(number & 127 | 128)
                number >>= 7
            out.append(number)
    return version + to_base64(bytes(out))


def read_points(text: str) -> tuple[Placed, ...]:
    """The placed points; those that no board can hold are left out."""
    each = VERSIONS.get(text[:1])
    if each is None:
        raise ValueError(f"placed must start with one of {', '.join(VERSIONS)}, got {text[:1]!r}")
    numbers, current, shift = [], 0, 0
    for byte in from_base64(text[1:]):
        if shift > 63:
            raise ValueError("placed must hold numbers below 2^63")
        current |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(current)
            current, shift = 0, 0
    points = []
    for k in range(0, len(numbers) - each + 1, each):
        usual = (0, 2 * (k // each) + 1)[each - 2 :]  # of a version that does not have them
        first, second, heavy, own = (*numbers[k : k + each], *usual)
        x, label, y = _unfold(first >> 4) / _SCALE, first & 15, _unfold(second) / _SCALE
        weight = weighed(heavy / _SCALE) if heavy else 1.0
        own = own // 2 + (FIRST_PLACED_ID if own % 2 else 0)
        if label < MAX_CLASSES and abs(x) <= LIMIT and abs(y) <= LIMIT and own <= LAST_ID:
            points.append(Placed(x, y, label, own, weight))
    return tuple(points[:MAX_POINTS])


def to_base64(data: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """The bytes of a text from `to_base64`; raises ValueError for any other text."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _fold(number: int) -> int:
    """0, -1, 1, -2, 2 ... -> 0, 1, 2, 3, 4 ...: small numbers of either sign stay short."""
    return -2 * number - 1 if number < 0 else 2 * number


def _unfold(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2


_NAMES = Format(".".join, lambda text: tuple(text.split(".")))
_NUMBERS = Format(
    lambda values: "_".join(write_number(one) for one in values),
    lambda text: tuple(float(part) for part in text.split("_")),
)
# fields that are neither text nor number, by name: one name means the same in every value
FORMATS = {
    "placed": Format(write_points, read_points),
    "removed": Format(write_ranges, read_ranges),
    "weights": _NUMBERS,
    "place": Format(lambda place: ",".join(write_number(float(x)) for x in place), read_place),
    "racers": _NAMES,
    "hide": _NAMES,
    "show": _NAMES,
    "without": _NAMES,
}
