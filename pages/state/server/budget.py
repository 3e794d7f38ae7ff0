"""How many bytes a server may hold for its visitors, and what it gives back where it holds more.

What is held is a `Holding`: tables that a visitor can return to, files that nobody has read, the
caches of functions. The largest and oldest is given back first, of the lowest rank first.
"""

import ctypes
import functools
import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from pages.state.server.bounded_process import total_memory

UNKNOWN = 2_000_000_000  # bytes of memory where the system does not say
SHARE = 4  # one part in so many of it is for what is held; at 1 GB the libraries take as much
OF_A_SESSION = 64_000_000  # bytes of the tables that one visitor can return to
M_MMAP_THRESHOLD = -3  # of malloc.h
LARGE = 4_000_000  # bytes; blocks of 256 kB cost small problems twice the time, in page faults
SAMPLED = 200  # items of a long list whose sizes stand for all
_NOT_HELD = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType)


class Rank(IntEnum):
    """What is given back first: what nobody misses, what can be undone, what is in use."""

    SPARE = 0
    UNDO = 1
    USED = 2


@dataclass(frozen=True, eq=False)
class Holding:
    """Something that is held: its bytes, when it was used last, and how it is given back.

    used : seconds on the clock `time.monotonic`
    give_back : None for what is kept whatever happens
    """

    size: int
    used: float
    rank: Rank
    give_back: Callable[[], None] | None


def limit() -> int:
    """Bytes that may be held for all visitors together."""
    return (total_memory() or UNKNOWN) // SHARE


def size_of(things: Iterable[Any], seen: set[int] | None = None) -> int:
    """Bytes of some values and all that they are made of, each counted once.

    Of arrays the exact number; of a list of more than `SAMPLED` items that of an even sample.

    seen : the `id` of what is counted already; what is counted now is added
    """
    seen = set() if seen is None else seen
    total, todo = 0.0, [(thing, 1.0) for thing in things]
    while todo:
        thing, times = todo.pop()
        while isinstance(thing, np.ndarray) and isinstance(thing.base, np.ndarray):
            thing = thing.base
        if id(thing) in seen or isinstance(thing, _NOT_HELD):
            continue
        seen.add(id(thing))
        total += times * (thing.nbytes if isinstance(thing, np.ndarray) else sys.getsizeof(thing))
        parts = _parts(thing)
        sample = parts[:: 1 + len(parts) // SAMPLED] if len(parts) > SAMPLED else parts
        times *= len(parts) / max(1, len(sample))
        todo.extend((part, times) for part in sample)
    return round(total)


def _parts(thing: Any) -> list[Any]:
    """What a value refers to, of the kinds that this program's values are made of."""
    if isinstance(thing, dict):
        return [*thing, *thing.values()]
    if isinstance(thing, list | tuple | set | frozenset):
        return list(thing)
    return list(vars(thing).values()) if hasattr(thing, "__dict__") else []


def given_back(holdings: Iterable[Holding], most: float, now: float) -> int:
    """Give back until at most so many bytes are held; returns how many are.

    By rank, then by bytes times the seconds since they were used.
    """
    holdings = list(holdings)
    held = sum(one.size for one in holdings)
    for one in sorted(holdings, key=lambda one: (one.rank, -one.size * (now - one.used))):
        if held <= most:
            break
        if one.give_back is not None:
            one.give_back()
            held -= one.size
    return held


def caches() -> Iterator[Any]:
    """The functions of this program whose results are cached, but those that keep all of them."""
    own = ("pages.", "svmcore.")
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(own)]
    found = {id(v): v for m in modules for v in list(vars(m).values()) if _is_cache(v)}
    return (one for one in found.values() if one.cache_parameters()["maxsize"] is not None)


def _is_cache(value: object) -> bool:
    return isinstance(value, functools._lru_cache_wrapper)


class CacheSize(NamedTuple):
    """A cached function, how many results it keeps, and their bytes."""

    name: str
    results: int
    bytes: int


def cache_sizes() -> tuple[CacheSize, ...]:
    """The cached functions that keep results, the largest first."""
    found = (
        CacheSize(f"{one.__module__}.{one.__name__}", one.cache_info().currsize, _size(one))
        for one in caches()
    )
    return tuple(sorted((one for one in found if one.results), key=lambda one: -one.bytes))


def _size(cache: Any) -> int:
    # CPython's caches name what they hold to its garbage collector alone
    return size_of(gc.get_referents(cache))


class Caches:
    """The caches of all functions as holdings; it is remembered when each was asked last.

    That each keeps few results is no bound for a small server: 20 boards of 600 points, opened on
    ten pages, fill them with 475 MB.
    """

    def __init__(self) -> None:
        self._asked: dict[int, tuple[int, float]] = {}

    def holdings(self, now: float) -> Iterator[Holding]:
        """What each cache holds."""
        for one in caches():
            info = one.cache_info()
            asked = info.hits + info.misses
            if self._asked.get(id(one), (0, 0.0))[0] != asked:
                self._asked[id(one)] = asked, now
            if info.currsize:
                yield Holding(_size(one), self._asked[id(one)][1], Rank.SPARE, one.cache_clear)


def large_blocks_apart() -> None:
    """Have C's allocator ask the system for each block of `LARGE` bytes, and return it at its end.

    By itself it takes such blocks from its heap once one of up to 32 MB was freed; what is smaller
    and stays then holds the heap that they leave. After thirteen tables the process takes 570
    instead of 660 to 720 MB, and 280 instead of 380 when all visitors have left
    (`benchmarks/bench_memory.py`).
    """
    if libc := _libc():
        libc.mallopt(M_MMAP_THRESHOLD, LARGE)


def _libc() -> ctypes.CDLL | None:
    """The C library, if it is GNU's."""
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        return libc
    return None


def to_system(*, collect: bool = True) -> None:
    """Return to the system what was freed: C's allocator keeps it for later.

    After four tables of 15 MB were read, 57 of 130 MB. Arrow's allocator was found to keep nothing,
    and a bound on the number of C's arenas to change nothing.

    collect : whether to look for what only refers to itself, as a session does; takes 0.1 s
    """
    if collect:
        gc.collect()
    if libc := _libc():
        libc.malloc_trim(0)
