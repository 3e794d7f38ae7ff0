"""scikit-learn's own tests of `sklearn.svm`, from the installed package, with our estimators."""

from __future__ import annotations

import os
import subprocess
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
import sklearn.svm.tests

THERE = Path(sklearn.svm.tests.__file__).parent
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PLUGIN = "tests.svmcore.estimators.sklearn_plugin"
FILES = ("test_svm.py", "test_sparse.py", "test_bounds.py")
SOMETIMES = "sometimes "
OPTIONS = (
    *("-q", "-rA", "--tb=no", "--no-header", "-c", os.devnull, f"--rootdir={THERE}"),
    *("-p", PLUGIN, "-p", "no:cacheprovider", "-p", "no:xdist"),
)


def known() -> tuple[list[str], list[str]]:
    """The patterns of the tests that fail, and of those that fail on some processors."""
    lines = (HERE / "sklearn_differences.txt").read_text().splitlines()
    pairs = [line.split(" | ") for line in lines if not line.startswith("#")]
    assert all(len(pair) == 2 and pair[1] for pair in pairs)
    patterns = [pattern.replace("[", "[[]") for pattern, _ in pairs]
    return (
        [pattern for pattern in patterns if not pattern.startswith(SOMETIMES)],
        [pattern.removeprefix(SOMETIMES) for pattern in patterns if pattern.startswith(SOMETIMES)],
    )


def matching(patterns: list[str]) -> set[str]:
    """The tests that one of the patterns stands for."""
    return {n for n in outcomes() if any(fnmatchcase(n, pattern) for pattern in patterns)}


@cache
def outcomes() -> dict[str, str]:
    """How each test ended, by file::name[parameters]."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, *map(str, (THERE / name for name in FILES))],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "400"},
        capture_output=True,
        text=True,
        check=False,
    )
    words = [line.split(" - ")[0].split(" ", 1) for line in run.stdout.splitlines()]
    found = {name.rpartition("/")[2].strip(): word for word, name in _ended(words)}
    assert len(found) > 200, run.stdout[-2000:] + run.stderr[-2000:]
    return found


def _ended(words: list[list[str]]) -> list[tuple[str, str]]:
    """The lines that say how a test ended."""
    return [(p[0], p[1]) for p in words if len(p) == 2 and p[0] in ("PASSED", "FAILED", "ERROR")]


@pytest.mark.exhaustive
def test_what_fails_is_known_with_a_reason() -> None:
    always, sometimes = known()
    failed = {name for name, word in outcomes().items() if word != "PASSED"}
    assert failed - matching(sometimes) == matching(always)
    for pattern in always + sometimes:
        assert matching([pattern]), pattern
