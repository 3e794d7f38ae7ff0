"""A frozen value of a page as words of a link, and back: one way for all of them.

A value says in `CHOICES` what its texts may be. Its numbers are declared with `param`, or whole;
a place is a pair of numbers or None. Words that make no sense are left out one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any

from svmcore.params import parameters

FAR = 1e9  # a coordinate beyond which no place is asked about


def checked(value: Any) -> None:
    """Refuse what is out of its range, or no choice; call it from `__post_init__`.

    Raises
    ------
    ValueError
        With one sentence that names the law and the offender.
    """
    for name, known in value.CHOICES.items():
        if getattr(value, name) not in known:
            found = getattr(value, name)
            raise ValueError(f"{name} must be one of {', '.join(known)}, got {found!r}")
    for parameter in parameters(value):
        parameter.check(getattr(value, parameter.name))


def to_words(value: Any, mark: str) -> dict[str, str]:
    """The words in which a value differs from the usual one of its kind, behind a mark."""
    usual, found = type(value)(), {}
    for name in (f.name for f in fields(value)):
        one = getattr(value, name)
        if one != getattr(usual, name):
            found[mark + name] = written(one)
    return found


def from_words(usual: Any, words: Mapping[str, str], mark: str) -> Any:
    """The value of a link that stands for `usual` without words."""
    found = usual
    for f in fields(usual):
        text = words.get(mark + f.name)
        if text is None:
            continue
        with suppress(ValueError, OverflowError):
            found = replace(found, **{f.name: _read(getattr(usual, f.name), text)})
    return found


def written(value: Any) -> str:
    """A value as a link has it: a number as the shortest text that reads back as the same one."""
    if isinstance(value, tuple):
        return ",".join(written(float(part)) for part in value)
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(int(value) if isinstance(value, bool) else value)


def place_of(text: str) -> tuple[float, float]:
    """Two coordinates with a comma between them.

    Raises
    ------
    ValueError
        If it is no such text, or a coordinate is beyond `FAR` or no number.
    """
    x, y = (float(part) for part in text.split(","))
    if not (abs(x) < FAR and abs(y) < FAR):
        raise ValueError(f"a place must be two numbers, got {text!r}")
    return x, y


def _read(usual: Any, text: str) -> Any:
    if usual is None:
        return place_of(text)
    if isinstance(usual, bool):
        return bool(int(text))
    return type(usual)(text)
