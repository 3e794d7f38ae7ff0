"""Texts that are numbers all the same: percents, money, thousands, decimal commas, dates.

A column is read as such only if every cell that is there agrees.
"""

import datetime as dt
import math
import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pages.tables.record import MISSING, number, shown

_MONEY = "$€£¥₹"
_CODES = ("USD", "EUR", "GBP", "CHF", "JPY", "INR", "kr", "zł")
_CODE = f"(?:{'|'.join(_CODES)})"
_MONEY_FIRST = re.compile(rf"^([+-]?)\s*(?:[{_MONEY}]|{_CODE}\s)\s*")
_MONEY_LAST = re.compile(rf"(?:[{_MONEY}]|\s{_CODE})$")
_LONGEST = 1000  # characters of a text that may be a number or a date
_EXPONENT = r"(?:[eE][+-]?\d+)?"
_POINT = re.compile(  # 1,234.5
    rf"[+-]?(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?{_EXPONENT})"
)
_COMMA = re.compile(  # 1.234,5
    rf"[+-]?(?:\d{{1,3}}(?:\.\d{{3}})+(?:,\d+)?|(?:\d+(?:,\d*)?|,\d+){_EXPONENT})"
)
# what stands for itself in a column of any notation
_PLAIN_WORDS = dict.fromkeys(MISSING, math.nan) | {
    sign + word: float(sign + word) for sign in ("", "+", "-") for word in ("inf", "infinity")
}
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
_LETTERS = "".join(map(chr, [*range(65, 91), *range(97, 123)])) + "µ°²³/Ω"
_SEEN = 1000  # texts that are looked at to say why they are no numbers
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_DIGITS = re.compile(r"\d")
_SPACED = re.compile(r"[+-]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?")  # 1 234,5
_SWISS = re.compile(r"[+-]?[1-9]\d{0,2}(?:'\d{3})+(?:\.\d+)?")  # 1'234.5
_TIME = re.compile(r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?")
_PLAIN_SIGNS = str.maketrans("\u2212\u00a0\u2009\u202f\u2019", "-   '")  # minus, spaces, apostrophe
_CURRENCY = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}


class Parsed(NamedTuple):
    """What some texts are: their numbers, NaN where missing; what was done; what it means."""

    values: list[float]
    done: str
    why: str


def parsed(texts: Sequence[str], *, decimal_comma: bool = False) -> Parsed | None:
    """The different texts of a column as numbers, if all that are there agree; else None.

    Percents keep their size: 84% is 84. A date is the days since the first one of the column, a
    time of day its hours. "(1.20)" is -1.20 where others stand without brackets. "1,234" is 1.234
    where there is a `decimal_comma`, else 1234.
    """
    there = [text.strip() for text in texts if text.strip().lower() not in _PLAIN_WORDS]
    if not there or max(map(len, there)) > _LONGEST or not all(map(_DIGITS.search, there)):
        return None
    plain = [text.translate(_PLAIN_SIGNS) for text in there]
    bracketed = [text[0] == "(" and text[-1] == ")" for text in plain]
    if any(bracketed) and not all(bracketed):
        plain = [f"-{t[1:-1]}" if b else t for t, b in zip(plain, bracketed, strict=True)]
    grouped = partial(_grouped, decimal_comma=decimal_comma)
    for trial in (_percents, _money, grouped, _times, _days):
        found = trial(plain)
        if found is not None:
            k = next((k for k, text in enumerate(there) if text != plain[k]), -1)
            if k >= 0:
                found = Parsed(found.values, found.done, _read_as(there[k], found.values[k]))
            if found.done == "kept":
                found = found._replace(done="parsed as number")
            values = dict(zip(there, found.values, strict=True))
            cells = [text.strip() for text in texts]
            return found._replace(
                values=[values[t] if t in values else _PLAIN_WORDS[t.lower()] for t in cells]
            )
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
    found = None if len(currencies(texts)) > 1 else _plain(bare)
    if found is None:
        return None
    return Parsed(found.values, "parsed as money", _meaning(texts, found))


def currencies(texts: Sequence[str]) -> list[str]:
    """The currencies whose signs or codes stand in some texts, in alphabetical order."""
    signs = {_CURRENCY[sign] for text in texts for sign in text if sign in _CURRENCY}
    codes = {word for text in texts for word in text.split() if word in _CODES}
    return sorted(signs | codes)


def unit(texts: Sequence[str]) -> str:
    """The unit that stands behind the number in each text, such as kg; "" if there is none."""
    there = [text.strip() for text in texts if text.strip().lower() not in MISSING]
    numbers = [text.rstrip(_LETTERS) for text in there]
    units = {text[len(head) :] for text, head in zip(there, numbers, strict=True)}
    known = all(head and number(head.strip(), ",") is not None for head in numbers)
    return units.pop() if known and len(units) == 1 else ""


def why_text(texts: Sequence[str]) -> str:
    """Why texts with numbers in them are not read as numbers; "" where nothing is to be said."""
    there = [text for text in texts if _DIGITS.search(text)][:_SEEN]
    if found := unit(there):
        return f"its numbers have the unit {shown(found)}: write them without it to use them"
    mixed = currencies(there)
    return f"it mixes currencies ({', '.join(mixed)})" if len(mixed) > 1 else ""


def _times(texts: list[str]) -> Parsed | None:
    """Hours since midnight, where every text is a time of day."""
    if not all(map(_TIME.fullmatch, texts)):
        return None
    parts = [[*map(float, text.split(":")), 0.0] for text in texts]
    hours = [part[0] + part[1] / 60.0 + part[2] / 3600.0 for part in parts]
    return Parsed(hours, "parsed as time of day", f"{shown(texts[0])} is {hours[0]:.6g} hours.")


def _grouped(texts: list[str], *, decimal_comma: bool) -> Parsed | None:
    found = _plain(texts, decimal_comma=decimal_comma)
    return None if found is None else found._replace(why=_meaning(texts, found))


def _plain(texts: list[str], *, decimal_comma: bool = False) -> Parsed | None:
    """Numbers with a decimal point or comma, and thousands parted by the other.

    If both fit, commas that part three digits in every cell that has one are thousands marks, but
    not after a 0 in front ("0,250").
    """
    if any(map(_SPACED.fullmatch, texts)) or any(map(_SWISS.fullmatch, texts)):
        parted = [t for t in texts if _SPACED.fullmatch(t) or _SWISS.fullmatch(t)]
        marked = set(parted)
        joined = [t.replace(" ", "").replace("'", "") if t in marked else t for t in texts]
        found = None if len({"'" in t for t in parted}) > 1 else _plain(joined)
        return None if found is None else found._replace(done="parsed with parted thousands")
    values = [number(text) for text in texts]
    grouped = any("," in text for text in texts)
    if None not in values and not grouped:
        return Parsed([v for v in values if v is not None], "kept", "")
    point = all(map(_POINT.fullmatch, texts))
    comma = all(map(_COMMA.fullmatch, texts))
    three = not decimal_comma and all(_EITHER.fullmatch(t) for t in texts if "," in t)
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
    marked = (k for k, text in enumerate(texts) if number(text) is None)
    k = next(marked, 0)
    return f"{_read_as(texts[k], found.values[k])}{found.why}"


def _read_as(text: str, value: float) -> str:
    return f"{shown(text)} was read as {value:.12g}."
