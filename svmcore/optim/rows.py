"""The rows of a matrix that is known, or computed where it is asked for."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Protocol

import numpy as np

from svmcore.arrays import Array, Indices
from svmcore.optim.memory import spare_memory
from svmcore.optim.smo_step import MatrixRows

MAX_ENTRIES, SPARE_SHARE = 40_000_000, 0.25  # numbers of a matrix: in all, of the spare memory
ROWS_PER_ROOT = 4  # rows that are kept for each array of inverse roots
ROWS_PER_BLOCK = 16  # rows that are kept for each that a block of rows may hold after it has gone
_cache: ContextVar[float] = ContextVar("row_cache", default=math.inf)  # bytes of rows that are kept


class Rows(MatrixRows, Protocol):
    """The rows of a symmetric matrix of order n, and what `SmoState` keeps of them."""

    inverse_roots: dict[int, Array]

    def take(self, F: Indices) -> Array:
        """Some rows, shape (len(F), n)."""


class KnownRows(list[Array]):
    """The rows of a matrix that is in memory, shape (n, n); a list gives them soonest."""

    def __init__(self, K: Array) -> None:
        super().__init__(K)
        self.K = K
        self.inverse_roots: dict[int, Array] = {}

    def take(self, F: Indices) -> Array:
        return np.asarray(self.K.take(F, 0))


class CachedRows:
    """Rows that are computed by a function of their numbers, and kept while there is room."""

    def __init__(self, n: int, compute: Callable[[Indices], Array]) -> None:
        self.n, self.compute = n, compute
        self.rows = _Newest(row_entries() // n)
        self.inverse_roots: dict[int, Array] = _Newest(row_entries() // (n * ROWS_PER_ROOT))

    def __getitem__(self, i: int) -> Array:
        row = self.rows.get(i)
        return self._computed([i])[0] if row is None else row

    def take(self, F: Indices) -> Array:
        numbers = F.tolist()
        found = {i: self.rows[i] for i in numbers if i in self.rows}
        missing = [i for i in numbers if i not in found]
        if missing:
            found.update(zip(missing, self._computed(missing), strict=True))
        return np.array([found[i] for i in numbers]).reshape(-1, self.n)

    def _computed(self, numbers: list[int]) -> Array:
        block = self.compute(np.array(numbers))
        most = self.rows.most
        # a row that is a part of a block keeps all of it in memory
        copied = len(block) > max(1, most // ROWS_PER_BLOCK)
        for i, row in list(zip(numbers, block, strict=True))[-max(1, most) :]:
            self.rows[i] = row.copy() if copied else row
        return block


class _Newest(dict[int, Array]):
    """The newest entries: where there are `most`, a tenth of them, the oldest, make room."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, i: int, row: Array) -> None:
        if len(self) >= self.most:
            for old in list(islice(self, 1 + self.most // 10)):
                del self[old]
        super().__setitem__(i, row)


@contextmanager
def row_cache(megabytes: float) -> Iterator[None]:
    """Bound what is kept of K's rows: scikit-learn's `cache_size`, in megabytes of 10^6 bytes."""
    token = _cache.set(1e6 * megabytes)
    try:
        yield
    finally:
        _cache.reset(token)


def row_entries() -> int:
    """Numbers that the rows kept may have: with the inverse roots they are within the cache."""
    share = 1.0 / (1.0 + 1.0 / ROWS_PER_ROOT + 1.0 / ROWS_PER_BLOCK)
    return int(min(most_entries(), share * _cache.get() / 8.0))


def holds_whole(n: int) -> bool:
    """Whether a matrix of order n, and as many inverse roots, may be kept as a whole."""
    return n * n <= min(most_entries(), 0.5 * _cache.get() / 8.0)


def most_entries() -> int:
    """Numbers that one of a few matrices may have."""
    return int(min(MAX_ENTRIES, SPARE_SHARE * spare_memory() / 8.0))
