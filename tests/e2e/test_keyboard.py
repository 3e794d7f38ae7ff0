"""Without a pointer: the Playground and its table of points are used by keys alone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Canvas, eventually, open_page

MOST_STOPS = 70  # of the Tab key on a page
LAST = """() => { const { points: { ids, x, y }, header } = svmCanvas.get("main");
    return [x.at(-1), y.at(-1), header.pointLabels[ids.length - 1]]; }"""
HAS_FOCUS = """([css, name]) => { const at = document.activeElement;
    return at.matches(css) && (at.ariaLabel ?? at.textContent).startsWith(name); }"""

IN_POPOVER = """Boolean(document.activeElement
    .closest("[data-testid=stPopoverBody], [data-testid=stPopoverButton]"))"""


def lead_to(page: Page, key: str, css: str, name: str = "") -> None:
    """Press a key until what matches and has a name that begins so has the focus."""
    for _ in range(MOST_STOPS):
        if page.evaluate(HAS_FOCUS, [css, name]):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {css} {name}")


def tab_stops(page: Page) -> int:
    """How often the Tab key is pressed until it has gone around the page, from its beginning."""
    page.evaluate("document.activeElement.blur()")
    for stops in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            return stops
    raise AssertionError(f"more than {MOST_STOPS} tab stops")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_the_playground_and_its_table_of_points(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/?n_samples=20") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        canvas = Canvas(page, "main")
        lead_to(page, "Tab", ".svm-plot")
        press(page, "ArrowUp", *["Shift+ArrowUp"] * 4, "Enter")  # above all points
        eventually(page, lambda: canvas.points, lambda n: n == 21)
        canvas.wait_ready()
        x, y, label = page.evaluate(LAST)
        press(page, "Enter", *["ArrowRight"] * 9, "Enter")  # picked up, moved, put down
        moved, *rest = eventually(page, LAST, lambda now: now[0] > x)
        assert rest == [y, label]
        lead_to(page, "Shift+Tab", ".svm-toolbar button")
        lead_to(page, "ArrowRight", ".svm-table-open")
        press(page, "Enter", "Control+End", "ArrowLeft", "Enter")  # the class of the last point
        eventually(page, LAST, lambda now: now == [moved, y, 1 - label])
        press(page, "ArrowLeft", "2", ".", "5", "Enter")  # its second coordinate
        eventually(page, LAST, lambda now: now == [moved, 2.5, 1 - label])
        press(page, "Delete")
        eventually(page, lambda: canvas.points, lambda n: n == 20)
        press(page, "Control+z")
        eventually(page, LAST, lambda now: now == [moved, 2.5, 1 - label])
        press(page, "Escape")
        expect(page.locator(".svm-table-open")).to_be_focused()
        lead_to(page, "Shift+Tab", '[role="radio"]', "Linear")
        press(page, " ")
        page.wait_for_url("**kernel=linear*")
        lead_to(page, "Shift+Tab", 'input[type="range"]', "C")
        press(page, "ArrowRight")
        page.wait_for_url("**C=1.5*")
        canvas.wait_ready()
        lead_to(page, "Shift+Tab", '[data-testid="stPopoverButton"]', "Share")  # around the page
        press(page, "Enter", "Tab")  # before its content has come
        assert page.evaluate(IN_POPOVER)
        page.get_by_test_id("stCode").first.wait_for()
        lead_to(page, "Tab", "button", "Copy to clipboard")
        # where the content came first, the key has led past the button of the link
        copies = page.get_by_test_id("stPopoverBody").get_by_label("Copy to clipboard")
        for _ in range(MOST_STOPS):
            if copies.first.evaluate("button => button === document.activeElement"):
                break
            press(page, "Shift+Tab")
        press(page, "Enter")
        copied = eventually(page, "navigator.clipboard.readText()")
        assert copied == page.url.replace("/?", "?")
