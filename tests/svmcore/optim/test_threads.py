"""BLAS has one thread while a model is trained or asked, and a wrong environment breaks nothing."""

import os
import subprocess
import sys

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from svmcore import SVC, SVR, LinearSVC, LinearSVR
from svmcore.estimators import kernel_estimator, linear, linear_svr
from svmcore.optim.threads import one_thread


def test_a_wrong_environment_breaks_no_import_and_scikit_learn_is_loaded_on_first_use():
    """Not even where every warning is an error."""
    wrong = os.environ | {"SVM_BLAS_THREADS": "many"}
    code = (
        "import sys, svmcore; assert 'sklearn' not in sys.modules; assert 'SVC' in dir(svmcore);"
        "svmcore.SVC().fit([[0.0], [1.0]], [0, 1]); assert 'sklearn' in sys.modules"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=wrong,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "SVM_BLAS_THREADS must be" in run.stderr


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


@pytest.mark.parametrize("kind", [SVC, SVR, LinearSVC, LinearSVR])
def test_fit_and_predict_have_one_thread(kind, monkeypatch):
    """The kernel's matrices too, which are small and many."""
    seen = []

    def kernel(A, B):
        seen.append(blas_threads())
        return A @ B.T

    for module in (linear, linear_svr):
        monkeypatch.setattr(module, "refuse_overflow", lambda own, X: kernel(X, X))
    machine = kind() if kind in (LinearSVC, LinearSVR) else kind(kernel=kernel)
    X = np.array([[0.0], [1.0], [3.0]])
    with threadpool_limits(2, user_api="blas"):
        machine.fit(X, [0, 0, 1])
        before = len(seen)
        monkeypatch.setattr(
            kernel_estimator, "points", lambda *_, **__: seen.append(blas_threads()) or X
        )
        machine.predict(X)
    assert 0 < before < len(seen)
    assert all(set(threads.values()) == {1} for threads in seen)


@pytest.mark.parametrize(("told", "threads"), [("2", 2), ("0", 3), ("", 1), ("two", 1)])
def test_the_environment_says_how_many_threads(told, threads, monkeypatch):
    monkeypatch.setenv("SVM_BLAS_THREADS", told)
    with threadpool_limits(3, user_api="blas"):
        most = max(blas_threads().values())
        assert max(one_thread(blas_threads)().values()) == min(threads, most)
