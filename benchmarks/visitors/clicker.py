"""A visitor who adds points, one every few seconds, and knows which of them the server has taken.

The click travels as the canvas sends it: with a sequence number, in one message at a time, and once
more where no answer comes (see `pages/ui/canvas/js/store.js`). It is answered by the picture whose
header has that number: the one in which the browser shows the point. At the end the points of the
last picture are compared with those that were clicked.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException

from benchmarks.visitors.tab import Tab

PLACED = 1_000_000  # ids from here on are points that were placed
BLOCK = 40  # clicks, after which a clicker takes its points away: a student starts anew
RESEND, RESEND_RUNNING = 3.0, 20.0  # seconds
GRID = 50  # places in a row: 0.1 apart, so that points of two clicks are told apart
NEAR = 0.03  # data units between a click and its point


@dataclass
class Click:
    """A click: where, when, and after how many seconds the picture showed it."""

    place: tuple[float, float]
    at: float
    took: float | None = None


@dataclass
class Clicker(Tab):
    """A tab in which somebody clicks; `name` makes its places its own.

    clicks : all of them. lost, doubled : points that are not in the picture, or there twice.
    resent : messages that were sent again. comes_back : whether it connects again when cut off.
    """

    name: int = 0
    clicks: list[Click] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    resent: int = 0
    comes_back: bool = False
    _block: list[Click] = field(default_factory=list)
    _pending: list[dict] = field(default_factory=list)
    _waiting: dict[int, Click] = field(default_factory=dict)
    _seq: int = 0
    _sent: int = 0
    _acked: int = 0
    _sid: str = ""
    _sent_at: float = 0.0
    _tries: int = 0
    _messages: int = 0

    async def start(self) -> None:
        """Open the page; returns when its first run has ended."""
        await self.open()
        await self.until(lambda: self.picture is not None and self.finished)

    async def work(self, until: float, every: float, lot: random.Random) -> None:
        """Click until that time, on the clock `time.monotonic`; `every`: seconds on average."""
        due = time.monotonic() + every * lot.random()
        while due < until:
            await self._watch(due)
            await self.click()
            if len(self._block) == BLOCK:
                await self.settle()
                await self._begin_anew()
            due = max(due, time.monotonic() - every) + every * lot.uniform(0.7, 1.3)
        await self._watch(until)

    @property
    def on_their_way(self) -> list[Click]:
        """Clicks that are not answered yet."""
        return list(self._waiting.values())

    async def click(self) -> None:
        """Add a point."""
        k = (len(self.clicks) * 7919 + self.name * 104729) % GRID**2
        place = (round(-2.45 + 0.1 * (k % GRID), 3), round(-2.45 + 0.1 * (k // GRID), 3))
        click = Click(place, time.monotonic())
        self.clicks.append(click)
        self._block.append(click)
        self._queue(click)
        await self._flush_if_idle()

    async def settle(self, seconds: float = 60.0) -> None:
        """Wait for all answers, and look which points there are."""
        end = time.monotonic() + seconds
        while self._pending and time.monotonic() < end:
            await self._watch(time.monotonic() + 0.25)
        self.judge()

    def judge(self) -> None:
        """Compare the points of the last picture with the clicks since the last time."""
        placed = [] if self.picture is None else _placed(self.picture.points())
        found = Counter(_cell(place) for place in placed)
        wanted = Counter(_cell(click.place) for click in self._block)
        self.lost += (wanted - found).total()
        self.doubled += (found - wanted).total()
        self._block = []

    def acknowledged(self) -> None:
        """A picture has come: it answers clicks, and the next message may go."""
        header = self.picture.header
        if header["sid"] != self._sid:  # another session of the server: see `storeFor`
            self._sid, self._acked = header["sid"], header["ack"]
            self._seq = self._sent = header["ack"]
            self._pending.clear()
            self._waiting.clear()
            self._again()
        if header["ack"] > self._acked:
            self._acked, self._tries = header["ack"], 0
        self._pending = [event for event in self._pending if event["seq"] > self._acked]
        for seq in [seq for seq in self._waiting if seq <= self._acked]:
            click = self._waiting.pop(seq)
            click.took = self.picture.came - click.at
        if self._pending and self._sent <= self._acked:
            self._soon = asyncio.ensure_future(self._flush_if_idle())

    def _queue(self, click: Click) -> None:
        """Give a click a number, by which it is answered."""
        self._seq += 1
        self._waiting[self._seq] = click
        side = (click.place[0] > 0) != (self._seq % 5 == 0)  # most on one side of a line
        event = {"seq": self._seq, "s": self._seq, "t": "add", "p": [click.place], "c": int(side)}
        self._pending.append(event)

    def _again(self) -> None:
        """What the picture of a new session lacks is sent to it once more, as the page does."""
        assert self.picture is not None
        there = {_cell(place) for place in _placed(self.picture.points())}
        for click in self._block:
            if _cell(click.place) not in there:
                self._queue(click)

    async def _begin_anew(self) -> None:
        ids = [one for one in self.picture.header["ids"] if one >= PLACED]
        self._seq += 1
        self._pending.append({"seq": self._seq, "s": self._seq, "t": "delete", "ids": ids})
        await self._flush_if_idle()

    async def _watch(self, until: float) -> None:
        """Wait, and send again what was not answered in time."""
        while (left := until - time.monotonic()) > 0.0:
            await asyncio.sleep(min(left, 0.5))
            if self.cut and self.comes_back:
                await self._return()
            patience = (RESEND_RUNNING if self.running else RESEND) * 2 ** min(self._tries, 4)
            if self._sent > self._acked and time.monotonic() - self._sent_at > patience:
                self._tries += 1
                self.resent += 1
                await self._flush()

    async def _return(self) -> None:
        """Connect again, with the link in the address bar, as soon as the server is there."""
        try:
            await self.open()
        except (OSError, WebSocketException, TimeoutError):
            return  # at the next look
        self.errors.clear()  # the cut was meant

    async def _flush_if_idle(self) -> None:
        if self._sent <= self._acked:
            await self._flush()

    async def _flush(self) -> None:
        if not self._pending or self.picture is None:
            return
        self._sent, self._sent_at = self._pending[-1]["seq"], time.monotonic()
        self._messages += 1
        log = {"sid": self._sid, "ev": self._pending, "live": False, "n": self._messages}
        state = json.dumps({"log": log})
        await self.run(fragment=self.picture.fragment, **{self.picture.element: state})


def _placed(points: dict[int, tuple[float, float]]) -> list[tuple[float, float]]:
    return [place for one, place in points.items() if one >= PLACED]


def _cell(place: tuple[float, float]) -> tuple[int, int]:
    """The place of the grid that is nearest."""
    x, y = (round((one + 2.45) / 0.1) for one in place)
    near = max(abs(place[0] + 2.45 - 0.1 * x), abs(place[1] + 2.45 - 0.1 * y)) < NEAR
    return (x, y) if near else (-1, -1)
