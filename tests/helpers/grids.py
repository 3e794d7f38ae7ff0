"""Grids of cases and numbers of examples: few by default, all of them with SVM_EXHAUSTIVE=1."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import settings

EXHAUSTIVE = os.environ.get("SVM_EXHAUSTIVE") == "1"
FEWER = 4  # one example of so many is drawn by default


def grid(*axes: Iterable[Any], also: Sequence[tuple[Any, ...]] = ()) -> list[tuple[Any, ...]]:
    """All combinations of the axes' values when exhaustive, else `diagonals`.

    `also` are combinations that a test says something special of: they are never left out.
    """
    lists = [list(axis) for axis in axes]
    if EXHAUSTIVE:
        return list(itertools.product(*lists))
    found = diagonals(*lists)
    return found + [case for case in also if case not in found]


def few(*cases: Any, first: int = 1) -> tuple[Any, ...]:
    """All cases when exhaustive, else so many from the front: for tests that take seconds."""
    return cases if EXHAUSTIVE else cases[:first]


def diagonals(*axes: list[Any]) -> list[tuple[Any, ...]]:
    """Every value of every axis, and for two neighbouring axes all four pairs of their ends.

    One diagonal of the grid goes from all first to all last values; in the other, every second
    axis is reversed.
    """
    last = max(map(len, axes)) - 1
    found: dict[tuple[int, ...], None] = {}
    for k in range(last + 1):
        there = [round(k * (len(axis) - 1) / max(last, 1)) for axis in axes]
        back = [len(axis) - 1 - i for axis, i in zip(axes, there, strict=True)]
        found[tuple(there)] = None
        found[tuple(back[j] if j % 2 else there[j] for j in range(len(axes)))] = None
    return [tuple(axis[i] for axis, i in zip(axes, at, strict=True)) for at in found]


def examples(full: int, **words: Any) -> settings:
    """Hypothesis' settings of a test: `full` examples when exhaustive, else a quarter."""
    return settings(max_examples=full if EXHAUSTIVE else full // FEWER, **words)
