"""What is held is counted in bytes, and given back in order."""

import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pytest

from pages.state.server import budget
from pages.state.server.budget import (
    Caches,
    Holding,
    Rank,
    given_back,
    large_blocks_apart,
    limit,
    size_of,
)
from tests.helpers import ROOT


@dataclass(frozen=True)
class Pair:
    X: np.ndarray
    more: object = None


def test_an_array_is_counted_once_in_full_whoever_refers_to_it():
    X = np.zeros((1000, 10))
    assert size_of([X]) == 80_000
    assert size_of([X[5:9]]) == 80_000, "a part keeps the whole"
    pair = Pair(X, {"again": [X, X.T], "other": Pair(np.ones(500, dtype=np.int32))})
    assert 82_000 < size_of([pair, X]) < 84_000
    seen: set[int] = set()
    assert [size_of([X], seen), size_of([X, pair.X], seen)] == [80_000, 0]


def test_the_lowest_rank_goes_first_then_the_largest_and_oldest():
    gone: list[str] = []

    def held(name: str, size: int, used: float, rank: Rank, *, kept: bool = False) -> Holding:
        return Holding(size, used, rank, None if kept else lambda: gone.append(name))

    things = [
        held("in use", 500, 0.0, Rank.USED),
        held("large", 100, 80.0, Rank.UNDO),  # 100 x 20 s
        held("old", 30, 0.0, Rank.UNDO),  # 30 x 100 s
        held("small", 30, 80.0, Rank.UNDO),
        held("spare", 10, 99.0, Rank.SPARE),
        held("kept", 1000, 0.0, Rank.SPARE, kept=True),
    ]
    assert given_back(things, 1670, 100.0) == 1670
    assert not gone
    assert given_back(things, 1600, 100.0) == 1530
    assert gone == ["spare", "old", "large"]
    gone.clear()
    assert given_back(things, 0, 100.0) == 1000
    assert gone == ["spare", "old", "large", "small", "in use"]


def test_a_quarter_of_the_memory_is_for_what_is_held(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SVM_MEMORY_MB", "1024")
    assert limit() == 256_000_000
    monkeypatch.setattr(budget, "total_memory", lambda: None)
    assert limit() == 500_000_000


def test_every_cache_of_the_program_is_found_measured_and_emptied(monkeypatch: pytest.MonkeyPatch):
    @lru_cache(maxsize=4)
    def made(n: int) -> tuple[np.ndarray, ...]:
        return (np.zeros(n), np.ones(n))

    monkeypatch.setattr(budget, "made", made, raising=False)
    made(100_000)
    known = Caches()
    before = sum(one.size for one in known.holdings(5.0))
    made(200_000)
    assert sum(one.size for one in known.holdings(9.0)) - before == pytest.approx(3.2e6, rel=1e-2)
    [mine] = [one for one in known.holdings(20.0) if one.give_back == made.cache_clear]
    assert mine.size == pytest.approx(4.8e6, rel=1e-2)
    assert (mine.used, mine.rank) == (9.0, Rank.SPARE)
    mine.give_back()
    assert made.cache_info().currsize == 0


APART = """
import ctypes
import numpy as np
from pages.state.server.budget import LARGE, large_blocks_apart

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in
        "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]

libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Info

def own_mapping():
    np.ones(5 * LARGE, dtype=np.uint8)  # freed at once: C's allocator takes it for the usual size
    libc.malloc_trim(0)  # or the block fits into what is free
    before = libc.mallinfo2().hblks
    block = np.ones(LARGE + 1, dtype=np.uint8)
    return libc.mallinfo2().hblks > before

without = own_mapping()
large_blocks_apart()
print(without, own_mapping())
"""


def test_a_large_block_is_returned_at_its_end_whatever_was_freed_before():
    if budget._libc() is None:  # no allocator of GNU's: there is nothing to set, and nothing fails
        assert large_blocks_apart() is None
        return
    told = subprocess.check_output([sys.executable, "-c", APART], text=True, cwd=ROOT)
    assert told.split() == ["False", "True"]
