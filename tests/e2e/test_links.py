"""A link opens what its sender saw: the moment of a film, the zoom, the handles of a picture."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from pages.export.experiment_file import write_experiment
from pages.state.board.board import FIRST_PLACED_ID, Placed
from pages.state.board.experiment import Experiment, change
from pages.state.model.comparison import FrozenModel
from pages.state.registry import BOARDS, ENTRIES, MAIN
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


DROP = """(text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'e.json', { type: 'application/json' }));
    const canvas = document.querySelector('.svm-canvas');
    for (const type of ['dragover', 'drop']) {
        const init = { dataTransfer, bubbles: true, cancelable: true, composed: true };
        const event = new DragEvent(type, init);
        canvas.dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error(`${type} is left to the browser`);
    }
}"""


def test_an_experiment_is_dropped_on_the_picture_and_leads_to_its_page(
    browser: Browser, app_url: str
):
    with open_page(browser, f"{app_url}/?C=7") as page:
        Canvas(page, "main").wait_ready()
        page.evaluate(DROP, "no experiment")
        page.get_by_text("The file must be an experiment's JSON file").wait_for()
        page.evaluate(DROP, write_experiment("regression", {"C": "3", "r_C": "20"}, None))
        eventually(page, lambda: page.title().startswith("Regression"))
        eventually(page, lambda: words(page) == {"C": "3", "r_C": "20"})
        page.go_back()
        eventually(page, lambda: words(page) == {"C": "7"})


SCREEN = """() => ({
    points: document.querySelector('.svm-canvas').dataset.points,
    bar: document.querySelector('.st-key-lesson').innerText,
    said: document.querySelectorAll('.svm-verdict').length,
    table: document.querySelector('.svm-compare')?.innerText ?? '',
    lines: tracesOf('main').filter((trace) => trace.mode === 'lines')
        .map((trace) => [trace.uid, trace.x.length, trace.x[3], trace.y[3]]),
})"""


def test_a_link_restores_the_whole_screen(browser: Browser, app_url: str):
    """200 own points, a step of a lesson with its answer, hidden parts, A and B."""
    rng = np.random.default_rng(5)
    places = rng.normal([[0.6, 0.4]] * 100 + [[-0.6, -0.4]] * 100, 0.7).round(2)
    own = tuple(
        Placed(float(x), float(y), k // 100, FIRST_PLACED_ID + k) for k, (x, y) in enumerate(places)
    )
    b = change(Experiment(), dataset="own", placed=own, C=50.0)
    entry = BOARDS[MAIN].entry
    sent = entry.encode(b) | {"lesson": "margin", "step": "4", "answer": "1"}
    sent |= {"without": "sentence.charts"}
    sent |= ENTRIES[FrozenModel].encode(FrozenModel(change(b, C=0.1, kernel="linear")), sent)

    def seen(page: Page) -> dict:
        Canvas(page, "main").wait_ready()
        return eventually(page, SCREEN, lambda screen: screen["table"] and screen["lines"])

    with open_page(browser, f"{app_url}/?{urlencode(sent)}") as page:
        screen, address = seen(page), page.url
    assert screen["points"] == "200"
    assert screen["said"] == 0, "the sentence is hidden"
    assert "step 4 of 7" in screen["bar"]
    assert {"A", "B"} <= set(screen["table"].split())
    assert len(address.partition("?")[2]) <= 2000
    with open_page(browser, address) as page:
        eventually(page, SCREEN, lambda now: now == screen)
