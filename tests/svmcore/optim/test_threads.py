"""BLAS has one thread while a model is trained or asked, or as many as the user says."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from svmcore import SVC, SVR, LinearSVC, LinearSVR, SubgradientSVC, blas_threads
from svmcore.estimators import base, linear, subgradient
from svmcore.optim.threads import one_thread
from tests.helpers.refusals import refuses


def threads_by_library():
    """By library; one that came with another package may have a single thread for good."""
    libraries = [one for one in threadpool_info() if one["user_api"] == "blas"]
    return {one["filepath"]: one["num_threads"] for one in libraries}


def test_one_thread_while_it_runs_and_as_many_as_before_after():
    inside = one_thread(lambda scale: (threads_by_library(), scale * np.eye(2)))
    with threadpool_limits(2, user_api="blas"):
        before = threads_by_library()
        threads, result = inside(scale=3.0)
        assert threads_by_library() == before
    assert 2 in before.values()
    assert set(threads.values()) == {1}
    assert result[1, 1] == 3.0


@pytest.mark.parametrize("kind", [SVC, SVR, LinearSVC, LinearSVR])
def test_fit_and_predict_have_one_thread(kind, monkeypatch):
    """The kernel's matrices too, which are small and many."""
    seen = []

    def kernel(A, B):
        seen.append(threads_by_library())
        return A @ B.T

    monkeypatch.setattr(linear, "refuse_overflow", lambda own, X: kernel(X, X))
    machine = kind() if kind in (LinearSVC, LinearSVR) else kind(kernel=kernel)
    X = np.array([[0.0], [1.0], [3.0]])
    with threadpool_limits(2, user_api="blas"):
        machine.fit(X, [0, 0, 1])
        before = len(seen)
        monkeypatch.setattr(base, "points", lambda *_, **__: seen.append(threads_by_library()) or X)
        machine.predict(X)
    assert 0 < before < len(seen)
    assert all(set(threads.values()) == {1} for threads in seen)


def test_a_descent_has_one_thread(monkeypatch):
    seen, passes = [], subgradient.passes
    monkeypatch.setattr(
        subgradient, "passes", lambda *given: seen.append(threads_by_library()) or passes(*given)
    )
    with threadpool_limits(2, user_api="blas"):
        SubgradientSVC(max_iter=1).fit([[0.0], [1.0]], [0, 1])
    [threads] = seen
    assert set(threads.values()) == {1}


@pytest.mark.parametrize(("n", "threads"), [(2, 2), (None, 3)])
def test_the_user_says_how_many_threads(n, threads):
    with threadpool_limits(3, user_api="blas"):
        most = max(threads_by_library().values())
        with blas_threads(n):
            assert max(one_thread(threads_by_library)().values()) == min(threads, most)
        assert max(blas_threads(n)(threads_by_library)().values()) == min(threads, most)
        assert max(threads_by_library().values()) == most
        assert max(one_thread(threads_by_library)().values()) == 1


@pytest.mark.parametrize("n", [0, -1, 1.0, True, "2"])
def test_what_is_no_number_of_threads_is_refused(n):
    refuses("n must be a whole number >= 1 or None", lambda: blas_threads(n).__enter__())
