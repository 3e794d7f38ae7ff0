"""How many threads BLAS has while a model is trained or asked: one, or as many as the user says.

Two threads on two cores were measured to make training 1.2 to 1.5 times slower than one, for 500
points as for 20,000. BLAS knows one number of threads for the whole process: other Python threads
have the limit too, as long as it lasts.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import lru_cache, wraps
from numbers import Integral
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_chosen: ContextVar[int | None] = ContextVar("blas_threads", default=1)


@lru_cache(maxsize=1)
def _libraries() -> Any:
    """What is loaded when it is first asked for: whoever trains has loaded NumPy and SciPy."""
    from threadpoolctl import ThreadpoolController  # comes with scikit-learn

    return ThreadpoolController().select(user_api="blas")


@contextmanager
def blas_threads(n: int | None) -> Iterator[None]:
    """A context, or a decorator: BLAS has `n` threads, in `fit` and `predict` as well.

    Outside of it the estimators give BLAS one thread while they train and predict.

    Parameters
    ----------
    n : int >= 1, or None to leave BLAS as it is

    Raises
    ------
    ValueError
        If `n` is neither.

    Examples
    --------
    >>> import svmcore
    >>> with svmcore.blas_threads(2):
    ...     model = svmcore.SVC().fit([[0.0], [1.0]], [0, 1])
    """
    number = isinstance(n, Integral) and not isinstance(n, bool) and n >= 1
    if not (number or n is None):
        raise ValueError(f"n must be a whole number >= 1 or None, got {n!r}")
    token = _chosen.set(n)
    try:
        with limited_blas():
            yield
    finally:
        _chosen.reset(token)


def limited_blas() -> AbstractContextManager[Any]:
    """The context in which BLAS has as many threads as `blas_threads` says: one by default.

    Nothing is done where it has so many already.
    """
    n = _chosen.get()
    if n is None:
        return nullcontext()
    libraries = _libraries()
    if all(library.num_threads == n for library in libraries.lib_controllers):
        return nullcontext()
    limited: AbstractContextManager[Any] = libraries.limit(limits=n)
    return limited


def one_thread(function: Callable[P, R]) -> Callable[P, R]:
    """The function, run in `limited_blas`: with one thread unless the user has chosen others."""

    @wraps(function)
    def limited(*args: P.args, **kwargs: P.kwargs) -> R:
        with limited_blas():
            return function(*args, **kwargs)

    return limited
