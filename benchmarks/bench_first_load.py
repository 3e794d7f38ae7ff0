"""What a first visit costs: requests, bytes, the time to the picture, and many visits at once.

    python benchmarks/bench_first_load.py [--url URL] [--visits 7] [--loads 200] [--within 20]

The floor is a page with one Plotly chart and nothing else, opened in turn with the app by the same
browser. Times are the browser's, from the start of the navigation:

    cold     nothing is in the browser's cache
    warm     the page is opened once more
    painted  regions, lines and points are there, which the app draws before plotly.js has come
    ready    plotly.js has drawn the picture, and it can be clicked on

The loads are made by clients without a browser: each asks for the files that the browser asked
for, over six connections, then opens a session and waits for the message with the picture. The
server runs beside them on the same cores; `--url` measures one that runs, say, behind a proxy.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.bench_server import processor_ms
from benchmarks.table import Row, printed
from benchmarks.visitors.tab import Tab
from benchmarks.visitors.web import first_load
from tests.e2e.browser import DESKTOP, launch
from tests.e2e.server import APPS, spawn, stop, wait_until_healthy
from tests.helpers import ROOT

RATIO = 1.25  # cold, of the floor
LAST = 22.0  # seconds for 200 loads that come within 20

WATCH = """
globalThis.seen = {};
const marks = {
    painted: ".svm-canvas[data-painted]",
    ready: ".svm-canvas[data-key=main][data-revision], .stPlotlyChart .trace path",
};
new MutationObserver(() => {
    for (const [name, what] of Object.entries(marks)) {
        if (!seen[name] && document.querySelector(what)) seen[name] = performance.now();
    }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
FILES = """() => [...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource")]
    .map((one) => [new URL(one.name).pathname, one.encodedBodySize])"""


def visit(context: BrowserContext, url: str) -> tuple[dict[str, float], list[tuple[str, int]]]:
    """Open a page and close it: its times in ms, and the paths it asked for with their bytes."""
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_function("seen.ready")
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    page.wait_for_load_state("networkidle")
    found = page.evaluate("seen"), page.evaluate(FILES)
    page.close()
    return found


def compare(
    browser: Browser, app: str, floor: str, visits: int
) -> tuple[dict[str, float], list[tuple[str, int]]]:
    """The median times of both pages, and the files of the app."""
    times: dict[str, list[float]] = {}
    files: list[tuple[str, int]] = []
    for turn in range(visits + 1):
        for name, url in (("floor", floor), ("app", app)):
            context = browser.new_context(**DESKTOP)
            for state in ("cold", "warm"):
                seen, asked = visit(context, url)
                if name == "app" and state == "cold":
                    files = asked
                for mark, ms in seen.items():
                    if turn:  # the first one finds a server that has served nothing
                        times.setdefault(f"{name} {state} {mark}", []).append(ms)
            context.close()
    return {name: statistics.median(found) for name, found in times.items()}, files


async def many(url: str, paths: list[str], loads: int, within: float) -> list[tuple[float, float]]:
    """When each of the loads, spread over `within` seconds, had its picture: after it began, and
    after the first one began."""
    begin = time.monotonic()

    async def one(k: int) -> tuple[float, float]:
        start = begin + within * k / loads
        await asyncio.sleep(start - time.monotonic())
        await first_load(url, paths)
        tab = Tab(url)
        await tab.open()
        await tab.until(lambda: tab.picture)
        came = time.monotonic()
        await tab.close()
        return came - start, came - begin

    return await asyncio.gather(*(one(k) for k in range(loads)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", help="of an app that is running")
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--loads", type=int, default=200)
    parser.add_argument("--within", type=float, default=20.0, help="seconds")
    options = parser.parse_args()
    floor_url, floor = spawn(APPS / "chart_app.py")
    spawned = None
    try:
        if (url := options.url) is None:
            url, spawned = spawn(ROOT / "app.py")
        url = url.rstrip("/")
        wait_until_healthy(url, spawned)
        wait_until_healthy(floor_url, floor)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            times, files = compare(browser, f"{url}/", f"{floor_url}/", options.visits)
            browser.close()
        for name, ms in times.items():
            print(f"{name:20} {ms:7.0f} ms")
        size = sum(size for _, size in files) / 1e6
        print(f"{len(files)} requests, {size:.2f} MB")
        before = processor_ms(spawned.pid) if spawned else 0.0
        found = asyncio.run(many(url, [p for p, _ in files], options.loads, options.within))
        if spawned:
            each = (processor_ms(spawned.pid) - before) / options.loads
            print(f"processor time of the server: {each:.0f} ms a load")
    finally:
        stop(floor)
        if spawned:
            stop(spawned)
    waits, ends = zip(*found, strict=True)
    waited = f"median {statistics.median(waits):.2f} s, longest {max(waits):.2f} s"
    print(f"{options.loads} loads in {options.within:g} s: {waited}")
    cold = times["app cold ready"] / times["floor cold ready"]
    warm = times["app warm ready"] / times["floor warm ready"]
    rows: list[Row] = [
        ("cold, ready, of the floor", cold, RATIO, cold <= RATIO),
        ("warm, ready, of the floor", warm, RATIO, warm <= RATIO),
        ("last picture, s", max(ends), LAST, max(ends) <= LAST),
    ]
    return int(not printed(rows))


if __name__ == "__main__":
    sys.exit(main())
