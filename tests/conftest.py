"""What all tests have in common: how examples are drawn, and an AppTest that loses no time."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pytest
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from pages.ui import display, jobs
from tests.helpers.grids import EXHAUSTIVE, examples

# the same examples in every run: what fails, fails again; and a busy machine is no fault
settings.register_profile("same", examples(100), derandomize=True, deadline=None)
settings.load_profile("same")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests that are marked as long to `make exhaustive`."""
    long = [] if EXHAUSTIVE else [one for one in items if one.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    for one in long:
        items.remove(one)


@pytest.fixture(scope="session", autouse=True)
def apps_lose_no_time() -> Iterator[None]:
    """A page that AppTest opens is computed, not waited for.

    Every run would search all installed packages for components (0.3 s; ours are in none), look
    every millisecond whether the script has ended, which takes the interpreter from the script,
    and pause until a browser has drawn the picture.
    """
    scan = functools.cache(manifest_scanner.scan_component_manifests)
    ask = local_script_runner.require_widgets_deltas

    def wait_then_ask(runner: LocalScriptRunner, timeout: float = 3.0) -> None:
        assert runner._script_thread is not None
        runner._script_thread.join(timeout)
        ask(runner, timeout)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        patch.setattr(local_script_runner, "require_widgets_deltas", wait_then_ask)
        patch.setattr(display, "_PICTURE_FIRST", 0.0)
        yield


@pytest.fixture(autouse=True)
def no_job_outlives_its_test() -> Iterator[None]:
    """A job that nobody looks at any more would train beside the tests that follow."""
    yield
    jobs.stop_all()
