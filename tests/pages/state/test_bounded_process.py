"""How many jobs fit into the memory there is, and what each of them may have."""

import subprocess
import sys

import pytest

from pages.state.server import bounded_process
from pages.state.server.bounded_process import (
    RESIDENT,
    SERVER,
    jobs_that_fit,
    memory_words,
    total_memory,
)
from svmcore.optim.memory import LIBRARIES

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


def test_a_bounded_process_knows_what_it_has_and_what_it_may_still_take():
    """In a new process: others may give back memory of this one meanwhile."""
    code = """if True:
        import numpy as np
        from pages.state.server.bounded_process import MOST_MEMORY, limit_memory
        from svmcore.optim.memory import spare_memory, taken
        print(spare_memory())
        limit_memory()
        first, before = spare_memory(), taken().resident
        numbers = np.empty(25_000_000)
        print(first < MOST_MEMORY, first - spare_memory(), taken().resident - before)
        numbers[:] = 1.0
        print(taken().resident - before)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    free, below, less, taken, written = run.stdout.split()
    assert (free, below) == ("inf", "True")
    assert float(less) == pytest.approx(200_000_000, rel=0.02)
    assert float(taken) < 20_000_000
    assert float(written) == pytest.approx(200_000_000, rel=0.1)
