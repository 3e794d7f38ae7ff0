"""The numerical library is asked to work alone while a machine is trained."""

import numpy as np
from threadpoolctl import threadpool_info, threadpool_limits

from svmcore.engine.threads import one_thread


def blas_threads():
    return {
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    }


def test_one_thread_while_it_runs_and_as_many_as_before_after():
    inside = one_thread(lambda scale: (blas_threads(), scale * np.eye(2)))
    with threadpool_limits(2, user_api="blas"):
        assert blas_threads() == {2}
        threads, result = inside(scale=3.0)
        assert blas_threads() == {2}
    assert threads == {1}
    assert result[1, 1] == 3.0
