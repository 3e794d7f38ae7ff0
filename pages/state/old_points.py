"""Placed points of links that earlier versions wrote: whole numbers, two to four a point."""

from pages.state.base64_text import from_start
from pages.state.board import FIRST_PLACED_ID, LAST_ID, LIMIT, MAX_POINTS, Placed, weighed
from svmcore.datasets.limits import DECIMALS, MAX_CLASSES

# numbers a point, by the version of the text: x with the label, y; then the weight; then the id
VERSIONS = {"1": 2, "2": 3, "3": 4}
_SCALE = 10**DECIMALS


def read_old_points(text: str) -> tuple[Placed, ...]:
    """The placed points; those that no board can hold are left out."""
    each, numbers = VERSIONS[text[0]], _numbers(from_start(text[1:]))
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


def _numbers(data: bytes) -> list[int]:
    """Whole numbers, seven bits a byte, the least first; only the last byte is below 128."""
    numbers, current, shift = [], 0, 0
    for byte in data:
        if shift > 63:
            raise ValueError("placed must hold numbers below 2^63")
        current |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(current)
            current, shift = 0, 0
    return numbers


def _unfold(number: int) -> int:
    """0, 1, 2, 3, 4 ... -> 0, -1, 1, -2, 2 ..."""
    return -(number + 1) // 2 if number & 1 else number // 2
