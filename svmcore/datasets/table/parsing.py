"""Texts that are numbers all the same: percents, money, thousands, decimal commas, dates.

A column is read as such only if every cell that is there agrees.
"""

import datetime as dt
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from svmcore.datasets.table.record import MISSING, number, shown

_MONEY = "$€£¥₹"
_CODES = r"(?:USD|EUR|GBP|CHF|JPY|INR|kr|zł)"
_MONEY_FIRST = re.compile(rf"^([+-]?)\s*(?:[{_MONEY}]|{_CODES}\s)\s*")
_MONEY_LAST = re.compile(rf"(?:[{_MONEY}]|\s{_CODES})$")
_LONGEST = 1000  # characters of a text that may be a number or a date
_POINT = re.compile(r"[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?")  # 1,234.5
_COMMA = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?|[+-]?\d+(?:,\d+)?")  # 1.234,5
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2}[.,]\d{3}")
_DATES = (
    "",  # ISO 8601, with or without a time of day
    "%Y/%m/%d",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d-%m-%Y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%b %d, %Y",
    "%Y-%m",
)
_CLOCKS = (
    (re.compile(r" \d{1,2}:\d\d$"), " %H:%M"),
    (re.compile(r" \d{1,2}:\d\d:\d\d$"), " %H:%M:%S"),
    (re.compile(r" \d{1,2}:\d\d [AP]M$", re.I), " %I:%M %p"),
    (re.compile(r" \d{1,2}:\d\d:\d\d [AP]M$", re.I), " %I:%M:%S %p"),
)
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_DIGITS = re.compile(r"\d")


class Parsed(NamedTuple):
    """What some texts are: their numbers, NaN where missing; what was done; what it means."""

    values: list[float]
    done: str
    why: str


def parsed(texts: Sequence[str]) -> Parsed | None:
    """The different texts of a column as numbers, if all that are there agree; else None.

    Percents keep their size: 84% is 84. A date is the days since the first one of the column.
    """
    there = [text.strip() for text in texts if text.strip().lower() not in MISSING]
    if not there or max(map(len, there)) > _LONGEST or not all(map(_DIGITS.search, there)):
        return None
    for trial in (_percents, _money, _grouped, _days):
        found = trial(there)
        if found is not None:
            known = dict(zip(there, found.values, strict=True))
            return found._replace(values=[known.get(text.strip(), math.nan) for text in texts])
    return None


def _percents(texts: list[str]) -> Parsed | None:
    if not all(text.endswith("%") for text in texts):
        return None
    found = _plain([text[:-1].strip() for text in texts])
    if found is None:
        return None
    return Parsed(found.values, "parsed as percent", _meaning(texts, found))


def _money(texts: list[str]) -> Parsed | None:
    bare = [_MONEY_LAST.sub("", _MONEY_FIRST.sub(r"\1", text)).rstrip() for text in texts]
    if all(a == b for a, b in zip(bare, texts, strict=True)):
        return None
    found = _plain(bare)
    if found is None:
        return None
    return Parsed(found.values, "parsed as money", _meaning(texts, found))


def _grouped(texts: list[str]) -> Parsed | None:
    found = _plain(texts)
    return None if found is None else found._replace(why=_meaning(texts, found))


def _plain(texts: list[str]) -> Parsed | None:
    """Numbers with a decimal point or comma, and thousands parted by the other.

    If both fit, commas that part three digits in every cell that has one are thousands marks, but
    not after a 0 in front ("0,250").
    """
    values = [number(text) for text in texts]
    grouped = any("," in text for text in texts)
    if None not in values and not grouped:
        return Parsed([v for v in values if v is not None], "kept", "")
    point = all(map(_POINT.fullmatch, texts))
    comma = all(map(_COMMA.fullmatch, texts))
    three = all(_EITHER.fullmatch(t) for t in texts if "," in t)
    if point and comma and three:
        return Parsed(
            _floats(texts, ",", ""),
            "parsed with thousands commas",
            " Every comma parts three digits, so it is read as a thousands mark.",
        )
    if point and not comma:
        return Parsed(_floats(texts, ",", ""), "parsed with thousands commas", "")
    if comma:
        return Parsed(_floats(texts, ".", ","), "parsed with a decimal comma", "")
    return None


def _floats(texts: list[str], thousands: str, decimal: str) -> list[float]:
    bare = [text.replace(thousands, "") for text in texts]
    return [float(text.replace(decimal, ".") if decimal else text) for text in bare]


def _days(texts: list[str]) -> Parsed | None:
    """Days since the first date; of the orders day/month and month/day the one that fits all."""
    clock = next((form for mark, form in _CLOCKS if mark.search(texts[0])), "")
    fitting = [found for form in _DATES if (found := _dates(texts, form, clock)) is not None]
    if not fitting:
        return None
    found = fitting[0]
    first = min(found)
    values = [(date - first).total_seconds() / 86400.0 for date in found]
    why = f"Days since {first:%Y-%m-%d}, the first date: {shown(texts[0])} is {values[0]:.6g}."
    if len(fitting) > 1:
        why += " Day and month could be either way round in every cell: read as day/month."
    return Parsed(values, "parsed as date", why)


def _dates(texts: list[str], form: str, clock: str) -> list[dt.datetime] | None:
    try:
        if form:
            return [dt.datetime.strptime(text, form + clock) for text in texts]
        if not all(map(_ISO.fullmatch, texts)):
            return None
        return [dt.datetime.fromisoformat(text).replace(tzinfo=None) for text in texts]
    except ValueError:
        return None


def _meaning(texts: list[str], found: Parsed) -> str:
    return f"{shown(texts[0])} was read as {found.values[0]:.12g}.{found.why}"
