"""How well the picture follows the hand: drags of C, of gamma and of a point.

    python benchmarks/bench_drag.py [--drags 5] [--points 100 600] [--slow 1 4] [--of C γ point]

A drag lasts two seconds. The pointer moves every 33 ms, whether the page has kept up or not.
`slow` is by how much the processor is slowed down: four times is about a phone. Taken in the
browser, without a screen:

    pictures   frames a second in which the picture changed while the button was down
    last       pointer released -> the last picture that the browser painted of what the hand did,
               or the server's where it painted none
    answer     pointer released -> the server's last picture
"""

from __future__ import annotations

import argparse
import asyncio
import math
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.async_api import CDPSession, Page, async_playwright

from tests.e2e.browser import CHROMIUM, DESKTOP, DRAWN, QUIET, SCRIPT
from tests.e2e.server import start_app
from tests.helpers import ROOT

SECONDS, STEP = 2.0, 0.033
PICTURES, LAST = {1: 30.0, 4: 15.0}, {1: 200.0, 4: 400.0}  # what must be reached

WATCH = """() => {
    const root = document.querySelector('.svm-canvas[data-key="main"]');
    window.painted = new Map(); // by frame, when it was on the screen
    window.answered = new Map();
    for (const [name, pictures] of [["data-previews", painted], ["data-revision", answered]]) {
        new MutationObserver(() => {
            const frame = document.timeline.currentTime;
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => pictures.set(frame, performance.now());
            port2.postMessage(0);
        }).observe(root, { attributes: true, attributeFilter: [name] });
    }
    for (const name of ["pointerdown", "pointerup"]) {
        document.addEventListener(name, (ev) => (window[name] = ev.timeStamp), true);
    }
}"""
CALM = """() => {
    const { status } = document.querySelector('.svm-canvas[data-key="main"]').dataset;
    const last = Math.max(pointerup, ...painted.values(), ...answered.values());
    return status === "ready" && performance.now() - last > 800;
}"""
RESULT = """() => {
    const times = [...new Map([...painted, ...answered]).values()];
    const during = times.filter((t) => t > pointerdown && t < pointerup).length;
    const answer = Math.max(...answered.values()) - pointerup;
    const last = painted.size ? Math.max(...painted.values()) - pointerup : answer;
    return [1000 * during / (pointerup - pointerdown), last, answer];
}"""
PLACE = """() => {
    const { x, y } = traceOf("main", "points");
    const plot = document.querySelector('.svm-canvas[data-key="main"] .svm-plot');
    const { left, top } = plot.getBoundingClientRect();
    const { xaxis, yaxis } = plot._fullLayout;
    return [left + xaxis._offset + xaxis.d2p(x[0]), top + yaxis._offset + yaxis.d2p(y[0])];
}"""


async def drag(page: Page, cdp: CDPSession, path: list[tuple[float, float]]) -> list[float]:
    """Drag along the path; pictures a second, and milliseconds to the last one and the answer."""

    def mouse(kind: str, x: float, y: float, buttons: int) -> asyncio.Task:
        options = {"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons}
        sent = cdp.send("Input.dispatchMouseEvent", {**options, "clickCount": 1})
        return asyncio.ensure_future(sent)

    await page.evaluate("painted.clear(); answered.clear()")
    await mouse("mouseMoved", *path[0], 0)
    await mouse("mousePressed", *path[0], 1)
    clock = asyncio.get_running_loop()
    start = clock.time()
    under_way = []
    for k, place in enumerate(path[1:], start=1):
        await asyncio.sleep(max(0.0, start + k * STEP - clock.time()))
        under_way.append(mouse("mouseMoved", *place, 1))
    under_way.append(mouse("mouseReleased", *path[-1], 0))
    await asyncio.gather(*under_way)
    await page.wait_for_function(CALM)
    return await page.evaluate(RESULT)


async def track(page: Page, name: str, turn: int) -> list[tuple[float, float]]:
    """A path along the track of a control, there and back, that ends elsewhere every time."""
    slider = page.get_by_role("slider", name=name, exact=True)
    await slider.scroll_into_view_if_needed()
    box = await slider.bounding_box()
    assert box is not None
    n = int(SECONDS / STEP)
    shares = [0.5 + 0.2 * math.sin(4 * math.pi * k / n) for k in range(n)]
    shares.append(0.3 + 0.4 * (turn * 0.618 % 1))
    y = box["y"] + box["height"] / 2
    return [(box["x"] + 8 + share * (box["width"] - 16), y) for share in shares]


async def round_trip(page: Page, turn: int) -> list[tuple[float, float]]:
    """A path of the first point: around, and on to a place a little beside its own."""
    x, y = await page.evaluate(PLACE)
    n = int(SECONDS / STEP)
    turns = [2 * math.pi * k / n for k in range(n + 1)]
    way = -1 if turn % 2 else 1
    return [(x + way * 60 * math.sin(t) + way * t, y + 40 - 40 * math.cos(t)) for t in turns]


async def measure(options: argparse.Namespace, url: str) -> bool:
    """Print the table; whether all of it is reached."""
    reached = True
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        for n in options.points:
            page = await browser.new_page(**DESKTOP)
            await page.add_init_script(SCRIPT)
            await page.goto(f"{url}/?n_samples={n}")
            await page.wait_for_selector(DRAWN)
            await page.evaluate(WATCH)
            cdp = await page.context.new_cdp_session(page)
            for slow in options.slow:
                await cdp.send("Emulation.setCPUThrottlingRate", {"rate": slow})
                for name in options.of:
                    results = []
                    for turn in range(options.drags + 1):
                        way = round_trip(page, turn) if name == "point" else track(page, name, turn)
                        results.append(await drag(page, cdp, await way))
                    pictures, last, answer = map(statistics.median, zip(*results[1:], strict=True))
                    missed = pictures < PICTURES[slow] - 1 or last > LAST[slow]
                    reached &= not missed
                    print(
                        f"{name:6} {n:4} points, {slow} times slower:"
                        f" {pictures:5.1f} pictures a second (at least {PICTURES[slow]:g}),"
                        f" last after {last:5.0f} ms (at most {LAST[slow]:g}),"
                        f" answer {answer:5.0f} ms"
                        f"{' MISSED' if missed else ''}",
                        flush=True,
                    )
            await page.close()
        await browser.close()
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drags", type=int, default=5)
    parser.add_argument("--points", type=int, nargs="+", default=[100, 600])
    parser.add_argument("--slow", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--of", nargs="+", default=["C", "γ", "point"])
    options = parser.parse_args()
    with start_app(ROOT / "app.py") as url:
        return int(not asyncio.run(measure(options, url)))


if __name__ == "__main__":
    sys.exit(main())
