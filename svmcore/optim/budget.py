"""What may end training before its tolerance is reached: a time limit, and who looks on.

Every loop that can take longer than a tenth of a second asks `spent` once an iteration, or
`out_of_time` in between, and ends as at the last of its iterations: with the best it has.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

LOOK_STEPS = 64  # of a loop whose steps take microseconds: from one look at the time to the next
Callback = Callable[[int, float], object]


@dataclass
class Budget:
    """The time at which training ends, on the clock of `time.monotonic`, and who looks on."""

    end: float
    callback: Callback | None
    n_iter: int = 0


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def budget(time_limit: float | None, callback: Callback | None = None) -> Iterator[None]:
    """Bound the time of what is trained inside: to `time_limit` seconds, None for any number.

    callback : is called after every iteration with the number of iterations so far, of all
        methods and models, and with the error that the method at work knows
    """
    token = _budget.set(None)
    if time_limit is not None or callback is not None:
        end = float("inf") if time_limit is None else time.monotonic() + time_limit
        _budget.set(Budget(end, callback))
    try:
        yield
    finally:
        _budget.reset(token)


def out_of_time() -> bool:
    """Whether training is to end now."""
    current = _budget.get()
    return current is not None and time.monotonic() >= current.end


def spent(error: float) -> bool:
    """Count an iteration with this error, and tell whether training is to end now."""
    current = _budget.get()
    if current is None:
        return False
    current.n_iter += 1
    if current.callback is not None:
        current.callback(current.n_iter, float(error))
    return time.monotonic() >= current.end
