"""The pictures of the page on mathematics: every handle, with a real mouse, finger and keys."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Canvas, at_rest, distance_px, eventually, go_to, open_page, press_dock


@pytest.fixture(scope="module")
def url(app_url: str) -> str:
    return f"{app_url}/mathematics"


@pytest.fixture(scope="module")
def opened(browser: Browser, url: str) -> Iterator[Page]:
    with open_page(browser, url) as page:
        yield page


@pytest.fixture
def page(opened: Page) -> Iterator[Page]:
    """The page with its first picture, as it opens: all tests share one visit."""
    settled(opened, "subgradient")
    yield opened
    opened.mouse.up()
    opened.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
    if (reset := opened.get_by_role("button", name="Reset")).is_enabled():
        reset.click()
    picture(opened, "Subgradients", "subgradient")
    says(opened, "every slope from −1 to 0")


def settled(page: Page, key: str) -> Canvas:
    canvas = Canvas(page, key)
    canvas.wait_ready()
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")
    return canvas


def picture(page: Page, title: str, key: str) -> Canvas:
    page.get_by_role("radio", name=title, exact=True).click()
    page.wait_for_selector(f'.svm-canvas[data-key="{key}"]')
    return settled(page, key)


@contextmanager
def opened_sidebar(page: Page) -> Iterator[None]:
    """On a phone the controls are behind a button, in a drawer."""
    press_dock(page, "Controls")
    yield
    press_dock(page, "Controls")


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
    return canvas.page.evaluate("key => svmCanvas.get(key).messages", canvas.attribute("key"))


def says(page: Page, text: str) -> None:
    expect(page.locator(".svm-verdict")).to_contain_text(text)


def test_the_first_picture_is_in_sight_with_its_words_and_no_toolbar(page: Page):
    canvas = settled(page, "subgradient")
    says(page, "every slope from −1 to 0")
    for css in (".svm-plot", ".svm-verdict", ".svm-cards"):
        box = page.locator(css).first.bounding_box()
        assert box["y"] + box["height"] <= 860, css
    expect(canvas.root.locator(".svm-toolbar")).to_have_count(0)
    stage = canvas.root.locator(".svm-stage").bounding_box()
    assert stage["width"] > 680
    assert stage["height"] > 600


def test_the_slope_handle_turns_the_line_while_it_is_dragged(page: Page):
    canvas = settled(page, "subgradient")
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
    expect(canvas.root.locator(".svm-grip[data-chosen]")).to_have_count(0)


def test_the_point_stays_on_the_curve_however_it_is_dragged(page: Page):
    canvas = settled(page, "subgradient")
    canvas.drag((1.0, 0.0), (0.2, 3.0), (-0.4, -0.7), steps=8)
    says(page, "t₀ = −0.4")
    settled(page, "subgradient")
    x, y = handles(canvas)[0]
    assert x == pytest.approx(-0.4, abs=0.02)
    assert y == pytest.approx(1.0 - x, abs=1e-6)
    expect(canvas.root.locator(".svm-ghosts path")).to_have_count(0)
    canvas.drag((x, y), (1.03, 0.5))
    says(page, "t₀ = 1: at the kink")
    settled(page, "subgradient")
    assert handles(canvas)[0] == [1.0, 0.0]


def test_the_drawn_handle_stays_in_sight_and_a_faint_one_follows_the_pointer(page: Page):
    canvas = settled(page, "subgradient")
    page.mouse.move(*canvas.pixel(1.0, 0.0))
    page.mouse.down()
    page.mouse.move(*canvas.pixel(0.5, 1.5), steps=4)
    says(page, "t₀ = 0.5")
    eventually(
        page,
        """css => { const root = document.querySelector(css);
            const seen = e => getComputedStyle(e).visibility;
            return [[...root.querySelectorAll('.tracepoints path')].map(seen),
                    root.querySelectorAll('.svm-ghosts path').length,
                    getComputedStyle(root.querySelector('.svm-ghosts')).opacity]; }""",
        [["visible", "visible"], 1, "0.3"].__eq__,
        canvas.css,
    )
    page.mouse.up()


def test_the_point_on_the_circle(page: Page):
    canvas = picture(page, "Lagrange", "lagrange")
    canvas.drag(handles(canvas)[0], (0.5, -1.5))
    says(page, "counter-clockwise increases f")
    settled(page, "lagrange")
    assert math.hypot(*handles(canvas)[0]) == pytest.approx(1.0)
    canvas.drag(handles(canvas)[0], (0.9, 0.45))
    says(page, "with λ = √5/2 = 1.118")
    settled(page, "lagrange")
    assert handles(canvas)[0] == pytest.approx([2 / 5**0.5, 1 / 5**0.5])


def test_w_and_the_line(page: Page):
    canvas = picture(page, "Planes", "plane")
    canvas.drag(handles(canvas)[0], (0.0, 2.0))
    says(page, "The line is 0.6 from the origin")
    says(page, "2/‖w‖ = 1 wide")
    settled(page, "plane")
    canvas.drag(handles(canvas)[1], (1.0, -1.5))
    says(page, "The line is 1.5 from the origin")
    settled(page, "plane")
    assert handles(canvas)[1][1] == pytest.approx(-1.5, abs=0.02)
    canvas.drag(handles(canvas)[1], (1.0, 0.0))
    says(page, "The line is 0 from")
    settled(page, "plane")
    canvas.drag(handles(canvas)[0], (0.0, 0.0))
    says(page, "w = 0 gives no line")
    page.get_by_role("button", name="Reset").click()
    says(page, "The line is 0.894 from the origin")


def test_other_buttons_and_clicks_beside_the_handles_do_nothing(page: Page):
    canvas = settled(page, "subgradient")

    def all_of_it():
        return handles(canvas), messages(canvas), page.locator(".svm-verdict").inner_text()

    before = at_rest(page, all_of_it)
    canvas.click(1.0, 0.0, button="right")
    page.keyboard.down("Shift")
    canvas.drag((1.0, 0.0), (0.0, 1.0))
    page.keyboard.up("Shift")
    canvas.click(-0.5, 2.5)
    canvas.drag((-0.5, 2.5), (0.5, 1.5))
    canvas.click(1.0, 0.0)
    page.mouse.wheel(0, -300)
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    assert at_rest(page, all_of_it) == before


def test_escape_takes_a_handle_back(page: Page):
    canvas = picture(page, "Planes", "plane")
    start = handles(canvas)[0]
    page.mouse.move(*canvas.pixel(*start))
    page.mouse.down()
    page.mouse.move(*canvas.pixel(-1.5, 1.0), steps=6)
    says(page, "The line is 0.6")
    page.keyboard.press("Escape")
    page.mouse.up()
    says(page, "The line is 0.894")
    settled(page, "plane")
    assert handles(canvas)[0] == pytest.approx(start)


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


def test_keys_leave_a_place_to_which_handles_snap(page: Page):
    canvas = picture(page, "Lagrange", "lagrange")
    canvas.drag(handles(canvas)[0], (0.9, 0.45))
    says(page, "maximum")
    settled(page, "lagrange")
    page.keyboard.press("ArrowUp")
    says(page, "not optimal")


def touch(session, kind: str, *points: tuple[float, float]) -> None:
    at = [{"x": x, "y": y} for x, y in points]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_a_phone_has_the_picture_first_and_a_finger_drags_or_scrolls(browser: Browser, url: str):
    with open_page(browser, url, phone=True, color_scheme="dark") as page:
        canvas = settled(page, "subgradient")
        for title, key in {"Lagrange": "lagrange", "Planes": "plane"}.items():
            with opened_sidebar(page):
                picture(page, title, key)
            eventually(page, "document.documentElement.scrollWidth", lambda wide: wide <= 390)
        with opened_sidebar(page):
            canvas = picture(page, "Subgradients", "subgradient")
        stage = canvas.root.locator(".svm-stage").bounding_box()
        assert stage["y"] + stage["height"] < 520
        assert stage["width"] > 360
        session = page.context.new_cdp_session(page)
        (x, y), (u, v) = canvas.pixel(*handles(canvas)[1]), canvas.pixel(1.8, 0.4)
        touch(session, "touchStart", (x + 8, y))
        for k in range(1, 7):
            touch(session, "touchMove", (x + 8 + (u - x) * k / 6, y + (v - y) * k / 6))
        touch(session, "touchEnd")
        says(page, "no subgradient")
        settled(page, "subgradient")
        assert distance_px(canvas, handles(canvas)[0], (1.0, 0.0)) < 1
        # beside the handles a finger scrolls the page
        scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
        assert at_rest(page, scrolled) < 50
        x, y = canvas.pixel(-0.5, 0.4)
        touch(session, "touchStart", (x, y))
        for k in range(1, 12):
            touch(session, "touchMove", (x, y - 15 * k))
        touch(session, "touchEnd")
        eventually(page, scrolled, lambda top: top > 50)


def test_the_link_comes_along_through_the_menu_and_a_drag_is_in_it(browser, url: str):
    with open_page(browser, f"{url}?C=10") as page:
        canvas = settled(page, "subgradient")
        canvas.drag((1.0, 0.0), (0.2, 1.0))
        says(page, "t₀ = 0.2")
        page.wait_for_url("**/mathematics?ma_slope=-1&C=10&ma_t0=0.2")
        go_to(page, "Playground")
        page.wait_for_url("**/?ma_slope=-1&C=10&ma_t0=0.2")
        go_to(page, "Mathematics")
        page.wait_for_url("**/mathematics?ma_slope=-1&C=10&ma_t0=0.2")
