"""One browser and one app of each kind for the whole run: starting them takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browser import launch, open_page
from tests.e2e.server import APPS, start_app
from tests.e2e.timeline import STILL, Timeline
from tests.helpers import ROOT


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def app_url() -> Iterator[str]:
    with start_app(ROOT / "app.py") as url:
        yield url


@pytest.fixture(scope="session")
def canvas_url() -> Iterator[str]:
    with start_app(APPS / "canvas_app.py") as url:
        yield url


@pytest.fixture(scope="session")
def film_url() -> Iterator[str]:
    with start_app(APPS / "film_app.py") as url:
        yield url


@pytest.fixture
def still(browser: Browser, film_url: str) -> Iterator[Timeline]:
    """A timeline that moves only when the test says so."""
    with open_page(browser, film_url, **STILL) as page:
        yield Timeline(page)
