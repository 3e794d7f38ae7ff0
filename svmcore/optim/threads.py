"""Limit BLAS to one thread: on matrices of this size it is faster than several.

Training and prediction have the same limit. BLAS knows one number of threads for the whole process:
while a model is trained or asked, other Python threads have this limit, too. The environment
variable `SVM_BLAS_THREADS` sets another number; 0 leaves BLAS alone.
"""

import logging
import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

BLAS_THREADS = "SVM_BLAS_THREADS"
P = ParamSpec("P")
R = TypeVar("R")


def setting(name: str, least: int, meaning: str) -> int | None:
    """The whole number >= `least` that the environment variable `name` holds; None if not set.

    Another value is ignored, which is logged: an import must not fail because of it.
    """
    text = os.environ.get(name, "")
    if text == "":
        return None
    if text.isascii() and text.isdecimal() and len(text) <= 15 and int(text) >= least:
        return int(text)
    _log_ignored(name, text, meaning)
    return None


@lru_cache(maxsize=8)  # each value once
def _log_ignored(name: str, text: str, meaning: str) -> None:
    logging.getLogger(__name__).warning(
        "%s must be %s, got %r: it is ignored", name, meaning, text[:100]
    )


@lru_cache(maxsize=1)
def _libraries() -> Any:
    """What is loaded when it is first asked for: whoever trains has loaded NumPy and SciPy."""
    from threadpoolctl import ThreadpoolController  # comes with scikit-learn

    return ThreadpoolController().select(user_api="blas")


def one_blas_thread() -> AbstractContextManager[Any]:
    """The context in which BLAS has one thread, or as many as `SVM_BLAS_THREADS` says.

    Nothing is done where it has so many already.
    """
    asked = setting(BLAS_THREADS, 0, "a number of threads, such as 1, or 0 for no limit")
    threads = 1 if asked is None else asked
    libraries = _libraries()
    if threads == 0 or all(one.num_threads == threads for one in libraries.lib_controllers):
        return nullcontext()
    limited: AbstractContextManager[Any] = libraries.limit(limits=threads)
    return limited


def one_thread(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with BLAS limited to one thread while it runs.

    Two threads on two cores were measured to make training 1.2 to 1.5 times slower, for 500 points
    as for 20,000.
    """

    @wraps(function)
    def limited(*args: P.args, **kwargs: P.kwargs) -> R:
        with one_blas_thread():
            return function(*args, **kwargs)

    return limited
