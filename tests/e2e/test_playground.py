"""The Playground in a real browser with a real mouse: what a visitor does in the first minutes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from pages.playground.text import HINT
from tests.e2e.browser import Canvas, at_rest, eventually, frame, go_to, open_page
from tests.e2e.server import start_app
from tests.helpers import ROOT


def settled(page: Page) -> Canvas:
    canvas = Canvas(page, "main")
    canvas.wait_ready()
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')")
    return canvas


def until_points(page: Page, n: int) -> None:
    page.wait_for_selector(f'.svm-canvas[data-key="main"][data-points="{n}"]')
    settled(page)


def test_the_first_minutes(browser: Browser, app_url: str):
    """A hint until the first click, clicks beside points, a drag, another kernel, and Back."""
    with open_page(browser, app_url) as page:
        canvas, said, hint = settled(page), page.locator(".svm-verdict"), page.locator(".svm-hint")
        main = "document.querySelector('[data-testid=stMain]')"
        eventually(page, f"{main}.scrollHeight - {main}.clientHeight", lambda beyond: beyond <= 0)
        expect(hint).to_have_text(HINT)
        entries = page.evaluate("history.length")
        axes = canvas.axes()
        x, y = canvas.pixel(-2.5, -2.5, axes)
        page.mouse.click(x, y)
        until_points(page, 91)
        expect(hint).to_have_count(0)
        # the tooltip of a point shows as near as a click takes it, and not after a press
        words = page.locator('.svm-canvas[data-key="main"] .hovertext')
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

        spots = [(-2.6 + 0.27 * k, -2.1 + 0.02 * k) for k in range(8)]
        for spot in spots:
            page.mouse.click(*canvas.pixel(*spot, axes))
            frame(page)
        until_points(page, 100)
        expect(said).to_contain_text("of 100 points")
        drawn = eventually(
            page,
            """() => { const t = traceOf('main', 'points');
                return [...t.x].slice(-8).map((x, k) => [x, [...t.y].slice(-8)[k]]); }""",
            lambda drawn: len(drawn) == 8,
        )
        unit = (axes["x"][1] - axes["x"][0]) / axes["width"]  # data units a pixel
        for spot, place in zip(spots, drawn, strict=True):
            assert place == pytest.approx(spot, abs=unit)

        canvas.drag(spots[-1], (-2.0, 2.0))
        expect(page).to_have_url(re.compile("placed="))
        assert page.evaluate("history.length") == entries, "an edit is no step of Back"
        before = said.inner_text()
        page.get_by_test_id("stSidebar").get_by_text("Linear", exact=True).click()
        expect(said).not_to_have_text(before)
        expect(page).to_have_url(re.compile("kernel=linear"))
        settled(page)
        seen, link = at_rest(page, said.inner_text), page.url
        go_to(page, "Evaluation")
        expect(page).to_have_url(re.compile("/evaluation.*kernel=linear"))
        settled(page)
        page.reload()
        settled(page)
        page.go_back()
        expect(page).to_have_url(link)
        until_points(page, 100)
        expect(said).to_have_text(seen)
        expect(hint).to_have_count(0)


@pytest.mark.exhaustive  # a server of its own
def test_a_deep_link_is_the_first_thing_a_server_is_asked_for(browser: Browser):
    with start_app(ROOT / "app.py") as url, open_page(browser, f"{url}/dual?C=10") as page:
        expect(page.get_by_role("radio", name="Solvers")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".svm-verdict")).to_contain_text("90 points")
        go_to(page, "Playground")
        settled(page)
        page.wait_for_url("**/?C=10")
