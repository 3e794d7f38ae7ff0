"""Presses on links to other pages while a popover is open: how many lead nowhere.

    python benchmarks/menu_clicks.py [--url URL] [--tries 1]

On every page each popover is opened in turn, and a link of the menu is pressed with the mouse, with
a finger, and with the key Enter. A press is lost where the heading does not become the other page's
within some seconds. Ends with code 1 if one was lost.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Error, Locator, Page, sync_playwright

from app import PAGES
from tests.e2e.browser import DESKTOP, launch, new_page
from tests.e2e.server import spawn, stop, wait_until_healthy
from tests.helpers import ROOT

WAYS = ("mouse", "finger", "Enter")
OPENERS = '[data-testid="stPopoverButton"]:visible'
BODY = '[data-testid="stPopoverBody"]'
PATIENCE = 6000  # ms until a press counts as lost


def press(page: Page, link: Locator, way: str) -> None:
    """Press a link."""
    if way == "mouse":
        link.click()
    elif way == "finger":
        link.tap()
    else:
        link.focus()
        page.keyboard.press("Enter")


def settled(page: Page) -> None:
    """Until no script runs and every picture is drawn."""
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    page.wait_for_function("!document.querySelector('.svm-canvas:not([data-status=ready])')")


def lost_on(page: Page, url: str, folder: str, title: str, pressed: Counter, lost: Counter) -> None:
    """Press a link to another page from each popover of this page."""
    other = "Kernels" if title == PAGES[0].title else PAGES[0].title
    count = 1
    opener = 0
    while opener < count:
        for way in WAYS:
            page.goto(url if title == PAGES[0].title else f"{url}/{folder}")
            page.wait_for_selector(
                ".svm-canvas[data-revision], [data-test-script-state=notRunning]"
            )
            settled(page)
            count = page.locator(OPENERS).count()
            if not count:
                return
            name = page.locator(OPENERS).nth(opener).inner_text().split("\n")[0]
            page.locator(OPENERS).nth(opener).click()
            page.locator(BODY).wait_for()
            settled(page)
            press(page, page.get_by_test_id("stTopNavLink").filter(has_text=other), way)
            pressed[way] += 1
            try:
                page.wait_for_function(
                    "title => document.querySelector('h1').textContent === title"
                    " && !document.querySelector('[data-test-script-state=running]')",
                    arg=other,
                    timeout=PATIENCE,
                )
                settled(page)
                assert page.locator("h1").inner_text() == other
            except (AssertionError, Error):
                lost[way] += 1
                print(f"lost: {title}, {name}, {way}", flush=True)
        opener += 1


def main() -> int:
    """Press, count, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--url", help="a server that runs; without, one of its own")
    parser.add_argument("--tries", type=int, default=1)
    options = parser.parse_args()
    url, process = (options.url, None) if options.url else spawn(ROOT / "app.py")
    pressed, lost = Counter(), Counter()
    try:
        wait_until_healthy(url)
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = new_page(browser, DESKTOP | {"has_touch": True})
            for _ in range(options.tries):
                for one in PAGES:
                    lost_on(page, url, one.folder, one.title, pressed, lost)
            browser.close()
    finally:
        if process is not None:
            stop(process)
    for way in WAYS:
        print(f"{way:7} {lost[way]} of {pressed[way]} lost")
    return int(lost.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
