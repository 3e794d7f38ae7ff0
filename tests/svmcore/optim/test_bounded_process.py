"""How many jobs fit into the memory there is, and what each of them may have."""

import os
import subprocess
import sys

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from svmcore import SVC, SVR, LinearSVC, LinearSVR
from svmcore.estimators import kernel_estimator, linear, linear_svr
from svmcore.optim import bounded_process
from svmcore.optim.bounded_process import (
    LIBRARIES,
    RESIDENT,
    SERVER,
    jobs_that_fit,
    memory_words,
    total_memory,
)
from svmcore.optim.threads import one_thread

MIB = 2**20


@pytest.mark.parametrize(
    ("total", "cpus", "at_once", "work", "words"),
    [
        (None, 1, 2, 1_000_000_000, "1 GB"),
        (None, 4, 4, 1_000_000_000, "1 GB"),
        (512 * MIB, 2, 1, 400_000_000, "400 MB"),
        (1_000_000_000, 4, 1, 450_000_000, "450 MB"),
        (1024 * MIB, 2, 1, 1024 * MIB - 550_000_000, "524 MB"),
        (2048 * MIB, 2, 1, 1_000_000_000, "1 GB"),
        (4096 * MIB, 2, 2, 1_000_000_000, "1 GB"),
        (4096 * MIB, 8, 3, 1_000_000_000, "1 GB"),
        (64_000 * MIB, 8, 8, 1_000_000_000, "1 GB"),
    ],
)
def test_jobs_fit_into_the_memory_there_is(total, cpus, at_once, work, words):
    found = jobs_that_fit(total, cpus)
    assert found == (at_once, LIBRARIES + work)
    assert memory_words(found.each) == words
    if total is not None and total >= 1_000_000_000:
        assert SERVER + at_once * (RESIDENT + work) <= total


def test_a_container_has_the_memory_it_may_have(tmp_path, monkeypatch: pytest.MonkeyPatch):
    limit = tmp_path / "memory.max"
    monkeypatch.delenv("SVM_MEMORY_MB", raising=False)
    monkeypatch.setattr(bounded_process, "LIMITS", (str(limit), str(tmp_path / "none")))
    machine = total_memory()
    limit.write_text("max\n")
    assert total_memory() == machine
    limit.write_text("123456789\n")
    assert total_memory() == 123456789
    monkeypatch.setenv("SVM_MEMORY_MB", "1024")
    assert total_memory() == 1_024_000_000


@pytest.mark.parametrize("told", ["4GB", "abc", "-5", "0", "1.5", "²", "9" * 5000])
def test_memory_that_is_no_number_of_megabytes_is_ignored_and_logged(told, monkeypatch, caplog):
    monkeypatch.delenv("SVM_MEMORY_MB", raising=False)
    usual = total_memory()
    monkeypatch.setenv("SVM_MEMORY_MB", told)
    bounded_process._log_ignored.cache_clear()
    assert total_memory() == total_memory() == usual
    [record] = caplog.records
    text = repr(told[:100])
    sentence = f"SVM_MEMORY_MB must be whole megabytes, such as 2000, got {text}: it is ignored"
    assert record.getMessage() == sentence


def test_a_wrong_environment_breaks_no_import_and_scikit_learn_is_loaded_on_first_use():
    """Not even where every warning is an error."""
    wrong = os.environ | {"SVM_MEMORY_MB": "4GB", "SVM_BLAS_THREADS": "many"}
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
    assert "SVM_MEMORY_MB must be" in run.stderr
    assert "SVM_BLAS_THREADS must be" in run.stderr


def test_a_bounded_process_knows_what_it_has_and_what_it_may_still_take():
    """In a new process: others may give back memory of this one meanwhile."""
    code = """if True:
        import numpy as np
        from svmcore.optim.bounded_process import MOST_MEMORY, limit_memory, resident, spare_memory
        print(spare_memory())
        limit_memory()
        first, before = spare_memory(), resident()
        taken = np.empty(25_000_000)
        print(first < MOST_MEMORY, first - spare_memory(), resident() - before)
        taken[:] = 1.0
        print(resident() - before)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    free, below, less, taken, written = run.stdout.split()
    assert (free, below) == ("inf", "True")
    assert float(less) == pytest.approx(200_000_000, rel=0.02)
    assert float(taken) < 20_000_000
    assert float(written) == pytest.approx(200_000_000, rel=0.1)


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
