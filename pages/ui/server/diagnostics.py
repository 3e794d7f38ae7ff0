"""What the server is doing, for whoever runs it: `?debug=1` shows it below every page.

It stays for the visit, until `?debug=0`; the address and links do not have the word.
"""

import os
import platform
import resource
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import version

import streamlit as st

from pages.state.server.budget import CacheSize, cache_sizes, limit
from pages.state.server.processes import QUEUE
from pages.ui.board.board_state import boards_used
from pages.ui.server.jobs import ALL_JOBS
from pages.ui.server.keeper import keeper
from pages.ui.server.observed import RunTimes, fragment, run_seconds
from pages.ui.server.turns import TURNS
from pages.ui.static.files import are_served
from pages.ui.visit.visit import remembered
from svmcore.optim.memory import taken

WORD = "debug"
TITLE, AGAIN = "Diagnostics", "Look again"
LIBRARIES = ("streamlit", "numpy", "scipy", "scikit-learn", "plotly", "pandas")
SENT = "sent with every message, since this server gives out no files"
Lines = Callable[[], Iterable[str]]


@dataclass
class Asked:
    """Whether the panel was asked for."""

    on: bool = False


def listen() -> None:
    """Take note of the word in the address, before the address is written anew without it."""
    if WORD in st.query_params:
        remembered(Asked).on = st.query_params[WORD] != "0"


def diagnostics() -> None:
    """The panel, where it was asked for."""
    if remembered(Asked).on:
        _panel()


@fragment
def _panel() -> None:
    with st.container(key="diagnostics"):
        st.markdown(f"**{TITLE}**")
        st.code(report(), language=None)
        st.button(AGAIN, key="diagnostics_again")


def report() -> str:
    """All sections, each with its lines."""
    return "\n".join(report_of(name) for name in SECTIONS)


def report_of(name: str) -> str:
    """One section."""
    return f"{name}\n" + "".join(f"  {line}\n" for line in SECTIONS[name]())


def versions() -> Iterable[str]:
    """The versions of Python and of the libraries."""
    yield f"Python {platform.python_version()}"
    yield from (f"{name} {version(name)}" for name in LIBRARIES)


def runs() -> Iterable[str]:
    """How long this run has taken so far, and the last ones of this visit."""
    yield f"this one so far: {1000.0 * run_seconds():,.0f} ms"
    last = remembered(RunTimes).last
    yield from (f"{what}: {ms:,.0f} ms" for what, ms in reversed(last))


def cached() -> Iterable[str]:
    """What is held for all visits, in bytes."""
    known = _caches()
    yield f"all: {sum(one.bytes for one in known):,} bytes"
    yield from (f"{one.name}: {one.results:,} results, {one.bytes:,} bytes" for one in known)


# it takes up to a second, which nobody may ask for at will
@st.cache_data(ttl=10.0, show_spinner=False)
def _caches() -> tuple[CacheSize, ...]:
    return cache_sizes()


def kept() -> Iterable[str]:
    """What this visit keeps."""
    boards = boards_used()
    yield f"boards of this one: {len(boards)}"
    yield f"steps to undo: {sum(len(one.history.past) for one in boards.values()):,}"


def working() -> Iterable[str]:
    """The jobs beside pages, and the runs of pages that wait for their turn."""
    running, waiting = QUEUE.counts()
    yield f"jobs: {sum(job.running for job in tuple(ALL_JOBS))} running"
    yield f"processes: {running} running, {waiting} waiting, {QUEUE.at_once} at most"
    yield f"runs that wait for their turn: {TURNS.waiting}"


def process() -> Iterable[str]:
    """The server's process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 1 if sys.platform == "darwin" else 1024
    yield f"memory: {taken().resident:,} bytes, before the first visitor {keeper().rest:,}"
    yield f"most memory so far: {used.ru_maxrss * unit:,} bytes"
    yield f"what may be held for visitors: {limit():,} bytes"
    yield f"processor time: {used.ru_utime + used.ru_stime:,.1f} s"
    yield f"scripts and styles: {'files that browsers keep' if are_served() else SENT}"
    yield f"threads: {threading.active_count()}, processors: {os.cpu_count()}"


# what others add here is shown, too: a name, and what gives its lines
SECTIONS: dict[str, Lines] = {
    "Versions": versions,
    "Runs of this visit": runs,
    "Caches": cached,
    "This visit": kept,
    "Jobs": working,
    "Process": process,
}
