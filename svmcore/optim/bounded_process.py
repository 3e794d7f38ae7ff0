"""Python processes of bounded memory, beside the one that starts them."""

import os
import sys
from contextlib import suppress
from pathlib import Path

MOST_MEMORY = 1_500_000_000  # bytes of addresses, of which the libraries take a third

BEHIND = 10  # how far work stands back: a tenth of the time of who does not, where both want all


def python_environment() -> dict[str, str]:
    """The environment of a process that finds the same modules and computes in one thread."""
    where = {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"}
    return os.environ | where


def limit_memory() -> None:
    """Bound the addresses of this process, where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def behind_others() -> None:
    """Compute while the processes of whoever waits for an answer leave a processor free."""
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, max(BEHIND, os.getpriority(os.PRIO_PROCESS, 0)))
        # Linux may share the time out among sessions first, and this process has one of its own
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text(str(BEHIND), encoding="ascii")
