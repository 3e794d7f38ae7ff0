"""The numerical library is asked to work alone while a machine is trained."""

import numpy as np
from threadpoolctl import threadpool_info, threadpool_limits

from svmcore.optim.threads import one_thread


def blas_threads():
    """By library; one that came with another package may have a single thread for good."""
    libraries = [one for one in threadpool_info() if one["user_api"] == "blas"]
    return {one["filepath"]: one["num_threads"] for one in libraries}


def test_one_thread_while_it_runs_and_as_many_as_before_after():
    inside = one_thread(lambda scale: (blas_threads(), scale * np.eye(2)))
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        threads, result = inside(scale=3.0)
        assert blas_threads() == before
    assert 2 in before.values()
    assert set(threads.values()) == {1}
    assert result[1, 1] == 3.0
