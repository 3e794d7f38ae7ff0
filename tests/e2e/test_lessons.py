"""A lesson in a real browser: the hour by the keys of a presenter's remote control."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.lessons.text.courses import COURSES
from pages.lessons.text.scenario import spoken
from pages.state.screen.own_lesson import OwnStep, own_lesson
from tests.e2e.browser import Canvas, at_rest, eventually, frame, open_page
from tests.e2e.test_keyboard import tab_stops

COURSE = next(iter(COURSES.values()))
TOP = "document.querySelector('.svm-plot').getBoundingClientRect().top"
HEIGHT = "document.querySelector('.svm-plot').clientHeight"
FITS = "document.querySelector('.svm-plot').getBoundingClientRect().bottom <= innerHeight"
ROOT = "document.documentElement"
BAR = "document.querySelector('.st-key-lesson')?.innerText ?? ''"
BY_HAND = {"challenges": "widest"}  # a picture without a row of tools above it
SIZES = [(1280, 720), (853, 480)]  # the second is the first at a zoom of 150 %


def bar_with(page: Page, *texts: str) -> None:
    plain = [" ".join(text.split()) for text in texts]
    eventually(page, BAR, lambda said: all(text in " ".join(said.split()) for text in plain))


def press(page: Page, key: str) -> None:
    """Press a key of a button when the script rests: a button that is drawn anew hears none."""
    page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    frame(page)
    page.keyboard.press(key)


@pytest.mark.exhaustive
def test_the_first_hour_by_keyboard_alone(browser: Browser, app_url: str):
    hour = [scenario for lesson in COURSE for scenario in lesson.scenarios]
    tops: dict[int, set[float]] = {width: set() for width, _ in SIZES}
    with open_page(browser, f"{app_url}/lessons", ready="h1") as page:
        page.wait_for_selector(".svm-dock button", state="attached")  # its script hears the keys
        # by its key: while the list is drawn again, the first button in it may be another lesson's
        start = page.locator(f".st-key-lesson_start_{COURSE[0].key} button")
        expect(start).to_be_visible()
        assert tab_stops(page) < 40  # a lesson with its steps is one
        start.focus()
        page.keyboard.press("End")
        last = len(COURSE[0].scenarios)
        name = f"{last}. {hour[last - 1].title}"
        expect(page.get_by_role("link", name=name, exact=True)).to_be_focused()
        page.keyboard.press("ArrowRight")  # around
        expect(start).to_be_focused()
        start.press("Enter")
        for scenario in hour:
            bar_with(page, scenario.title, spoken(scenario).question)
            title = page.locator(".svm-lesson-title")
            expect(title).to_be_focused()
            expect(title).to_have_css("outline-style", "solid")  # not the browser's own
            key = BY_HAND.get(scenario.link.folder, "main")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                Canvas(page, key).wait_ready()
                if key == "main":
                    tops[width].add(at_rest(page, TOP))
                assert eventually(page, FITS), f"{scenario.title}: the picture is not seen whole"
                assert eventually(page, f"{ROOT}.scrollWidth <= {ROOT}.clientWidth")
            press(page, "PageDown")
            bar_with(page, spoken(scenario).answer)
            press(page, "PageDown")
        page.wait_for_url("**/lessons**")
        eventually(page, BAR, lambda said: said == "")
    assert max(max(found) - min(found) for found in tops.values()) <= 1.0, "the picture moved"


def test_the_keys_go_back_too_and_h_hides_the_answer(browser: Browser, app_url: str):
    first, second = COURSE[0].scenarios[:2]
    with open_page(browser, f"{app_url}/?lesson=margin&step=2") as page:
        bar_with(page, spoken(second).question)
        # also by somebody who has just moved a slider, which has page keys of its own elsewhere
        size = page.get_by_role("slider", name="Points", exact=True)
        size.focus()
        before = size.input_value()
        press(page, "PageUp")
        assert size.input_value() == before
        bar_with(page, spoken(first).question)
        eventually(page, "location.search", lambda words: "step" not in words and "margin" in words)
        Canvas(page, "main").wait_ready()
        press(page, "h")
        eventually(page, "location.search", lambda words: "without=boundary.sentence" in words)
        assert page.locator(".st-key-answer_key").is_hidden()
        # on a phone on its side the picture is no strip: the page is scrolled to it
        page.set_viewport_size({"width": 844, "height": 390})
        eventually(page, HEIGHT, lambda height: height > 250)


@pytest.mark.exhaustive
def test_the_steps_of_an_own_lesson_are_put_in_order(browser: Browser, app_url: str):
    own = own_lesson("", tuple(OwnStep(name, name.lower(), "playground") for name in "ABCD"))
    with open_page(browser, f"{app_url}/lessons?own={own.own}", ready="h1") as page:
        page.get_by_role("button", name="Edit this lesson").click()
        page.get_by_role("button", name="QR code").click()
        page.locator(".svm-qr-small").click()
        large = page.locator("#svm-qr-large .svm-qr")
        expect(large).to_be_visible()
        assert large.bounding_box()["width"] > 800
        page.keyboard.press("Escape")
        expect(large).to_be_hidden()
        page.keyboard.press("Escape")
        steps, sentence = page.get_by_role("radio"), page.get_by_role("textbox", name="Sentence")
        page.get_by_text("3. C", exact=True).click()
        expect(sentence).to_have_value("c")
        page.get_by_role("button", name="Up", exact=True).click()
        expect(page.get_by_text("2. C", exact=True)).to_be_visible()
        expect(steps.nth(1)).to_be_checked()
        expect(sentence).to_have_value("c")
        page.get_by_role("button", name="Down", exact=True).click()
        expect(page.get_by_text("3. C", exact=True)).to_be_visible()
        eventually(page, "location.search", lambda words: words.endswith(own.own))
