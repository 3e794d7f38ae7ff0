"""The Playground in a real browser with a real mouse: what a visitor does in the first minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Canvas, at_rest, eventually, frame, go_to, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT


@pytest.fixture
def page(browser: Browser, app_url: str) -> Iterator[Page]:
    with open_page(browser, app_url) as page:
        settled(page)
        yield page


def settled(page: Page) -> Canvas:
    canvas = Canvas(page, "main")
    canvas.wait_ready()
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")
    return canvas


def until_points(page: Page, n: int) -> None:
    page.wait_for_selector(f'.svm-canvas[data-key="main"][data-points="{n}"]')
    settled(page)


def test_a_tooltip_shows_as_near_as_a_click_takes_the_point_and_not_after_a_press(page: Page):
    canvas = settled(page)
    x, y = canvas.pixel(-2.5, -2.5)
    words = page.locator('.svm-canvas[data-key="main"] .hovertext')
    page.mouse.click(x, y)
    until_points(page, 91)
    page.mouse.move(x + 2, y)
    expect(words).to_have_count(1)
    expect(words).to_be_hidden()
    page.mouse.move(x + 12, y)
    page.mouse.move(x + 8, y)
    expect(words).to_be_visible()
    page.mouse.move(x + 11, y)
    expect(words).to_be_hidden()
    page.mouse.click(x + 11, y)
    until_points(page, 92)


def test_twenty_quick_clicks_beside_generated_points(page: Page):
    canvas = settled(page)
    assert canvas.points == 90
    axes = canvas.axes()
    spots = [(-2.6 + 0.27 * k, -2.1 + 0.02 * k) for k in range(20)]
    for x, y in spots:
        page.mouse.click(*canvas.pixel(x, y, axes))
        frame(page)
    until_points(page, 110)
    expect(page.locator(".svm-verdict")).to_contain_text("of 110 points")
    expect(page).to_have_url(re.compile("placed="))
    drawn = eventually(
        page,
        """() => { const t = traceOf('main', 'points');
            return [...t.x].slice(-20).map((x, k) => [x, [...t.y].slice(-20)[k]]); }""",
        lambda drawn: len(drawn) == 20,
    )
    unit = (axes["x"][1] - axes["x"][0]) / axes["width"]  # data units a pixel
    for (x, y), (u, v) in zip(spots, drawn, strict=True):
        assert abs(x - u) <= unit
        assert abs(y - v) <= unit


def test_reload_back_and_a_link_elsewhere(page: Page, browser: Browser):
    said = page.locator(".svm-verdict")
    entries = page.evaluate("history.length")
    canvas = settled(page)
    canvas.click(1.5, 1.5)
    until_points(page, 91)
    canvas.drag((1.5, 1.5), (-2.0, -2.0))
    expect(page).to_have_url(re.compile("placed="))
    assert page.evaluate("history.length") == entries, "an edit is no step of Back"
    before = said.inner_text()
    page.get_by_test_id("stSidebar").get_by_text("Linear", exact=True).click()
    expect(said).not_to_have_text(before)
    expect(page).to_have_url(re.compile("kernel=linear"))
    settled(page)
    seen, link = at_rest(page, said.inner_text), page.url
    page.reload()
    until_points(page, 91)
    expect(said).to_have_text(seen)
    with open_page(browser, link) as other:
        until_points(other, 91)
        expect(other.locator(".svm-verdict")).to_have_text(seen)
    go_to(page, "Evaluation")
    expect(page).to_have_url(re.compile("/evaluation.*kernel=linear"))
    settled(page)
    page.reload()
    settled(page)
    page.go_back()
    expect(page).to_have_url(link)
    until_points(page, 91)
    expect(said).to_have_text(seen)


def test_a_phone_shows_the_picture_first_and_nothing_wider(browser: Browser, app_url: str):
    with open_page(browser, app_url, phone=True, color_scheme="dark") as page:
        canvas = settled(page)
        eventually(page, "traceOf('main', 'boundary').line.color", "#eef1f4".__eq__)
        eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= 390)
        box = at_rest(page, canvas.root.bounding_box)
        assert box["width"] > 360
        assert box["y"] < 120
        axes = canvas.axes()
        for x, y in ((-2.0, 2.2), (2.2, -1.7), (2.4, 2.0)):
            page.touchscreen.tap(*canvas.pixel(x, y, axes))
            frame(page)
        until_points(page, 93)
        expect(page.locator(".svm-verdict")).to_contain_text("of 93 points")
        card = page.locator(".svm-card").first
        explained = "card => getComputedStyle(card, '::after').content"
        assert card.evaluate(explained) == "none"
        card.tap()
        eventually(
            page, lambda: card.evaluate(explained), f'"{card.get_attribute("title")}"'.__eq__
        )


@pytest.mark.exhaustive  # a server of its own
def test_a_deep_link_is_the_first_thing_a_server_is_asked_for(browser: Browser):
    with start_app(ROOT / "app.py") as url, open_page(browser, f"{url}/dual?C=10") as page:
        expect(page.get_by_role("radio", name="SMO")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".svm-verdict")).to_contain_text("90 points")
        go_to(page, "Playground")
        settled(page)
        page.wait_for_url("**/?C=10")
