"""The memory of the server: sessions that nobody came back to end, and too much is given back.

What may be held is in `pages.state.budget`. A thread looks every `EVERY` seconds; the page Data
asks for room before it takes up a table.
"""

import time
from collections.abc import Iterator
from threading import Lock, Thread
from typing import Any

import streamlit as st

from pages.state import log
from pages.state.budget import (
    Caches,
    Holding,
    Rank,
    given_back,
    large_blocks_apart,
    limit,
    to_system,
)
from pages.ui.presence import end_closed, server
from pages.ui.table_memory import holdings
from pages.ui.table_session import all_tables
from svmcore.optim.memory import taken

EVERY = 10.0  # seconds
GROWN = 1.05  # times as large the process is when what is free is returned to the system again
UNREAD = 60.0  # seconds after which an uploaded file that no page has read may be given back


@st.cache_resource(show_spinner=False)
def keeper() -> "MemoryKeeper":
    """The one of this server; what the process takes when it is made counts as nobody's."""
    found = MemoryKeeper(taken().resident)
    if server() is not None:
        large_blocks_apart()
        Thread(target=found.look_again, daemon=True).start()
    return found


class MemoryKeeper:
    """The one that gives back.

    rest : bytes of the process before the first visitor
    """

    def __init__(self, rest: int) -> None:
        self.rest = rest
        self._lock = Lock()
        self._caches = Caches()
        self._came: dict[str, float] = {}  # when each uploaded file was first seen
        self._returned = 0  # bytes of the process after it was last returned to the system

    def room(self, size: int) -> bool:
        """Whether so many bytes more may be held; for that, others are given back."""
        return self._held(limit() - size) + size <= limit()

    def look_again(self) -> None:
        """Look every `EVERY` seconds, as long as the server is there."""
        while True:
            time.sleep(EVERY)
            try:
                self.look()
            except Exception as error:  # of Streamlit's inner parts, say: the next may do better
                log.failed(error, what="memory")

    def look(self) -> None:
        """End what is over, give back what is too much, and to the system what is free.

        Where nobody is left, all of it is given back.
        """
        found = end_closed()
        ended = found is not None and found.ended > 0
        self._held(0 if ended and not found.left else limit())
        if ended or taken().resident > GROWN * self._returned:
            to_system(collect=ended)
            self._returned = taken().resident

    def _held(self, most: int) -> int:
        """How many bytes are held, by the growth of the process or, where that is more, counted.

        If they are more than `most`, some are given back.
        """
        grown = taken().resident - self.rest
        if grown <= most:
            return max(0, grown)  # counting takes a third of a second
        now = time.monotonic()
        with self._lock:
            held = [*self._caches.holdings(now), *self._uploads(now)]
            for one in all_tables():
                held += holdings(one, now)
            counted = sum(one.size for one in held)
            left = given_back(held, most, now)
            held.clear()  # they refer to what was given back, which is not free before
        if left < counted:
            to_system()
            self._returned = taken().resident
        return left

    def _uploads(self, now: float) -> Iterator[Holding]:
        """The files that were sent and that no page has read."""
        files = getattr(getattr(server(), "uploaded_file_mgr", None), "file_storage", {})
        there = [(who, one) for who, each in list(files.items()) for one in list(each.values())]
        self._came = {one.file_id: self._came.get(one.file_id, now) for _, one in there}
        for who, one in there:
            came = self._came[one.file_id]
            back = _forget(who, one.file_id) if now - came >= UNREAD else None
            yield Holding(len(one.data), came, Rank.SPARE, back)


def _forget(who: str, file: str) -> Any:
    return lambda: server().uploaded_file_mgr.remove_file(who, file)
