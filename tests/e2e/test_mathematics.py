"""The pictures of the page on mathematics: every handle, with a real mouse, finger and keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Canvas, at_rest, distance_px, eventually, open_page
from tests.e2e.swipes import swipe


@pytest.fixture
def url(app_url: str) -> str:
    return f"{app_url}/mathematics"


@pytest.fixture
def page(browser: Browser, url: str) -> Iterator[Page]:
    with open_page(browser, url) as page:
        settled(page, "subgradient")
        yield page


def settled(page: Page, key: str) -> Canvas:
    canvas = Canvas(page, key)
    canvas.wait_ready()
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")
    return canvas


def handles(canvas: Canvas) -> list[list[float]]:
    """Where plotly.js has drawn the handles."""
    return eventually(
        canvas.page,
        """css => { const t = document.querySelector(css + ' .svm-plot')._fullData
            .find(t => t.uid === 'points'); return [...t.x].map((x, k) => [x, [...t.y][k]]); }""",
        arg=canvas.css,
    )


def messages(canvas: Canvas) -> int:
    """How often the browser has told the server something."""
    return canvas.page.evaluate(
        "key => svmCanvas.get(key).outbox.messages", canvas.attribute("key")
    )


def says(page: Page, text: str) -> None:
    expect(page.locator(".svm-verdict")).to_contain_text(text)


def test_a_handle_is_dragged_and_nothing_else_moves_it(page: Page):
    canvas = settled(page, "subgradient")

    def state() -> tuple:
        return handles(canvas), messages(canvas), page.locator(".svm-verdict").inner_text()

    start = at_rest(page, state)
    canvas.click(1.0, 0.0, button="right")
    page.keyboard.down("Shift")
    canvas.drag((1.0, 0.0), (0.0, 1.0))
    page.keyboard.up("Shift")
    canvas.drag((-0.5, 2.5), (0.5, 1.5))  # beside the handles
    canvas.click(1.0, 0.0)
    page.mouse.wheel(0, -300)
    page.keyboard.press("Delete")
    assert at_rest(page, state) == start
    axes = canvas.axes()
    page.mouse.move(*canvas.pixel(*handles(canvas)[1], axes))
    page.mouse.down()
    page.mouse.move(*canvas.pixel(1.8, 0.4, axes), steps=8)
    says(page, "no subgradient")  # the button is still down
    page.mouse.move(*canvas.pixel(1.8, -0.8, axes), steps=8)
    says(page, "g = −1 is a subgradient at t₀ = 1")
    page.mouse.up()
    settled(page, "subgradient")
    (x0, y0), (x1, y1) = handles(canvas)
    assert (y1 - y0) / (x1 - x0) == pytest.approx(-1.0)
    page.mouse.move(*canvas.pixel(1.0, 0.0))
    page.mouse.down()
    page.mouse.move(*canvas.pixel(-0.4, -0.7), steps=8)
    says(page, "t₀ = −0.4")
    page.keyboard.press("Escape")
    page.mouse.up()
    settled(page, "subgradient")
    eventually(page, lambda: handles(canvas)[0], [1.0, 0.0].__eq__)


def test_keys_choose_and_move_handles(page: Page):
    canvas = settled(page, "subgradient")
    chosen = canvas.root.locator(".svm-grip[data-chosen]")
    live = page.locator(".svm-live")
    plot = canvas.root.locator(".svm-plot")
    plot.focus()
    expect(plot).to_be_focused()
    expect(live).to_contain_text("point, at 1, 0")
    expect(chosen).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    says(page, "g = −1 is a subgradient at t₀ = 0.89")
    settled(page, "subgradient")
    page.keyboard.press("Enter")
    expect(live).to_contain_text("slope, at")
    page.keyboard.press("ArrowUp")
    says(page, "no subgradient")
    settled(page, "subgradient")
    page.keyboard.press("Shift+Tab")
    expect(live).to_contain_text("point, at")
    page.keyboard.press("Tab")
    expect(live).to_contain_text("slope, at")
    page.keyboard.press("Tab")  # nobody is trapped
    expect(canvas.root.locator(".svm-plot")).not_to_be_focused()
    expect(chosen).to_have_count(0)


@pytest.mark.exhaustive
def test_a_phone_has_the_picture_first_and_a_finger_drags_or_scrolls(browser: Browser, url: str):
    with open_page(browser, url, phone=True, color_scheme="dark") as page:
        canvas = settled(page, "subgradient")
        eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= 390)
        stage = canvas.root.locator(".svm-stage").bounding_box()
        assert stage["y"] + stage["height"] < 520
        assert stage["width"] > 360
        (x, y), (u, v) = canvas.pixel(*handles(canvas)[1]), canvas.pixel(1.8, 0.4)
        swipe(page, x + 8, y, u - x, v - y)
        says(page, "no subgradient")
        settled(page, "subgradient")
        assert distance_px(canvas, handles(canvas)[0], (1.0, 0.0)) < 1
        # beside the handles a finger scrolls the page
        scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
        assert at_rest(page, scrolled) < 50
        swipe(page, *canvas.pixel(-0.5, 0.4), 0, -165)
        eventually(page, scrolled, lambda top: top > 50)
