"""The memory of a day's work, in minutes: visitors come, click, upload tables, ask, and leave."""

from __future__ import annotations

import asyncio
import random
import time

from benchmarks.visitors import heavy
from benchmarks.visitors.clicker import Clicker
from benchmarks.visitors.machine import Server

GROUP = 10  # visitors that come together
STAY = 25.0  # seconds
UPLOADS = (4, 30_000, 40)  # tables of a group, their rows and columns
REST = 120.0  # seconds after all have left: Streamlit forgets a session that was cut after a while


async def day(server: Server, seconds: float) -> int:
    """Groups that come and leave for so many seconds; prints the memory after each."""
    start, wrong = time.monotonic(), 0
    print(f"at rest {server.taken().memory:.0f} MB")
    group, most = 0, 0.0
    while time.monotonic() - start < seconds:
        errors = await _visit(server, group)
        wrong += len(errors)
        taken = server.taken()
        most = max(most, taken.with_children)
        print(
            f"{time.monotonic() - start:4.0f} s: group {group}, {taken.memory:.0f} MB, "
            f"{taken.with_children:.0f} MB with its processes, {len(errors)} errors",
            flush=True,
        )
        group += 1
    await asyncio.sleep(REST)
    print(f"{REST:g} s after all have left {server.taken().memory:.0f} MB; most {most:.0f} MB")
    return int(bool(wrong))


async def _visit(server: Server, group: int) -> list[str]:
    clickers = [Clicker(server.address, name=GROUP * group + k) for k in range(GROUP)]
    await asyncio.gather(*(one.start() for one in clickers))
    end = time.monotonic() + STAY
    own = heavy.visitor(server.address, "upload")
    await own.open()
    await own.until(lambda: own.finished)
    working = [one.work(end, 2.5, random.Random(one.name)) for one in clickers]
    number, rows, columns = UPLOADS

    async def upload() -> None:
        for k in range(number):
            name = f"group{group}table{k}.csv"
            await own.upload(heavy.UPLOADER, name, heavy.table(rows, columns))

    await asyncio.gather(upload(), *working)
    errors = [error for one in (*clickers, own) for error in one.errors]
    await asyncio.gather(*(one.close() for one in (*clickers, own)))
    return errors
