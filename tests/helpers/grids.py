"""Grids of cases: some of them in every run, the rest marked as exhaustive."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def grid(*axes: Iterable[Any], also: Sequence[tuple[Any, ...]] = ()) -> list[Any]:
    """All combinations of the axes' values as parameters; exhaustive but for the `diagonals`.

    `also` are combinations that a test says something special of: they are in every run.
    """
    lists = [list(axis) for axis in axes]
    usual = diagonals(*lists)
    usual += [case for case in also if case not in usual]
    return [*usual, *exhaustive(case for case in itertools.product(*lists) if case not in usual)]


def few(*cases: Any, first: int = 1) -> list[Any]:
    """So many cases from the front for every run, the rest as exhaustive: for slow tests."""
    return [*cases[:first], *exhaustive(cases[first:])]


def exhaustive(cases: Iterable[Any]) -> list[Any]:
    """Parameters, one or a tuple of them for each case, that `make exhaustive` alone tries."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.exhaustive)
        for case in cases
    ]


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
