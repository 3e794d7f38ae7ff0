"""The memory of many clicks: a server that keeps something of each one grows."""

from __future__ import annotations

import asyncio
import math
import random
import time

from benchmarks.visitors.clicker import Clicker
from benchmarks.visitors.machine import Server

SESSIONS = 10
EVERY = 0.5  # seconds between two clicks of one visitor: about what a process can answer
BLOCK = 2_000  # clicks between two looks; after the first ones all caches are full
MOST = 0.03  # share by which the memory may grow from then on


async def soak(server: Server, clicks: int) -> int:
    """Ten visitors make so many clicks; prints the memory on the way, and by how much it grew."""
    clickers = [Clicker(server.address, name=k) for k in range(SESSIONS)]
    await asyncio.gather(*(one.start() for one in clickers))
    working = [
        asyncio.create_task(one.work(math.inf, EVERY, random.Random(one.name))) for one in clickers
    ]
    start, due, seen = time.monotonic(), BLOCK, []
    while due <= clicks:
        await asyncio.sleep(1.0)
        for one in working:
            if one.done():  # none ends by itself: what has happened to it is raised here
                one.result()
        answered = sum(len(one.clicks) - len(one.on_their_way) for one in clickers)
        if answered >= due:
            seen.append(server.taken().memory)
            print(
                f"{time.monotonic() - start:5.0f} s, {answered} clicks: {seen[-1]:.0f} MB",
                flush=True,
            )
            due += BLOCK
    for one in working:
        one.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    await asyncio.gather(*(one.settle() for one in clickers))
    lost, doubled = sum(one.lost for one in clickers), sum(one.doubled for one in clickers)
    errors = [error for one in clickers for error in one.errors]
    grown = seen[-1] / seen[0] - 1.0
    print(f"{lost} lost, {doubled} doubled, {len(errors)} errors")
    print(f"grown by {100 * grown:.1f} % since the first {BLOCK} clicks (at most {100 * MOST:g} %)")
    await asyncio.gather(*(one.close() for one in clickers))
    return int(bool(lost or doubled or errors) or grown > MOST)
