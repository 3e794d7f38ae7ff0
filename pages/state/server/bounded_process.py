"""Python processes of bounded memory, beside the one that starts them."""

import logging
import os
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from svmcore.optim.memory import LIBRARIES

GB = 10**9
SERVER = 350_000_000  # bytes that the server itself needs
LEAST, USUAL = 400_000_000, 1_000_000_000  # bytes of a job, beside those of the libraries
RESIDENT = 200_000_000  # bytes of memory that the libraries take
MEMORY_MB = "SVM_MEMORY_MB"  # the environment's word for the memory that there is
LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class Room(NamedTuple):
    """How many jobs run at a time, and the bytes of addresses that each may have."""

    at_once: int
    each: int


def jobs_that_fit(total: int | None, cpus: int) -> Room:
    """The jobs that fit into `total` bytes beside the server; None where that is not known.

    One for each processor, two at least, of USUAL bytes each beside the libraries. Where these do
    not fit, fewer; and one alone has what is left, LEAST at least.
    """
    most = max(2, cpus)
    if total is None:
        return Room(most, LIBRARIES + USUAL)
    room = total - SERVER
    at_once = max(1, min(most, room // (RESIDENT + USUAL)))
    work = min(USUAL, max(LEAST, room // at_once - RESIDENT))
    return Room(int(at_once), int(LIBRARIES + work))


@lru_cache(maxsize=8)  # each value once
def _log_ignored(text: str) -> None:
    logging.getLogger(__name__).warning(
        "%s must be whole megabytes, such as 2000, got %r: it is ignored", MEMORY_MB, text[:100]
    )


def told_megabytes() -> int | None:
    """The megabytes, at least 1, that `MEMORY_MB` says; None if it is not set.

    Another value is ignored, which is logged: an import must not fail because of it.
    """
    text = os.environ.get(MEMORY_MB, "")
    if text.isascii() and text.isdecimal() and len(text) <= 15 and int(text) >= 1:
        return int(text)
    if text:
        _log_ignored(text)
    return None


def total_memory() -> int | None:
    """Bytes of memory that this program may have: as `MEMORY_MB` says, of its container or machine.

    None where nothing says it.
    """
    if megabytes := told_megabytes():
        return megabytes * 10**6
    found = []
    for name in LIMITS:
        with suppress(OSError, ValueError):  # "max" is no number: there is no limit
            found.append(int(Path(name).read_text()))
    with suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text().splitlines()
        [line] = [line for line in lines if line.startswith("MemTotal:")]
        found.append(1024 * int(line.split()[1]))
    return min(found, default=None)


ROOM = jobs_that_fit(total_memory(), os.cpu_count() or 1)
MOST_MEMORY = ROOM.each  # bytes of addresses


def memory_words(each: int) -> str:
    """What a job may have beside the libraries, as one says it: "1 GB" or "450 MB"."""
    work = each - LIBRARIES
    return f"{work / GB:.2g} GB" if work >= GB else f"{work / 1e6:.0f} MB"


BEHIND = 10  # how far work stands back: a tenth of the time of who does not, where both want all


def python_environment() -> dict[str, str]:
    """The environment of a process that finds the same modules and computes in one thread.

    Arrow's own allocator would reserve a gigabyte of addresses, which are bounded.
    """
    where = {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"}
    return os.environ | where | {"ARROW_DEFAULT_MEMORY_POOL": "system"}


def limit_memory(most: int = MOST_MEMORY) -> None:
    """Bound the addresses of this process to so many bytes, where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_processor_time(most: int) -> None:
    """Let the system end this process by SIGXCPU after so many seconds of processor time."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


def behind_others() -> None:
    """Compute while the processes of whoever waits for an answer leave a processor free."""
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, max(BEHIND, os.getpriority(os.PRIO_PROCESS, 0)))
        # Linux may share the time out among sessions first, and this process has one of its own
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(BEHIND), encoding="ascii")
