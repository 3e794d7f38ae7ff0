"""A regression as words of a link, each behind a mark of its own, and back."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from svmcore.board import Placed
from svmcore.experiment import Experiment
from svmcore.params import parameters
from svmcore.regression.choice import WORDS, Regression, change_regression, kernel_parameters
from svmcore.share import from_query, to_query

MARK = "r_"  # before every word
# after the sample that they are about; after its parameters
LATE = {"placed": 1, "removed": 2, "kernel": 3}


def regression_to_query(value: Regression) -> dict[str, str]:
    """The words that differ from a default regression, as text."""
    default = Regression()
    different = {name: getattr(value, name) for name in WORDS}
    different = {k: v for k, v in different.items() if v != getattr(default, k)}
    written = {name: _write(name, new) for name, new in different.items()}
    written |= {name: _number(new) for name, new in value.options}
    return {MARK + name: text for name, text in written.items()}


def regression_from_query(query: Mapping[str, str]) -> Regression:
    """The regression of a link; every word that makes no sense is ignored, one by one."""
    value = Regression()
    for name in sorted((*WORDS, *kernel_parameters()), key=lambda word: LATE.get(word, 0)):
        text = query.get(MARK + name)
        if text is not None:
            with suppress(ValueError, OverflowError):
                new = _points(query) if name == "placed" else _read(name, text)
                value = change_regression(value, **{name: new})
    return value


def _points(query: Mapping[str, str]) -> tuple[Placed, ...]:
    """The placed points of a link; those that were moved keep the ids that left the sample."""
    words = {name: query[MARK + name] for name in ("placed", "removed") if MARK + name in query}
    return from_query(words).placed


def _write(name: str, new: Any) -> str:
    """Points and ranges in the words that an experiment has for them."""
    if name == "placed":
        return to_query(Experiment(placed=new))[name]
    if name == "removed":
        return to_query(Experiment(removed=new))[name]
    return new if isinstance(new, str) else _number(new)


def _read(name: str, text: str) -> Any:
    if name == "removed":
        return from_query({name: text}).removed
    declared = {p.name: p for p in parameters(Regression)} | kernel_parameters()
    if name not in declared:
        return text
    return int(text) if declared[name].integer else float(text)


def _number(new: float) -> str:
    """The shortest text that reads back as the same number, without a trailing .0."""
    return repr(new).removesuffix(".0")
