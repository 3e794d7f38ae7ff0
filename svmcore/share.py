"""Links and codes: an experiment as words of a URL, and back.

Nothing that comes in is evaluated or unpickled. What cannot be read is left at its default, word
by word: a link may be cut off or made up, and must still open.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from svmcore.board import (
    DECIMALS,
    FIRST_PLACED_ID,
    LAST_ID,
    LIMIT,
    MAX_LABELS,
    MAX_POINTS,
    Placed,
    renumbered,
    weighed,
)
from svmcore.descent.methods import WORDS, Descent, change_descent
from svmcore.experiment import (
    FIELDS,
    Experiment,
    change,
    optional_parameters,
)
from svmcore.params import Parameter, parameters

# numbers a point: x with the label, y; then the weight; then the id
VERSIONS = {"1": 2, "2": 3, "3": 4}
CODE_PREFIX = "SVM1-"
DESCENT = "d_"  # before the words of a descent
MAX_QUERY = 100_000  # characters; 600 points take about 5,000
USUAL = Experiment()
_SCALE = 10**DECIMALS
# words that decide what others are possible come first; a new sample forgets what was removed
_ORDER = {
    "classes": -1,
    "dataset": 0,
    "kernel": 1,
    "margin": 3,
    "formulation": 4,
    "solver": 5,
    "removed": 6,
}


def to_query(experiment: Experiment, usual: Experiment = USUAL) -> dict[str, str]:
    """The words that differ from the usual experiment, as text."""
    query = {}
    for name in FIELDS:
        value = getattr(experiment, name)
        if value != getattr(usual, name):
            query[name] = _write(name, value)
    query.update((name, _number(value)) for name, value in experiment.options)
    return query


def from_query(query: Mapping[str, str], usual: Experiment = USUAL) -> Experiment:
    """The experiment of a link; every word that makes no sense is ignored.

    `usual` is the one that a link without words stands for; it has no options.
    """
    experiment = usual
    known = {*FIELDS, *optional_parameters()}
    for name in sorted(known & set(query), key=lambda word: _ORDER.get(word, 2)):
        try:
            experiment = change(experiment, **{name: _read(name, query[name])})
        except (ValueError, OverflowError):
            continue
    return replace(experiment, placed=renumbered(experiment.placed, set(experiment.removed)))


def descent_to_query(descent: Descent) -> dict[str, str]:
    """The words in which a descent differs from a default one, each behind a mark of its own."""
    usual = change_descent(Descent(), method=descent.method)  # a method brings words with it
    values = {name: getattr(descent, name) for name in WORDS}
    different = {name: value for name, value in values.items() if value != getattr(usual, name)}
    if descent.method != Descent.method:
        different["method"] = descent.method
    return {DESCENT + name: _write(name, value) for name, value in different.items()}


def descent_from_query(query: Mapping[str, str]) -> Descent:
    """The descent of a link; every word that makes no sense is ignored."""
    descent = Descent()
    declared = {p.name: p for p in parameters(Descent)}
    for name in WORDS:  # the method comes first: it decides what others are possible
        text = query.get(DESCENT + name)
        if text is None:
            continue
        with suppress(ValueError, OverflowError):
            value = _number_from(declared[name], text) if name in declared else text
            descent = change_descent(descent, **{name: value})
    return descent


def to_code(experiment: Experiment, more: Mapping[str, str] | None = None) -> str:
    """An experiment as one short piece of text, for those without links.

    `more` are words beside those of the experiment.
    """
    return code_of_words(to_query(experiment) | dict(more or {}))


def from_code(code: str) -> Experiment:
    """The experiment of a share code. Raises what `words_of_code` does."""
    return from_query(words_of_code(code))


def code_of_words(words: Mapping[str, str]) -> str:
    """All words of a link as a share code."""
    return CODE_PREFIX + _to_base64(zlib.compress(urlencode(words).encode(), 9))


def words_of_code(code: str) -> dict[str, str]:
    """All words of a share code.

    Raises
    ------
    ValueError
        If the text is not a share code; a link is not guessed from it.
    """
    text = "".join(code.split())
    if not text.startswith(CODE_PREFIX):
        raise ValueError(f"a share code must start with {CODE_PREFIX}, got {text[:12]!r}")
    try:
        unpack = zlib.decompressobj()
        words = unpack.decompress(_from_base64(text.removeprefix(CODE_PREFIX)), MAX_QUERY)
        if not unpack.eof:
            raise ValueError("not complete")
        return dict(parse_qsl(words.decode(), max_num_fields=100))
    except (ValueError, binascii.Error, zlib.error) as error:
        raise ValueError("a share code must be copied whole, this one is damaged") from error


def _write(name: str, value: Any) -> str:
    if name == "removed":
        return _write_ranges(value)
    if name == "placed":
        return _write_points(value)
    if name == "weights":
        return "_".join(_number(weight) for weight in value)
    return value if isinstance(value, str) else _number(value)


def _read(name: str, text: str) -> Any:
    if len(text) > MAX_QUERY:
        raise ValueError(f"{name} must have at most {MAX_QUERY} characters, got {len(text)}")
    if name == "removed":
        return _read_ranges(text)
    if name == "placed":
        return _read_points(text)
    if name == "weights":
        return tuple(float(part) for part in text.split("_"))
    declared: dict[str, Parameter] = {p.name: p for p in parameters(Experiment)}
    parameter = declared.get(name) or optional_parameters().get(name)
    if parameter is None:
        return text
    return _number_from(parameter, text)


def _number_from(parameter: Parameter, text: str) -> float:
    return int(text) if parameter.integer else float(text)


def _number(value: float) -> str:
    """The shortest text that reads back as the same number, without a trailing .0."""
    return repr(value).removesuffix(".0")


def _write_ranges(indices: tuple[int, ...]) -> str:
    """(0, 1, 2, 7) -> "0-2.7"."""
    runs: list[list[int]] = []
    for i in sorted(indices):
        if runs and runs[-1][1] == i - 1:
            runs[-1][1] = i
        else:
            runs.append([i, i])
    return ".".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _read_ranges(text: str) -> tuple[int, ...]:
    found: set[int] = set()
    for run in text.split("."):
        low, dash, high = run.partition("-")
        first, last = int(low), int(high if dash else low)
        if not 0 <= first <= last < MAX_POINTS:
            raise ValueError(f"removed must name points below {MAX_POINTS}, got {run!r}")
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def _write_points(placed: tuple[Placed, ...]) -> str:
    """Per point two whole numbers, x with the label in its low digits, and y: 8 characters.

    Where points have weights, a third. Where their ids are not those that reading would give them,
    a fourth: ids decide by lot which points are kept apart, and that is to be the same.
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
    return version + _to_base64(bytes(out))


def _read_points(text: str) -> tuple[Placed, ...]:
    each = VERSIONS.get(text[:1])
    if each is None:
        raise ValueError(f"placed must start with one of {', '.join(VERSIONS)}, got {text[:1]!r}")
    numbers, current, shift = [], 0, 0
    for byte in _from_base64(text[1:]):
        if shift > 63:
            raise ValueError("placed must hold numbers below 2^63")
        current |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(current)
            current, shift = 0, 0
    points = []
    for k in range(0, len(numbers) - each + 1, each):
        first, second, heavy, own = (*numbers[k : k + each], 0, 2 * (k // each) + 1)[:4]
        x, label, y = _unfold(first >> 4) / _SCALE, first & 15, _unfold(second) / _SCALE
        weight = weighed(heavy / _SCALE) if heavy else 1.0
        own = own // 2 + (FIRST_PLACED_ID if own % 2 else 0)
        if label < MAX_LABELS and abs(x) <= LIMIT and abs(y) <= LIMIT and own <= LAST_ID:
            points.append(Placed(x, y, label, own, weight))
    return tuple(points[:MAX_POINTS])


def _fold(number: int) -> int:
    """0, -1, 1, -2, 2 ... -> 0, 1, 2, 3, 4 ...: small numbers of either sign stay short."""
    return -2 * number - 1 if number < 0 else 2 * number


def _unfold(number: int) -> int:
    return -(number + 1) // 2 if number & 1 else number // 2


def _to_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
