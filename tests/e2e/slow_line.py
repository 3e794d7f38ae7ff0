"""A connection whose answers a test holds back: what is done meanwhile is done before them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.e2e.browser import DESKTOP, Canvas, new_page


class SlowLine:
    """A connection whose messages from the server wait while `held` is a list.

    For a page that has not been opened yet.
    """

    def __init__(self, page: Page) -> None:
        self.held: list | None = None
        page.route_web_socket("**/_stcore/stream", self._join)

    def _join(self, to_page: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            to_page.send(message) if self.held is None else self.held.append(message)

        self._to_page = to_page
        to_page.connect_to_server().on_message(pass_on)

    def let_go(self) -> None:
        held, self.held = self.held, None
        for message in held:
            self._to_page.send(message)


@contextlib.contextmanager
def open_slow(browser: Browser, url: str) -> Iterator[tuple[Page, SlowLine]]:
    """A page whose answers a test holds back, and its connection; leaves when it is drawn."""
    page = new_page(browser, DESKTOP)
    with page.context:
        line = SlowLine(page)
        page.goto(url)
        page.wait_for_selector(".svm-canvas[data-revision]")
        Canvas(page).wait_ready()
        yield page, line
