"""Work for processes of their own, which load this file: it imports nothing heavy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool


def killed(*_) -> Iterator[int]:
    """A process that the system ends."""
    os.kill(os.getpid(), signal.SIGKILL)
    yield 0


def counting(n: int) -> Iterator[int]:
    """The numbers below n, of a library that prints."""
    print("a library says something", flush=True)
    yield from range(n)


def hungry(_) -> Iterator[int]:
    """More memory than there may be."""
    yield 1
    yield len(bytearray(2_000_000_000))


def endless(_) -> Iterator[tuple[int, int]]:
    """A process that has started another one: the numbers of both, and no end."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield os.getpid(), child.pid
    while True:
        time.sleep(0.05)


def busy(_) -> Iterator[int]:
    """Work that computes without an end and tells nothing."""
    while sys.platform:
        pass
    yield 0


def failing(_) -> Iterator[int]:
    """Work with an error that nobody foresaw."""
    yield 1
    raise KeyError("x")


def broken(_) -> Iterator[int]:
    """Work whose own processes were ended by the system."""
    yield 1
    raise BrokenProcessPool
