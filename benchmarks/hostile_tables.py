"""Hostile tables: how long a second visitor waits meanwhile, and how the processes grow.

    python benchmarks/hostile_tables.py [--only NAME ...] [--tabs 1 10] [--seconds 30]

Beside one visitor who clicks on the Playground, others bring each table in one tab and in ten at
once, and leave when nothing is read any more, or after so many seconds. Prints for each the longest
wait for a click and how many megabytes the server and its processes grew at most. Two lines more:
uploads that no page reads, and how long somebody else's file waits for readings whose tabs were
closed.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import sys
import time
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.fuzz.tables import PARTS
from benchmarks.visitors.clicker import Click, Clicker
from benchmarks.visitors.machine import Server
from benchmarks.visitors.tab import Tab

EVERY = 0.25  # seconds between two clicks
LOOK = 0.05  # seconds between two looks at the memory
UPLOADER, FIELD, BUTTON = "t_file", "t_paste", "t_take"
MB = 10**6
PASTED = 7_900_000  # bytes: a message of more than 8 MB ends the connection


def rows(line: Callable[[int], str], size: int, head: str = "a,b,y\n") -> bytes:
    """A text of about so many bytes."""
    lines, length = [head], 0
    while length < size - 200:
        lines.append(line(len(lines)))
        length += len(lines[-1].encode())
    return "".join(lines).encode()


def workbook(sheet: str, **more: str) -> bytes:
    """A workbook with this in its sheet, and other parts."""
    name = "xl/worksheets/sheet1.xml"
    head, _, _ = PARTS[name].partition("<sheetData>")
    parts = PARTS | {name: f"{head}<sheetData>{sheet}</sheetData></worksheet>"}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in (parts | more).items():
            archive.writestr(name, part)
    return file.getvalue()


def cell(place: str) -> str:
    return f'<row r="{place.lstrip("ABCZ")}"><c r="{place}"><v>1</v></c></row>'


def dense(high: int, wide: int) -> str:
    row = "<c><v>1</v></c>" * wide
    return f"<row>{row}</row>" * high


def parquet(column: pa.Array) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"x": column, "y": column}), file)
    return file.getvalue()


def repeated(text: str, times: int) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array([0] * times, pa.int32()), pa.array([text]))


def money(n: int, k: int) -> str:
    return f"{k}{' ' * n}1,{k % 7},{'uv'[k % 2]}\n"


HEAD50 = ",".join(f"c{j}" for j in range(50)) + "\n"
# the file's name says its kind; "paste" is typed in
INPUTS: dict[str, Callable[[], tuple[str, bytes]]] = {
    "blanks in cells": lambda: ("t.csv", rows(partial(money, 9980), 290_000)),
    "columns by row": lambda: (
        "t.json",
        json.dumps({f"a{i}": {f"b{i}": 1} for i in range(14000)}).encode(),
    ),
    "far cell, Z": lambda: ("t.xlsx", workbook(cell("Z1") + cell("A420000"))),
    "far cell, last row": lambda: ("t.xlsx", workbook(cell("Z1") + cell("A1048576"))),
    "quotation marks, pasted": lambda: ("paste", b'"' * PASTED),
    "dates and texts, pasted": lambda: (
        "paste",
        rows(lambda k: f"{10 + k % 18}.{10 + k % 3}.{1900 + k % 99},t{k},{k % 2}\n", PASTED),
    ),
    "blanks in cells, pasted": lambda: ("paste", rows(partial(money, 9980), 2 * MB)),
    "a message that is too long": lambda: ("paste", b"1," * 12 * MB),
    # of our own
    "short: dates": lambda: (
        "t.csv",
        rows(lambda k: f"{1 + k % 12:02d}/{1 + k % 12:02d}/2020,{k},{'uv'[k % 2]}\n", 29_900),
    ),
    "short: 500 columns": lambda: ("t.csv", b"x," * 499 + b"y\n" + (b"1," * 499 + b"u\n") * 28),
    "short: texts": lambda: ("t.csv", rows(lambda k: f"u{k},v{k % 977},w{k}\n", 29_900)),
    "short: amounts": lambda: ("t.csv", rows(partial(money, 900), 29_900)),
    "texts in 50 columns": lambda: (
        "t.csv",
        rows(lambda k: ",".join(f"{50 * k + j:x}z" for j in range(50)) + "\n", 24 * MB, HEAD50),
    ),
    "texts in 3 columns": lambda: ("t.csv", rows(lambda k: f"u{k},v{k},w{k}\n", 24 * MB)),
    "numbers": lambda: ("t.csv", rows(lambda k: f"{k / 7:.4f},{k % 13},{'ab'[k % 2]}\n", 24 * MB)),
    "nested lists": lambda: ("t.json", b"[" * 20 * MB),
    "long names": lambda: (
        "t.json",
        json.dumps([{"n" * 10 * MB: {f"a{k}": k for k in range(100_000)}}]).encode(),
    ),
    "one row of values": lambda: ("t.json", b"[[1],[" + b"1," * 12 * MB + b"1]]"),
    "lines of objects": lambda: ("t.json", b'{"a":1}\n' * 3 * MB),
    "a repeated text": lambda: ("t.parquet", parquet(repeated("x" * 10_000, 4_900_000))),
    "rows of zeros": lambda: ("t.parquet", parquet(pa.array([0]).take(pa.array([0] * 5 * MB)))),
    "a shared text": lambda: (
        "t.xlsx",
        workbook(
            '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>' * 100_000,
            **{
                "xl/sharedStrings.xml": '<sst xmlns="http://schemas.openxmlformats.org/'
                f'spreadsheetml/2006/main"><si><t>{"x" * MB}</t></si></sst>'
            },
        ),
    ),
    "a dense sheet": lambda: ("t.xlsx", workbook(dense(10_000, 490))),
    "many parts": lambda: ("t.xlsx", workbook("", **{f"p{k}": "" for k in range(60_000)})),
    "svmlight, a wrong line": lambda: ("t.svm", b"1 1:2 3:4\n" * 2 * MB + b"1 1:x\n"),
    "svmlight, far": lambda: ("t.svm", b"1 1:2 999999999:3\n" * MB),
    "one line": lambda: ("t.csv", b"1," * 12 * MB),
    "lines of nothing": lambda: ("t.csv", b"\n,\n" * 8 * MB),
    "an open quotation mark": lambda: ("t.csv", b'a,b\n1,2\n"' + b"3,4\n" * 6 * MB),
    "digits": lambda: ("t.csv", rows(lambda k: f"{'1' * 9_900},{k},u\n", 20 * MB)),
    "long words": lambda: ("t.csv", rows(lambda k: f"{k}{'x' * 9_900},{k},u\n", 20 * MB)),
    "UTF-32": lambda: ("t.csv", ("a,b\n" + "1,\U0001f600\n" * MB).encode("utf-32")),
}


class Watch:
    """One who clicks, and what is measured meanwhile."""

    def __init__(self, server: Server, clicker: Clicker) -> None:
        self.server, self.clicker = server, clicker
        self.waits: list[Click] = []
        self.peak = 0.0
        self.tasks = [asyncio.create_task(self._click()), asyncio.create_task(self._look())]

    async def _click(self) -> None:
        while True:
            await self.clicker.click()
            self.waits.append(self.clicker.clicks[-1])
            if len(self.clicker._block) == 40:
                await self.clicker.settle(300.0)
                await self.clicker._begin_anew()
            await asyncio.sleep(EVERY)

    async def _look(self) -> None:
        while True:
            self.peak = max(self.peak, self.server.taken().with_children)
            await asyncio.sleep(LOOK)

    def start(self) -> None:
        self.waits, self.peak = [], 0.0

    def longest(self) -> float:
        now = time.monotonic()
        return max((now - c.at if c.took is None else c.took for c in self.waits), default=0.0)


async def bring(address: str, name: str, content: bytes) -> Tab:
    """A tab that has sent it, whatever became of it."""
    tab = Tab(address, "data")
    await tab.open()
    await tab.until(lambda: tab.finished and FIELD in tab.widgets, 600.0)
    with suppress(RuntimeError, OSError, TimeoutError, StopIteration):
        if name == "paste":
            await tab.paste(FIELD, BUTTON, content.decode())
        else:
            await tab.upload(UPLOADER, name, content)
    return tab


async def until_read(server: Server, seconds: float) -> None:
    """Wait until no process works for the server, but not for longer than this."""
    end, idle = time.monotonic() + seconds, 0
    while time.monotonic() < end and idle < 10:
        found = server.taken()
        idle = idle + 1 if found.with_children == found.memory else 0
        await asyncio.sleep(LOOK)


async def visit(address: str, name: str, tabs: int, seconds: float, line: Connection) -> None:
    """So many tabs bring an input at once; when they have, or are late, they wait to be sent away.

    In a process of its own: to write messages of 24 MB would keep the one who clicks waiting.
    """
    file, content = INPUTS[name]()
    tasks = [asyncio.create_task(bring(address, file, content)) for _ in range(tabs)]
    done, late = await asyncio.wait(tasks, timeout=seconds)
    line.send(None)
    await asyncio.to_thread(line.recv)
    for task in late:
        task.cancel()
    for task in done:
        await task.result().close()


def visitors(*asked: Any) -> None:
    asyncio.run(visit(*asked))


async def measure(watch: Watch, name: str, tabs: int, seconds: float) -> tuple[float, float]:
    """The longest wait and the growth while so many tabs bring it."""
    apart = get_context("spawn")
    line, theirs = apart.Pipe()
    asked = (watch.server.address, name, tabs, seconds, theirs)
    process = apart.Process(target=visitors, args=asked, daemon=True)
    before = watch.server.taken().with_children
    watch.start()
    process.start()
    await asyncio.to_thread(line.recv)
    await until_read(watch.server, seconds)
    line.send(None)
    await asyncio.to_thread(process.join)
    await asyncio.sleep(1.0)
    found = watch.longest(), watch.peak - before
    await until_read(watch.server, 90.0)
    return found


async def flood(watch: Watch) -> tuple[int, float]:
    """40 files of 24 MB, of which no page is told: how many are taken, and the growth."""
    before = watch.server.taken().with_children
    watch.start()
    tab = Tab(watch.server.address, "data")
    await tab.open()
    await tab.until(lambda: tab.finished)
    answers = await asyncio.gather(
        *(tab.put("t.csv", bytes(24 * MB)) for _ in range(40)), return_exceptions=True
    )
    await asyncio.sleep(2.0)
    await tab.close()
    return sum(
        1 for one in answers if isinstance(one, tuple) and one[0] == 204
    ), watch.peak - before


async def abandoned(watch: Watch, seconds: float) -> float:
    """How long a plain file waits behind two readings whose tabs were closed after 6 s."""
    content = rows(partial(money, 9980), 2 * MB)
    sent = [asyncio.create_task(bring(watch.server.address, "t.csv", content)) for _ in range(2)]
    await asyncio.sleep(6.0)
    for task in sent:
        if task.done():
            await task.result().close()
        task.cancel()
    plain = rows(lambda k: f"{k / 7:.4f},{k % 13},{'ab'[k % 2]}\n", 496_000)
    start = time.monotonic()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            tab = await bring(watch.server.address, "t.csv", plain)
            await until_read(watch.server, seconds)
            await tab.close()
    return time.monotonic() - start


async def main(options: argparse.Namespace, server: Server) -> None:
    """All of it."""
    clicker = Clicker(server.address)
    await clicker.start()
    watch = Watch(server, clicker)
    await asyncio.sleep(5.0)
    first = server.taken().with_children
    print(f"nothing: longest wait {watch.longest():.2f} s, {first:.0f} MB", flush=True)
    worst: list[tuple[float, float]] = []
    wait: Callable[[], Awaitable[tuple[float, float]]]
    for name in options.only:
        for tabs in options.tabs:
            wait = partial(measure, watch, name, tabs, options.seconds)
            worst.append(await wait())
            longest, grown = worst[-1]
            print(f"{name:26s} {tabs:2d} tabs  {longest:6.2f} s  {grown:+6.0f} MB", flush=True)
    if options.only == [*INPUTS]:
        taken, grown = await flood(watch)
        print(
            f"{'uploads that no page reads':26s} {taken} of 40 taken  {grown:+6.0f} MB", flush=True
        )
        gone = await abandoned(watch, 120.0)
        print(f"a file behind two abandoned readings: {gone:.1f} s", flush=True)
    print(
        f"longest wait {max(w for w, _ in worst):.2f} s, growth {max(g for _, g in worst):.0f} MB"
    )
    for task in watch.tasks:
        task.cancel()
    await clicker.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=[*INPUTS], default=[*INPUTS])
    parser.add_argument("--tabs", type=int, nargs="*", default=[1, 10])
    parser.add_argument("--seconds", type=float, default=30.0, help="after which they leave")
    asked = parser.parse_args()
    with Server() as own:
        asyncio.run(main(asked, own))
