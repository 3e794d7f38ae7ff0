"""The server of a load test: started and ended, and what it takes of the machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from tests.e2e.server import spawn, stop, wait_until_healthy
from tests.helpers import ROOT

TICKS = os.sysconf("SC_CLK_TCK")
MB = 1e6


class Taken(NamedTuple):
    """Seconds of processor time so far, and megabytes now: of a process, and of all its own."""

    seconds: float
    memory: float
    with_children: float


NOTHING = Taken(0.0, 0.0, 0.0)


class Server:
    """A server: the one at an address, or one of its own while the context lasts."""

    def __init__(self, address: str = "", pids: Sequence[int] = ()) -> None:
        self.address = address.rstrip("/")
        self._pids = list(pids)
        self._process: Popen | None = None

    def __enter__(self) -> Self:
        if not self.address:
            self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            stop(self._process)

    def start(self) -> None:
        """Start its own server, where it was before if it was killed, and wait until it answers."""
        port = urlsplit(self.address).port if self.address else None
        self.address, self._process = spawn(ROOT / "app.py", port=port)
        wait_until_healthy(self.address, self._process)
        self._pids = [self._process.pid]

    def kill(self) -> None:
        """End its own server as a failure of the machine would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def taken(self) -> Taken:
        """What all its processes take; nothing where they are not known."""
        found = [taken(pid) for pid in self._pids]
        return Taken(*(sum(values) for values in zip(*found, strict=True))) if found else NOTHING


def taken(pid: int) -> Taken:
    """What a process takes; processes that it has started count for the time too."""
    own = _family(pid)
    seconds = sum(_seconds(one) for one in own) + _seconds_of_ended(pid)
    return Taken(seconds, resident(pid), sum(resident(one) for one in own))


def _family(pid: int) -> list[int]:
    """A process and those it has started; one that runs no program of its own yet has the memory of
    its parent, which would count twice.
    """
    found, program = [pid], _read(Path(f"/proc/{pid}/cmdline"))
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _read(task).split():
            if _read(Path(f"/proc/{child}/cmdline")) != program:
                found += _family(int(child))
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it has ended meanwhile
        return ""


def _fields(pid: int) -> list[str]:
    return _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()


def _seconds(pid: int) -> float:
    fields = _fields(pid)
    return (int(fields[11]) + int(fields[12])) / TICKS if fields else 0.0


def _seconds_of_ended(pid: int) -> float:
    fields = _fields(pid)
    return (int(fields[13]) + int(fields[14])) / TICKS if fields else 0.0


def resident(pid: int, what: str = "VmRSS") -> float:
    """MB of a process that are in memory now, or (`VmHWM`) were at most; 0 if it has ended."""
    for line in _read(Path(f"/proc/{pid}/status")).splitlines():
        if line.startswith(what + ":"):
            return 1024.0 * float(line.split()[1]) / MB
    return 0.0
