"""How much memory this process has taken, and may still take."""

import math
import sys
from contextlib import suppress
from mmap import PAGESIZE
from pathlib import Path
from typing import NamedTuple

STATM = Path("/proc/self/statm")  # pages of addresses, and how many of them are in memory
LIBRARIES = 500_000_000  # bytes of addresses that SciPy and scikit-learn take before any work


class Taken(NamedTuple):
    """Bytes of this process: of addresses, and of them in memory; 0 where the system is silent."""

    addresses: int
    resident: int


def taken() -> Taken:
    """What this process has taken up to now."""
    with suppress(OSError):
        addresses, resident = STATM.read_text().split()[:2]
        return Taken(int(addresses) * PAGESIZE, int(resident) * PAGESIZE)
    return Taken(0, 0)


def spare_memory() -> float:
    """Bytes of addresses that this process may still take; inf where nothing bounds it.

    The bound is RLIMIT_AS: https://man7.org/linux/man-pages/man2/getrlimit.2.html
    """
    if sys.platform == "win32":
        return math.inf
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return math.inf
    return max(0.0, float(limit - (taken().addresses or LIBRARIES)))
