"""The first minute: the first picture, the hint, one place of the picture, narrow pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from app import PAGES
from tests.e2e.browser import Canvas, at_rest, eventually, go_to, open_page
from tests.e2e.test_playground import settled
from tests.helpers.grids import few

WITHOUT_PICTURE = ("Guide", "Lessons")
TITLES = {page.title: page.folder for page in PAGES if page.title not in WITHOUT_PICTURE}
TITLES["Playground"] = ""
PLACE = """(() => {
    const canvas = document.querySelector('.svm-fill[data-status=ready]');
    if (!canvas || document.querySelector('[data-stale=true]')) throw Error('not drawn yet');
    const { x, y, width, height } = canvas.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})()"""


@pytest.fixture
def page(browser: Browser, app_url: str) -> Iterator[Page]:
    with open_page(browser, app_url) as page:
        settled(page)
        yield page


def test_the_picture_is_there_before_plotly(browser: Browser, app_url: str):
    held: list[Route] = []

    def hold_plotly(page: Page) -> None:
        page.set_viewport_size({"width": 1100, "height": 600})
        page.route("**/svm-files/plotly-*.js", lambda route: held.append(route))

    first = ".svm-picture .svm-film-first path"
    with open_page(browser, app_url, before=hold_plotly, ready=first) as page:
        marks, canvas = page.locator(first), Canvas(page, "main")
        expect(marks).to_have_count(90)
        expect(page.locator("#svm-waiting")).to_have_count(0)
        boundary = canvas.root.locator(".svm-film-boundary")
        eventually(page, lambda: len(held), (1).__eq__)
        page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
        small = at_rest(page, lambda: boundary.get_attribute("d"))
        page.set_viewport_size({"width": 1280, "height": 720})
        eventually(page, lambda: boundary.get_attribute("d"), small.__ne__)
        before = at_rest(page, lambda: boundary.get_attribute("d"))
        places = [box_of(marks.nth(k)) for k in (0, 45, 89)]
        assert canvas.attribute("status") != "ready", "plotly.js has drawn nothing"
        held.pop().continue_()
        canvas.wait_ready()
        expect(marks).to_have_count(0)
        assert boundary.get_attribute("d") == before
        points = canvas.root.locator(".points path")
        for k, place in zip((0, 45, 89), places, strict=True):
            assert box_of(points.nth(k)) == pytest.approx(place, abs=0.6)


def box_of(mark: Locator) -> tuple[float, float]:
    """The middle of a mark."""
    box = mark.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.exhaustive
def test_the_picture_stands_at_one_place_on_all_pages(page: Page):
    settled(page)
    places = {}
    for title in TITLES:
        go_to(page, title)
        page.wait_for_url(f"**/{TITLES[title]}*")
        page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
        places[title] = at_rest(page, lambda: page.evaluate(PLACE))
    assert {title: place for title, place in places.items() if place != places["Playground"]} == {}
    menu = page.get_by_test_id("stTopNav")
    before = at_rest(page, menu.bounding_box)
    go_to(page, "Guide")
    page.get_by_role("heading", name="Guide", level=2).wait_for()
    assert at_rest(page, menu.bounding_box) == before
    weights = "es => es.map((e) => getComputedStyle(e).fontWeight)"
    group = page.get_by_test_id("stTopNavSection")  # that of the page is marked
    eventually(page, lambda: group.evaluate_all(weights), lambda seen: seen[-1:] == ["600"])


# what leaves the column beside the picture, and titles of charts that are cut or covered
MISPLACED = """() => {
    const column = document.querySelector(".st-key-beside");
    const box = (part) => part.getBoundingClientRect();
    const parts = column.querySelectorAll("table, .svm-range-value, .svm-card, .svm-canvas");
    const found = [...parts].filter((part) => box(part).right > box(column).right + 1);
    for (const chart of column.querySelectorAll(".svm-canvas")) {
        const [title, legend] = [".gtitle", ".legend"].map((css) => chart.querySelector(css));
        if (title && (box(title).right > box(chart).right
            || legend && box(legend).top < box(title).bottom - 4
               && box(legend).left < box(title).right)) found.push(chart);
    }
    return found.map((part) => part.dataset.key ?? part.className);
}"""
NARROW = few(
    "dual?i_dual=beside",
    "nu",
    "losses",
    "evaluation?e_view=folds",
    "regression?rv_view=descent",
    "kernels?i_kernels=gram",
    "kernels?i_kernels=approximation",
    "kernels?i_kernels=norm&i_height=2",
)


@pytest.mark.parametrize("view", NARROW)
def test_a_narrow_page_holds_its_parts(browser: Browser, app_url: str, view: str):
    with open_page(browser, f"{app_url}/{view}") as page:
        page.set_viewport_size({"width": 1100, "height": 800})
        settled(page)
        eventually(page, MISPLACED, lambda found: found == [])
        page.set_viewport_size({"width": 1280, "height": 720})
        words = page.locator(".svm-verdict")
        eventually(page, words.bounding_box, lambda box: box["y"] + box["height"] <= 720)
        page.set_viewport_size({"width": 853, "height": 480})  # 1280 x 720 at 150 %
        eventually(page, words.bounding_box, lambda box: box["y"] + box["height"] <= 480)
        page.set_viewport_size({"width": 900, "height": 800})
        menu, buttons = page.get_by_test_id("stTopNav"), page.locator(".st-key-actions")
        eventually(page, lambda: right(menu) <= buttons.bounding_box()["x"])


def right(part: Locator) -> float:
    box = part.bounding_box()
    return box["x"] + box["width"]
