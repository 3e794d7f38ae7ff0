"""Calls carried out by joblib: in this process, in a few of this machine, or on a cluster.

Where, `joblib.parallel_config` says. Results come as they end, and nobody is left working.
"""

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, NamedTuple

from joblib import Parallel, delayed
from joblib.externals.loky import get_reusable_executor
from joblib.parallel import get_active_backend


class Call(NamedTuple):
    """A function of a module and its arguments: what can travel."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class _Local:
    """How many runs use this machine's processes, which joblib shares between them."""

    def __init__(self) -> None:
        self.lock, self.runs = threading.Lock(), 0

    def __enter__(self) -> None:
        with self.lock:
            self.runs += 1

    def __exit__(self, *error: object) -> None:
        """End the processes with the last run: idle ones would keep some 100 MB each."""
        with self.lock:
            self.runs -= 1
            if self.runs == 0:
                get_reusable_executor(reuse=True).shutdown(wait=True)


LOCAL = _Local()


def finished(
    calls: Sequence[Call], workers: int | None = None
) -> Generator[tuple[int, Any], None, None]:
    """(number, result) of each call, in the order in which they end.

    workers : how many at a time; None for what `joblib.parallel_config` says at this moment, which
    is one, in this process, where nobody said anything, and all of them on a dask cluster. An
    iterator that is closed takes up no further call, waits for the few that have begun (joblib
    itself would kill processes, and with them another visitor's run), and ends the processes.

    Raises what a call raises.
    """
    # made now and not when the iterator is first asked: the configuration of the moment counts
    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", batch_size=1)
    backend, configured = get_active_backend()
    jobs = configured if workers is None else workers
    local = type(backend).__name__ == "LokyBackend" and jobs not in (None, 1)
    return _finished(parallel, calls, local)


def _finished(
    parallel: Parallel, calls: Sequence[Call], local: bool
) -> Generator[tuple[int, Any], None, None]:
    stopped = threading.Event()

    def handed_out() -> Iterator[Any]:
        for number, call in enumerate(calls):
            if stopped.is_set():
                return
            yield delayed(_numbered)(number, call)

    with LOCAL if local else nullcontext():
        results = parallel(handed_out())
        try:
            while (result := next(results, None)) is not None:  # `yield from` would close joblib's
                yield result
        finally:
            stopped.set()
            for _ in results:
                pass


def _numbered(number: int, call: Call) -> tuple[int, Any]:
    return number, call.function(*call.arguments)
