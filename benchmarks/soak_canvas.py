"""Thirty bursts of twenty quick clicks on a slow machine: does every one arrive, once, in order?

    python benchmarks/soak_canvas.py [--bursts 30]

Chromium is slowed down four times, every run of the script takes 250 ms. After each burst a
point is dragged, a cloud is sprayed and wiped away again, all before the server has caught up.
Ends with code 1 if anything was lost, came twice or came in another order.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.e2e.browser import Canvas, launch, open_page
from tests.e2e.server import APPS, start_app

CLICKS = 20
BLOCK = 10  # bursts of one session: a board holds 600 points
PAUSE_MS = 15
FIRST_POINT = """() => {
    const { ids, x, y } = globalThis.svmCanvas.get("canvas").shown;
    const k = ids.indexOf(0);
    return [x[k], y[k]];
}"""
TOLERANCE = 0.02  # in data units; a pixel is 0.01


def spots(burst: int) -> list[tuple[float, float]]:
    """Twenty places well away from each other and from those of the block's other bursts."""
    return [(-5.5 + 0.55 * k, 2.9 - 0.12 * (burst % BLOCK)) for k in range(CLICKS)]


def play(canvas: Canvas, burst: int) -> tuple[list, tuple]:
    """One burst of clicks, then a drag, a spray and an erasing; returns what should be there."""
    wanted, axes = spots(burst), canvas.axes()
    for spot in wanted:
        canvas.page.mouse.click(*canvas.pixel(*spot, axes))
        canvas.page.wait_for_timeout(PAUSE_MS)
    start = canvas.page.evaluate(FIRST_POINT)
    target = (-4.0 - 0.05 * burst, -1.0 if burst % 2 else 0.0)
    canvas.drag(tuple(start), (-3.0, 1.0), target, steps=8)
    canvas.page.keyboard.press("2")
    canvas.page.keyboard.press("s")
    canvas.drag((4.5, -2.0), (5.0, -1.0), steps=12)
    canvas.page.keyboard.press("e")
    # across, row by row: wider than the cloud
    rows = [(x, -2.6 + 0.15 * k) for k in range(15) for x in ((3.9, 5.6) if k % 2 else (5.6, 3.9))]
    canvas.drag(*rows, steps=3)
    canvas.page.keyboard.press("1")
    canvas.page.keyboard.press("a")
    return wanted, target


def judge(report: dict, wanted: list, target: tuple, seen: int) -> dict:
    """How many clicks arrived, and whether the other gestures ended as they should."""
    dragged = [p for p in report["points"] if p[0] == 0]
    placed = [p for p in report["points"] if p[0] > 0 and p[3] == 0][seen:]
    pairs = list(zip(placed, wanted, strict=False))
    return {
        "arrived": len(placed),
        "exact": sum(math.dist(p[1:3], w) < TOLERANCE for p, w in pairs),
        "dragged": len(dragged) == 1 and math.dist(dragged[0][1:3], target) < TOLERANCE,
        "wiped": all(p[3] == 0 for p in report["points"]),
    }


def soak_block(page: Page, bursts: range, totals: Counter) -> None:
    """Some bursts in one session; adds to `totals` and tells of every burst that went wrong."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    canvas, seen = Canvas(page), 0
    for burst in bursts:
        wanted, target = play(canvas, burst)
        result = judge(canvas.report(), wanted, target, seen)
        seen += result["arrived"]
        totals.update(result)
        if result != {"arrived": CLICKS, "exact": CLICKS, "dragged": True, "wiped": True}:
            print(f"burst {burst}: {result}", flush=True)
    totals["resent"] += page.evaluate("globalThis.svmCanvas.get('canvas').outbox.resends")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bursts", type=int, default=30)
    bursts = parser.parse_args().bursts
    totals: Counter = Counter()
    with sync_playwright() as playwright, start_app(APPS / "canvas_app.py") as url:
        browser = launch(playwright)
        for start in range(0, bursts, BLOCK):
            with open_page(browser, f"{url}/?pause=250&points=1") as page:
                soak_block(page, range(start, min(start + BLOCK, bursts)), totals)
        browser.close()
    clicks = bursts * CLICKS
    print(f"{totals['arrived']} of {clicks} clicks arrived, {totals['exact']} in order and exact")
    print(f"{totals['dragged']} of {bursts} drags, {totals['wiped']} of {bursts} clouds wiped")
    print(f"{totals['resent']} messages were sent again")
    wanted = {"arrived": clicks, "exact": clicks, "dragged": bursts, "wiped": bursts}
    return 0 if all(totals[name] == count for name, count in wanted.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
