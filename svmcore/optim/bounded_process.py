"""Python processes of bounded memory, beside the one that starts them."""

import os
import sys

MOST_MEMORY = 1_500_000_000  # bytes of addresses, of which the libraries take a third


def python_environment() -> dict[str, str]:
    """The environment of a process that finds the same modules and computes in one thread."""
    where = {"PYTHONPATH": os.pathsep.join(sys.path), "OPENBLAS_NUM_THREADS": "1"}
    return os.environ | where


def limit_memory() -> None:
    """Bound the addresses of this process, where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
