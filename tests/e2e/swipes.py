"""A finger on a slider of a phone: along the track it sets a value, across it scrolls the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from tests.e2e.browser import at_rest, eventually, frame

SCROLLED = """() => [...document.querySelectorAll(".stMain, [data-testid=stSidebarContent]")]
    .map((part) => part.scrollTop)"""


def swipe(page: Page, x: float, y: float, dx: float, dy: float) -> None:
    """A finger goes from a place of the window by so many pixels, and is lifted."""
    session = page.context.new_cdp_session(page)

    def finger(kind: str, *at: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})
        frame(page)

    finger("touchStart", {"x": x, "y": y})
    for k in range(1, 11):
        finger("touchMove", {"x": x + dx * k / 10, "y": y + dy * k / 10})
    finger("touchEnd")


def centred(page: Page, slider: Locator) -> list[float]:
    """Scroll to a slider; how far its page is scrolled then, at rest."""
    at_rest(page, SCROLLED)
    slider.evaluate("e => e.scrollIntoView({ block: 'center' })")
    return at_rest(page, SCROLLED)


def crossed(page: Page, slider: Locator, share: float) -> None:
    """A swipe across a track, from a share of it, scrolls the page and leaves the value."""
    before = centred(page, slider)
    box, value = slider.bounding_box(), slider.input_value()
    back = 120 if any(before) else -120  # where there is something to scroll
    swipe(page, box["x"] + share * box["width"], box["y"] + box["height"] / 2, 5, back)
    eventually(page, SCROLLED, lambda now: now != before)
    assert slider.input_value() == value


def slid(page: Page, slider: Locator) -> None:
    """A swipe along a track, from the middle of its thumb, sets a value and scrolls nothing."""
    value = slider.input_value()
    before, box = centred(page, slider), slider.bounding_box()
    at = slider.evaluate("e => (e.value - e.min) / (e.max - e.min)")
    swipe(page, box["x"] + at * box["width"], box["y"] + box["height"] / 2, 60, 5)
    eventually(page, slider.input_value, lambda now: float(now) > float(value))
    assert page.evaluate(SCROLLED) == before
