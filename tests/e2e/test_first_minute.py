"""The first minute: the first picture, the hint, Basic and Expert, one stage, the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from app import PAGES
from pages.playground.text import HINT
from tests.e2e.browser import Canvas, at_rest, eventually, go_to, open_page, press_dock
from tests.e2e.test_playground import settled, until_points
from tests.helpers.grids import few

TITLES = {page.title: page.folder for page in PAGES if page.title != "Guide"}
TITLES["Playground"] = ""
DIFFERENT = ("Playground", "Descent", "Regression", "Data", "Mathematics")  # in what stands there
PLACE = """(() => {
    const canvas = document.querySelector('.svm-fill[data-status=ready]');
    if (!canvas || document.querySelector('[data-stale=true]')) throw Error('not drawn yet');
    const { x, y, width, height } = canvas.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})()"""

# whether the board was called ready before plotly.js had drawn it
EARLY = """globalThis.early = false;
new MutationObserver((changes) => {
    globalThis.early ||= changes.some(({ target }) => target.matches(
        '[data-key="main"][data-status="ready"]:not([data-revision])'));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-status"] })"""


@pytest.fixture
def page(browser: Browser, app_url: str) -> Iterator[Page]:
    with open_page(browser, app_url) as page:
        settled(page)
        yield page


def test_the_picture_is_there_before_plotly(browser: Browser, app_url: str):
    context = browser.new_context(viewport={"width": 1100, "height": 600})
    page = context.new_page()
    page.add_init_script(EARLY)
    held: list[Route] = []
    page.route("**/PlotlyChart*.js", lambda route: held.append(route))
    try:
        page.goto(app_url)
        first = page.locator(".svm-picture .svm-film-first path")
        expect(first).to_have_count(90)
        expect(page.locator("#svm-waiting")).to_have_count(0)
        boundary = page.locator('.svm-canvas[data-key="main"] .svm-film-boundary')
        eventually(page, lambda: len(held), (1).__eq__)
        page.wait_for_selector('[data-test-script-state="notRunning"]', state="attached")
        small = at_rest(page, lambda: boundary.get_attribute("d"))
        page.set_viewport_size({"width": 1280, "height": 720})
        eventually(page, lambda: boundary.get_attribute("d"), small.__ne__)
        before = at_rest(page, lambda: boundary.get_attribute("d"))
        places = [box_of(first.nth(k)) for k in (0, 45, 89)]
        assert page.evaluate("globalThis.early") is False
        held.pop().continue_()
        canvas = Canvas(page, "main")
        canvas.wait_ready()
        expect(first).to_have_count(0)
        assert boundary.get_attribute("d") == before
        points = page.locator('.svm-canvas[data-key="main"] .points path')
        for k, place in zip((0, 45, 89), places, strict=True):
            assert box_of(points.nth(k)) == pytest.approx(place, abs=0.6)
    finally:
        context.close()


def box_of(mark: Locator) -> tuple[float, float]:
    """The middle of a mark."""
    box = mark.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_one_line_greets_the_first_visit_until_the_first_deed(page: Page):
    hint = page.locator(".svm-hint")
    expect(hint).to_have_text(HINT)
    settled(page).click(-2.5, 2.0)
    expect(hint).to_have_count(0)
    until_points(page, 91)
    page.reload()
    settled(page)
    expect(hint).to_have_count(0)


def test_basic_has_three_cards_and_expert_the_solver_and_the_proof(page: Page):
    cards = page.locator(".svm-card dt")
    expect(cards).to_have_text(["Support vectors", "Training accuracy", "Margin width"])
    expect(page.locator(".svm-badge")).to_have_text("optimal")
    expect(page.get_by_role("combobox", name="Solver")).to_have_count(0)
    page.get_by_role("radio", name="Expert").click()
    expect(page.get_by_role("combobox", name="Solver")).to_be_visible()
    expect(cards).to_have_count(6)
    expect(page.locator(".svm-badge")).to_have_text(
        re.compile(r"optimal to (\d(\.\d)?\s×\s)?10⁻\S+")
    )
    page.wait_for_url("**detail=expert**")
    go_to(page, "Race")
    page.get_by_text("More settings").wait_for()


@pytest.mark.parametrize("titles", few(DIFFERENT, TITLES), ids=len)
def test_the_picture_stands_at_one_place_on_all_pages(page: Page, titles: Iterable[str]):
    settled(page)
    places = {}
    for title in titles:
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


@pytest.mark.exhaustive
def test_one_press_of_back_leads_to_the_page_before_also_after_a_reload(page: Page):
    settled(page).click(-2.5, 2.0)
    until_points(page, 91)
    page.wait_for_url("**/?placed=**")
    go_to(page, "Evaluation")
    page.wait_for_url("**/evaluation?placed=**")
    settled(page)
    page.reload()
    settled(page)
    page.go_back()
    page.wait_for_url("**/?placed=**")
    until_points(page, 91)


def test_the_menu_of_a_phone_gives_way_to_the_page(browser: Browser, app_url: str):
    with open_page(browser, app_url, phone=True) as page:
        settled(page)
        press_dock(page, "Pages")
        links = page.get_by_test_id("stSidebarNavLink")
        # all pages are on the screen, and no name is too small for a finger
        boxes = [link.bounding_box() for link in links.all()]
        assert len(boxes) == len(PAGES)
        assert min(box["height"] for box in boxes) >= 40
        assert max(box["y"] + box["height"] for box in boxes) <= 844 - 48
        links.get_by_text("Kernels", exact=True).click()
        page.wait_for_url("**/kernels")
        expect(page.get_by_test_id("stSidebar")).to_be_hidden()


def test_a_cross_is_as_large_as_its_figure_says(page: Page):
    settled(page)
    crosses = page.locator('.svm-canvas[data-key="main"] .svm-film-wrong path')
    widths = eventually(page, lambda: crosses.evaluate_all("es => es.map(e => e.getBBox().width)"))
    sizes = page.evaluate("traceOf('main', 'wrong').marker.size")
    edged = [size + 1.2 for size in sizes]  # each has an edge below it
    assert sorted(widths) == pytest.approx(sorted([*sizes, *edged]), abs=0.1)
    # behind plotly.js's plot with the points, whose rings it is not to hide
    assert page.evaluate("""() => {
        const cross = document.querySelector("[data-key=main] .svm-film-wrong path");
        const points = document.querySelector("[data-key=main] .scatterlayer");
        return Boolean(cross.compareDocumentPosition(points) & Node.DOCUMENT_POSITION_FOLLOWING);
    }""")


# what leaves the column beside the picture, and titles of charts that are cut or covered
MISPLACED = """() => {
    const [column] = [...document.querySelectorAll(".stColumn")].slice(1);
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
    first=3,
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
