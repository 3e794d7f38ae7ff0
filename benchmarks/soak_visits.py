"""Visitors who move a slider before their page is drawn to its end: does each keep a page?

    python benchmarks/soak_visits.py [--rounds 4] [--visits 10]

In a round a fresh server gets three browsers at once. Each opens one page after the other, and
moves two sliders there as soon as the pictures are drawn. Ends with code 1 if a page was empty
at the end of a visit, or did not come to rest.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.e2e.browser import eventually, launch, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT

BROWSERS, STEPS = 3, 6  # steps of a slider, one after the other
# pages with a picture and sliders; "" is the first one
FOLDERS = (
    *("", "kernels", "descent", "race", "dual", "losses"),
    *("classes", "regression", "nu", "evaluation"),
)
SLIDER = '[role=slider]:not([aria-disabled="true"]):visible, input[type=range]:enabled:visible'
EMPTY = "the page is empty"
# what is still to come on a page, if anything is
STATE = f"""() => {{
    if (!document.querySelector("[data-testid=stMain] .svm-canvas")) return "{EMPTY}";
    if (!document.querySelector('[data-test-script-state="notRunning"]')) return "the script runs";
    const late = [...svmCanvas.values()].filter(
        ({{ drawings, outbox }}) => drawings.drawing || outbox.sent > outbox.acked);
    return late.length ? "a picture is not drawn" : "";
}}"""


def visit(browser: Browser, url: str) -> str:
    """One visit; what is wrong with the page at its end, "" if nothing is."""
    try:
        with open_page(browser, url) as page:
            _slide(page)
            found: str = eventually(page, STATE, lambda state: state in ("", EMPTY))
            return found
    except (AssertionError, Error) as error:
        return str(error).partition("\n")[0]


def _slide(page: Page) -> None:
    sliders = page.locator(SLIDER)
    for one in (sliders.last, sliders.first):
        one.focus()
        for _ in range(STEPS):
            page.keyboard.press("ArrowRight")


def visitor(url: str, visits: int, first: int) -> list[str]:
    """What went wrong in the visits of one browser, which begins with that page."""
    folders = islice(cycle(FOLDERS), first, first + visits)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        found = [(folder, visit(browser, f"{url}/{folder}")) for folder in folders]
        browser.close()
    return [f"{folder or 'playground'}: {wrong}" for folder, wrong in found if wrong]


def soak(rounds: int, visits: int) -> Iterator[str]:
    """What went wrong, round by round."""
    for turn in range(rounds):
        with start_app(ROOT / "app.py") as url, ThreadPoolExecutor(BROWSERS) as pool:
            starts = range(turn * BROWSERS, (turn + 1) * BROWSERS)
            for found in pool.map(partial(visitor, url, visits), starts):
                yield from found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--visits", type=int, default=10)
    options = parser.parse_args()
    wrong = 0
    for said in soak(options.rounds, options.visits):
        print(said, flush=True)
        wrong += 1
    print(f"{wrong} of {options.rounds * BROWSERS * options.visits} visits went wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
