"""How long short tables hold the interpreter: those that the server reads without a process.

    .venv/bin/python benchmarks/small_tables.py

Prints for each kind of table, as large as it may be, the processor time of `read_small`: the median
of five. 50 ms are the limit, as nobody else is answered meanwhile.
"""

from __future__ import annotations

import contextlib
import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pages.tables.record import TableError
from pages.ui.table.reading import SHORT, SMALL, read_small

CELLS: dict[str, Callable[[int], str]] = {
    "numbers": lambda i: str(i % 97),
    "amounts": lambda i: f"${i % 97}.5",
    "dates": lambda i: f"2020-01-{i % 28 + 1:02d}",
    "times": lambda i: f"{i % 24}:{i % 60:02d}",
    "texts": lambda i: "abc"[i % 3],
    "long texts": lambda i: "word " * 20 + "abc"[i % 3],
    "blanks": lambda i: f"{i % 7}{' ' * 90}1",
    "quotation marks": lambda i: '"' * 9,
}


def lines(cell: Callable[[int], str], columns: int) -> Iterator[str]:
    """A header and rows without end."""
    yield ",".join(f"c{j}" for j in range(columns))
    for i in itertools.count():
        yield ",".join(cell(i * columns + j * j) for j in range(columns))


def largest(cell: Callable[[int], str], columns: int) -> bytes:
    """A table of at most SMALL bytes."""
    text = ""
    for line in lines(cell, columns):
        if len(text) + len(line) >= SMALL:
            return text.encode()
        text += line + "\n"
    raise AssertionError("the lines have no end")


def seconds(content: bytes) -> float:
    start = time.process_time()
    with contextlib.suppress(TableError):
        assert read_small(content, "table.csv") is not None
    return time.process_time() - start


def main() -> None:
    read_small(largest(CELLS["numbers"], 3), "table.csv")  # imports what it needs
    for name, cell in CELLS.items():
        fits = [
            d for d in range(2, SHORT) if max(map(len, itertools.islice(lines(cell, d), 9))) < SHORT
        ]
        for columns in sorted({2, fits[-1]} if fits else {2}):
            content = largest(cell, columns)
            spent = statistics.median(seconds(content) for _ in range(5))
            print(f"{name:16} {columns:4} columns {len(content):6} bytes {1e3 * spent:6.1f} ms")


if __name__ == "__main__":
    main()
