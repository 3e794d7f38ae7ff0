"""A lesson in a real browser: the hour by the keys of a presenter's remote control."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from pages.lessons.text import COURSES
from pages.lessons.text.scenario import spoken
from tests.e2e.browser import Canvas, eventually, frame

HOUR = [scenario for lesson in next(iter(COURSES.values())) for scenario in lesson.scenarios]
TOP = "document.querySelector('.svm-plot').getBoundingClientRect().top"
ROOT = "document.documentElement"
BAR = "document.querySelector('.st-key-lesson')?.innerText ?? ''"
BY_HAND = {"challenges": "widest"}  # a picture without a row of tools above it
SIZES = [(1280, 720, 1.0), (960, 600, 1.5)]  # the second is a zoom of 150 %


def bar_with(page: Page, *texts: str) -> None:
    plain = [" ".join(text.split()) for text in texts]
    eventually(page, BAR, lambda said: all(text in " ".join(said.split()) for text in plain))


def press(page: Page, key: str) -> None:
    """Press a key of a button when the script rests: a button that is drawn anew hears none."""
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    frame(page)
    page.keyboard.press(key)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_hour_by_keyboard_alone(
    browser: Browser, app_url: str, size: tuple[int, int, float]
):
    width, height, scale = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale
    )
    with context:
        page = context.new_page()
        page.goto(f"{app_url}/lessons")
        # by its key: while the list is drawn again, the first button in it may be another lesson's
        start = page.locator(".st-key-lesson_start_margin button")
        start.focus()
        start.press("Enter")
        tops = set()
        for scenario in HOUR:
            bar_with(page, scenario.title, spoken(scenario).question)
            key = BY_HAND.get(scenario.link.folder, "main")
            Canvas(page, key).wait_ready()
            if key == "main":
                tops.add(eventually(page, TOP))
            assert eventually(page, f"{ROOT}.scrollWidth <= {ROOT}.clientWidth")
            press(page, "PageDown")
            bar_with(page, spoken(scenario).answer)
            press(page, "PageDown")
        page.wait_for_url("**/lessons**")
        eventually(page, BAR, lambda said: said == "")
    assert max(tops) - min(tops) <= 1.0, "the picture moved"


def test_the_keys_go_back_too(browser: Browser, app_url: str):
    first, second = HOUR[:2]
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{app_url}/?lesson=margin&step=2")
        bar_with(page, spoken(second).question)
        Canvas(page, "main").wait_ready()  # keys are heard once the page is drawn
        # also by somebody who has just moved a slider, which has page keys of its own elsewhere
        size = page.get_by_role("slider", name="Points", exact=True)
        size.focus()
        before = size.input_value()
        press(page, "PageUp")
        assert size.input_value() == before
        bar_with(page, spoken(first).question)
        eventually(page, "location.search", lambda words: "step" not in words and "margin" in words)
