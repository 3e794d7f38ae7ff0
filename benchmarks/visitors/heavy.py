"""Visitors who ask for long work, one piece after the other, beside others who click."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import cache
from itertools import count

import numpy as np

from benchmarks.visitors.tab import Tab

ROWS, COLUMNS = 100_000, 6
UPLOADER = "t_file"  # how the key of the uploader on the page Data begins
# the page, what its link asks for, and the button that begins it; `seed` makes every piece of work
# another one
LINKS = {
    "map": ("evaluation", "e_view=map&e_cells=20&n_samples=600&noise=0.5&seed={seed}", "map_start"),
    "kernels": ("kernels", "i_kernels=choose&n_samples=600&seed={seed}", ""),
    "smo": ("", "n_samples=600&C=10000&solver=smo&seed={seed}", ""),
}
HEAVY = ("upload", *LINKS)


@cache
def table(n: int = ROWS, columns: int = COLUMNS) -> bytes:
    """A CSV file: numbers of two classes, and the class."""
    lot = np.random.default_rng(0)
    side = lot.integers(0, 2, n)
    values = lot.normal(size=(n, columns)) + side[:, None]
    head = ",".join([*(f"x{k}" for k in range(columns)), "class"])
    rows = zip(values, side, strict=True)
    lines = (",".join([*map("{:.5f}".format, row), "ab"[one]]) for row, one in rows)
    return "\n".join([head, *lines, ""]).encode()


async def work(tab: Tab, kind: str, until: float) -> list[float]:
    """Ask for work of a kind until that time; the seconds that each piece took."""
    took: list[float] = []
    do = _upload(tab) if kind == "upload" else _links(tab, *LINKS[kind][1:])
    while time.monotonic() < until:
        start = time.monotonic()
        await do()
        took.append(time.monotonic() - start)
    return took


def visitor(address: str, kind: str) -> Tab:
    """The tab of a visitor who asks for work of a kind."""
    return Tab(address, "data" if kind == "upload" else LINKS[kind][0])


def _upload(tab: Tab) -> Callable[[], Awaitable[None]]:
    numbers = count()

    async def do() -> None:
        await tab.upload(UPLOADER, f"table{next(numbers)}.csv", table())
        await tab.until(lambda: tab.quiet)

    return do


def _links(tab: Tab, link: str, button: str) -> Callable[[], Awaitable[None]]:
    seeds = count(1)

    async def do() -> None:
        await tab.go(link.format(seed=next(seeds)))
        if button:
            await tab.press(button)
        await tab.until(lambda: tab.quiet)

    return do
