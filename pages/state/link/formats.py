"""Text formats of a link: numbers, points, ranges, names and places."""

from collections.abc import Callable
from typing import Any, NamedTuple

from pages.datasets.limits import Extent
from pages.state.board.board import MAX_POINTS
from pages.state.link.point_text import read_points, write_points

LARGEST_COORDINATE = 1e9  # a coordinate beyond which no place is inspected


class Format(NamedTuple):
    """How a field is written and read. `read` raises ValueError for what makes no sense."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def write_number(value: float) -> str:
    """The shortest text that reads back as the same number, without a trailing .0; 0 for −0."""
    return repr(value + 0).removesuffix(".0")


def write_scalar(value: Any) -> str:
    """A text as it is, a switch as 0 or 1, a number as `write_number` writes it."""
    if isinstance(value, str):
        return value
    return write_number(int(value) if isinstance(value, bool) else value)


def read_scalar(usual: Any, text: str) -> Any:
    """A text, switch, whole number or number, by the type of the usual value."""
    return bool(int(text)) if isinstance(usual, bool) else type(usual)(text)


def read_box(text: str) -> Extent:
    """Four coordinates x0, x1, y0, y1 with _ between them."""
    x0, x1, y0, y1 = (float(part) for part in text.split("_"))
    if not all(abs(one) < LARGEST_COORDINATE for one in (x0, x1, y0, y1)):
        raise ValueError(f"a box must be four numbers, got {text!r}")
    return x0, x1, y0, y1


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


_NAMES = Format(".".join, lambda text: tuple(text.split(".")))
_NUMBERS = Format(
    lambda values: "_".join(write_number(one) for one in values),
    lambda text: tuple(float(part) for part in text.split("_")),
)
# fields that are neither text nor number, by name: one name means the same in every value
_PLACE = Format(lambda place: ",".join(write_number(float(x)) for x in place), read_place)
FORMATS = {
    "placed": Format(write_points, read_points),
    "removed": Format(write_ranges, read_ranges),
    "weights": _NUMBERS,
    "corners": _NUMBERS,
    "zoom": Format(_NUMBERS.write, read_box),
    "place": _PLACE,
    "w": _PLACE,
    "normal": _PLACE,
    "p": _PLACE,
    "racers": _NAMES,
    "hide": _NAMES,
    "show": _NAMES,
    "without": _NAMES,
    "minus": _NAMES,  # words of a class
    "plus": _NAMES,
}
