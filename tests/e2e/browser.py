"""A real browser, its pages, and the canvas as a hand moves it and a test reads it."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, expect

from app import MENU
from tests.e2e.failed import explained

# the shell needs a fifth less processor time; None: the browser playwright has installed
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",  # a page after another compiles nothing again
)

PATIENCE = 120  # seconds: a busy machine is slow, and no test waits for long where all is well
expect.set_options(timeout=1000 * PATIENCE)


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))


Read = str | Callable[[], Any]


def eventually(
    page: Page,
    read: Read,
    holds: Callable[[Any], object] = bool,
    arg: Any = None,
    *,
    every_frame: bool = False,
):
    """What `read` (JavaScript, or a function) gives, as soon as `holds` is true of it.

    Every read of a page that is not waited for otherwise goes through here: a browser has drawn
    when it has drawn. JavaScript that fails has nothing to read yet. After some frames it looks
    less often, which leaves the processor to what it waits for.
    """
    deadline = time.monotonic() + PATIENCE
    for tries in itertools.count():
        try:
            value = page.evaluate(read, arg) if isinstance(read, str) else read()
            if holds(value):
                return value
        except Error as error:
            value = error
        assert time.monotonic() < deadline, f"still {value!r}: {read}"
        frame(page, after=0 if every_frame or tries < 20 else 50)


def at_rest(page: Page, read: Read, frames: int = 20):
    """What `read` gives, once it has given the same for so many frames."""
    seen: list[Any] = []

    def settled(value: Any) -> bool:
        if seen and seen[-1] != value:
            seen.clear()
        seen.append(value)
        return len(seen) > frames

    return eventually(page, read, settled, every_frame=True)


def go_to(page: Page, title: str) -> None:
    """Open a page from the menu, in which most are in groups."""
    [group] = [g for g, pages in MENU.items() if any(one.title == title for one in pages)]
    if group:
        page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
    page.get_by_role("menuitem" if group else "link", name=title, exact=True).click()


def press_dock(page: Page, name: str) -> None:
    """Open or close a drawer of a phone: "Controls" or "Pages"."""
    page.locator(".svm-dock").get_by_role("button", name=name).click()


def addresses(page: Page) -> list[str]:
    """All addresses that the page has from now on: the list grows."""
    urls: list[str] = []
    page.on("framenavigated", lambda moved: urls.append(moved.url))
    return urls


def frame(page: Page, after: int = 0) -> None:
    """Let the browser draw once, after so many ms: what a hand does next comes no sooner."""
    page.evaluate(
        """(after) => new Promise((drawn) => {
            const draw = () => requestAnimationFrame(drawn);
            after ? setTimeout(draw, after) : draw();
        })""",
        after,
    )


# What is painted on the canvas `key`, or drawn by plotly.js, all of it or by uid; nothing before it
# is there: a picture may be on its way when a test asks. And a connection whose messages from the
# server wait if they contain a text, that is all of them if it is "".
SCRIPT = """
globalThis.tracesOf = (key) => [...(svmCanvas.get(key)?.dom?.painted?.data
    ?? document.querySelector(`.svm-canvas[data-key="${key}"] .svm-plot`)?._fullData ?? [])];
globalThis.traceOf = (key, uid) => tracesOf(key).find((trace) => trace.uid === uid);
Object.assign(globalThis, { holds: null, held: [] });
globalThis.WebSocket = class extends WebSocket {
    constructor(...how) {
        super(...how);
        this.addEventListener("message", (event) => {
            const { data, isTrusted } = event;
            if (!isTrusted || holds === null) return;
            if (!new TextDecoder().decode(data).includes(holds)) return;
            event.stopImmediatePropagation();
            held.push(() => this.dispatchEvent(new MessageEvent("message", { data })));
        });
    }
};
"""


def hold(page: Page, text: str = "") -> None:
    """From now on messages from the server that contain this text do not arrive."""
    page.evaluate("(text) => { holds = text; }", text)


def let_go(page: Page, *, lost: bool = False) -> None:
    """Messages arrive again; those that were held do now, or never."""
    page.evaluate(
        "(lost) => { holds = null; held.splice(0).forEach((tell) => lost || tell()); }", lost
    )


DESKTOP = {"viewport": {"width": 1440, "height": 860}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# A page that has been used has compiled Streamlit and plotly.js: the next one comes in a second,
# not in five. By browser, and whether it is a phone's.
MOST_VISITS = 30  # a page's history holds 50
DRAWN = '.svm-canvas[data-revision][data-status="ready"]'
_spare: dict[tuple[Browser, bool], list[Page]] = {}


@contextlib.contextmanager
def open_page(
    browser: Browser,
    url: str,
    *,
    phone: bool = False,
    color_scheme: Literal["light", "dark"] = "light",
    reduced_motion: Literal["reduce", "no-preference"] = "no-preference",
    before: Callable[[Page], object] | None = None,
    ready: str = DRAWN,
) -> Iterator[Page]:
    """A page without a past, in nobody else's hands, when it shows what `ready` selects.

    `before` is called before the address is opened.
    """
    spare = _spare.setdefault((browser, phone), [])
    size = PHONE if phone else DESKTOP
    page = spare.pop() if spare else new_page(browser, size)
    page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
    passed = False
    try:
        with explained(page):
            if before is not None:
                before(page)
            page.goto(url)
            page.wait_for_selector(ready)
            yield page
        passed = True
        spare.append(_forget(page, size))
    finally:  # a test that failed may have left anything behind
        if not passed:
            page.context.close()


def new_page(browser: Browser, size: Mapping) -> Page:
    """A page in a window of its own."""
    window = browser.new_context(**size)
    window.add_init_script(SCRIPT)
    window.set_default_timeout(1000 * PATIENCE)
    return window.new_page()


def _forget(page: Page, size: Mapping) -> Page:
    """A page with nothing the next test could see: a new document, as it has another address.

    What outlives that: a pressed mouse or key, routes, storage, the size. A script for all
    documents does too: it is for pages that a test opens itself, which takes four times as long.
    """
    page.mouse.up()
    for key in ("Shift", "Control", "Alt", "Meta"):
        page.keyboard.up(key)
    page.unroute_all(behavior="ignoreErrors")
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()
    if page.evaluate("history.length") > MOST_VISITS:
        used, page = page, page.context.new_page()
        used.close()
    else:
        page.goto("about:blank")
        page.set_viewport_size(size["viewport"])
    return page


class Canvas:
    """What a test does to one canvas, in data coordinates where it can."""

    def __init__(self, page: Page, key: str | None = None) -> None:
        self.page = page
        self.css = f'.svm-canvas[data-key="{key}"]' if key else ".svm-canvas"
        self.root = page.locator(self.css).first

    def wait_ready(self) -> None:
        """Until everything that was sent and done is drawn."""
        self.page.wait_for_selector(f'{self.css}[data-status="ready"]')

    def attribute(self, name: str) -> str:
        return self.root.get_attribute(f"data-{name}") or ""

    @property
    def points(self) -> int:
        return int(self.attribute("points"))

    @property
    def revision(self) -> int:
        return int(self.attribute("revision"))

    def axes(self) -> dict:
        """Where the axes are on the screen and which ranges they show, as plotly.js has it."""
        return self.page.evaluate(
            """css => {
                const plot = document.querySelector(css + " .svm-plot");
                const box = plot.getBoundingClientRect();
                const { transform } = getComputedStyle(plot.closest(".svm-canvas"));
                const scale = new DOMMatrix(transform).a;  // in a lecture all is larger
                const { xaxis, yaxis } = plot._fullLayout;
                return { left: box.left + scale * xaxis._offset,
                         top: box.top + scale * yaxis._offset,
                         width: scale * xaxis._length, height: scale * yaxis._length,
                         x: [...xaxis.range], y: [...yaxis.range] };
            }""",
            self.css,
        )

    def resting_axes(self) -> dict:
        """The axes, once no zoom, pan or resize moves them any more."""
        return at_rest(self.page, self.axes)

    def shows(self, axes: dict) -> None:
        """Wait for the part of the plane that `axes` are of."""
        wanted = pytest.approx([*axes["x"], *axes["y"]])
        eventually(self.page, self.axes, lambda now: [*now["x"], *now["y"]] == wanted)

    def pixel(self, x: float, y: float, axes: dict | None = None) -> tuple[float, float]:
        a = axes or self.axes()
        (x0, x1), (y0, y1) = a["x"], a["y"]
        return (
            a["left"] + (x - x0) / (x1 - x0) * a["width"],
            a["top"] + (y1 - y) / (y1 - y0) * a["height"],
        )

    def click(self, x: float, y: float, **options: object) -> None:
        self.page.mouse.click(*self.pixel(x, y), **options)

    def drag(self, *path: tuple[float, float], steps: int = 6) -> None:
        axes = self.axes()
        self.page.mouse.move(*self.pixel(*path[0], axes))
        self.page.mouse.down()
        for stop in path[1:]:
            self.page.mouse.move(*self.pixel(*stop, axes), steps=steps)
        self.page.mouse.up()

    def tool(self, name: str) -> None:
        self.root.locator(f'.svm-tool[data-tool="{name}"]').click()

    def button(self, css: str) -> None:
        self.root.locator(css).click()

    def circles(self, within: str) -> list[list[float]]:
        """The middles of the circles that stand in a part of the picture."""
        return self.page.evaluate(
            """css => [...document.querySelectorAll(css + " circle")].map((circle) => {
                const { left, top, width, height } = circle.getBoundingClientRect();
                return [left + width / 2, top + height / 2]; })""",
            f"{self.css} {within}",
        )

    def report(self) -> dict:
        """The server's own account (of apps/canvas_app.py)."""
        self.wait_ready()
        self.page.wait_for_function(
            "() => !document.querySelector('[data-test-script-state=running]')"
        )
        return json.loads(self.page.locator('[data-testid="stText"]').last.inner_text())


def fits_a_phone(page: Page) -> None:
    """Nothing is wider than the window, and the picture is among the first things in it."""
    width = page.viewport_size["width"]
    eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= width)
    main = Canvas(page, "main").root
    eventually(page, main.bounding_box, lambda box: 0 < box["y"] < 300)


def views_fit_a_phone(page: Page, views: Sequence[str]) -> None:
    """All views of a page fit a phone; it is open in the first."""
    fits_a_phone(page)
    for view in views[1:]:
        page.get_by_role("radio", name=view, exact=True).click()
        # a count: while Streamlit draws anew, the button is there twice for a moment
        expect(page.get_by_role("radio", name=view, exact=True, checked=True)).to_have_count(1)
        page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
        Canvas(page, "main").wait_ready()
        fits_a_phone(page)


def distance_px(canvas: Canvas, a: Sequence[float], b: Sequence[float]) -> float:
    """How far apart two places of the picture are on the screen, in pixels."""
    axes = canvas.axes()
    return math.dist(canvas.pixel(a[0], a[1], axes), canvas.pixel(b[0], b[1], axes))
