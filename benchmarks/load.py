"""A lecture opens the link: real sessions over Streamlit's websocket, and what they wait for.

    python benchmarks/load.py --sessions 50                 # who click every 2.5 s for a minute
    python benchmarks/load.py --sessions 200 --burst --first-load   # all come within 20 s
    python benchmarks/load.py --heavy upload                # beside ten who click; map, smo, ...
    python benchmarks/load.py --sessions 20 --kill          # the server is killed and comes back
    python benchmarks/load.py --day                         # the memory of a day's work
    python benchmarks/load.py --soak 20000                  # the memory of so many clicks
    make load ADDRESS=https://... ARGS="--sessions 100"     # any server; without, one of its own

What the figures mean. A click adds a point on the Playground; it is answered when the picture has
come in which the browser shows the point, and its time is counted from the click, also where an
earlier one had to be answered first. At the end the points of every picture are compared with the
clicks: `lost` are missing, `doubled` are there twice. Processor time is that of the server with all
that it starts, divided by the clicks; `memory` is what the server holds (RSS), and with the
processes that work for it. Of a server that runs on this machine, name the processes by `--pid`.
The visitors themselves take processor time too, which is printed: where it comes near to a whole
core, fewer sessions or another machine tell more.

Ends with code 1 if a click was lost or doubled, or something went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.visitors import heavy
from benchmarks.visitors.clicker import Clicker
from benchmarks.visitors.day import day
from benchmarks.visitors.machine import Server, Taken
from benchmarks.visitors.soak import BLOCK, soak
from benchmarks.visitors.tab import Tab
from benchmarks.visitors.web import first_load, static_files

BESIDE = 10  # clickers beside a heavy visitor
SPREAD = 20.0  # seconds within which a burst comes
APART = 0.2  # seconds between two who come to click
WARM = 5.0  # seconds of clicks that are not counted: caches fill


def figures(times: Sequence[float]) -> str:
    """Median and 95th percentile in milliseconds."""
    if not times:
        return "none"
    cut = statistics.quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]
    return f"median {1e3 * statistics.median(times):.0f} ms   p95 {1e3 * cut:.0f} ms"


async def come(server: Server, n: int) -> list[Clicker]:
    """So many visitors, one after the other."""
    found = [Clicker(server.address, name=k) for k in range(n)]
    starting = []
    for one in found:
        starting.append(asyncio.create_task(one.start()))
        await asyncio.sleep(APART)
    await asyncio.gather(*starting)
    return found


async def clicking(server: Server, clickers: Sequence[Clicker], options: argparse.Namespace) -> int:
    """Let them click, beside a heavy visitor if one is asked for; print how it went."""
    start = time.monotonic() + WARM
    end = start + options.seconds
    working = [
        asyncio.create_task(one.work(end, options.every, random.Random(one.name)))
        for one in clickers
    ]
    other, long = None, None
    if options.heavy:
        other = heavy.visitor(server.address, options.heavy)
        await other.open()
        await other.until(lambda: other.finished)
    await asyncio.sleep(max(0.0, start - time.monotonic()))
    if other is not None:
        long = asyncio.create_task(heavy.work(other, options.heavy, end))
    before, own = server.taken(), time.process_time()
    await asyncio.sleep(end - time.monotonic())
    after, own = server.taken(), time.process_time() - own
    await asyncio.gather(*working)
    await asyncio.gather(*(one.settle() for one in clickers))
    if long is not None:
        took = await long
        print(f"{options.heavy}: {len(took)} of them, {figures(took)}")
        await other.close()
    return told(clickers, [other] if other else [], start, options.seconds, before, after, own)


def told(
    clickers: Sequence[Clicker],
    others: Sequence[Tab],
    start: float,
    seconds: float,
    before: Taken,
    after: Taken,
    own: float,
) -> int:
    """Print the figures of those who clicked; whether something went wrong."""
    clicks = [click for one in clickers for click in one.clicks]
    counted = [click for click in clicks if click.at >= start]
    times = [click.took for click in counted if click.took is not None]
    lost, doubled = sum(one.lost for one in clickers), sum(one.doubled for one in clickers)
    errors = [error for one in (*clickers, *others) for error in one.errors]
    per_click = 1e3 * (after.seconds - before.seconds) / max(len(times), 1)
    print(f"{len(clickers)} sessions, {len(counted)} clicks in {seconds:g} s: {figures(times)}")
    print(
        f"of all {len(clicks)} clicks {lost} lost, {doubled} doubled, "
        f"{sum(one.resent for one in clickers)} sent again, {len(errors)} errors"
    )
    if after.memory:
        print(
            f"server: {per_click:.1f} ms of processor time a click, "
            f"{after.memory:.0f} MB, {after.with_children:.0f} MB with its processes"
        )
    print(f"visitors: {100 * own / seconds:.0f} % of a core")
    for error in errors[:5]:
        print(f"  {error}")
    return int(bool(lost or doubled or errors))


async def burst(server: Server, options: argparse.Namespace) -> int:
    """All come within `SPREAD` seconds, and wait for the first picture."""
    paths = await static_files(server.address) if options.first_load else []
    start, before = time.monotonic(), server.taken()

    async def one(name: int) -> tuple[Clicker, float, float]:
        await asyncio.sleep(SPREAD * name / options.sessions)
        came = time.monotonic()
        if paths:
            await first_load(server.address, paths)
        own = Clicker(server.address, name=name)
        await own.start()
        return own, own.picture.came - came, time.monotonic() - start

    found = await asyncio.gather(*(one(name) for name in range(options.sessions)))
    after = server.taken()
    errors = [error for own, *_ in found for error in own.errors]
    spent = 1e3 * (after.seconds - before.seconds) / options.sessions
    print(f"{options.sessions} came within {SPREAD:g} s, {len(paths)} files each")
    print(f"first picture after {figures([picture for _, picture, _ in found])}")
    print(f"the last run ended {max(end for *_, end in found):.1f} s after the first came")
    if after.memory:
        print(f"server: {spent:.0f} ms of processor time each, {after.memory:.0f} MB")
    print(f"{len(errors)} errors")
    await asyncio.gather(*(own.close() for own, *_ in found))
    return int(bool(errors))


async def kill(server: Server, clickers: Sequence[Clicker], options: argparse.Namespace) -> int:
    """Kill the server while they click, and start it again; all come back with their links."""
    end = time.monotonic() + options.seconds
    for one in clickers:
        one.comes_back = True
    working = [
        asyncio.create_task(one.work(end, options.every, random.Random(one.name)))
        for one in clickers
    ]
    await asyncio.sleep(options.seconds / 2)
    while not (on_their_way := sum(len(one.on_their_way) for one in clickers)):
        await asyncio.sleep(0.001)
    server.kill()
    down = time.monotonic()
    server.start()
    print(f"killed with {on_their_way} clicks on their way, back after ", end="")
    print(f"{time.monotonic() - down:.1f} s")
    await asyncio.gather(*working)
    await asyncio.gather(*(one.settle() for one in clickers))
    lost, doubled = sum(one.lost for one in clickers), sum(one.doubled for one in clickers)
    clicks = sum(len(one.clicks) for one in clickers)
    print(f"{len(clickers)} sessions, {clicks} clicks: {lost} lost, {doubled} doubled")
    return int(bool(lost or doubled))


async def load(server: Server, options: argparse.Namespace) -> int:
    """The scenario that was asked for."""
    if options.day:
        return await day(server, options.seconds)
    if options.soak:
        return await soak(server, options.soak)
    if options.burst:
        return await burst(server, options)
    clickers = await come(server, BESIDE if options.heavy else options.sessions)
    scenario = kill if options.kill else clicking
    wrong = await scenario(server, clickers, options)
    await asyncio.gather(*(one.close() for one in clickers))
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--address", default="", help="of a server; without, it starts its own")
    parser.add_argument("--pid", type=int, nargs="*", default=[], help="processes of that server")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--every", type=float, default=2.5, help="seconds between two clicks")
    parser.add_argument("--burst", action="store_true", help="all come within 20 s")
    parser.add_argument("--first-load", action="store_true", help="with all files of the page")
    parser.add_argument("--heavy", choices=heavy.HEAVY, help="work beside ten who click")
    parser.add_argument("--kill", action="store_true", help="kill the server, and start it again")
    parser.add_argument("--day", action="store_true", help="who come, upload tables and leave")
    parser.add_argument("--soak", type=int, default=0, metavar="CLICKS", help="memory of clicks")
    options = parser.parse_args()
    if options.kill and options.address:
        parser.error("only a server of its own is killed: leave out --address")
    if 0 < options.soak < 2 * BLOCK:
        parser.error(f"--soak compares with the first {BLOCK} clicks: at least {2 * BLOCK}")
    with Server(options.address, options.pid) as server:
        return asyncio.run(load(server, options))


if __name__ == "__main__":
    sys.exit(main())
