"""One browser for each process and one app of each kind for the whole run."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.browser import Canvas, launch
from tests.e2e.server import APPS, spawn, start_app, stop, wait_until_healthy
from tests.e2e.slow_line import SlowLine, open_slow
from tests.e2e.timeline import STILL, Timeline
from tests.e2e.visits import Visits
from tests.helpers import ROOT


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


SCRIPTS = {
    "app": ROOT / "app.py",
    "canvas": APPS / "canvas_app.py",
    "film": APPS / "film_app.py",
}
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
def canvas_url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from address(request, "canvas")


@pytest.fixture(scope="session")
def film_url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from address(request, "film")


@pytest.fixture(scope="module")
def canvas_visits(browser: Browser, canvas_url: str) -> Iterator[Visits]:
    with contextlib.closing(Visits(browser, canvas_url)) as visits:
        yield visits


@pytest.fixture
def open_canvas(
    canvas_visits: Visits, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Canvas]]:
    """Opens the canvas, with the words of its address, as if nothing had been done before."""
    with canvas_visits.for_a_test(request):
        yield lambda words="", **how: Canvas(canvas_visits.again(words, **how))


@pytest.fixture
def canvas(open_canvas: Callable[..., Canvas]) -> Canvas:
    return open_canvas()


@pytest.fixture
def slow(browser: Browser, canvas_url: str) -> Iterator[tuple[Page, SlowLine]]:
    """The canvas, whose answers come when its connection is let go."""
    with open_slow(browser, canvas_url) as opened:
        yield opened


@pytest.fixture(scope="module")
def film_visits(browser: Browser, film_url: str) -> Iterator[Visits]:
    with contextlib.closing(Visits(browser, film_url)) as visits:
        yield visits


@pytest.fixture
def open_film(
    film_visits: Visits, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Timeline]]:
    """Opens a film, which moves only when the test says so unless it `plays` by itself."""

    def opened(words: str = "", *, plays: bool = False) -> Timeline:
        return Timeline(film_visits.again(words, **({} if plays else STILL)))

    with film_visits.for_a_test(request):
        yield opened


@pytest.fixture
def still(open_film: Callable[..., Timeline]) -> Timeline:
    return open_film()
