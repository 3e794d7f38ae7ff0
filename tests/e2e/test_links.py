"""A link opens what its sender saw: the moment of a film, the zoom, the handles of a picture."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.browser import Canvas, eventually, go_to, open_page
from tests.e2e.timeline import STILL, Timeline


def words(page: Page) -> dict[str, str]:
    """The parameters in the address bar."""
    return {name: texts[0] for name, texts in parse_qs(urlsplit(page.url).query).items()}


def test_a_link_opens_moment_zoom_and_handles(browser: Browser, app_url: str):
    with open_page(browser, f"{app_url}/descent?n_samples=30&kernel=linear", **STILL) as page:
        film, canvas = Timeline(page), Canvas(page, "main")
        opening = canvas.resting_axes()
        visits = page.evaluate("history.length")
        film.go(40)
        film.press("forward")
        film.shown(41)
        eventually(page, lambda: words(page).get("d_at") == "41")
        page.mouse.move(*canvas.pixel(0.5, 0.5))
        page.mouse.wheel(0, -400)
        eventually(page, lambda: "zoom" in words(page))
        zoomed = canvas.resting_axes()
        assert page.evaluate("history.length") == visits, "Back need not walk through all this"
        assert film.update == 41
        go_to(page, "Mathematics")
        handles = Canvas(page, "subgradient")
        handles.wait_ready()
        handles.drag((1.0, 0.0), (0.3, 0.7))
        eventually(page, lambda: "ma_t0" in words(page))
        link, told = page.url, page.locator(".svm-verdict").inner_text()

    with open_page(browser, link.replace("/mathematics?", "/descent?"), **STILL) as page:
        film, canvas = Timeline(page), Canvas(page, "main")
        film.shown(41)
        assert film["playing"] == "false"
        axes = canvas.resting_axes()
        assert [*axes["x"], *axes["y"]] == pytest.approx([*zoomed["x"], *zoomed["y"]], abs=0.02)
        assert axes["x"][1] - axes["x"][0] < 0.95 * (opening["x"][1] - opening["x"][0])
        go_to(page, "Mathematics")
        Canvas(page, "subgradient").wait_ready()
        eventually(page, lambda: page.locator(".svm-verdict").inner_text() == told)
        go_to(page, "Descent")
        film.shown(41)
        canvas.button(".svm-toolbar .svm-fit")
        canvas.shows(opening)
        eventually(page, lambda: "zoom" not in words(page))
