"""How much processor time a click takes on the server, against the least that Streamlit takes.

    python benchmarks/bench_server.py [--app app.py] [--clicks 40] [--points 100]

The floor is a run of a fragment with one button. Each app runs in a process of its own, the two are
clicked in turn, and what is counted is the time of all threads of the process, from the click until
the script is at rest again, sentences and charts included. A click of the app adds a point.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from benchmarks.bench_canvas import Bench
from tests.e2e.browser import launch
from tests.e2e.server import APPS, spawn, stop, wait_until_healthy
from tests.helpers import ROOT

MOST, RATIO = 18.0, 5.0  # milliseconds a click, and times the floor
TICKS = os.sysconf("SC_CLK_TCK")


def processor_ms(pid: int) -> float:
    """Milliseconds that a process has computed so far, in user and in kernel mode."""
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1e3 * (int(after_name[11]) + int(after_name[12])) / TICKS


def rest(page: Page) -> None:
    """Wait until no script runs and none has begun for a while."""
    for _ in range(2):
        page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
        page.wait_for_timeout(60)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", type=Path, default=ROOT / "app.py")
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--points", type=int, default=100)
    options = parser.parse_args()
    floor_url, floor = spawn(APPS / "fragment_app.py")
    real_url, real = spawn(options.app)
    spent = {floor.pid: 0.0, real.pid: 0.0}
    try:
        wait_until_healthy(floor_url, floor)
        wait_until_healthy(real_url, real)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            floor_page = browser.new_page()
            floor_page.goto(floor_url)
            button = floor_page.get_by_role("button", name="Run", exact=True)
            real_page = browser.new_page(viewport={"width": 1440, "height": 860})
            real_page.goto(f"{real_url}/?n_samples={options.points}")
            real_page.wait_for_selector(".svm-canvas[data-revision]")
            bench = Bench(real_page)
            bench.canvas.wait_ready()

            def click_floor(k: int) -> None:
                button.click()

            for k in range(options.clicks + 5):
                for page, process, click in (
                    (floor_page, floor, click_floor),
                    (real_page, real, bench.click),
                ):
                    page.bring_to_front()
                    rest(page)
                    before = processor_ms(process.pid)
                    click(k)
                    rest(page)
                    if k >= 5:  # while caches and compilers warm up
                        spent[process.pid] += processor_ms(process.pid) - before
                bench.undo()
            browser.close()
    finally:
        stop(floor)
        stop(real)
    least, own = (spent[process.pid] / options.clicks for process in (floor, real))
    missed = own > MOST or own > RATIO * least
    print(
        f"click at {options.points} points: {own:.1f} ms (at most {MOST:g})"
        f"   empty fragment {least:.1f} ms   ratio {own / least:.2f} (at most {RATIO:g})"
        f"   n {options.clicks}{' MISSED' if missed else ''}"
    )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
