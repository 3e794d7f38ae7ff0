"""One browser for each process and one app of each kind for the whole run."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import Canvas, launch, open_page
from tests.e2e.server import APPS, spawn, start_app, stop, wait_until_healthy
from tests.e2e.timeline import STILL, Timeline
from tests.helpers import ROOT


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


SCRIPTS = {"app": ROOT / "app.py", "tests": APPS / "all_apps.py"}
_shared: dict[str, tuple[str, subprocess.Popen]] = {}


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Where several processes test, all use the apps of the one that sends them out."""
    if not _shared:
        _shared.update((name, spawn(script)) for name, script in SCRIPTS.items())
    node.workerinput["apps"] = {name: url for name, (url, _) in _shared.items()}


def pytest_unconfigure() -> None:
    for _, process in _shared.values():
        stop(process)


def address(request: pytest.FixtureRequest, name: str) -> Iterator[str]:
    shared = getattr(request.config, "workerinput", {}).get("apps")
    if shared is None:
        with start_app(SCRIPTS[name]) as url:
            yield url
    else:
        wait_until_healthy(shared[name])
        yield shared[name]


@pytest.fixture(scope="session")
def app_url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from address(request, "app")


@pytest.fixture(scope="session")
def tests_url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from address(request, "tests")


@pytest.fixture(scope="session")
def canvas_url(tests_url: str) -> str:
    return f"{tests_url}/canvas"


@pytest.fixture
def open_canvas(browser: Browser, canvas_url: str) -> Iterator[Callable[..., Canvas]]:
    """Opens the canvas, with the words of its address, as if nothing had been done before."""
    with contextlib.ExitStack() as pages:
        yield lambda words="", **how: Canvas(
            pages.enter_context(open_page(browser, f"{canvas_url}?{words}", **how))
        )


@pytest.fixture
def canvas(open_canvas: Callable[..., Canvas]) -> Canvas:
    return open_canvas()


@pytest.fixture
def open_film(browser: Browser, tests_url: str) -> Iterator[Callable[..., Timeline]]:
    """Opens a film, which moves only when the test says so unless it `plays` by itself."""
    with contextlib.ExitStack() as pages:

        def opened(words: str = "", *, plays: bool = False) -> Timeline:
            how = {} if plays else STILL
            return Timeline(
                pages.enter_context(open_page(browser, f"{tests_url}/film?{words}", **how))
            )

        yield opened


@pytest.fixture
def still(open_film: Callable[..., Timeline]) -> Timeline:
    return open_film()
