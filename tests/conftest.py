"""What all tests have in common: their kinds, how examples are drawn, an AppTest without waits."""

from __future__ import annotations

import functools
import gc
import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import tests.helpers.examples  # noqa: F401
from tests.helpers import ROOT

IMPORTED = re.compile(r"^(?:from|import) ([\w.]+)", re.MULTILINE)


@functools.cache
def packages(file: Path) -> frozenset[str]:
    """The packages that a file of tests imports, itself or by other files of tests."""
    names = IMPORTED.findall(file.read_text(encoding="utf-8"))
    found = {name.partition(".")[0] for name in names}
    for name in names:
        module = ROOT.joinpath(*name.split(".")).with_suffix(".py")
        if name.startswith("tests.") and module.exists():
            found |= packages(module)
    return frozenset(found)


def kind(file: Path) -> str:
    """What the tests of a file need: a browser, the app (in Streamlit's AppTest), or neither."""
    needed = packages(file)
    return "browser" if "playwright" in needed else "app" if "streamlit" in needed else "unit"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--units", action="store_true", help="only files that need no app, no browser")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is no unit test; `e2e` as a whole, since its conftest.py opens the app."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    is_other = collection_path.name == "e2e" or (is_test and kind(collection_path) != "unit")
    return (config.option.units and is_other) or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without garbage collection, which takes a seventh of the time: little is freed."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with its kind; the longest kind comes first, for workers to end together."""
    kinds = ["browser", "app", "unit"]
    items.sort(key=lambda item: kinds.index(kind(item.path)))
    for item in items:
        item.add_marker(kind(item.path))


@pytest.fixture(scope="session", autouse=True)
def apps_lose_no_time() -> Iterator[None]:
    """A page that AppTest opens is computed, not waited for.

    To open one would take 136 ms of processor time instead of 50: all installed packages are
    searched for components (ours are in none), and the scripts are compiled for each run. And it
    would pause for a browser to draw in.
    """
    # here, so that the process that hands out the tests starts its workers a second earlier
    from streamlit.components.v2 import manifest_scanner
    from streamlit.runtime.scriptrunner.script_cache import ScriptCache
    from streamlit.testing.v1 import app_test

    from pages.ui.board import display

    scan = functools.cache(manifest_scanner.scan_component_manifests)
    scripts = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        patch.setattr(app_test, "ScriptCache", lambda: scripts)
        patch.setattr(display, "_PICTURE_FIRST", 0.0)
        yield


@pytest.fixture(autouse=True)
def no_job_outlives_its_test() -> Iterator[None]:
    """A job that nobody looks at any more would train beside the tests that follow."""
    from pages.ui.server import jobs

    yield
    jobs.stop_all()
