"""How much memory the caches of this program hold."""

import gc
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

OURS = ("pages", "svmcore")
MOST_OBJECTS = 300_000  # that are counted: a second
_NOT_HELD = (type, ModuleType, FunctionType, BuiltinFunctionType, CodeType, _lru_cache_wrapper)


class CacheSize(NamedTuple):
    """A cached function, how many results it keeps, and their bytes."""

    name: str
    results: int
    bytes: int


def held_bytes(*roots: object) -> int:
    """The bytes of some objects and of all that they refer to, each object once.

    Classes, functions and modules are nobody's. Of more than `MOST_OBJECTS` the rest is left out.
    """
    seen: set[int] = set()
    there = list(roots)
    total = 0
    while there and len(seen) < MOST_OBJECTS:
        one = there.pop()
        if id(one) in seen or isinstance(one, _NOT_HELD):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one, 0)
        if isinstance(one, np.ndarray) and one.base is not None:
            there.append(one.base)  # which has the numbers
        else:
            there.extend(gc.get_referents(one))
    return total


def caches() -> tuple[CacheSize, ...]:
    """The cached functions of this program that keep results, the largest first."""
    found = (_size(name, cached) for name, cached in _cached())
    return tuple(sorted((one for one in found if one.results), key=lambda one: -one.bytes))


def _cached() -> Iterator[tuple[str, Any]]:
    for module in sorted(sys.modules):
        if module.split(".")[0] in OURS:
            for name, one in sorted(vars(sys.modules[module]).items()):
                if isinstance(one, _lru_cache_wrapper) and one.__module__ == module:
                    yield f"{module}.{name}", one


def _size(name: str, cached: Any) -> CacheSize:
    kept = [one for one in gc.get_referents(cached) if one is not cached.__dict__]
    return CacheSize(name, cached.cache_info().currsize, held_bytes(*kept))
