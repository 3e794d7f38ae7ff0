"""Long work beside the page: it goes on while the visitor does, and ends when nobody asks for it.

A script that waited for it could not answer what is done to the board meanwhile. So the work runs
in a thread of its own, and the page looks at it twice a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from threading import Event, Thread
from typing import Any

import streamlit as st

from pages.ui import display

PATIENCE = 20.0  # seconds after which work that nobody has asked for is broken off
GRACE = 0.4  # seconds that the page waits at once: short work shows no bar
FAILED = "This failed. Try other points or settings."
EVERY = 0.6  # seconds between two looks

Steps = Generator[Any, None, None]


class Work:
    """Steps that are taken one by one; `latest` is the last, `of` what the work was begun for.

    `wrong` is why it could not be done.
    """

    def __init__(self, of: Any, make: Callable[[], Steps], patience: float = PATIENCE) -> None:
        self.of = of
        self.latest: Any = None
        self.wrong = ""
        self.finished = False
        self.over = Event()
        self._stop = Event()
        self._patience, self._asked = patience, time.monotonic()
        Thread(target=self._run, args=(make,), daemon=True).start()

    def look(self) -> Any:
        """The last step so far; who looks wants the work to go on."""
        self._asked = time.monotonic()
        return self.latest

    def stop(self) -> None:
        """Break it off after the step that is under way."""
        self._stop.set()

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return not self.over.is_set() and not self._stop.is_set()

    @property
    def broken(self) -> bool:
        """Whether it ended before its time."""
        return self.over.is_set() and not self.finished and not self.wrong

    def _run(self, make: Callable[[], Steps]) -> None:
        wrong = FAILED  # unless it ends as foreseen; the server's log says more
        try:
            with closing(make()) as steps:
                self.finished = self._all(steps)
            wrong = ""
        except (ValueError, TypeError) as error:  # what cannot be done says so
            wrong = str(error)
        finally:
            self.wrong = wrong
            self.over.set()

    def _all(self, steps: Iterator[Any]) -> bool:
        for step in steps:
            self.latest = step
            if self._stop.is_set() or time.monotonic() - self._asked > self._patience:
                return False
        return True


def works() -> dict[str, Work]:
    """This session's works, by name."""
    if "evaluation_works" not in st.session_state:
        st.session_state["evaluation_works"] = {}
    kept: dict[str, Work] = st.session_state["evaluation_works"]
    return kept


def begin(name: str, of: Any, make: Callable[[], Steps]) -> Work:
    """Begin a work, in the place of the one that has this name."""
    known = works()
    if name in known:
        known[name].stop()
    known[name] = Work(of, make)
    return known[name]


def watched(draw: Callable[[], None], seen: Callable[[], Any]) -> None:
    """Draw now, and again twice a second while some work is running.

    By itself a fragment is run with what it knew when it was made. So the whole page is run again
    where `seen`, all that it depends on, has become another, or a work has begun or ended.
    """

    def state() -> Any:
        return seen(), tuple(sorted(name for name, one in works().items() if one.running))

    before = state()

    def part() -> None:
        for one in works().values():
            one.look()
        if state() != before:
            st.rerun()
        draw()

    st.fragment(part, run_every=EVERY if before[1] else None)()
    display.write_over()
