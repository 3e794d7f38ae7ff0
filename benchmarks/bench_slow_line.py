"""The app on a slow line: when a phone has the picture, and what a change of page sends again.

    python benchmarks/bench_slow_line.py [--url URL] [--visits 3] [--messages]

The line is that of a telephone: 1.6 Mbit/s, 150 ms (`Network.emulateNetworkConditions`). Times are
the browser's, medians, from the start of the navigation; cold with nothing in its cache:

    painted  regions, lines and points are there
    used     a point is there, and in the sentence below, that was tapped in as soon as that
    ready    plotly.js has drawn, too: the axes are there, and the picture can be zoomed

A change of page is counted on a line of full speed, in bytes of files and of messages; `--messages`
lists which messages they are.
"""

from __future__ import annotations

import argparse
import base64
import statistics
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from google.protobuf.message import DecodeError
from playwright.sync_api import Browser, Page, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.bench_first_load import WATCH
from benchmarks.table import Row, printed
from tests.e2e.browser import DESKTOP, PHONE, go_to, launch
from tests.e2e.server import spawn, stop, wait_until_healthy
from tests.helpers import ROOT

LINE = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 9.4e4}
PICTURE, USED, WARM, CHANGE = 8.0, 12.0, 2.0, 50.0  # seconds, and kB
PAGES = (
    *("Kernels", "Dual", "Regression", "Classes", "Evaluation", "Losses", "Descent", "Playground"),
)
MAIN = ".svm-canvas[data-key=main]"
SIZES = """performance.getEntriesByType("resource")
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def first_visit(browser: Browser, url: str) -> dict[str, float]:
    """Seconds until a phone has the picture, cold and warm, and until it is used."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(WATCH)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    page.goto(url, wait_until="commit")
    page.wait_for_function("seen.painted")
    box = page.locator(f"{MAIN} .svm-stage").bounding_box()
    page.touchscreen.tap(box["x"] + 0.13 * box["width"], box["y"] + 0.2 * box["height"])
    page.get_by_text("of 91 points").first.wait_for()
    times = {"cold used": page.evaluate("performance.now()")}
    page.wait_for_function("seen.ready")
    times |= {f"cold {mark}": ms for mark, ms in page.evaluate("seen").items()}
    page.goto("about:blank")
    page.goto(url, wait_until="commit")
    page.wait_for_function("seen.ready")
    times |= {f"warm {mark}": ms for mark, ms in page.evaluate("seen").items()}
    context.close()
    return {name: ms / 1e3 for name, ms in times.items()}


def kind(message: ForwardMsg) -> str:
    """What a message is about: of a component its name."""
    if message.WhichOneof("type") != "delta":
        return str(message.WhichOneof("type"))
    if message.delta.WhichOneof("type") != "new_element":
        return str(message.delta.WhichOneof("type"))
    element = message.delta.new_element
    name = element.WhichOneof("type")
    return element.bidi_component.component_name if name == "bidi_component" else str(name)


class Traffic:
    """What a page receives."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.messages: Counter[str] = Counter()
        self._files = 0
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.webSocketFrameReceived", self._receive)

    def _receive(self, frame: dict) -> None:
        content = base64.b64decode(frame["response"]["payloadData"])
        message = ForwardMsg()
        try:
            message.ParseFromString(content)
        except DecodeError:
            return
        self.messages[kind(message)] += len(content)

    def taken(self) -> tuple[int, Counter[str]]:
        """Bytes of files, and of messages by what they are about, since it was asked last."""
        rest(self._page)
        files = self._page.evaluate(SIZES)
        taken = files - self._files, self.messages
        self._files, self.messages = files, Counter()
        return taken


def rest(page: Page) -> None:
    """Wait until the page is drawn and nothing more comes."""
    page.wait_for_selector(f"{MAIN}[data-status=ready]")
    for _ in range(3):
        page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
        page.wait_for_timeout(1000)


def changes(browser: Browser, url: str, listed: bool) -> dict[str, float]:
    """The kB that each change of page sends; all pages have been opened once before."""
    page = browser.new_page(**DESKTOP)
    traffic = Traffic(page)
    page.goto(url)
    traffic.taken()
    for title in PAGES:
        go_to(page, title)
        rest(page)
    traffic.taken()
    sizes = {}
    for title in PAGES:
        go_to(page, title)
        files, messages = traffic.taken()
        sizes[title] = (files + messages.total()) / 1e3
        if listed:
            print(f"{title}: files {files}, messages {messages.total()}")
            for name, size in messages.most_common(8):
                print(f"    {size:7d} {name}")
    page.close()
    return sizes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", help="of an app that is running")
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--messages", action="store_true", help="list them")
    options = parser.parse_args()
    spawned = None
    try:
        if (url := options.url) is None:
            url, spawned = spawn(ROOT / "app.py")
        wait_until_healthy(url.rstrip("/"), spawned)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            sizes = changes(browser, url, options.messages)
            visits = [first_visit(browser, url) for _ in range(options.visits)]
            browser.close()
    finally:
        if spawned:
            stop(spawned)
    times = {name: statistics.median(one[name] for one in visits) for name in visits[0]}
    print("  ".join(f"{name} {seconds:.1f} s" for name, seconds in sorted(times.items())))
    targets = {"cold painted": PICTURE, "cold used": USED, "cold ready": USED, "warm painted": WARM}
    rows: list[Row] = [
        (f"{name}, s", times[name], target, times[name] <= target)
        for name, target in targets.items()
    ]
    rows += [(f"to {title}, kB", size, CHANGE, size <= CHANGE) for title, size in sizes.items()]
    return int(not printed(rows))


if __name__ == "__main__":
    sys.exit(main())
