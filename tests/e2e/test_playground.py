"""The Playground in a real browser with a real mouse: what a visitor does in the first minutes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import Canvas, at_rest, eventually, frame, go_to, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT
from tests.helpers.grids import few


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


def verdict(page: Page) -> str:
    return page.locator(".svm-verdict").inner_text()


def numbers(page: Page) -> dict[str, list[str]]:
    """What the cards say, by name; without the clock's, which is never the same twice."""
    cards = [card.split("\n") for card in page.locator(".svm-card").all_inner_texts()]
    return {name: said for name, *said in cards if name != "Time to fit"}


def until_points(page: Page, n: int) -> None:
    page.wait_for_selector(f'.svm-canvas[data-key="main"][data-points="{n}"]')
    settled(page)


def choose(page: Page, text: str) -> None:
    before = verdict(page)
    page.locator('section[data-testid="stSidebar"]').get_by_text(text, exact=True).click()
    expect(page.locator(".svm-verdict")).not_to_have_text(before)
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
    page.wait_for_url("**placed=**")
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


def test_drag_delete_spray_undo_redo_and_class(page: Page):
    canvas = settled(page)
    page.keyboard.press("2")
    canvas.click(-2.5, 2.0)
    until_points(page, 91)
    first = verdict(page)
    canvas.drag((-2.5, 2.0), (-1.5, -1.8))
    expect(page.locator(".svm-verdict")).not_to_have_text(first)
    settled(page)
    assert canvas.points == 91
    canvas.click(-1.5, -1.8, button="right")
    until_points(page, 90)
    canvas.tool("spray")
    canvas.drag((2.0, 2.0), (2.4, 1.6), steps=25)
    eventually(page, lambda: canvas.points, lambda n: n > 92)
    settled(page)
    sprayed = canvas.points
    page.keyboard.press("Control+z")
    until_points(page, 90)
    page.keyboard.press("Control+Shift+z")
    until_points(page, sprayed)
    page.keyboard.press("Control+z")
    until_points(page, 90)
    page.keyboard.press("Control+z")
    until_points(page, 91)
    page.get_by_role("heading", name="Kernel").click()  # the focus is anywhere on the page
    page.keyboard.press("Control+y")
    until_points(page, 90)


def test_kernels_margins_and_formulations(page: Page):
    for kernel in ("Linear", "Poly", "Sigmoid", "RBF"):
        choose(page, kernel)
        page.wait_for_url(f"**kernel={kernel.lower()}**" if kernel != "RBF" else "**/")
    choose(page, "Linear")
    eventually(page, lambda: numbers(page)["Margin width"][0], lambda said: float(said) > 0)
    choose(page, "Hard margin")
    expect(page.locator(".svm-verdict")).to_contain_text("not separable")
    expect(page.locator(".svm-card")).to_have_count(0)  # there is no model
    C = page.get_by_role("slider", name="C", exact=True)
    expect(C).to_be_disabled()
    expect(C).to_have_attribute("aria-valuetext", "∞")
    choose(page, "Soft margin")
    exact = numbers(page)
    # the same optimum, in the same words
    page.locator('section[data-testid="stSidebar"]').get_by_text("Primal", exact=True).click()
    page.wait_for_url("**formulation=primal**")
    settled(page)
    for name in ("Support vectors", "Training accuracy", "Margin width"):
        eventually(page, lambda name=name: numbers(page)[name][0], exact[name][0].__eq__)


def test_undo_takes_a_choice_of_the_sidebar_back(page: Page):
    cards = page.locator(".svm-picker [aria-checked=true]")
    first = cards.get_attribute("aria-label")
    before = verdict(page)
    page.get_by_role("radio", name="XOR").click()
    expect(page.locator(".svm-verdict")).not_to_have_text(before)
    settled(page)
    expect(cards).to_have_attribute("aria-label", "XOR")
    assert first != "XOR"
    page.keyboard.press("Control+z")
    expect(cards).to_have_attribute("aria-label", first)
    expect(page.locator(".svm-verdict")).to_have_text(before)


def test_zoom_survives_a_click(page: Page):
    canvas = settled(page)
    page.mouse.move(*canvas.pixel(0.0, 0.0))
    page.mouse.wheel(0, -400)
    eventually(page, lambda: canvas.axes()["x"], lambda x: x[1] - x[0] < 5.5)
    settled(page)
    zoomed = canvas.resting_axes()
    canvas.click(0.5, 0.9)
    until_points(page, 91)
    canvas.shows(zoomed)


def test_reload_back_and_a_link_elsewhere(browser: Browser, app_url: str):
    with open_page(browser, app_url) as page:
        canvas = settled(page)
        canvas.click(1.5, 1.5)
        until_points(page, 91)
        page.wait_for_url("**placed=**")
        canvas.click(-2.0, -2.0)
        until_points(page, 92)
        choose(page, "Linear")
        page.wait_for_url("**kernel=linear**")
        seen, told, link = verdict(page), at_rest(page, lambda: numbers(page)), page.url
        page.reload()
        until_points(page, 92)
        expect(page.locator(".svm-verdict")).to_have_text(seen)
        with open_page(browser, link) as other:
            settled(other)
            until_points(other, 92)
            expect(other.locator(".svm-verdict")).to_have_text(seen)
            eventually(other, lambda: numbers(other), told.__eq__)
        go_to(page, "Evaluation")
        page.wait_for_url("**/evaluation?**kernel=linear**")
        settled(page)
        page.go_back()
        page.wait_for_url(link)
        until_points(page, 92)
        expect(page.locator(".svm-verdict")).to_have_text(seen)


def test_the_share_button_gives_the_link(page: Page):
    canvas = settled(page)
    canvas.click(1.5, 1.5)
    until_points(page, 91)
    page.get_by_role("button", name="Share").click()
    link = page.locator("[data-testid=stCode]").first
    expect(link).to_contain_text("placed=")
    page.wait_for_url("**placed=**")
    shared = page.url.split("?")[1]
    eventually(page, link.inner_text, lambda text: re.sub(r"\s", "", text).endswith(shared))
    expect(page.locator("[data-testid=stCode]").nth(1)).to_contain_text("SVM1-")


def test_an_edit_makes_no_entry_in_the_history_of_the_browser(page: Page):
    canvas = settled(page)
    entries = page.evaluate("history.length")
    canvas.click(2.0, 2.0)
    until_points(page, 91)
    page.wait_for_url("**placed=**")
    placed = page.url
    canvas.drag((2.0, 2.0), (1.0, 1.0), (0.0, 1.8), (-2.0, 2.0), steps=20)
    eventually(page, lambda: page.url != placed)
    assert page.evaluate("history.length") == entries


@pytest.mark.parametrize("scheme", few("dark", "light"))
def test_a_phone_shows_the_picture_first_and_nothing_wider(browser: Browser, app_url, scheme):
    with open_page(browser, app_url, phone=True, color_scheme=scheme) as page:
        canvas = settled(page)
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


def test_dark_theme_colours_the_picture(browser: Browser, app_url: str):
    with open_page(browser, app_url, color_scheme="dark") as page:
        settled(page)
        eventually(page, "traceOf('main', 'boundary').line.color", "#eef1f4".__eq__)


@pytest.mark.exhaustive
def test_the_same_picture_after_a_visit_to_the_guide(page: Page):
    canvas = settled(page)
    canvas.click(1.5, 1.5)
    until_points(page, 91)
    seen = verdict(page)
    go_to(page, "Guide")
    expect(page.get_by_role("heading", name="Reading the picture")).to_be_visible()
    page.wait_for_url("**/guide?placed=**")
    page.reload()
    expect(page.get_by_role("heading", name="Reading the picture")).to_be_visible()
    go_to(page, "Playground")
    until_points(page, 91)
    expect(page.locator(".svm-verdict")).to_have_text(seen)
    page.wait_for_url("**/?placed=**")
    page.reload()
    until_points(page, 91)
    expect(page.locator(".svm-verdict")).to_have_text(seen)


def test_the_menu_marks_the_group_of_the_page(page: Page):
    group = page.get_by_test_id("stTopNavSection")
    weight = "es => es.map((e) => getComputedStyle(e).fontWeight)"
    plain = group.evaluate_all(weight)
    assert len(set(plain)) == 1
    go_to(page, "Guide")
    eventually(page, lambda: group.evaluate_all(weight), [*plain[:-1], "600"].__eq__)


def test_the_first_screen_needs_no_scrolling(page: Page):
    eventually(
        page,
        """() => { const m = document.querySelector('[data-testid=stMain]');
                return m.scrollHeight - m.clientHeight; }""",
        lambda beyond: beyond <= 0,
    )
    assert page.locator(".svm-verdict").bounding_box()["y"] < 860 - 30


def test_a_deep_link_is_the_first_thing_a_server_is_asked_for(browser: Browser):
    with start_app(ROOT / "app.py") as url, open_page(browser, f"{url}/dual?C=10") as page:
        expect(page.get_by_role("radio", name="SMO")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".svm-verdict")).to_contain_text("90 points")
        go_to(page, "Playground")
        settled(page)
        page.wait_for_url("**/?C=10")
