"""How well the picture follows the hand: drags of a numeric control and of a point.

    python benchmarks/bench_controls.py [--app app.py] [--drags 30] [--points 100]

A drag moves the pointer every 12 ms for a second and a half. Taken in the browser:

    pictures   per second while the button is down, painted by the browser or sent by the server
    last       the hand's last move -> the picture of it is on the screen, whoever made it
    answer     pointer released -> the server's last picture is on the screen
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.e2e.browser import Canvas, launch, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT

SECONDS = 1.5
STEP = 12  # ms between two moves of the pointer
PICTURES, LAST = 15.0, 120.0  # what must be reached

WATCH = """css => {
    const root = document.querySelector(css);
    window.drawn = [];
    window.answered = [];
    new MutationObserver(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => drawn.push(performance.now()); // after the frame
        port2.postMessage(0);
    }).observe(root, { attributes: true, attributeFilter: ["data-previews"] });
    new MutationObserver(() => answered.push(performance.now()))
        .observe(root, { attributes: true, attributeFilter: ["data-revision"] });
    const moved = (ev) => {
        if (ev.buttons || ev.type === "input") window.moved = ev.timeStamp;
    };
    for (const name of ["input", "pointermove"]) document.addEventListener(name, moved, true);
    document.addEventListener("pointerdown", (ev) => (window.down = ev.timeStamp), true);
    document.addEventListener("pointerup", (ev) => (window.up = ev.timeStamp), true);
}"""


def drag(page: Page, canvas: Canvas, path: list[tuple[float, float]]) -> tuple[float, ...]:
    """Drag along the path; pictures per second, and the times of the last one and its answer."""
    page.evaluate("drawn.length = answered.length = 0")
    page.mouse.move(*path[0])
    page.mouse.down()
    for place in path[1:]:
        page.mouse.move(*place)
        page.wait_for_timeout(STEP)
    page.mouse.up()
    page.wait_for_function("() => answered.length && answered.at(-1) > up", timeout=30_000)
    canvas.wait_ready()
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    drawn, answered, down, up, moved = page.evaluate("[drawn, answered, down, up, moved]")
    pictures = sorted(drawn + answered)
    during = sum(down < t < up for t in pictures)
    last = min(t for t in (*drawn, answered[-1]) if t >= moved)
    return 1e3 * during / (up - down), last - moved, answered[-1] - up


def track(page: Page, name: str, turn: int) -> list[tuple[float, float]]:
    """A path along the track of a control, there and back, ending elsewhere every time."""
    box = page.get_by_role("slider", name=name, exact=True).bounding_box()
    n = int(1e3 * SECONDS / STEP)
    end = 0.3 + 0.4 * (turn * 0.618 % 1)
    shares = [0.5 + 0.25 * ((k / n * 4) % 2 - 1) for k in range(n)] + [end]
    y = box["y"] + box["height"] / 2
    return [(box["x"] + 8 + share * (box["width"] - 16), y) for share in shares]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", type=Path, default=ROOT / "app.py")
    parser.add_argument("--drags", type=int, default=30)
    parser.add_argument("--points", type=int, default=100)
    options = parser.parse_args()
    found: dict[str, list[tuple[float, ...]]] = {"C": [], "γ": [], "point": []}
    with sync_playwright() as playwright, start_app(options.app) as url:
        browser = launch(playwright)
        with open_page(browser, f"{url}/?n_samples={options.points}") as page:
            canvas = Canvas(page, "main")
            canvas.wait_ready()
            page.evaluate(WATCH, canvas.css)
            for turn in range(options.drags):
                for name in ("C", "γ"):
                    found[name].append(drag(page, canvas, track(page, name, turn)))
                axes = canvas.axes()
                x, y = page.evaluate(
                    "() => { const t = traceOf('main', 'points'); return [t.x[0], t.y[0]]; }"
                )
                n = int(1e3 * SECONDS / STEP)
                target = (0.4 * (turn % 5) - 0.8, 0.3 * (turn % 4) - 0.4)
                steps = [k / n for k in range(n + 1)]
                path = [(x + s * (target[0] - x), y + s * (target[1] - y)) for s in steps]
                found["point"].append(
                    drag(page, canvas, [canvas.pixel(*place, axes) for place in path])
                )
        browser.close()
    missed = False
    for name, values in found.items():
        pictures, last, answer = (statistics.median(c) for c in zip(*values, strict=True))
        short = pictures < PICTURES or last > LAST
        missed |= short
        print(
            f"{name:6} {pictures:5.1f} pictures a second (at least {PICTURES:g})"
            f"   last value {last:6.1f} ms (at most {LAST:g}), answered after {answer:6.1f} ms"
            f"   n {len(values)}"
            f"{' MISSED' if short else ''}"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
