"""How well the picture follows the hand: drags of a numeric control and of a point.

    python benchmarks/bench_controls.py [--app app.py] [--drags 30] [--points 100]

A drag moves the pointer every 12 ms for a second and a half. Taken in the browser:

    pictures   figures on the screen per second, while the button is down
    last       pointer released -> the figure of the last value is on the screen
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
    new MutationObserver(() => drawn.push(performance.now()))
        .observe(root, { attributes: true, attributeFilter: ["data-revision"] });
    document.addEventListener("pointerdown", (ev) => (window.down = ev.timeStamp), true);
    document.addEventListener("pointerup", (ev) => (window.up = ev.timeStamp), true);
}"""


def drag(page: Page, canvas: Canvas, path: list[tuple[float, float]]) -> tuple[float, float]:
    """Drag along the path; figures per second, and the time of the last one."""
    page.evaluate("drawn.length = 0")
    page.mouse.move(*path[0])
    page.mouse.down()
    for place in path[1:]:
        page.mouse.move(*place)
        page.wait_for_timeout(STEP)
    page.mouse.up()
    page.wait_for_function("() => drawn.length && drawn.at(-1) > up", timeout=30_000)
    canvas.wait_ready()
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    drawn, down, up = page.evaluate("[drawn, down, up]")
    during = sum(down < t < up for t in drawn)
    after = [t for t in drawn if t >= up]
    return 1e3 * during / (up - down), after[-1] - up


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
    found: dict[str, list[tuple[float, float]]] = {"C": [], "γ": [], "point": []}
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
        pictures, last = (statistics.median(column) for column in zip(*values, strict=True))
        short = pictures < PICTURES or (name != "point" and last > LAST)
        missed |= short
        print(
            f"{name:6} {pictures:5.1f} pictures a second (at least {PICTURES:g})"
            f"   last value {last:6.1f} ms (at most {LAST:g})   n {len(values)}"
            f"{' MISSED' if short else ''}"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
