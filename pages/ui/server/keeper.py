"""The memory of the server: sessions that nobody came back to end, and too much is given back.

What may be held is in `pages.state.server.budget`. A thread looks every `EVERY` seconds; the page
Data asks for room before it takes up a table.
"""

import gc
import time
from collections.abc import Iterator
from functools import partial
from threading import Lock, Thread

import streamlit as st

from pages.state.server import log
from pages.state.server.budget import (
    Caches,
    Holding,
    Rank,
    given_back,
    large_blocks_apart,
    limit,
    to_system,
)
from pages.ui.streamlit_internals import end_closed_sessions, forget_upload, unread_uploads
from pages.ui.table.table_bytes import holdings
from pages.ui.table.visitor_table import all_tables
from svmcore.optim.memory import taken

EVERY = 10.0  # seconds
GROWN = 1.05  # times as large the process is when what is free is returned to the system again
UNREAD = 60.0  # seconds after which an uploaded file that no page has read may be given back


@st.cache_resource(show_spinner=False)
def keeper() -> "MemoryKeeper":
    """The one of this server; what the process takes when it is made counts as nobody's."""
    return MemoryKeeper(taken().resident)


class MemoryKeeper:
    """Frees memory that is held for visitors.

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

    def begin(self) -> None:
        """Look every `EVERY` seconds from now on, as long as the server is there."""
        large_blocks_apart()
        Thread(target=self._look_again, daemon=True).start()

    def _look_again(self) -> None:
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
        closed = end_closed_sessions()
        ended = closed is not None and closed.ended > 0
        self._held(0 if closed and ended and not closed.left else limit())
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
        gc.collect()  # a visit and its boards refer to each other: those that ended still count
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
        uploads = list(unread_uploads())
        self._came = {upload.file: self._came.get(upload.file, now) for upload in uploads}
        for upload in uploads:
            came = self._came[upload.file]
            back = partial(forget_upload, upload) if now - came >= UNREAD else None
            yield Holding(upload.size, came, Rank.SPARE, back)
