"""How soon a change shows its first result where there are several to wait for.

    python benchmarks/bench_first_result.py [--app app.py] [--changes 30]

A change is a point that is placed, and of the kernels the button that compares them. The floor is a
click on the Playground in the same run. Times are taken in the browser, from the pointer's release:

    first    the first picture with a result of the new points is on the screen
    last     the last one is
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.e2e.browser import Canvas, at_rest, launch, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT

FIRST = 300.0  # ms that must be reached
QUIET = 1500  # ms without a picture after which the last one is there

# of all canvases of the page whose key matches: when anything but the points themselves was drawn
# otherwise than before, after the last release
WATCH = """pattern => {
    const matches = new RegExp(pattern);
    const seen = new Map();
    const results = (key) => JSON.stringify(tracesOf(key).filter((t) => t.uid !== "points")
        .map((t) => [t.uid, t.visible, [...(t.x ?? [])].slice(0, 99), t.z?.[0]?.[0]]));
    window.drawn = [];
    document.addEventListener("pointerup", (ev) => {
        drawn.length = 0;
        window.up = ev.timeStamp;
    }, true);
    new MutationObserver((found) => {
        for (const { target } of found) {
            const key = target.dataset?.key;
            if (!matches.test(key)) continue;
            const now = results(key);
            if (now !== seen.get(key)) drawn.push(performance.now());
            seen.set(key, now);
        }
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-revision"] });
}"""


class Case(NamedTuple):
    """A page, the canvases that show its results, and what is clicked (a place if nothing)."""

    path: str
    results: str
    board: str = "main"
    button: str = ""


CASES = {
    "floor": Case("", "^main$"),
    "race": Case("race", "^(race|pace_ms)$", "race"),
    "side by side": Case("classes?v_view=beside", "^cell_"),
    "gallery": Case("kernels", "^cell"),
    "compare": Case("kernels?i_kernels=choose", "^choice$", button="Compare"),
}


def change(page: Page, case: Case, turn: int) -> tuple[float, float]:
    """Make a change and undo it; when its first and its last result were there."""
    canvas = Canvas(page, case.board)
    axes = canvas.resting_axes()
    x = axes["left"] + axes["width"] * (0.1 + 0.8 * (turn * 0.618 % 1))
    y = axes["top"] + axes["height"] * (0.06 + 0.03 * (turn % 5))
    if case.button:  # other points first: known ones are compared at once
        _place(page, canvas, x, y)
        _rest(page)
        page.get_by_role("button", name=case.button, exact=True).click()
    else:
        _place(page, canvas, x, y)
    first, last = _wait(page)
    page.keyboard.press("Control+z")
    _rest(page)
    return first, last


def _place(page: Page, canvas: Canvas, x: float, y: float) -> None:
    canvas.tool("add")
    page.mouse.click(x, y)


def _wait(page: Page) -> tuple[float, float]:
    page.wait_for_function(
        "quiet => drawn.length && performance.now() - drawn.at(-1) > quiet", arg=QUIET
    )
    first, last, up = page.evaluate("[drawn[0], drawn.at(-1), up]")
    return first - up, last - up


def _rest(page: Page) -> None:
    at_rest(page, "[...document.querySelectorAll('.svm-canvas')].map(c => c.dataset.revision)", 60)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", type=Path, default=ROOT / "app.py")
    parser.add_argument("--changes", type=int, default=30)
    parser.add_argument("--only", choices=CASES, help="beside the floor")
    options = parser.parse_args()
    medians: dict[str, tuple[float, float]] = {}
    with sync_playwright() as playwright, start_app(options.app) as url:
        browser = launch(playwright)
        for name, case in CASES.items():
            if options.only and name not in ("floor", options.only):
                continue
            with open_page(browser, f"{url}/{case.path}") as page:
                page.evaluate(WATCH, case.results)
                _rest(page)
                found = [change(page, case, turn) for turn in range(options.changes + 2)][2:]
            firsts, lasts = zip(*found, strict=True)
            medians[name] = statistics.median(firsts), statistics.median(lasts)
            first, last = medians[name]
            floors = first / medians["floor"][0]
            print(
                f"{name:13} first {first:6.0f} ms, worst {max(firsts):5.0f} (at most {FIRST:g};"
                f" {floors:4.1f} floors)   last {last:6.0f} ms   n {len(found)}"
                f"{' MISSED' if first > FIRST else ''}",
                flush=True,
            )
        browser.close()
    return int(any(first > FIRST for first, _ in medians.values()))


if __name__ == "__main__":
    sys.exit(main())
