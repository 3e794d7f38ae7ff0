"""Many visits to an app of the tests in one page, each of which finds it as the first one did."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.browser import DESKTOP, PHONE, Canvas, eventually, open_page

# The button below the app forgets the session and builds the page again; what the browser keeps
# beside the page is forgotten here, in the same breath.
START_ANEW = """(words) => {
    const buttons = [...document.querySelectorAll(".stButton button")];
    const button = buttons.find((one) => one.textContent === "Start anew");
    globalThis.gone = document.querySelector(".svm-canvas");
    history.replaceState(null, "", location.pathname + (words && "?" + words));
    localStorage.clear();
    sessionStorage.clear();
    document.activeElement.blur();
    Object.assign(svmPatience, patience);
    for (const kept of [svmCanvas, globalThis.svmFilms, svmHighlight.listeners]) kept?.clear();
    svmHighlight.ids = [];
    button.click();
}"""

SCHEME = "() => matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"

# what is still under way, in the browser or on the server
UNDER_WAY = """() => [
    ...document.querySelectorAll('[data-test-script-state="running"]').values().map(() => "run"),
    ...svmCanvas.values().filter((S) => S.drawing || S.sent > S.acked)
        .map((S) => [S.key, S.drawing, S.sent, S.acked]),
]"""


class _TestFailedError(Exception):
    """A test has failed, and may have left anything behind."""


class Visits:
    """A page, and one of a phone, that `again` opens for each test."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._opened = contextlib.ExitStack()
        self._pages: dict[bool, Page] = {}

    def again(
        self,
        words: str = "",
        *,
        phone: bool = False,
        color_scheme: Literal["light", "dark"] = "light",
        reduced_motion: Literal["reduce", "no-preference"] = "no-preference",
    ) -> Page:
        """The page as it opens with these words in its address."""
        page = self._pages.get(phone)
        # A change of theme redraws the canvas that is leaving, too. If that is drawn last, it takes
        # the place of the new one and is then removed: no canvas is left.
        if page is None or page.evaluate(SCHEME) != color_scheme:
            page = self._first(phone, color_scheme)
        page.mouse.up()
        page.mouse.move(0, 0)
        page.set_viewport_size((PHONE if phone else DESKTOP)["viewport"])
        page.emulate_media(reduced_motion=reduced_motion)
        eventually(page, UNDER_WAY, [].__eq__)
        page.evaluate(START_ANEW, words)
        page.wait_for_function("!gone.isConnected && svmCanvas.size > 0")
        page.wait_for_selector(".svm-canvas[data-revision]")
        Canvas(page).wait_ready()
        eventually(page, UNDER_WAY, [].__eq__)
        return page

    def _first(self, phone: bool, color_scheme: Literal["light", "dark"]) -> Page:
        opened = open_page(self._browser, self._url, phone=phone, color_scheme=color_scheme)
        page = self._opened.enter_context(opened)
        page.evaluate("() => { globalThis.patience = { ...svmPatience }; }")
        self._pages[phone] = page
        return page

    def close(self, *, failed: bool = False) -> None:
        error = _TestFailedError() if failed else None
        self._pages.clear()
        with contextlib.suppress(_TestFailedError):
            self._opened.__exit__(type(error) if error else None, error, None)

    @contextlib.contextmanager
    def for_a_test(self, request: pytest.FixtureRequest) -> Iterator[Visits]:
        """A test that fails is the last one of the page."""
        failed = request.session.testsfailed
        yield self
        if request.session.testsfailed > failed:
            self.close(failed=True)
